/* Running a layout with one made-up value after another. */
#include "explore.h"

#include "../base/error.h"

#include <string.h>

bool explore_run(struct exploration *e)
{
    struct preset preset;
    memset(&preset, 0, e->row->runs.document_size);
    driver_start(e->row, &preset);
    e->row->runs.describe(&e->description, &preset);
    return !e->description.refused && !e->description.problem;
}

const char *explore_note(const struct exploration *e, uint16_t place)
{
    char path[DESCRIPTION_PATH];
    description_path(&e->description, place, path);
    for (const struct field_note *note = e->row->notes; note->path; note++)
        if (strcmp(note->path, path) == 0)
            return note->note;
    return NULL;
}

bool explore_is_open(const struct exploration *e, const uint16_t *status, uint16_t place)
{
    const struct field_type *type = explore_type(e, status[place]);
    return type && (type->kind == TYPE_OBJECT || type->kind == TYPE_LIST);
}

/* Returns true if a run visited a place, even if nothing is there. */
static bool was_visited(const struct exploration *e, const uint16_t *status, uint16_t place)
{
    return explore_is_open(e, status, e->description.places[place].parent);
}

bool explore_visited(const struct exploration *e, uint16_t place)
{
    return was_visited(e, e->description.status, place);
}

/* Records an outcome. Returns true if it is new. */
static bool note_outcome(struct exploration *e, uint16_t place, uint16_t status, unsigned row)
{
    struct outcome *outcomes = e->outcomes[place];
    unsigned count = e->outcome_count[place], i = 0;
    while (i < count && outcomes[i].status != status)
        i++;
    if (i == MOST_OUTCOMES) {
        e->description.problem = "a field of the layout has too many types to be described";
        return false;
    }
    outcomes[i].rows |= (uint64_t)1 << row;
    if (i < count)
        return false;
    outcomes[i].status = status;
    e->outcome_count[place]++;
    return true;
}

/* Records the results of the last run. Returns true if any of them is new. */
static bool note_run(struct exploration *e)
{
    const struct description *d = &e->description;
    unsigned row = d->chosen[0] ? d->chosen[0] - 1u : 0;
    bool news = false;
    for (uint16_t place = 1; place < d->place_count; place++)
        if (was_visited(e, d->status, place))
            news |= note_outcome(e, place, d->status[place], row);
    for (unsigned i = 0; i < d->decider_count; i++) {
        unsigned chosen = d->chosen[i] ? d->chosen[i] - 1u : d->deciders[i].usual;
        if (d->met[i])
            e->valid[i][chosen / 64] |= (uint64_t)1 << chosen % 64;
    }
    return news;
}

static void add_context(struct exploration *e)
{
    if (e->context_count == MOST_CONTEXTS) {
        e->description.problem = "the layout has more ways to go than a description has room for";
        return;
    }
    memcpy(e->contexts[e->context_count++], e->description.chosen, sizeof e->description.chosen);
}

/* Facts of reading may matter together with anything, so their alternatives are contexts for each
 * row. */
static bool is_fact(const struct exploration *e, const uint16_t *context, unsigned decider)
{
    return context < e->contexts[e->description.version_count] &&
           explore_is_fact(&e->description.deciders[decider]);
}

/* Returns true if an alternative is worth a run. If a byte decided nothing, with all its values,
 * in the first contexts that met it, the other contexts try only some values: there are many
 * contexts. */
static bool is_tried(const struct exploration *e, unsigned decider, unsigned alternative)
{
    enum { ENOUGH = 8, FEW = 64, STEP = 85 }; /* and both ends of a byte */
    return e->decides[decider] || e->met[decider] < ENOUGH ||
           e->description.deciders[decider].count < FEW || alternative % STEP == 0;
}

static void try_alternative(struct exploration *e, unsigned decider, uint16_t alternative)
{
    struct description *d = &e->description;
    d->chosen[decider] = (uint16_t)(alternative + 1);
    e->refused[alternative] = !explore_run(e);
    memcpy(e->statuses[alternative], d->status, sizeof d->status);
    memcpy(e->exact[alternative], d->exact, sizeof d->exact);
}

/* Fills statuses, exact and refused with the runs of a decider's alternatives. An untried
 * alternative counts as refused. */
static void flip(struct exploration *e, const uint16_t *context, unsigned decider)
{
    struct description *d = &e->description;
    memcpy(d->chosen, context, sizeof d->chosen);
    for (uint16_t i = 0; i < d->deciders[decider].count && !d->problem; i++) {
        e->refused[i] = true;
        if (!is_tried(e, decider, i))
            continue;
        try_alternative(e, decider, i);
        if (!e->refused[i] && (note_run(e) || is_fact(e, context, decider)))
            add_context(e);
    }
}

/* The result of an alternative at a place, as a number; 0: nothing. */
static uint64_t shown(const struct exploration *e, unsigned alternative, uint16_t place)
{
    const uint16_t *status = e->statuses[alternative];
    if (e->refused[alternative] || !was_visited(e, status, place))
        return 0;
    return (uint64_t)1 << 63 | (uint64_t)status[place] << 32 | e->exact[alternative][place];
}

static bool differs(const struct exploration *e, unsigned count, uint16_t place)
{
    uint64_t first = 0;
    for (unsigned i = 0; i < count; i++) {
        uint64_t found = shown(e, i, place);
        if (first && found && found != first)
            return true;
        first = first ? first : found;
    }
    return false;
}

static bool decides(const struct exploration *e, unsigned count)
{
    for (uint16_t place = 1; place < e->description.place_count; place++)
        if (differs(e, count, place))
            return true;
    return false;
}

static uint8_t *classes_of(struct exploration *e, uint16_t place, unsigned decider)
{
    if (!e->classes[place][decider])
        e->classes[place][decider] = arena_take(e->arena, MOST_ALTERNATIVES);
    return e->classes[place][decider];
}

void explore_add_dependence(struct exploration *e, uint16_t place, unsigned decider)
{
    uint8_t *classes = classes_of(e, place, decider);
    for (unsigned i = 0; classes && i < MOST_ALTERNATIVES; i++)
        classes[i] = (uint8_t)i;
    if (classes)
        e->depends[place][decider / 64] |= (uint64_t)1 << decider % 64;
}

/* Splits the classes of a place's alternatives by their results. */
static void refine(struct exploration *e, unsigned count, uint16_t place, unsigned decider)
{
    uint8_t *classes = classes_of(e, place, decider), old[MOST_ALTERNATIVES];
    unsigned next = 0;
    if (!classes)
        return;
    if (!explore_depends(e, place, decider))
        memset(classes, 0, MOST_ALTERNATIVES);
    e->depends[place][decider / 64] |= (uint64_t)1 << decider % 64;
    memcpy(old, classes, sizeof old);
    for (unsigned i = 0; i < count; i++) {
        unsigned same = 0;
        while (same < i && (old[same] != old[i] || shown(e, same, place) != shown(e, i, place)))
            same++;
        classes[i] = (uint8_t)(same < i ? classes[same] : next++);
    }
}

bool explore_find_dependence(struct exploration *e, uint16_t place, unsigned decider)
{
    struct description *d = &e->description;
    unsigned count = d->deciders[decider].count;
    uint16_t chosen = d->chosen[decider];
    for (uint16_t i = 0; i < count; i++) {
        try_alternative(e, decider, i);
    }
    d->chosen[decider] = chosen;
    explore_run(e);
    bool found = differs(e, count, place);
    if (found)
        refine(e, count, place, decider);
    return found;
}

/* Returns true if the current run has new results. */
static bool has_news(const struct exploration *e)
{
    const struct description *d = &e->description;
    for (uint16_t place = 1; place < d->place_count; place++) {
        unsigned i = 0;
        if (!was_visited(e, d->status, place))
            continue;
        while (i < e->outcome_count[place] && e->outcomes[place][i].status != d->status[place])
            i++;
        if (i == e->outcome_count[place])
            return true;
    }
    return false;
}

static void try_alone(struct exploration *e, const uint16_t *context, unsigned decider,
                      unsigned alternative)
{
    struct description *d = &e->description;
    memcpy(d->chosen, context, sizeof d->chosen);
    d->chosen[decider] = (uint16_t)(alternative + 1);
    if (explore_run(e) && note_run(e))
        add_context(e);
}

/* Bytes are tried together, and one by one if that shows something new or is refused. */
static void try_bytes(struct exploration *e, const uint16_t *context, const uint16_t *bytes,
                      unsigned count)
{
    struct description *d = &e->description;
    for (unsigned value = 0; value < MOST_ALTERNATIVES && count > 0 && !d->problem; value++) {
        memcpy(d->chosen, context, sizeof d->chosen);
        for (unsigned i = 0; i < count; i++)
            d->chosen[bytes[i]] = (uint16_t)(value + 1);
        if (explore_run(e) && !has_news(e))
            continue;
        for (unsigned i = 0; i < count; i++)
            try_alone(e, context, bytes[i], value);
    }
}

/* A count needs only none, one and no list: every list is run with one element. */
static bool is_count_tried(const struct decider *decider, unsigned alternative)
{
    if (decider->kind != DECIDES_COUNT || alternative < 2 || alternative >= PROBES)
        return true;
    return alternative + 1u == decider->count ||
           description_probes[alternative] == decider->null_is;
}

/* Returns true if a context tries a decider: facts only in contexts of rows, deciders with many
 * alternatives only in the first contexts that meet them. */
static bool is_tried_for_fields(struct exploration *e, const uint16_t *context, unsigned decider)
{
    enum { MANY = 8, CONTEXTS_OF_MANY = 8, CONTEXTS_OF_BYTES = 2 };
    const struct decider *what = &e->description.deciders[decider];
    if (explore_is_fact(what) && context >= e->contexts[e->description.version_count])
        return false;
    if (what->kind == DECIDES_COUNT || what->count <= MANY)
        return true;
    return e->met[decider]++ <
           (what->count == MOST_ALTERNATIVES ? CONTEXTS_OF_BYTES : CONTEXTS_OF_MANY);
}

/* Runs a context unchanged. `met` receives its deciders. Returns false if the run failed. */
static bool begin_context(struct exploration *e, const uint16_t *context, bool met[MOST_DECIDERS])
{
    struct description *d = &e->description;
    memcpy(d->chosen, context, sizeof d->chosen);
    if (!explore_run(e))
        return false;
    note_run(e);
    memcpy(met, d->met, MOST_DECIDERS * sizeof *met);
    return true;
}

/* As study, but only for what is at which place. */
static void study_fields(struct exploration *e, const uint16_t *context)
{
    struct description *d = &e->description;
    uint16_t bytes[MOST_DECIDERS];
    unsigned byte_count = 0;
    bool met[MOST_DECIDERS];
    if (!begin_context(e, context, met))
        return;
    unsigned decider_count = d->decider_count; /* trying may meet more of them */
    for (unsigned decider = 0; decider < decider_count; decider++) {
        const struct decider *what = &d->deciders[decider];
        if (!met[decider] || !is_tried_for_fields(e, context, decider))
            continue;
        if (what->count == MOST_ALTERNATIVES)
            bytes[byte_count++] = (uint16_t)decider;
        for (unsigned i = 0; i < what->count && what->count < MOST_ALTERNATIVES; i++)
            if (is_count_tried(what, i))
                try_alone(e, context, decider, i);
    }
    try_bytes(e, context, bytes, byte_count);
}

/* Tries every decider that a context meets. */
static void study(struct exploration *e, const uint16_t *context)
{
    struct description *d = &e->description;
    bool met[MOST_DECIDERS];
    if (!begin_context(e, context, met))
        return;
    for (unsigned decider = 0; decider < d->decider_count && !d->problem; decider++) {
        unsigned count = d->deciders[decider].count;
        if (!met[decider] || count < 2)
            continue;
        flip(e, context, decider);
        if (!e->decides[decider] && decides(e, count)) {
            e->decides[decider] = true;
            flip(e, context, decider); /* with all its alternatives */
        }
        e->met[decider]++;
        for (uint16_t place = 1; place < d->place_count; place++)
            if (differs(e, count, place))
                refine(e, count, place, decider);
    }
}

/* For a format without a table: each version, the newest ones if there are too many. Returns 0 if
 * there is a table. */
static unsigned note_plain_versions(struct exploration *e)
{
    unsigned newest = e->row->about.newest_version, oldest = e->row->about.oldest_version;
    if (e->row->version_count > 0)
        return 0;
    unsigned count =
        newest - oldest + 1 < MOST_PLAIN_VERSIONS ? newest - oldest + 1 : MOST_PLAIN_VERSIONS;
    for (unsigned i = 0; i < count; i++)
        e->plain_versions[i] = (struct version){.version = (uint16_t)(newest - count + 1 + i)};
    return count;
}

static ow_status explore_by(const struct format_row *row, struct arena *arena,
                            void (*study_one)(struct exploration *e, const uint16_t *context),
                            struct exploration **made, ow_error *error)
{
    struct exploration *e = arena_take(arena, sizeof *e);
    if (!e)
        return error_plain(error, arena->status);
    memset(e, 0, sizeof *e);
    e->row = row;
    e->arena = arena;
    struct description *d = &e->description;
    unsigned plain = note_plain_versions(e);
    description_init(d, plain > 0 ? e->plain_versions : row->versions,
                     plain > 0 ? plain : row->version_count, row->about.variants);
    for (unsigned i = 0; i < d->version_count; i++) {
        memset(d->chosen, 0, sizeof d->chosen);
        d->chosen[0] = (uint16_t)(i + 1);
        add_context(e);
    }
    for (unsigned i = 0; i < e->context_count && !d->problem; i++)
        study_one(e, e->contexts[i]);
    if (arena->status != OW_OK)
        return error_plain(error, arena->status);
    if (d->problem)
        return error_set(error, OW_BAD_VALUE, 0, NULL, "%s", d->problem);
    *made = e;
    return OW_OK;
}

ow_status explore(const struct format_row *row, struct arena *arena, struct exploration **made,
                  ow_error *error)
{
    return explore_by(row, arena, study, made, error);
}

ow_status explore_fields(const struct format_row *row, struct arena *arena,
                         struct exploration **made, ow_error *error)
{
    return explore_by(row, arena, study_fields, made, error);
}
