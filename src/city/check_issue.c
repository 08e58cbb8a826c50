/* Prepares issues of a save for the report: their position in the file, and their JSON Pointer. */
#include "check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

void city_issue(struct checker *check, enum city_code code, struct place place, const char *field,
                const char *format, ...)
{
    char pointer[128];
    uint64_t offset = place.offset, size = 0;
    city_locate(check->file.bytes, check->file.size, check->file.variant, place.part, place.offset,
                field, &offset, &size);
    if (place.part == CITY_THING)
        snprintf(pointer, sizeof pointer, "/things/%" PRIu64 "%s", place.index, field);
    else
        snprintf(pointer, sizeof pointer, "%s%s", place.part == CITY_TERRAIN ? "/terrain" : "",
                 field);
    va_list arguments;
    va_start(arguments, format);
    report_issue_list(check->report, code, pointer, offset, size, format, arguments);
    va_end(arguments);
}

int city_shown_size(ow_text text)
{
    enum { MOST = 80 };
    size_t size = text.size < MOST ? text.size : MOST;
    while (size > 0 && size < text.size && ((uint8_t)text.data[size] & 0xc0) == 0x80)
        size--;
    return (int)size;
}
