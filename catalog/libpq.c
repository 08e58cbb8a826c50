/* libpq, loaded when an address is opened for the first time. */
#include "libpq.h"

#include "../files/library.h"

#include <stdio.h>

#if defined(__APPLE__)
#define LIBPQ_FILE "libpq.5.dylib"
#else
#define LIBPQ_FILE "libpq.so.5"
#endif

static const struct library file_of_libpq = {"PostgreSQL needs", LIBPQ_FILE, "libpq5"};
struct libpq libpq;

static bool fail(struct database_failure *failure)
{
    failure->may_retry = false;
    library_tell(&file_of_libpq, NULL, failure->message, sizeof failure->message);
    return false;
}

bool libpq_load(struct database_failure *failure)
{
    static void *library;
    struct libpq found;
    if (library)
        return true;
    void *opened = library_open(&file_of_libpq);
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
