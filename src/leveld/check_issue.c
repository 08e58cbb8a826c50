/* Prepares issues of a level for the report: their position in the file, and their JSON Pointer. */
#include "check.h"

#include <stdarg.h>
#include <stdio.h>

enum { POINTER = 128 };

/* The words for a kind of record; a point gets those of its path. */
static const struct leveld_words *words_of(unsigned part)
{
    return &leveld_words[part == LEVELD_POINT ? OW_LEVELD_PATH : part];
}

const char *leveld_name_of_part(unsigned part)
{
    return words_of(part)->record;
}

static void write_pointer(char pointer[POINTER], struct place place, const char *field)
{
    if (place.part == OW_LEVELD_META || place.part == OW_LEVELD_MESH)
        snprintf(pointer, POINTER, "/blocks/%u%s", place.block, field);
    else if (place.part == LEVELD_POINT)
        snprintf(pointer, POINTER, "/blocks/%u/paths/%u/points/%u%s", place.block, place.index,
                 place.point, field);
    else
        snprintf(pointer, POINTER, "/blocks/%u/%s/%u%s", place.block, words_of(place.part)->list,
                 place.index, field);
}

void leveld_issue(struct checker *check, enum leveld_code code, struct place place,
                  const char *field, const char *format, ...)
{
    char pointer[POINTER];
    uint64_t offset = place.offset, size = 0;
    leveld_locate(check->survey.file, &check->survey.level, place.part, place.offset, field,
                  &offset, &size);
    write_pointer(pointer, place, field);
    va_list arguments;
    va_start(arguments, format);
    report_issue_list(check->report, code, pointer, offset, size, format, arguments);
    va_end(arguments);
}

void leveld_range_issue(struct checker *check, enum leveld_code code, uint32_t block,
                        const char *field, uint64_t offset, uint64_t size, const char *format, ...)
{
    char pointer[POINTER];
    snprintf(pointer, sizeof pointer, "/blocks/%u%s", block, field);
    va_list arguments;
    va_start(arguments, format);
    report_issue_list(check->report, code, pointer, offset, size, format, arguments);
    va_end(arguments);
}
