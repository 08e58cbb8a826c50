/* Finding one field in a stream of events by its JSON Pointer. */
#include "locate.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* How much of the pointer this event matches; 0: another field. */
static size_t matched(const char *rest, const ow_event *event)
{
    char number[24];
    const char *step = event->name;
    if (!step) {
        snprintf(number, sizeof number, "%" PRIu64, event->index);
        step = number;
    }
    size_t size = strlen(step);
    bool same = rest[0] == '/' && strncmp(rest + 1, step, size) == 0;
    return same && (rest[1 + size] == '/' || rest[1 + size] == '\0') ? 1 + size : 0;
}

static ow_visit reach(struct locator *locator, const ow_event *event)
{
    locator->offset = event->offset;
    if (event->kind != OW_VALUE) {
        locator->inside = true;
        return OW_SKIP;
    }
    locator->size = event->size;
    locator->found = true;
    return OW_STOP;
}

ow_visit locator_visit(void *context, const ow_event *event)
{
    struct locator *locator = context;
    if (event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY) {
        /* Skipped containers have ends too; only the field's own end counts. */
        if (!locator->inside || event->offset != locator->offset)
            return OW_GO_ON;
        locator->size = event->size;
        locator->found = true;
        return OW_STOP;
    }
    if (!locator->started) {
        locator->started = true;
        return *locator->rest ? OW_GO_ON : reach(locator, event);
    }
    size_t step = matched(locator->rest, event);
    if (step == 0)
        return OW_SKIP;
    locator->rest += step;
    return *locator->rest ? OW_GO_ON : reach(locator, event);
}

void locator_get(const struct locator *locator, uint64_t *offset, uint64_t *size)
{
    if (!locator->found)
        return;
    *offset = locator->offset;
    *size = locator->size;
}
