/* Reporting issues to the caller: filtered, counted, limited. */
#ifndef OW_SRC_BASE_REPORT_H
#define OW_SRC_BASE_REPORT_H

#include "error.h"

#include <stdarg.h>

enum { REPORT_CODES = 128 };

/* The first rows of every format's table: the errors that end reading. */
enum { REPORT_TRUNCATED, REPORT_BROKEN, REPORT_UNKNOWN_VERSION };

struct report {
    const ow_issue_code *codes; /* the format's table */
    const ow_check_options *options;
    ow_check_totals totals;
    uint64_t handed_out;
    bool muted[REPORT_CODES];
};

/* Returns OW_BAD_ARGUMENT if `only` or `ignore` have a code that is not in the table. */
ow_status report_init(struct report *report, const ow_issue_code *codes,
                      const ow_check_options *options, ow_error *error);

/* Counts an issue. Returns true if it is to be reported too. Only then does a rule compute its
 * message and place, so that files with millions of issues are checked fast. */
bool report_counts(struct report *report, unsigned code);

/* Reports an issue for which report_counts returned true. */
void report_issue(struct report *report, unsigned code, const char *pointer, uint64_t offset,
                  uint64_t size, const char *format, ...) OW_PRINTF(6, 7);

/* As report_issue, with a va_list. */
void report_issue_list(struct report *report, unsigned code, const char *pointer, uint64_t offset,
                       uint64_t size, const char *format, va_list arguments);

/* Reports the error that ended reading as the last issue, if the file caused it. */
void report_break(struct report *report, const ow_error *error);

#endif
