/* Libraries that are loaded when they are needed: runs without them do not pay for them. */
#ifndef OW_FILES_LIBRARY_H
#define OW_FILES_LIBRARY_H

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

/* Stores the address of a function of a library from dlopen in *function, a pointer to a function.
 * Returns false if the library has none of that name.
 *
 * ISO C cannot convert the pointer of dlsym to a function pointer. POSIX guarantees that the bytes
 * are the same. */
static inline bool library_find(void *library, const char *name, void *function)
{
    void *found = dlsym(library, name);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

#endif
