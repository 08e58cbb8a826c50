/* Testing conditions on fields of records, "POINTER OP VALUE", in a world's events. Knows no
 * format. */
#ifndef OW_SRC_CHANGE_CONDITIONS_H
#define OW_SRC_CHANGE_CONDITIONS_H

#include "parts.h"

/* A source of a world's events. */
struct event_source {
    ow_status (*emit)(void *context, ow_visitor visit, void *visit_context, ow_error *error);
    void *context;
};

/* Keeps the selected records that satisfy every condition; the list ends with NULL. Lists of
 * `parts` are in the order of the events. Warns about a field that no selected record has, and
 * about a value that no field can have. */
ow_status conditions_narrow(struct parts *parts, const char *const *where,
                            const struct event_source *source, const struct part_notes *notes,
                            ow_error *error);

#endif
