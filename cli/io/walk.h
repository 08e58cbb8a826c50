/* The worlds that a command line names: files, saves' folders, and with -r whatever worlds lie below folders. */
#ifndef OW_CLI_IO_WALK_H
#define OW_CLI_IO_WALK_H

#include <stdbool.h>
#include <stddef.h>

struct world_path {
    char *path; /* to open */
    const char
        *below;     /* its end: what stands behind the folder that was walked, or the last name */
    bool is_walked; /* the user named the folder and not the file: no link below it is followed */
};

struct worlds {
    struct world_path *list; /* in the order of the operands, and of names below a folder */
    size_t count, room;
    int status; /* the exit status: EXIT_FINE, or the worst that was told */
};

struct walk_options {
    bool walk; /* a folder stands for the files below it whose names are those of worlds, */
    bool text; /* and of JSON and of maps for Tiled */
    const char *leave_out; /* a folder that is passed by, since it is written into; or NULL */
};

/* Names every operand. What is hidden (a name that begins with a dot) and what is a symbolic link is passed
 * by, so that a walk ends and stays below its folder; an operand may be either. A folder that cannot be read,
 * or has no world in it, is told. Give the list back with free_worlds. */
void find_worlds(char *const *operands, int count, const struct walk_options *options,
                 struct worlds *worlds);
void free_worlds(struct worlds *worlds);

/* The extension of a path's last part, without the dot; "" where there is none. */
const char *extension_of(const char *path);

/* Whether an extension is that of worlds as text: JSON, or a map for Tiled. */
bool is_text_extension(const char *extension);

#endif
