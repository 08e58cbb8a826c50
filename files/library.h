/* Libraries that are loaded when they are needed: runs without them do not pay for them. */
#ifndef OW_FILES_LIBRARY_H
#define OW_FILES_LIBRARY_H

#include <dlfcn.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

struct library {
    const char *needed;  /* by what: "SQL needs" */
    const char *file;    /* with the version of its interface */
    const char *package; /* of Debian */
};

/* Opens a library. Returns NULL if that fails; library_tell says why. */
static inline void *library_open(const struct library *library)
{
    errno = 0;
    return dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
}

/* Writes why the library of the last library_open cannot be used; `reason` NULL: what the system
 * says of it, or of a name that library_find did not find. Without memory, installing does not
 * help. */
static inline void library_tell(const struct library *library, const char *reason, char *why,
                                size_t room)
{
    if (errno == ENOMEM)
        snprintf(why, room, "%s %s, which cannot be loaded: not enough memory", library->needed,
                 library->file);
    else
        snprintf(why, room, "%s %s, which cannot be loaded (Debian: apt install %s): %s",
                 library->needed, library->file, library->package, reason ? reason : dlerror());
}

/* Stores the address of a function of a library from library_open in *function, a pointer to a
 * function. Returns false if the library has none of that name.
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
