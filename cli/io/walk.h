/* Finds the worlds that a command line names: files, saves' folders, and with -r all worlds below
 * folders. */
#ifndef OW_CLI_IO_WALK_H
#define OW_CLI_IO_WALK_H

#include <stdbool.h>
#include <stddef.h>

struct world_path {
    char *path;        /* to open */
    const char *below; /* the end of `path`: relative to the walked folder, or the last name */
    /* the user named the folder and not the file: links inside it are not followed */
    bool is_walked;
};

struct worlds {
    struct world_path *list; /* in the order of the operands, and of names below a folder */
    size_t count, room;
    int status; /* the exit status: EXIT_FINE, or the worst failure that was reported */
};

struct walk_options {
    bool walk; /* a folder stands for the files below it whose names are those of worlds, */
    bool text; /* also of JSON and Tiled maps */
    const char *leave_out; /* a folder to skip, because it is the output; or NULL */
};

/* Lists the worlds of all operands. Hidden files (names that begin with a dot) and symbolic links
 * are skipped, so a walk ends and stays inside its folder; an operand may be either. Reports a
 * folder that cannot be read or has no worlds. Release the list with free_worlds. */
void find_worlds(char *const *operands, int count, const struct walk_options *options,
                 struct worlds *worlds);
void free_worlds(struct worlds *worlds);

/* The extension of a path's last part, without the dot; "" if there is none. */
const char *extension_of(const char *path);

/* Whether an extension is that of worlds as text: JSON, or a Tiled map. */
bool is_text_extension(const char *extension);

/* Looks for a folder. Returns 0 if it is there, ENOENT if it is not, also where something else is;
 * other errors if the system cannot say. */
int look_for_folder(const char *path);

#endif
