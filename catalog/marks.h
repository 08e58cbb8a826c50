/* Marks: the author of a world, and the owner and tags that an operator gives to files. */
#ifndef OW_CATALOG_MARKS_H
#define OW_CATALOG_MARKS_H

#include "schema.h"

#define MARK_AUTHOR "author"
#define MARK_OWNER  "owner"
#define MARK_TAG    "tag"

/* Most characters of an author that is a mark, as schema_keys.c has it, and most bytes of an owner
 * or a tag. */
enum { LONGEST_AUTHOR = 500, LONGEST_MARK = 500, MOST_PATH_MARKS = 32 };

struct path_mark {
    const char *kind;  /* MARK_OWNER or MARK_TAG */
    struct value name; /* escaped */
};

struct path_marks {
    struct path_mark list[MOST_PATH_MARKS];
    size_t count;
};

/* A file has one owner: removes the earlier one if `marks`, which may be NULL, have another.
 * Returns false with catalog_failure. */
bool marks_make_room(struct catalog *catalog, const struct path_marks *marks, struct value key,
                     struct value folder, struct value name);

/* Which files to mark: one path, or, if `folder` is VALUE_NULL, all of a world. */
struct marked_files {
    const uint8_t *hash;
    struct value folder, name;
};

/* Adds and removes marks in one transaction. An owner with an empty name in `added` only removes
 * the earlier one. Sets *files to the number of marked files. Returns false with
 * catalog_failure. */
bool marks_change(struct catalog *catalog, const struct marked_files *which,
                  const struct path_marks *added, const struct path_marks *removed,
                  uint64_t *files);

#endif
