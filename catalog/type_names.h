/* Names of types in a catalogue that match a pattern. */
#ifndef OW_CATALOG_TYPE_NAMES_H
#define OW_CATALOG_TYPE_NAMES_H

#include "pool.h"
#include "schema.h"

/* Finds the names that match `pattern`, in which * stands for any characters. Names are escaped as
 * they are stored, in memory of the pool.
 *
 * There are few names in many rows, in the order of an index. So each name is found by a step from
 * the one before; trying the pattern on every row of a million worlds takes seconds. *count is
 * `most` + 1 if there are more names, or if so many other names lie between them that rows would be
 * faster than steps. Returns false with catalog_failure. */
bool type_names_find(struct catalog *catalog, struct pool *pool, const char *pattern,
                     struct value *names, size_t most, size_t *count);

#endif
