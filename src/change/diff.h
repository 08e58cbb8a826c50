/* Differences between two worlds that are told as events. Knows no format. */
#ifndef OW_SRC_CHANGE_DIFF_H
#define OW_SRC_CHANGE_DIFF_H

#include "compare.h"

/* Where differences go. */
struct difference_sink {
    /* Takes findings as they are, see compare.h, in place of all else here. NULL: nobody does. */
    bool (*find)(void *context, struct comparison *comparison, const struct finding *finding);

    ow_change_visitor visit; /* NULL: they are counted alone */
    void *context;
    ow_change_totals *totals;

    /* How many values of a list of the world after make a row of cells or heights; 0: it has none. */
    uint32_t (*row_length)(void *context, const char *list);

    /* What a record is called, see struct format_row; `before`: one of the world before. */
    void (*name_record)(void *context, bool before, const char *record, char *text, size_t size);
    void *asked; /* the context of both */
};

/* `before` and `after` share their names and identities. Memory counts in `account`. */
ow_status diff_worlds(const struct outline_source *before, const struct outline_source *after,
                      const struct difference_sink *sink, struct arena *account, ow_error *error);

#endif
