/* The tables of a build: joins two of them, and removes unused entries. */
#ifndef OW_SRC_STRUCTURE_PARTS_TABLES_H
#define OW_SRC_STRUCTURE_PARTS_TABLES_H

#include "parts.h"

/* Rewrites both builds so that they share the world's tables, or use none if these are too small.
 * `part` has the world's version. */
ow_status tables_join(ow_structure_build *world, ow_structure_build *part, ow_error *error);

/* Removes entries that no block uses. */
ow_status tables_shorten(ow_structure_build *build, ow_error *error);

#endif
