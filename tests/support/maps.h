/* Levels as maps of Tiled, and maps that were edited there. */
#ifndef OW_TESTS_SUPPORT_MAPS_H
#define OW_TESTS_SUPPORT_MAPS_H

#include "bytes.h"
#include "documents.h"

/* The TMJ of a level from JSON, with single quotes for double ones. Fails the test where there
 * is none. */
struct bytes map_of(const char *level);

/* The same map with each `from` replaced by `to`, both with single quotes for double ones; fails
 * the test where there is no `from`. */
void edit_map(struct bytes *map, const char *from, const char *to);

/* The level of a map as JSON on one line, single quotes for double ones, and what was told.
 * Fails the test where there is none. The caller frees it. */
char *level_of_map(const struct bytes *map, struct warnings *warnings);

/* The same for text with single quotes for double ones. */
struct bytes map_from(const char *text);

#endif
