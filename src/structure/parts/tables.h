/* The tables of a build: those of two joined, and entries that nothing uses left out. */
#ifndef OW_SRC_STRUCTURE_PARTS_TABLES_H
#define OW_SRC_STRUCTURE_PARTS_TABLES_H

#include "parts.h"

/* Writes what blocks of both look like so that the world's table has it, or none where that has no room for
 * all. `part` has the world's version. */
ow_status tables_join(ow_structure_build *world, ow_structure_build *part, ow_error *error);

/* Leaves entries out that no block uses. */
ow_status tables_shorten(ow_structure_build *build, ow_error *error);

#endif
