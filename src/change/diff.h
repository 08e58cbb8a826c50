/* Differences between two worlds, from their events. Knows no format. */
#ifndef OW_SRC_CHANGE_DIFF_H
#define OW_SRC_CHANGE_DIFF_H

#include "compare.h"

/* The receiver of differences. */
struct difference_sink {
    /* Receives raw findings, see compare.h, instead of everything below. NULL: unused. */
    bool (*find)(void *context, struct comparison *comparison, const struct finding *finding);

    ow_change_visitor visit; /* NULL: only counted */
    void *context;
    ow_change_totals *totals;

    /* Values in a row of a list of cells or heights of the new world; 0: other lists. */
    uint32_t (*row_length)(void *context, const char *list);

    /* Names a record, see struct format_row; `before`: a record of the old world. */
    void (*name_record)(void *context, bool before, const char *record, char *text, size_t size);

    /* What a record stands on, likewise. */
    void (*find_group)(void *context, bool before, const char *record, char *text, size_t size);
    void *asked; /* the context of the three calls above */
};

/* `before` and `after` share their names and identities. Memory counts in `account`. */
ow_status diff_worlds(const struct outline_source *before, const struct outline_source *after,
                      const struct difference_sink *sink, struct arena *account, ow_error *error);

#endif
