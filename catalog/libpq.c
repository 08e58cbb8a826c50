/* libpq, loaded when an address is opened for the first time. */
#include "libpq.h"

#include "../files/library.h"

#include <stdio.h>

/* The name with the version of its interface. */
#if defined(__APPLE__)
#define LIBPQ_FILE "libpq.5.dylib"
#else
#define LIBPQ_FILE "libpq.so.5"
#endif

struct libpq libpq;

static bool fail(struct database_failure *failure)
{
    failure->may_retry = false;
    snprintf(failure->message, sizeof failure->message,
             "PostgreSQL needs " LIBPQ_FILE
             ", which cannot be loaded (Debian: apt install libpq5): %s",
             dlerror());
    return false;
}

bool libpq_load(struct database_failure *failure)
{
    static void *library;
    struct libpq found;
    if (library)
        return true;
    void *opened = dlopen(LIBPQ_FILE, RTLD_NOW | RTLD_LOCAL);
    if (!opened)
        return fail(failure);
#define FIND(name)                                                                                 \
    if (!library_find(opened, "PQ" #name, &found.name))                                            \
        return fail(failure);
    EACH_OF_LIBPQ(FIND)
    libpq = found;
    library = opened;
    return true;
}
