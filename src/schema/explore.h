/* Finds what a format's fields depend on, by running its layout with one made-up value after
 * another.
 *
 * A context is a document of some run: an alternative for each decider. From each context, every
 * decider that its run met is tried with every other alternative. The resulting dependences of
 * fields are recorded. A run with a new result (a new field, or one missing where it could be)
 * becomes a new context. So the number of runs grows with the number of fields, not with their
 * combinations. */
#ifndef OW_SRC_SCHEMA_EXPLORE_H
#define OW_SRC_SCHEMA_EXPLORE_H

#include "../codec/description.h"
#include "../driver/driver.h"

enum {
    MOST_CONTEXTS = 512,
    MOST_OUTCOMES = 8, /* possible outcomes of one place, nothing included */
    DECIDER_WORDS = (MOST_DECIDERS + 63) / 64,
    ALTERNATIVE_WORDS = MOST_ALTERNATIVES / 64,
    MOST_PLAIN_VERSIONS = 16,
    MOST_SETTLED = 512
};

/* A possible outcome of a place. */
struct outcome {
    uint16_t status; /* type + 1; 0: nothing */
    uint64_t rows;   /* bits of the rows in which it was seen */
};

/* A cell of a table for which no fact and no row matters: the deciders that its runs met, in the
 * cell or with another fact, and what it chose. Other cells that choose the same for these have
 * the same runs. */
struct settled {
    uint16_t met[MOST_DECIDERS];    /* UINT16_MAX: met; 0: not */
    uint16_t chosen[MOST_DECIDERS]; /* see description.chosen */
};

struct exploration {
    struct description description;
    const struct format_row *row;
    struct arena *arena;
    struct version
        plain_versions[MOST_PLAIN_VERSIONS]; /* of a format without a table of versions */

    uint16_t contexts[MOST_CONTEXTS][MOST_DECIDERS]; /* see description.chosen */
    unsigned context_count;

    struct outcome outcomes[MOST_PLACES][MOST_OUTCOMES];
    unsigned outcome_count[MOST_PLACES];
    uint64_t depends[MOST_PLACES][DECIDER_WORDS]; /* on which deciders, if its parent is there */

    /* For each place and decider that it depends on: alternatives of one class never differed. */
    uint8_t *classes[MOST_PLACES][MOST_DECIDERS];
    bool decides[MOST_DECIDERS]; /* something, in some context */
    unsigned met[MOST_DECIDERS]; /* in how many contexts */
    /* alternatives that are valid in some file */
    uint64_t valid[MOST_DECIDERS][ALTERNATIVE_WORDS];

    /* The flips of one decider in one context. */
    uint16_t statuses[MOST_ALTERNATIVES][MOST_PLACES];
    uint32_t exact[MOST_ALTERNATIVES][MOST_PLACES];
    bool refused[MOST_ALTERNATIVES];

    struct settled settled[MOST_SETTLED]; /* of the table that is built */
};

/* Explores a format; results are in `arena`. Returns OW_OK or the error. */
ow_status explore(const struct format_row *row, struct arena *arena, struct exploration **made,
                  ow_error *error);

/* Explores outcomes only, which takes a hundredth of the time. Finds neither dependences nor every
 * width of the bytes of a number. */
ow_status explore_fields(const struct format_row *row, struct arena *arena,
                         struct exploration **made, ow_error *error);

/* Runs the layout once with description.chosen. Returns false if no file is like this. */
bool explore_run(struct exploration *e);

/* Returns true if a place in a run may have contents; and if the last run visited a place, even if
 * nothing is there. */
bool explore_is_open(const struct exploration *e, const uint16_t *status, uint16_t place);
bool explore_visited(const struct exploration *e, uint16_t place);

/* The format's note on a field; NULL: none. */
const char *explore_note(const struct exploration *e, uint16_t place);

/* Records that a place depends on a decider, with a class for each alternative. */
void explore_add_dependence(struct exploration *e, uint16_t place, unsigned decider);

/* Records a dependence from the current run, with the results of each alternative; returns false
 * if they are equal. Keeps the current run. */
bool explore_find_dependence(struct exploration *e, uint16_t place, unsigned decider);

static inline bool explore_depends(const struct exploration *e, uint16_t place, unsigned decider)
{
    return e->depends[place][decider / 64] >> decider % 64 & 1;
}

/* Returns true if a decider is a fact of how a file is read. */
static inline bool explore_is_fact(const struct decider *decider)
{
    enum { FEW = 16 };
    return decider->kind == DECIDES_KNOWN || decider->kind == DECIDES_RANGE ||
           decider->kind == DECIDES_FLAG ||
           (decider->kind == DECIDES_HIDDEN && decider->count <= FEW);
}

/* The type of an outcome; NULL: nothing. */
static inline const struct field_type *explore_type(const struct exploration *e, uint16_t status)
{
    return status ? &e->description.types[status - 1] : NULL;
}

#endif
