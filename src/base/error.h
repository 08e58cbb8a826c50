/* Filling an ow_error. */
#ifndef OW_SRC_BASE_ERROR_H
#define OW_SRC_BASE_ERROR_H

#include "compiler.h"

#include <overworld/base.h>

/* Fills *error (which may be NULL) and returns `status`. `pointer` NULL stands for "". */
ow_status error_set(ow_error *error, ow_status status, uint64_t offset, const char *pointer,
                    const char *format, ...) OW_PRINTF(5, 6);

/* The same for a status that says it all: no memory, cancelled, a sink that refused. */
ow_status error_plain(ow_error *error, ow_status status);

/* error_plain where it is known how many bytes were allowed: of a want of memory it tells that too. */
ow_status error_limited(ow_error *error, ow_status status, uint64_t limit);

#endif
