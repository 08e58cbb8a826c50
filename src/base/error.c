/* Filling an ow_error, and the names of statuses, severities and fixes. */
#include "error.h"

#include "utf8.h"

#include <stdarg.h>
#include <stdio.h>

ow_status error_set(ow_error *error, ow_status status, uint64_t offset, const char *pointer,
                    const char *format, ...)
{
    if (!error)
        return status;
    error->status = status;
    error->offset = offset;
    snprintf(error->pointer, sizeof error->pointer, "%s", pointer ? pointer : "");
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->message, sizeof error->message, format, arguments);
    va_end(arguments);
    utf8_make_valid(error->message);
    return status;
}

ow_status error_missing(ow_error *error, const char *what)
{
    return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "missing %s: a pointer is NULL", what);
}

ow_status error_plain(ow_error *error, ow_status status)
{
    switch (status) {
    case OW_NO_MEMORY:
        return error_set(error, status, 0, NULL, "not enough memory");
    case OW_TOO_MUCH_MEMORY:
        return error_set(
            error, status, 0, NULL,
            "not enough memory within the limit; a larger ow_options.max_memory can allow more");
    case OW_CANCELLED:
        return error_set(error, status, 0, NULL, "stopped before the end, as requested");
    case OW_WRITE_FAILED:
        return error_set(error, status, 0, NULL, "the output cannot be written");
    default:
        return error_set(error, status, 0, NULL, "%s", ow_status_name(status));
    }
}

ow_status error_limited(ow_error *error, ow_status status, uint64_t limit)
{
    enum { ENOUGH_FOR_MIB = 16 << 20 };
    bool whole = limit >= ENOUGH_FOR_MIB;
    if (status != OW_TOO_MUCH_MEMORY)
        return error_plain(error, status);
    return error_set(error, status, 0, NULL,
                     "not enough memory within the limit of %llu %s; a larger "
                     "ow_options.max_memory can allow more",
                     (unsigned long long)(whole ? limit >> 20 : limit), whole ? "MiB" : "bytes");
}

const char *ow_version(void)
{
    return OW_VERSION;
}

uint32_t ow_version_number(void)
{
    return OW_VERSION_NUMBER;
}

const char *ow_status_name(ow_status status)
{
    static const char *const names[] = {
        "ok",           "no memory", "too much memory", "unknown format", "unknown version",
        "truncated",    "bad value", "bad json",        "write failed",   "cancelled",
        "bad argument", "not there",
    };
    return (size_t)status < sizeof names / sizeof *names ? names[status] : "unknown status";
}

const char *ow_severity_name(ow_severity severity)
{
    return severity == OW_SEVERITY_ERROR     ? "error"
           : severity == OW_SEVERITY_WARNING ? "warning"
                                             : "info";
}

const char *ow_fix_name(ow_fix fix)
{
    return fix == OW_LOSSY_FIX ? "lossy" : fix == OW_LOSSLESS_FIX ? "lossless" : "none";
}
