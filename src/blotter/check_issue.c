/* Prepares issues of a save for the report: their position in the file, and their JSON Pointer. */
#include "check.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const part_names[] = {"",           "mods",  "component_types",
                                         "components", "wires", "circuit_states"};

/* Finds an element of a list of pegs. Only the first element is traced; the others have its size.
 * Otherwise thousands of issues in one component would trace it thousands of times. The draft of
 * version 5 has elements of two fields, but at most 255 of them. */
static bool find_element(struct checker *check, struct place place, const char *field,
                         uint64_t *offset, uint64_t *size)
{
    bool inputs = strncmp(field, "/inputs/", 8) == 0;
    const char *number = inputs ? field + 8 : field + 9;
    if (place.part != PART_COMPONENTS || check->survey.save.variant == OW_BLOTTER_DRAFT ||
        (!inputs && strncmp(field, "/outputs/", 9) != 0))
        return false;
    if (check->list.record != place.offset || check->list.inputs != inputs) {
        check->list.record = place.offset;
        check->list.inputs = inputs;
        blotter_locate(check->survey.file, &check->survey.save, place.part, place.offset,
                       inputs ? "/inputs/0" : "/outputs/0", &check->list.first, &check->list.size);
    }
    *size = check->list.size;
    *offset = check->list.first + strtoull(number, NULL, 10) * *size;
    return true;
}

/* Finds a field of a record by a trace of that record. */
static void find_field(struct checker *check, struct place place, const char *field,
                       uint64_t *offset, uint64_t *size)
{
    *offset = place.offset;
    *size = 0;
    if (place.part == PART_CIRCUIT_STATES)
        *size = 4;
    else if (place.part != PART_SAVE && !find_element(check, place, field, offset, size))
        blotter_locate(check->survey.file, &check->survey.save, place.part, place.offset, field,
                       offset, size);
}

void check_issue(struct checker *check, enum blotter_code code, struct place place,
                 const char *field, const char *format, ...)
{
    char pointer[128];
    uint64_t offset, size;
    find_field(check, place, field, &offset, &size);
    if (place.part == PART_SAVE)
        snprintf(pointer, sizeof pointer, "%s", field);
    else
        snprintf(pointer, sizeof pointer, "/%s/%" PRIu64 "%s", part_names[place.part], place.index,
                 field);
    va_list arguments;
    va_start(arguments, format);
    report_issue_list(check->report, code, pointer, offset, size, format, arguments);
    va_end(arguments);
}
