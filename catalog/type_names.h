/* Names of types in a catalogue that fit a pattern. */
#ifndef OW_CATALOG_TYPE_NAMES_H
#define OW_CATALOG_TYPE_NAMES_H

#include "pool.h"
#include "schema.h"

/* Few names stand in many rows, and an index has them in order: each is found by a step from the
 * one before it, where a pattern that the database tries on every row takes seconds among a million
 * worlds.
 *
 * Fills names with those that fit `pattern`, escaped as they are stored, in which * stands for
 * any characters; their memory is of the pool. *count is `most` + 1 where there are more, or
 * where so many others stand among them that steps would take longer than rows. False with
 * catalog_failure. */
bool type_names_find(struct catalog *catalog, struct pool *pool, const char *pattern,
                     struct value *names, size_t most, size_t *count);

#endif
