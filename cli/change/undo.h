/* The way back of a change: a patch beside the file, which overworld undo applies. */
#ifndef OW_CLI_CHANGE_UNDO_H
#define OW_CLI_CHANGE_UNDO_H

#include "convert/convert.h"

/* A step that also keeps the way back. Start with all members zero but `inner`. */
struct undo_keeper {
    const struct change_step *inner;
    ow_buffer patch; /* from the changed world to the old one */
    char *file;      /* that is replaced */
};

/* The step that keeps the way back of `keeper->inner`. */
struct change_step undo_step(struct undo_keeper *keeper);

/* Writes the patch beside the file, once that was replaced (`status` EXIT_FINE), and releases the keeper.
 * Returns the exit status. */
int undo_keep(struct undo_keeper *keeper, int status);

#endif
