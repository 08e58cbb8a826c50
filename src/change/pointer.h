/* Indices in a JSON Pointer. Knows no format. */
#ifndef OW_SRC_CHANGE_POINTER_H
#define OW_SRC_CHANGE_POINTER_H

#include <stdbool.h>
#include <stdint.h>

/* Returns true if a pointer matches `pattern`, in which each "*" is an index; stores these in
 * `indexes`. */
bool pointer_indexes(const char *pointer, const char *pattern, uint32_t *indexes);

#endif
