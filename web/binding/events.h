/* What watched nets did: the last changes, until they are taken. */
#ifndef OW_BINDING_EVENTS_H
#define OW_BINDING_EVENTS_H

#include "binding.h"

/* A change of a net in a tick, as JavaScript reads it. */
struct net_event {
    double tick;
    uint32_t net, on;
};

/* All zero: nothing is noted yet. Ends with free(items). */
struct net_events {
    struct net_event *items; /* a ring */
    uint64_t count;          /* also of those that were overwritten */
};

/* Returns false without memory. */
bool events_begin(struct net_events *events);

/* An ow_net_visitor; context is the events, which have begun. */
void events_note(void *context, uint64_t tick, uint32_t net, bool on);

/* Those that are kept, oldest first: `size` bytes, to be freed. NULL without memory. */
uint8_t *events_copy(const struct net_events *events, size_t *size);

#endif
