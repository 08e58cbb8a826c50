/* Issues of records in a file: finds their bytes, and writes their JSON Pointers. */
#include "records.h"

#include "../codec/locate.h"
#include "driver.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { POINTER_SIZE = 128 };

/* Finds a field of the document itself. Later bytes are not traced. */
static void trace_document(const struct record_reporter *reporter, struct locator *locator)
{
    struct file quiet = *reporter->file;
    struct preset preset = {{0}};
    quiet.options.progress = NULL;
    quiet.row->take_variant(reporter->document, &preset);
    driver_trace(quiet.row, &quiet, &preset, locator_visit, locator, NULL);
}

/* Finds a field by a trace of its record. The place of the record if it has no such field. */
static void find_field(const struct record_reporter *reporter, const struct record_place *place,
                       const char *field, uint64_t *offset, uint64_t *size)
{
    const struct file *file = reporter->file;
    const struct runs *runs = &file->row->runs;
    ow_options options = options_or_default(NULL, file->size);
    struct locator locator = {.rest = field};
    *offset = place->offset;
    *size = 0;
    if (runs->record_pointer(place->kind))
        runs->trace_records(place, 1, file->bytes, file->size, reporter->document, &options,
                            locator_visit, &locator, NULL);
    else if (*field)
        trace_document(reporter, &locator);
    locator_get(&locator, offset, size);
}

/* Writes the pointer of a record with its indexes, and then that of the field. */
static void write_pointer(const struct record_reporter *reporter, const struct record_place *place,
                          const char *field, char text[POINTER_SIZE])
{
    const char *pattern = reporter->file->row->runs.record_pointer(place->kind);
    size_t used = 0;
    unsigned index = 0;
    for (; pattern && *pattern && used < POINTER_SIZE - 16; pattern++) {
        if (*pattern == '*' && index < MOST_INDEXES)
            used += (size_t)snprintf(text + used, POINTER_SIZE - used, "%u", place->at[index++]);
        else
            text[used++] = *pattern;
    }
    snprintf(text + used, POINTER_SIZE - used, "%s", field);
}

void report_record(const struct record_reporter *reporter, unsigned code, struct record_place place,
                   const char *field, const char *format, ...)
{
    char pointer[POINTER_SIZE];
    uint64_t offset, size;
    find_field(reporter, &place, field, &offset, &size);
    write_pointer(reporter, &place, field, pointer);
    va_list arguments;
    va_start(arguments, format);
    report_issue_list(reporter->report, code, pointer, offset, size, format, arguments);
    va_end(arguments);
}

void report_element(struct record_reporter *reporter, unsigned code, struct record_place place,
                    const char *list, uint32_t index, const char *format, ...)
{
    char field[64], pointer[POINTER_SIZE];
    if (reporter->list.name != list || reporter->list.record != place.offset) {
        reporter->list.name = list;
        reporter->list.record = place.offset;
        snprintf(field, sizeof field, "%s/0", list);
        find_field(reporter, &place, field, &reporter->list.first, &reporter->list.size);
    }
    snprintf(field, sizeof field, "%s/%u", list, index);
    write_pointer(reporter, &place, field, pointer);
    va_list arguments;
    va_start(arguments, format);
    report_issue_list(reporter->report, code, pointer,
                      reporter->list.first + index * reporter->list.size, reporter->list.size,
                      format, arguments);
    va_end(arguments);
}
