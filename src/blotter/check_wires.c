/* Rules on wires: their ends, their states, duplicates. */
#include "check.h"

#include "../base/pieces.h"
#include "../base/pool.h"

#include <math.h>

/* One end of a wire, resolved. */
struct end {
    bool exists;
    uint16_t kind;
    int32_t state;
};

/* `ordinal` is the peg's component, or NO_COMPONENT. */
static struct end resolve(struct checker *check, struct record_place place,
                          const ow_blotter_peg *peg, uint32_t ordinal, bool first)
{
    struct end end = {.kind = peg->kind};
    if (peg->kind >= OW_BLOTTER_RAW_KIND) {
        if (report_counts(check->report, PEG_KIND_UNKNOWN))
            report_record(&check->records, PEG_KIND_UNKNOWN, place,
                          first ? "/first/kind" : "/second/kind",
                          "the kind of a wire's end is %d; expected 1 (input) or %d (output)",
                          peg->kind - OW_BLOTTER_RAW_KIND, check->survey.save.version >= 7 ? 2 : 0);
        return end;
    }
    if (ordinal == NO_COMPONENT) {
        if (report_counts(check->report, DANGLING_COMPONENT))
            report_record(&check->records, DANGLING_COMPONENT, place,
                          first ? "/first/component" : "/second/component",
                          "a wire ends at C-%u, which does not exist", peg->component);
        return end;
    }
    struct pegs pegs = pegs_of(&check->pegs, ordinal);
    bool input = peg->kind == OW_BLOTTER_INPUT;
    uint32_t count = input ? pegs.inputs : pegs.outputs;
    if (peg->index < 0 || (uint32_t)peg->index >= count) {
        if (report_counts(check->report, DANGLING_PEG))
            report_record(&check->records, DANGLING_PEG, place,
                          first ? "/first/index" : "/second/index",
                          "a wire ends at %s %d of C-%u, which has %u (counted from 0)",
                          input ? "input" : "output", peg->index, peg->component, count);
        return end;
    }
    uint64_t number = (input ? 0 : pegs.inputs) + (uint64_t)peg->index;
    end.exists = true;
    end.state = check->pegs.with_states ? pegs.states[number] : 0;
    return end;
}

static void check_ends(struct checker *check, struct record_place place,
                       const ow_blotter_wire *record, struct end first, struct end second)
{
    bool first_in = first.kind == OW_BLOTTER_INPUT, second_in = second.kind == OW_BLOTTER_INPUT;
    if (!first_in && !second_in) {
        if (report_counts(check->report, OUTPUTS_JOINED))
            report_record(&check->records, OUTPUTS_JOINED, place, "",
                          "a wire joins two outputs, of C-%u and of C-%u", record->first.component,
                          record->second.component);
        return;
    }
    if (!has_states(check))
        return;
    /* In the real saves at hand, each of the 918 wires between an input and an output has the
     * output's state and not the input's. Each of 2,514 wires between inputs has the state of
     * both. */
    bool of_first = !first_in || second_in;
    int32_t expected = of_first ? first.state : second.state;
    if (record->circuit_state != expected && report_counts(check->report, WIRE_STATE_DIFFERS))
        report_record(&check->records, WIRE_STATE_DIFFERS, place, "/circuit_state",
                      "the wire has circuit state %d, but its %s peg on C-%u has %d",
                      record->circuit_state, first_in && second_in ? "input" : "output",
                      of_first ? record->first.component : record->second.component, expected);
    if (first_in && second_in && first.state != second.state &&
        report_counts(check->report, INPUT_STATES_DIFFER))
        report_record(&check->records, INPUT_STATES_DIFFER, place, "",
                      "joined inputs have different circuit states: C-%u has %d, C-%u has %d",
                      record->first.component, first.state, record->second.component, second.state);
}

/* A wire during the check. */
struct pending {
    ow_blotter_wire record;
    uint64_t hash;
    uint32_t first, second; /* the components that the wire joins, or NO_COMPONENT */
};

/* The state of a peg. Returns false if there is no such peg. Whether the peg is an input is as good
 * as random, so the result is computed without a branch. */
static inline bool find_state(const struct checker *check, const ow_blotter_peg *peg,
                              uint32_t ordinal, int32_t *state)
{
    if (peg->kind >= OW_BLOTTER_RAW_KIND || ordinal == NO_COMPONENT)
        return false;
    struct pegs pegs = pegs_of(&check->pegs, ordinal);
    uint32_t of_output = 0u - (peg->kind != OW_BLOTTER_INPUT);
    uint32_t count = (pegs.inputs & ~of_output) | (pegs.outputs & of_output);
    if ((uint32_t)peg->index >= count)
        return false;
    *state = check->pegs.with_states
                 ? pegs.states[(uint64_t)(pegs.inputs & of_output) + (uint32_t)peg->index]
                 : 0;
    return true;
}

/* Whether no rule on this wire alone finds an issue: a single test for nearly all wires. */
static inline bool is_sound(const struct checker *check, const struct pending *pending)
{
    const ow_blotter_wire *record = &pending->record;
    int32_t first, second, own = record->circuit_state;
    if (!find_state(check, &record->first, pending->first, &first) ||
        !find_state(check, &record->second, pending->second, &second) || record->rotation != 0.0f)
        return false;
    bool first_in = record->first.kind == OW_BLOTTER_INPUT;
    bool second_in = record->second.kind == OW_BLOTTER_INPUT;
    if (!check->pegs.with_states)
        return first_in | second_in;
    /* The state of the output, or of both inputs. */
    bool alike = (own == first) | (first_in & !second_in);
    alike &= (own == second) | (second_in & !first_in);
    return (first_in | second_in) & alike & !is_outside(check, own);
}

static void check_wire(struct checker *check, const struct pending *pending,
                       struct record_place place)
{
    const ow_blotter_wire *record = &pending->record;
    struct end first = resolve(check, place, &record->first, pending->first, true);
    struct end second = resolve(check, place, &record->second, pending->second, false);
    if (first.exists && second.exists)
        check_ends(check, place, record, first, second);
    if (!isfinite(record->rotation)) {
        if (report_counts(check->report, WIRE_ROTATION_NOT_FINITE))
            report_record(&check->records, WIRE_ROTATION_NOT_FINITE, place, "/rotation",
                          "the rotation of the wire is not finite");
    } else if (record->rotation != 0.0f && report_counts(check->report, WIRE_ROTATION)) {
        report_record(&check->records, WIRE_ROTATION, place, "/rotation",
                      "the rotation of the wire is %g; expected 0", (double)record->rotation);
    }
    if (has_states(check) && is_outside(check, record->circuit_state) &&
        report_counts(check->report, STATE_OUTSIDE))
        report_record(&check->records, STATE_OUTSIDE, place, "/circuit_state",
                      "the wire has circuit state %d, which the save does not store",
                      record->circuit_state);
}

/* Wires seen so far, by their two pegs: an open-addressing table, at most four fifths full. A slot
 * holds the ordinal + 1 and, in the bits that no ordinal needs, a part of the hash, so few probed
 * slots require a look at their wire. */
struct wire_table {
    uint32_t *slots;
    uint32_t mask;
    uint32_t ordinal_mask;
    uint64_t kind_key;
    uint32_t keys[4];
};

/* All wires, between two walks. */
struct wire_search {
    struct codec codec; /* reads single wires */
    uint64_t wires_at, wire_size;
    struct wire_table table;
    uint8_t *odd;     /* a bit for each wire: a rule on its ends or its own fields finds an issue */
    uint8_t *doubles; /* the same: both ends are alike, or an earlier wire joins the same pegs */
    bool knows_doubles;
};

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static inline uint64_t number_of_peg(const struct wire_table *table, const ow_blotter_peg *peg)
{
    return ((uint64_t)peg->component << 32 | (uint32_t)peg->index) + peg->kind * table->kind_key;
}

/* A hash that is the same for both directions: sums of products of numbers with keys added to them.
 * Two wires collide only for few keys (the hash NH of Black et al., UMAC). */
static inline uint64_t hash_wire(const struct wire_table *table, const ow_blotter_wire *record)
{
    uint64_t a = number_of_peg(table, &record->first), b = number_of_peg(table, &record->second);
    uint64_t low = a < b ? a : b, high = a < b ? b : a;
    const uint32_t *keys = table->keys;
    uint64_t sum = (uint64_t)((uint32_t)low + keys[0]) * ((uint32_t)(low >> 32) + keys[1]) +
                   (uint64_t)((uint32_t)high + keys[2]) * ((uint32_t)(high >> 32) + keys[3]);
    return mix(sum, 0);
}

static bool same_peg(const ow_blotter_peg *a, const ow_blotter_peg *b)
{
    return a->component == b->component && a->index == b->index && a->kind == b->kind;
}

static bool same_wire(const ow_blotter_wire *a, const ow_blotter_wire *b)
{
    return (same_peg(&a->first, &b->first) && same_peg(&a->second, &b->second)) ||
           (same_peg(&a->first, &b->second) && same_peg(&a->second, &b->first));
}

static void mark(uint8_t *marks, uint32_t ordinal)
{
    marks[ordinal / 8] |= (uint8_t)(1u << ordinal % 8);
}

static bool is_marked(const uint8_t *marks, uint32_t ordinal)
{
    return marks[ordinal / 8] >> ordinal % 8 & 1;
}

static void read_one(const struct wire_search *search, uint32_t ordinal, ow_blotter_wire *record)
{
    struct codec codec = search->codec;
    codec.at = codec.begin + search->wires_at + ordinal * search->wire_size;
    wire(&codec, record);
}

/* Returns the first wire between the same pegs, which may be this one. Adds it to the table if it
 * is the first. */
static inline uint32_t find_first(struct wire_search *search, uint32_t ordinal,
                                  const ow_blotter_wire *record, uint64_t hash)
{
    struct wire_table *table = &search->table;
    uint32_t tag = (uint32_t)(hash >> 32) & ~table->ordinal_mask;
    for (uint32_t at = (uint32_t)hash & table->mask;; at = (at + 1) & table->mask) {
        uint32_t slot = table->slots[at];
        if (slot == 0) {
            table->slots[at] = tag | (ordinal + 1);
            return ordinal;
        }
        if ((slot & ~table->ordinal_mask) != tag)
            continue;
        uint32_t other = (slot & table->ordinal_mask) - 1;
        ow_blotter_wire earlier;
        read_one(search, other, &earlier);
        if (same_wire(record, &earlier))
            return other;
    }
}

/* The wire is one of `doubles`. */
static void check_duplicate(struct checker *check, struct wire_search *search,
                            struct record_place place, const ow_blotter_wire *record)
{
    if (same_peg(&record->first, &record->second)) {
        if (report_counts(check->report, WIRE_TO_ITSELF))
            report_record(&check->records, WIRE_TO_ITSELF, place, "",
                          "both ends of the wire are at the same peg");
        return;
    }
    if (report_counts(check->report, DUPLICATE_WIRE))
        report_record(&check->records, DUPLICATE_WIRE, place, "",
                      "wire %u already joins these two pegs",
                      find_first(search, place.at[0], record, hash_wire(&search->table, record)));
}

static ow_status init_search(struct checker *check, struct wire_search *search, struct arena *arena)
{
    uint32_t count = check->survey.save.wire_count;
    struct wire_table *table = &search->table;
    *table = (struct wire_table){.mask = 15};
    while ((table->mask + 1ull) * 4 / 5 < count)
        table->mask = table->mask * 2 + 1;
    while (table->ordinal_mask < count)
        table->ordinal_mask = table->ordinal_mask * 2 + 1;
    size_t size = (table->mask + 1ull) * sizeof *table->slots;
    table->slots = arena_take(arena, size);
    search->odd = arena_take(arena, count / 8 + 1);
    search->doubles = arena_take(arena, count / 8 + 1);
    if (!table->slots || !search->odd || !search->doubles)
        return arena->status;
    memset(table->slots, 0, size);
    memset(search->odd, 0, count / 8 + 1);
    memset(search->doubles, 0, count / 8 + 1);
    /* The author of a file must not be able to choose which wires collide, so the keys are
     * addresses, which the author does not know. The report does not depend on them. */
    uint64_t key = mix((uintptr_t)table->slots, (uintptr_t)check->types);
    for (uint32_t i = 0; i < sizeof table->keys / sizeof *table->keys; i++)
        table->keys[i] = (uint32_t)((key = mix(key, i + 1)) >> 32);
    table->kind_key = mix(key, 0) | 1;
    return OW_OK;
}

/* A walk through wires: all of them, or some on a thread. */
enum { FIND_DUPLICATES = 1, CHECK_ENDS = 2 };
struct wire_walk {
    struct checker *check;
    struct wire_search *search;
    struct codec codec;
    unsigned what;
    int32_t highest_state;
};

/* Consecutive wires refer to distant memory. Each step prefetches what the next step needs for the
 * whole batch, so that the waits overlap. */
static void look_up_batch(const struct checker *check, struct pending *batch, uint32_t count)
{
    const struct component_index *index = &check->survey.index;
    for (uint32_t i = 0; i < count && index->entries; i++) {
        index_prefetch_entry(index, batch[i].record.first.component);
        index_prefetch_entry(index, batch[i].record.second.component);
    }
    for (uint32_t i = 0; i < count; i++) {
        batch[i].first = index_find(index, batch[i].record.first.component);
        batch[i].second = index_find(index, batch[i].record.second.component);
        pegs_prefetch(&check->pegs, batch[i].first);
        pegs_prefetch(&check->pegs, batch[i].second);
    }
    for (uint32_t i = 0; i < count; i++) {
        pegs_prefetch_states(&check->pegs, batch[i].first);
        pegs_prefetch_states(&check->pegs, batch[i].second);
    }
}

/* A local copy of the codec lets its cursor stay in a register. */
static void read_batch(struct wire_walk *walk, struct pending *batch, uint32_t count)
{
    const struct wire_table *table = &walk->search->table;
    const struct component_index *index = &walk->check->survey.index;
    struct codec codec = walk->codec;
    int32_t highest = walk->highest_state;
    for (uint32_t i = 0; i < count; i++) {
        struct pending *pending = &batch[i];
        ow_blotter_wire *record = &pending->record;
        wire(&codec, record);
        highest = record->circuit_state > highest ? record->circuit_state : highest;
        if (walk->what & FIND_DUPLICATES) {
            pending->hash = hash_wire(table, record);
            PREFETCH_TO_WRITE(&table->slots[(uint32_t)pending->hash & table->mask]);
        }
        if (walk->what & CHECK_ENDS) {
            index_prefetch(index, record->first.component);
            index_prefetch(index, record->second.component);
        }
    }
    walk->highest_state = highest;
    walk->codec = codec;
}

static inline bool is_double(struct wire_search *search, uint32_t ordinal,
                             const struct pending *pending)
{
    const ow_blotter_wire *record = &pending->record;
    return UNLIKELY(same_peg(&record->first, &record->second)) ||
           find_first(search, ordinal, record, pending->hash) != ordinal;
}

static void look_at_batch(struct wire_walk *walk, struct pending *batch, uint32_t first,
                          uint32_t count)
{
    struct wire_search *search = walk->search;
    read_batch(walk, batch, count);
    if (walk->what & CHECK_ENDS)
        look_up_batch(walk->check, batch, count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t ordinal = first + i;
        if (walk->what & CHECK_ENDS && !is_sound(walk->check, &batch[i]))
            mark(search->odd, ordinal);
        if (walk->what & FIND_DUPLICATES && is_double(search, ordinal, &batch[i]))
            mark(search->doubles, ordinal);
    }
}

static bool look_at_some(void *context, uint32_t first, uint32_t end)
{
    enum { AT_ONCE = 64 };
    struct wire_walk *walk = context;
    struct pending batch[AT_ONCE];
    for (uint32_t done = first; done < end; done += AT_ONCE) {
        if (!go_on(&walk->codec, done + AT_ONCE - 1))
            return false;
        look_at_batch(walk, batch, done, end - done < AT_ONCE ? end - done : AT_ONCE);
    }
    return true;
}

static struct wire_walk walk_of(struct checker *check, struct wire_search *search, unsigned what,
                                uint32_t first)
{
    struct wire_walk walk = {.check = check,
                             .search = search,
                             .codec = search->codec,
                             .what = what,
                             .highest_state = -1};
    walk.codec.at = walk.codec.begin + search->wires_at + first * search->wire_size;
    return walk;
}

static void note_highest(struct checker *check, int32_t state)
{
    check->highest_state = state > check->highest_state ? state : check->highest_state;
}

/* Wires whose bits in `odd` are in bytes of their own: threads may set them at once. */
enum { SLICE = 1 << 14 };

struct wire_slices {
    struct checker *check;
    struct wire_search *search;
    ow_options quiet; /* of all slices but the first, which is on the calling thread */
    uint32_t count, each;
    int32_t highest_states[16];
    ow_status status; /* of the first slice: the others are sound already */
};

static void check_slice(void *context, uint32_t number)
{
    struct wire_slices *slices = context;
    uint32_t first = number * slices->each, left = slices->check->survey.save.wire_count - first;
    struct wire_walk walk = walk_of(slices->check, slices->search, CHECK_ENDS, first);
    if (number > 0)
        walk.codec.options = &slices->quiet;
    look_at_some(&walk, first, first + (left < slices->each ? left : slices->each));
    slices->highest_states[number] = walk.highest_state;
    if (number == 0)
        slices->status = walk.codec.status;
}

static ow_status check_in_slices(struct checker *check, struct wire_search *search)
{
    enum { SLICES = 16 };
    uint32_t count = check->survey.save.wire_count, each = count / SLICES / SLICE * SLICE + SLICE;
    struct wire_slices slices = {.check = check,
                                 .search = search,
                                 .quiet = check->survey.file->options,
                                 .count = (count + each - 1) / each,
                                 .each = each};
    slices.quiet.progress = NULL;
    pool_run(&check->survey.file->options, slices.count, check_slice, &slices);
    for (uint32_t i = 0; i < slices.count; i++)
        note_highest(check, slices.highest_states[i]);
    return slices.status;
}

static ow_status look_at_wires(struct checker *check, struct wire_search *search)
{
    if (search->knows_doubles)
        return check_in_slices(check, search);
    struct wire_walk walk = walk_of(check, search, FIND_DUPLICATES | CHECK_ENDS, 0);
    run_in_pieces(check->survey.save.wire_count, look_at_some, &walk);
    note_highest(check, walk.highest_state);
    return walk.codec.status;
}

/* Few wires have issues. They are read again, in order. */
static void report_wire(struct checker *check, struct wire_search *search, uint32_t ordinal)
{
    const struct component_index *index = &check->survey.index;
    struct record_place place = {
        PART_WIRES, {ordinal}, search->wires_at + ordinal * search->wire_size};
    struct pending pending;
    read_one(search, ordinal, &pending.record);
    if (is_marked(search->odd, ordinal)) {
        pending.first = index_find(index, pending.record.first.component);
        pending.second = index_find(index, pending.record.second.component);
        check_wire(check, &pending, place);
    }
    if (is_marked(search->doubles, ordinal))
        check_duplicate(check, search, place, &pending.record);
}

static ow_status report_wires(struct checker *check, struct wire_search *search)
{
    enum { AT_ONCE = 8 };
    struct survey *survey = &check->survey;
    uint32_t count = survey->save.wire_count;
    walk_from(survey, survey->states_at);
    for (uint32_t i = 0; i < count; i += AT_ONCE) {
        unsigned odd = search->odd[i / AT_ONCE] | search->doubles[i / AT_ONCE];
        for (uint32_t k = 0; odd >> k > 0; k++)
            if (odd >> k & 1)
                report_wire(check, search, i + k);
        if (odd > 0 && !go_on(&survey->codec, i | (AT_ONCE - 1)))
            break;
    }
    return survey->codec.status;
}

struct wire_search *wires_look_ahead(struct checker *check, struct arena *arena)
{
    struct wire_search *search = arena_take(arena, sizeof *search);
    if (!search)
        return NULL;
    *search = (struct wire_search){.codec = check->survey.codec};
    return init_search(check, search, arena) == OW_OK ? search : NULL;
}

/* Finds the first wire behind all components. Returns false if a component is not sound, or a wire
 * is missing. */
static bool find_wires(const struct checker *check, struct wire_search *search,
                       struct arena *scratch)
{
    const struct survey *survey = &check->survey;
    struct record_place place = {PART_COMPONENTS, {0}, survey->components_at};
    uint32_t passed = blotter_format.runs.pass_records(
        &place, survey->save.component_count, &search->wires_at, survey->file->bytes,
        survey->file->size, &survey->save, search->codec.options, scratch);
    if (passed < survey->save.component_count)
        return false;
    ow_blotter_wire record;
    struct codec codec = search->codec;
    codec.at = codec.begin + search->wires_at;
    wire(&codec, &record);
    search->wire_size = (uint64_t)(codec.at - codec.begin) - search->wires_at;
    return codec.status == OW_OK &&
           survey->save.wire_count <= (survey->file->size - search->wires_at) / search->wire_size;
}

void wires_find_duplicates(struct checker *check, struct wire_search *search,
                           const ow_options *quiet, struct arena *scratch)
{
    search->codec.options = quiet;
    search->wires_at = UINT64_MAX;
    if (!find_wires(check, search, scratch))
        return;
    struct wire_walk walk = walk_of(check, search, FIND_DUPLICATES, 0);
    look_at_some(&walk, 0, check->survey.save.wire_count);
    search->knows_doubles = walk.codec.status == OW_OK;
}

ow_status check_wires(struct checker *check)
{
    struct wire_search here = {0}, *search = check->wires;
    struct survey *survey = &check->survey;
    ow_status status = OW_OK;
    if (!search || !search->knows_doubles) {
        search = &here;
        status = init_search(check, search, &survey->kept);
    }
    search->codec = survey->aside;
    search->wires_at = survey->wires_at;
    search->wire_size = survey->wire_size;
    if (status == OW_OK)
        status = look_at_wires(check, search);
    return status == OW_OK ? report_wires(check, search) : status;
}
