/* Default checks and summaries, for formats without their own. */
#include "driver.h"

#include "../base/emit.h"
#include "../base/report.h"

ow_status driver_check(const struct file *file, struct report *report, ow_error *error)
{
    ow_error found = {0};
    ow_status status = driver_trace_file(file, NULL, NULL, &found);
    if (status == OW_OK)
        return OW_OK;
    report_break(report, &found);
    if (error)
        *error = found;
    return status;
}

/* The fields of the document itself that are not lists. */
static ow_visit emit_front(void *context, const ow_event *event)
{
    struct emitter *emit = context;
    bool root = event->kind == OW_BEGIN_OBJECT && !event->name;
    if (root || event->derived)
        return OW_GO_ON;
    if (event->kind == OW_VALUE)
        emit->visit(emit->context, event);
    return event->kind == OW_BEGIN_ARRAY || event->kind == OW_BEGIN_OBJECT ? OW_SKIP : OW_GO_ON;
}

ow_status driver_summarise(const struct file *file, bool whole, struct emitter *emit,
                           ow_error *error)
{
    (void)whole;
    return driver_trace_file(file, emit_front, emit, error);
}
