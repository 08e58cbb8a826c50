/* Figures of worlds and of their files: what a search can compare and sort by. */
#ifndef OW_CATALOG_FIGURES_H
#define OW_CATALOG_FIGURES_H

#include "database.h"

enum figure_kind {
    FIGURE_COUNT,
    FIGURE_BYTES,
    FIGURE_EXTENT, /* a real number */
    FIGURE_TIME,
    FIGURE_TEXT, /* only to sort by */
    FIGURE_PATH  /* folder and name of a file; only to sort by */
};

struct figure {
    const char *name; /* as users write it */
    enum figure_kind kind;
    const char *sql;     /* an expression; @ stands for the name of the table */
    const char *present; /* not NULL: absent if this is; the index has the other rows alone */
    bool is_of_file;     /* of the table `file`, not `world` */
    int64_t second;      /* of a time: what a second is in it */
};

/* Ends with a row without a name. The indexes are in schema_keys.c. */
extern const struct figure figures[];

extern const struct figure *const figure_records;

/* Finds a figure by its name of `size` bytes. NULL if there is none. */
const struct figure *figure_find(const char *name, size_t size);

/* Whether it can be compared with a value, not only sorted by. */
bool figure_is_compared(const struct figure *figure);

/* A condition on a figure: it is within the bounds, or, with `is_outside`, not within them. */
struct figure_condition {
    const struct figure *figure;
    struct figure_bound {
        const char *sign; /* one of < <= > >=, a constant; NULL: no bound */
        struct value value;
    } bounds[2];
    bool is_outside;
};

/* Reads "> 100", ">=2026-01-01T12:00" or "<5M" for a figure. Without a sign, a number is the least,
 * and a time the only one: the whole day of "2026-01-01". Times are in UTC. Returns false for
 * anything else. */
bool figure_condition_read(const char *text, const struct figure *figure,
                           struct figure_condition *condition);

/* What a condition on a figure looks like, for messages. */
const char *figure_example(const struct figure *figure);

#endif
