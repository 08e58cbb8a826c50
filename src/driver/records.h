/* Issues of records in a file: finds their bytes, and writes their JSON Pointers. */
#ifndef OW_SRC_DRIVER_RECORDS_H
#define OW_SRC_DRIVER_RECORDS_H

#include "format.h"

#include "../base/report.h"

struct record_reporter {
    struct report *report;
    const struct file *file;
    const void *document; /* with the version and variant of the file */
    struct {
        const char *name;
        uint64_t record;      /* where its record begins */
        uint64_t first, size; /* offset and size of its first element */
    } list;                   /* the list of the last issue of an element */
};

/* Reports an issue that report_counts accepted. `field` is the rest of the JSON Pointer after the
 * record, such as "/first/index", or "". */
void report_record(const struct record_reporter *reporter, unsigned code, struct record_place place,
                   const char *field, const char *format, ...) OW_PRINTF(5, 6);

/* The same for element `index` of a list whose elements have the same size. The list is only
 * located once: thousands of issues may be in one list. `list` is a constant. */
void report_element(struct record_reporter *reporter, unsigned code, struct record_place place,
                    const char *list, uint32_t index, const char *format, ...) OW_PRINTF(6, 7);

#endif
