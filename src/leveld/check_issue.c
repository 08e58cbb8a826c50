/* Issues of a level on their way to the report: where in the file they are, and as a JSON
 * Pointer. */
#include "check.h"

#include <stdarg.h>
#include <stdio.h>

enum { POINTER = 128 };

/* By part: how JSON calls the list, and people one of its records. */
static const struct {
    const char *list, *record;
} parts[] = {
    [OW_LEVELD_META] = {NULL, "the level"},     [OW_LEVELD_MESH] = {NULL, "the map"},
    [OW_LEVELD_PLRS] = {"actors", "player"},    [OW_LEVELD_NPCS] = {"actors", "NPC"},
    [OW_LEVELD_ITEM] = {"actors", "item"},      [OW_LEVELD_THNG] = {"things", "thing"},
    [OW_LEVELD_TRIG] = {"triggers", "trigger"}, [OW_LEVELD_PATH] = {"paths", "path"},
    [LEVELD_POINT] = {"paths", "path"},
};

const char *leveld_name_of_part(unsigned part)
{
    return parts[part].record;
}

static void write_pointer(char pointer[POINTER], struct place place, const char *field)
{
    if (!parts[place.part].list)
        snprintf(pointer, POINTER, "/blocks/%u%s", place.block, field);
    else if (place.part == LEVELD_POINT)
        snprintf(pointer, POINTER, "/blocks/%u/paths/%u/points/%u%s", place.block, place.index,
                 place.point, field);
    else
        snprintf(pointer, POINTER, "/blocks/%u/%s/%u%s", place.block, parts[place.part].list,
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
