/* The last changes of watched nets. */
#include "events.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_EVENTS = 1 << 17 };

bool events_begin(struct net_events *events)
{
    if (!events->items)
        events->items = malloc(MOST_EVENTS * sizeof *events->items);
    return events->items;
}

void events_note(void *context, uint64_t tick, uint32_t net, bool on)
{
    struct net_events *events = context;
    events->items[events->count++ % MOST_EVENTS] =
        (struct net_event){.tick = (double)tick, .net = net, .on = on};
}

uint8_t *events_copy(const struct net_events *events, size_t *size)
{
    size_t at = (size_t)(events->count % MOST_EVENTS),
           older = events->count < MOST_EVENTS ? 0 : MOST_EVENTS - at;
    struct net_event *copy = malloc((older + at + 1) * sizeof *copy);
    *size = (older + at) * sizeof *copy;
    if (copy && older > 0)
        memcpy(copy, events->items + at, older * sizeof *copy);
    if (copy && at > 0)
        memcpy(copy + older, events->items, at * sizeof *copy);
    return (uint8_t *)copy;
}
