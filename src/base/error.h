/* Filling an ow_error. */
#ifndef OW_SRC_BASE_ERROR_H
#define OW_SRC_BASE_ERROR_H

#include "compiler.h"

#include <overworld/base.h>

/* *error (which may be NULL) as it is on success. */
static inline void error_clear(ow_error *error)
{
    if (!error)
        return;
    error->status = OW_OK;
    error->offset = 0;
    error->pointer[0] = error->message[0] = '\0';
}

/* Fills *error (which may be NULL) and returns `status`. `pointer` NULL stands for "". */
ow_status error_set(ow_error *error, ow_status status, uint64_t offset, const char *pointer,
                    const char *format, ...) OW_PRINTF(5, 6);

/* OW_BAD_ARGUMENT where the caller left out what a call needs. */
ow_status error_missing(ow_error *error, const char *what);

/* The same for a status that says it all: no memory, cancelled, a sink that refused. */
ow_status error_plain(ow_error *error, ow_status status);

/* error_plain where it is known how many bytes were allowed: of a want of memory it tells that too. */
ow_status error_limited(ow_error *error, ow_status status, uint64_t limit);

#endif
