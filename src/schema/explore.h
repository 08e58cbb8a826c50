/* What a format's fields hang on, found by running its layout with one made-up value after another.
 *
 * A context is a document that some run described: which alternative each decider has. From each context
 * every decider that its run met is tried with every other alternative. What a field then turns out to
 * hang on is noted; what shows something new (a field that was never seen, or is missing where it could
 * stand) is a context to go on from. So the number of runs grows with the number of fields and not with
 * that of their combinations. */
#ifndef OW_SRC_SCHEMA_EXPLORE_H
#define OW_SRC_SCHEMA_EXPLORE_H

#include "../codec/description.h"
#include "../driver/driver.h"

enum {
    MOST_CONTEXTS = 512,
    MOST_OUTCOMES = 8, /* what may stand at one place, nothing included */
    DECIDER_WORDS = (MOST_DECIDERS + 63) / 64,
    ALTERNATIVE_WORDS = MOST_ALTERNATIVES / 64,
    MOST_PLAIN_VERSIONS = 16
};

/* One of what may stand at a place. */
struct outcome {
    uint16_t status; /* type + 1; 0: nothing */
    uint64_t rows;   /* the bits of those that were seen with it */
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
    uint64_t depends[MOST_PLACES][DECIDER_WORDS]; /* on which deciders, where its parent stands */

    /* For each place and decider that it hangs on: alternatives of one class were never seen to differ. */
    uint8_t *classes[MOST_PLACES][MOST_DECIDERS];
    bool decides[MOST_DECIDERS];                      /* something, in some context */
    unsigned met[MOST_DECIDERS];                      /* in how many contexts */
    uint64_t valid[MOST_DECIDERS][ALTERNATIVE_WORDS]; /* alternatives that some file has */

    /* The flips of one decider in one context. */
    uint16_t statuses[MOST_ALTERNATIVES][MOST_PLACES];
    uint32_t exact[MOST_ALTERNATIVES][MOST_PLACES];
    bool refused[MOST_ALTERNATIVES];
};

/* Into `arena`. OW_OK, or what it could not do; the error says so. */
ow_status explore(const struct format_row *row, struct arena *arena, struct exploration **made,
                  ow_error *error);

/* The same for outcomes alone, which takes a hundredth of the time: what they depend on is not found, nor every
 * width that the bytes of a number may have. */
ow_status explore_fields(const struct format_row *row, struct arena *arena,
                         struct exploration **made, ow_error *error);

/* Runs the layout once with what description.chosen has; false where no file is like this. */
bool explore_run(struct exploration *e);

/* Whether what stands at a place in a run may have something inside, and whether the last run told what
 * stands at a place, even if nothing. */
bool explore_is_open(const struct exploration *e, const uint16_t *status, uint16_t place);
bool explore_visited(const struct exploration *e, uint16_t place);

/* What the format says of a field, NULL for nothing. */
const char *explore_note(const struct exploration *e, uint16_t place);

/* Notes that a place hangs on a decider, each alternative for itself. */
void explore_add_dependence(struct exploration *e, uint16_t place, unsigned decider);

/* The same from the run at hand, with what each alternative shows there; false where they show the same. The
 * run stays at hand. */
bool explore_find_dependence(struct exploration *e, uint16_t place, unsigned decider);

static inline bool explore_depends(const struct exploration *e, uint16_t place, unsigned decider)
{
    return e->depends[place][decider / 64] >> decider % 64 & 1;
}

/* Whether a decider says how a file is to be read. */
static inline bool explore_is_fact(const struct decider *decider)
{
    enum { FEW = 16 };
    return decider->kind == DECIDES_KNOWN || decider->kind == DECIDES_RANGE ||
           decider->kind == DECIDES_FLAG ||
           (decider->kind == DECIDES_HIDDEN && decider->count <= FEW);
}

/* The type of an outcome, NULL for nothing. */
static inline const struct field_type *explore_type(const struct exploration *e, uint16_t status)
{
    return status ? &e->description.types[status - 1] : NULL;
}

#endif
