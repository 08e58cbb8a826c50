/* Named roots: a file below a folder that has a name is recorded under this name, so several
 * machines may have the same files under different paths.
 *
 * The recorded path is NAME/REST. Other paths of a catalogue are absolute, so the two never
 * meet. */
#ifndef OW_CATALOG_ROOTS_H
#define OW_CATALOG_ROOTS_H

#include <stdbool.h>
#include <stddef.h>

enum { MOST_ROOTS = 16, LONGEST_ROOT = 64, ROOTS_WHY = 400 };

struct root {
    char name[LONGEST_ROOT];
    char *folder; /* its real path, malloc'ed */
};

/* Initialise with zeros. */
struct roots {
    struct root list[MOST_ROOTS];
    size_t count;
};

enum roots_added { ROOT_ADDED, ROOT_IS_WRONG, ROOT_IS_MISSING };

/* Adds NAME=FOLDER. A name consists of letters, digits, dots, dashes and underscores, and begins
 * with a letter or a digit. The folder has to exist. `why` has the reason for anything but
 * ROOT_ADDED. */
enum roots_added roots_add(struct roots *roots, const char *given, char why[ROOTS_WHY]);
void roots_free(struct roots *roots);

/* The path that is recorded for a real path, malloc'ed: the path itself if no root is above it.
 * Of several roots, the innermost counts. `roots` may be NULL. Returns NULL if memory runs out. */
char *roots_record(const struct roots *roots, const char *path);

/* The path on this machine of a recorded one, malloc'ed. Returns NULL if its root is unknown or
 * memory runs out. `roots` may be NULL. */
char *roots_find(const struct roots *roots, const char *recorded);

#endif
