/* Two documents to be compared. */
#ifndef OW_SRC_CALLS_PAIR_H
#define OW_SRC_CALLS_PAIR_H

#include "forms.h"

#include "../change/diff.h"

struct pair {
    const struct format_row *row;
    ow_options options;
    const void *sides[2];
    void *aligned;       /* the converted copy; NULL: none */
    struct arena groups; /* the memory of group_states; opened by pair_compare */
    void *group_states[2];
    ow_warn warn;
    void *warn_context;
};

/* Compares the two sides as they are; sets the sink's callbacks. */
ow_status pair_compare(struct pair *pair, struct difference_sink *sink, struct arena *account,
                       ow_error *error);

#endif
