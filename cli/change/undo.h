/* Undo for changes: a patch beside the file, which overworld undo applies. */
#ifndef OW_CLI_CHANGE_UNDO_H
#define OW_CLI_CHANGE_UNDO_H

#include "convert/convert.h"

/* A step that also keeps an undo patch. Initialise all members but `inner` to zero. */
struct undo_keeper {
    const struct change_step *inner;
    ow_buffer patch; /* from the changed world to the old one */
    char *file;      /* the file that is replaced */
};

/* The step that keeps the undo patch of `keeper->inner`. */
struct change_step undo_step(struct undo_keeper *keeper);

/* Writes the patch beside the file if the file was replaced (`status` EXIT_FINE), and releases the
 * keeper. Returns the exit status. */
int undo_keep(struct undo_keeper *keeper, int status);

#endif
