/* Finds a sound build behind unrelated bytes. */
#ifndef OW_SRC_STRUCTURE_SEARCH_BEHIND_H
#define OW_SRC_STRUCTURE_SEARCH_BEHIND_H

#include "../structure.h"

/* Finds the first offset after 0 at which a plausible build of the variant `game` begins that has
 * blocks and ends where the file ends. The search is limited: it reads no more than a few times the
 * size of the file, and only looks within the first megabyte. */
bool structure_find_behind(const uint8_t *bytes, size_t size, uint64_t *offset);

#endif
