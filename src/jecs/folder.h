/* The text files of a folder, opened and sorted by path. Each is found by its name without the
 * extension. */
#ifndef OW_SRC_JECS_FOLDER_H
#define OW_SRC_JECS_FOLDER_H

#include "jecs.h"

#include <overworld/folder.h>

struct text_file {
    ow_text path;
    ow_text stem; /* the path without its extension */
    ow_text content;
    ow_jecs *text; /* NULL if it is not JECS; `error` then has the reason */
    ow_error *error;
    uint32_t ordinal; /* in the caller's folder */
};

struct texts {
    const ow_folder *folder; /* the caller's, with the files that are no texts */
    struct arena *arena;
    struct text_file *files; /* sorted by path */
    uint32_t count;
};

/* Compares paths by parts: a folder's files are together, "a/b" before "a.b". */
int path_compare(ow_text a, ow_text b);

/* Sorts records of `size` bytes that begin with a path: stable, and fast for any order. `other` has
 * room for as many. */
void path_sort(void *records, void *other, size_t count, size_t size);

/* Opens the text files of a folder. Their memory is counted against the arena's limit. A file that
 * is not JECS does not cause a failure. Also close them after a failure. */
ow_status texts_open(struct texts *texts, const ow_folder *folder, struct arena *arena,
                     ow_error *error);
void texts_close(struct texts *texts);

/* The file whose path is `stem` and an extension; if there are two, the newer format. NULL if there
 * is none. */
const struct text_file *texts_find(const struct texts *texts, const char *stem);

/* The root of such a file; NULL if there is none or if it is not JECS. */
const ow_jecs_node *texts_root(const struct texts *texts, const char *stem);

/* Writes the pointer to a node of a file: "/folder/meta.jecs/Title". Without a node, the pointer to
 * the file; `places` may then be NULL. */
void text_pointer(const struct text_file *file, const ow_jecs_node *node,
                  struct jecs_places *places, char *pointer, size_t room);

#endif
