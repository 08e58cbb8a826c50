/* Checks and summaries of formats that have no rules and no figures of their own. */
#include "driver.h"

#include "../base/emit.h"
#include "../base/report.h"

const char *const driver_no_names[] = {NULL};
const ow_issue_code driver_no_codes[] = {{0}};

ow_status driver_check(const struct format_row *row, const struct file *file, struct report *report,
                       ow_error *error)
{
    struct known known;
    ow_error found = {0};
    if (row->check)
        return row->check(file, report, error);
    driver_find(row, file, &known);
    ow_status status = driver_trace(row, file, &known, NULL, NULL, &found);
    if (status == OW_OK)
        return OW_OK;
    report_break(report, &found);
    if (error)
        *error = found;
    return status;
}

/* The members of the document itself that are no lists, as JSON has them. */
static ow_visit tell_front(void *context, const ow_event *event)
{
    struct emitter *emit = context;
    bool root = event->kind == OW_BEGIN_OBJECT && !event->name;
    if (root || event->derived)
        return OW_GO_ON;
    if (event->kind == OW_VALUE)
        emit->visit(emit->context, event);
    return event->kind == OW_BEGIN_ARRAY || event->kind == OW_BEGIN_OBJECT ? OW_SKIP : OW_GO_ON;
}

ow_status driver_summarise(const struct format_row *row, const struct file *file, bool whole,
                           struct emitter *emit, ow_error *error)
{
    struct known known;
    if (row->summarise)
        return row->summarise(file, whole, emit, error);
    driver_find(row, file, &known);
    return driver_trace(row, file, &known, tell_front, emit, error);
}
