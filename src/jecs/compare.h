/* Finds what differs between the text files of two folders. */
#ifndef OW_SRC_JECS_COMPARE_H
#define OW_SRC_JECS_COMPARE_H

#include "folder.h"

#include <overworld/change.h>

/* Writes what a person calls a file; "" if its path says it all. */
typedef void (*text_namer)(const struct text_file *file, char *name, size_t room);

struct text_comparison {
    text_namer name;
    ow_change_visitor visit; /* may be NULL */
    void *context;
    ow_change_totals totals;
};

/* Compares two folders file by file, in the order of their paths. A file is the same under both
 * endings. Memory comes from the arena of `after`. */
ow_status texts_compare(const struct texts *before, const struct texts *after,
                        struct text_comparison *comparison);

#endif
