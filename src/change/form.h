/* The fields of a world that say how all others are written. Knows no format. */
#ifndef OW_SRC_CHANGE_FORM_H
#define OW_SRC_CHANGE_FORM_H

#include <stdbool.h>
#include <string.h>

/* Whether a field of the root, by its name, is one of them, or has them inside. */
static inline bool form_has(const char *name)
{
    return strcmp(name, "version") == 0 || strcmp(name, "variant") == 0 ||
           strcmp(name, "byte_order") == 0;
}

#endif
