/* A sound build behind bytes that are not its own. */
#ifndef OW_SRC_STRUCTURE_SEARCH_BEHIND_H
#define OW_SRC_STRUCTURE_SEARCH_BEHIND_H

#include "../structure.h"

/* Looks for the first byte, behind the first of all, from which on there is a build of the variant `game`
 * with blocks that makes sense and ends where the file ends. Bounded: it reads no more than some times
 * the file, and looks no further than a megabyte. */
bool structure_find_behind(const uint8_t *bytes, size_t size, uint64_t *offset);

#endif
