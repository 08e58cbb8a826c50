/* Owners and tags on a command line. */
#ifndef OW_CLI_DATABASES_CATALOG_MARKS_H
#define OW_CLI_DATABASES_CATALOG_MARKS_H

#include "verb.h"

#include "../../catalog/marks.h"
#include "../../catalog/pool.h"

/* Adds the names that an option has to `marks`, as marks of a kind. The pool has their text.
 * Returns false after a message. */
bool read_mark_names(const struct arguments *arguments, const char *option, const char *kind,
                     struct pool *pool, struct path_marks *marks);

#endif
