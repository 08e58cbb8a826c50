/* Prepares issues of a build for the report: their position in the file, and their JSON Pointer. */
#include "check.h"

#include "locate.h"

#include "../codec/locate.h"

#include <stdarg.h>
#include <stdio.h>

/* Finds a field of the build itself. Later bytes are not traced. */
static void find_in_build(struct checker *check, const char *field, uint64_t *offset,
                          uint64_t *size)
{
    struct locator locator = {.rest = field};
    struct file quiet = *check->file;
    quiet.options.progress = NULL;
    ow_structure_build preset = {.variant = check->build.variant};
    driver_trace(&structure_format, &quiet, &preset, locator_visit, &locator, NULL);
    locator_get(&locator, offset, size);
}

static void find_field(struct checker *check, struct place place, const char *field,
                       uint64_t *offset, uint64_t *size)
{
    *offset = place.offset;
    *size = 0;
    if (place.part == PART_ROOT)
        structure_locate_in_root(check->file->bytes, check->file->size, &check->build, place.offset,
                                 field, offset, size);
    else if (place.part == PART_BLOCK)
        structure_locate_in_block(check->file->bytes, check->file->size, &check->build,
                                  place.offset, field, offset, size);
    else if (*field)
        find_in_build(check, field, offset, size);
}

static void report(struct checker *check, enum structure_code code, struct place place,
                   const char *field, uint64_t offset, uint64_t size, const char *format,
                   va_list arguments)
{
    static const char *const lists[] = {"", "/roots/", "/blocks/"};
    char pointer[128], index[16] = "";
    if (place.part != PART_BUILD)
        snprintf(index, sizeof index, "%u", place.index);
    snprintf(pointer, sizeof pointer, "%s%s%s", lists[place.part], index, field);
    report_issue_list(check->report, code, pointer, offset, size, format, arguments);
}

void structure_issue(struct checker *check, enum structure_code code, struct place place,
                     const char *field, const char *format, ...)
{
    uint64_t offset, size;
    find_field(check, place, field, &offset, &size);
    va_list arguments;
    va_start(arguments, format);
    report(check, code, place, field, offset, size, format, arguments);
    va_end(arguments);
}

/* Only the first element of a list is located by a trace; the others have its size. */
void structure_element_issue(struct checker *check, enum structure_code code, struct place place,
                             const char *list, uint32_t index, const char *format, ...)
{
    char field[64];
    if (check->list.name != list || check->list.place.part != place.part ||
        check->list.place.offset != place.offset) {
        check->list.name = list;
        check->list.place = place;
        snprintf(field, sizeof field, "%s/0", list);
        find_field(check, place, field, &check->list.first, &check->list.size);
    }
    snprintf(field, sizeof field, "%s/%u", list, index);
    va_list arguments;
    va_start(arguments, format);
    report(check, code, place, field, check->list.first + index * check->list.size,
           check->list.size, format, arguments);
    va_end(arguments);
}
