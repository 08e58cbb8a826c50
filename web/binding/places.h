/* Where in a large file its lists have their elements. */
#ifndef OW_PLACES_H
#define OW_PLACES_H

#include "binding.h"

/* The JSON Pointer of an element that stands at a byte or somewhat before it; the first time the whole file
 * is passed for it. False where there is none such, or the file is small. */
bool places_find(struct world *world, uint64_t offset, char *pointer, size_t room);

void places_free(struct places *places);

#endif
