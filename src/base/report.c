/* Reporting issues to the caller: filtered, counted, limited. */
#include "report.h"

#include "utf8.h"

#include <stdio.h>
#include <string.h>

static bool has_code(const ow_issue_code *codes, const char *code)
{
    while (codes->code && strcmp(codes->code, code) != 0)
        codes++;
    return codes->code != NULL;
}

static bool is_listed(const char *const *list, const char *code)
{
    while (list && *list && strcmp(*list, code) != 0)
        list++;
    return list && *list;
}

static ow_status check_names(const ow_issue_code *codes, const char *const *list, ow_error *error)
{
    for (; list && *list; list++)
        if (!has_code(codes, *list))
            return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "unknown check \"%s\"", *list);
    return OW_OK;
}

ow_status report_init(struct report *report, const ow_issue_code *codes,
                      const ow_check_options *options, ow_error *error)
{
    *report = (struct report){.codes = codes, .options = options};
    ow_status status = check_names(codes, options->only, error);
    if (status == OW_OK)
        status = check_names(codes, options->ignore, error);
    for (size_t i = 0; i < REPORT_CODES && codes[i].code; i++)
        report->muted[i] = codes[i].severity < options->least ||
                           (options->only && !is_listed(options->only, codes[i].code)) ||
                           is_listed(options->ignore, codes[i].code);
    return status;
}

bool report_counts(struct report *report, unsigned code)
{
    if (report->muted[code])
        return false;
    ow_severity severity = report->codes[code].severity;
    report->totals.errors += severity == OW_SEVERITY_ERROR;
    report->totals.warnings += severity == OW_SEVERITY_WARNING;
    report->totals.infos += severity == OW_SEVERITY_INFO;
    bool full = report->options->max_issues && report->handed_out >= report->options->max_issues;
    report->totals.not_shown += full;
    return !full && report->options->issue;
}

void report_issue_list(struct report *report, unsigned code, const char *pointer, uint64_t offset,
                       uint64_t size, const char *format, va_list arguments)
{
    char message[512];
    vsnprintf(message, sizeof message, format, arguments);
    utf8_make_valid(message);
    ow_issue issue = {&report->codes[code], pointer, offset, size, message};
    report->handed_out++;
    report->options->issue(report->options->issue_context, &issue);
}

void report_issue(struct report *report, unsigned code, const char *pointer, uint64_t offset,
                  uint64_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report_issue_list(report, code, pointer, offset, size, format, arguments);
    va_end(arguments);
}

void report_break(struct report *report, const ow_error *error)
{
    unsigned code = REPORT_BROKEN;
    if (error->status == OW_TRUNCATED)
        code = REPORT_TRUNCATED;
    else if (error->status == OW_UNKNOWN_VERSION)
        code = REPORT_UNKNOWN_VERSION;
    else if (error->status != OW_BAD_VALUE)
        return;
    if (report_counts(report, code))
        report_issue(report, code, error->pointer, error->offset, 0, "%s", error->message);
}
