/* Filling an ow_error. */
#ifndef OW_SRC_BASE_ERROR_H
#define OW_SRC_BASE_ERROR_H

#include "compiler.h"

#include <overworld/base.h>

/* The ending of a counted noun: "s" unless COUNT is 1. */
static inline const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

/* Sets *error to success. `error` may be NULL. */
static inline void error_clear(ow_error *error)
{
    if (!error)
        return;
    error->status = OW_OK;
    error->offset = 0;
    error->pointer[0] = error->message[0] = '\0';
}

/* Fills *error and returns `status`. `error` may be NULL; `pointer` NULL means "". */
ow_status error_set(ow_error *error, ow_status status, uint64_t offset, const char *pointer,
                    const char *format, ...) OW_PRINTF(5, 6);

/* Reports a missing argument as OW_BAD_ARGUMENT. */
ow_status error_missing(ow_error *error, const char *what);

/* Reports a status that needs no details: no memory, cancelled, write failed. */
ow_status error_plain(ow_error *error, ow_status status);

/* As error_plain, but also names the limit in bytes if it was exceeded. */
ow_status error_limited(ow_error *error, ow_status status, uint64_t limit);

#endif
