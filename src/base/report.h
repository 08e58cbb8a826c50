/* Issues on their way to the caller: filtered, counted, capped. */
#ifndef OW_SRC_BASE_REPORT_H
#define OW_SRC_BASE_REPORT_H

#include "error.h"

#include <stdarg.h>

enum { REPORT_CODES = 128 };

/* The first rows of every format's table: what ends the walk through a file. */
enum { REPORT_TRUNCATED, REPORT_BROKEN, REPORT_UNKNOWN_VERSION };

struct report {
    const ow_issue_code *codes; /* the format's table */
    const ow_check_options *options;
    ow_check_totals totals;
    uint64_t handed_out;
    bool muted[REPORT_CODES];
};

/* OW_BAD_ARGUMENT where `only` or `ignore` name a code that the table does not have. */
ow_status report_init(struct report *report, const ow_issue_code *codes,
                      const ow_check_options *options, ow_error *error);

/* Counts an issue of a kind. True when it is to be handed out too: only then need a rule find words
 * and places, so that a file with millions of issues costs little. */
bool report_counts(struct report *report, unsigned code);

/* Hands out an issue that report_counts asked for. */
void report_issue(struct report *report, unsigned code, const char *pointer, uint64_t offset,
                  uint64_t size, const char *format, ...) OW_PRINTF(6, 7);

/* The same with the arguments of another call. */
void report_issue_list(struct report *report, unsigned code, const char *pointer, uint64_t offset,
                       uint64_t size, const char *format, va_list arguments);

/* Reports the error that a file broke off with, if it is one of the file's own, as the last issue. */
void report_break(struct report *report, const ow_error *error);

#endif
