/* Indexes in a JSON Pointer. Knows no format. */
#ifndef OW_SRC_CHANGE_POINTER_H
#define OW_SRC_CHANGE_POINTER_H

#include <stdbool.h>
#include <stdint.h>

/* Whether a pointer is as `pattern` says, in which each "*" stands for an index; those go to `indexes`. */
bool pointer_indexes(const char *pointer, const char *pattern, uint32_t *indexes);

#endif
