/* The text files of a folder, opened: sorted by path, each found by its name without the ending. */
#ifndef OW_SRC_JECS_FOLDER_H
#define OW_SRC_JECS_FOLDER_H

#include "jecs.h"

#include <overworld/folder.h>

struct text_file {
    ow_text path;
    ow_text stem;  /* the path without its ending */
    ow_jecs *text; /* NULL if it is no JECS; then `error` says why */
    ow_error *error;
};

struct texts {
    struct arena *arena;
    struct text_file *files; /* in the order of their paths */
    uint32_t count;
};

/* Opens the text files of a folder; what they hold counts against the arena's limit. A file that is no JECS is no
 * failure. Close them after a failure, too. */
ow_status texts_open(struct texts *texts, const ow_folder *folder, struct arena *arena,
                     ow_error *error);
void texts_close(struct texts *texts);

/* The file whose path is `stem` and an ending, the newer one if there are two; NULL if there is none. */
const struct text_file *texts_find(const struct texts *texts, const char *stem);

/* The root of such a file; NULL if there is none, or if it is no JECS. */
const ow_jecs_node *texts_root(const struct texts *texts, const char *stem);

/* Writes the pointer of a node of a file: "/folder/meta.jecs/Title". `node` may be NULL. */
void text_pointer(const struct text_file *file, const ow_jecs_node *node, char *pointer,
                  size_t room);

#endif
