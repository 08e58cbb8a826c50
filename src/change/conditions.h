/* Conditions on fields of records, "POINTER OP VALUE", looked for in a world's events. Knows no format. */
#ifndef OW_SRC_CHANGE_CONDITIONS_H
#define OW_SRC_CHANGE_CONDITIONS_H

#include "parts.h"

/* What tells a world as events. */
struct event_source {
    ow_status (*emit)(void *context, ow_visitor visit, void *visit_context, ow_error *error);
    void *context;
};

/* Leaves of the chosen records those that fulfil every condition; the list ends with NULL. Lists of `parts`
 * are in the order of the events. A field that no chosen record has is noted, and a value that no field
 * can have. */
ow_status conditions_narrow(struct parts *parts, const char *const *where,
                            const struct event_source *source, const struct part_notes *notes,
                            ow_error *error);

#endif
