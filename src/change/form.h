/* The fields that decide how a world is written. Knows no format. */
#ifndef OW_SRC_CHANGE_FORM_H
#define OW_SRC_CHANGE_FORM_H

#include <stdbool.h>
#include <string.h>

/* Returns true if a field of the root, by name, is one of them or contains one. */
static inline bool form_has(const char *name)
{
    return strcmp(name, "version") == 0 || strcmp(name, "variant") == 0 ||
           strcmp(name, "byte_order") == 0;
}

#endif
