/* Rules on wires: their ends, their states, duplicates. */
#include "check.h"

#include "../base/pieces.h"

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
    uint64_t wires_at, wire_size;
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

/* Returns the earlier wire between the same pegs, or NO_COMPONENT. Adds this wire to the table. */
static inline uint32_t find_duplicate(struct checker *check, struct wire_table *table,
                                      uint32_t ordinal, const ow_blotter_wire *record,
                                      uint64_t hash)
{
    uint32_t tag = (uint32_t)(hash >> 32) & ~table->ordinal_mask;
    for (uint32_t at = (uint32_t)hash & table->mask;; at = (at + 1) & table->mask) {
        uint32_t slot = table->slots[at];
        if (slot == 0) {
            table->slots[at] = tag | (ordinal + 1);
            return NO_COMPONENT;
        }
        if ((slot & ~table->ordinal_mask) != tag)
            continue;
        uint32_t other = (slot & table->ordinal_mask) - 1;
        ow_blotter_wire earlier;
        read_wire_at(&check->survey, table->wires_at + other * table->wire_size, &earlier);
        if (same_wire(record, &earlier))
            return other;
    }
}

static inline void check_duplicate(struct checker *check, struct wire_table *table,
                                   struct record_place place, const struct pending *pending)
{
    const ow_blotter_wire *record = &pending->record;
    if (UNLIKELY(same_peg(&record->first, &record->second))) {
        if (report_counts(check->report, WIRE_TO_ITSELF))
            report_record(&check->records, WIRE_TO_ITSELF, place, "",
                          "both ends of the wire are at the same peg");
        return;
    }
    uint32_t other = find_duplicate(check, table, (uint32_t)place.at[0], record, pending->hash);
    if (UNLIKELY(other != NO_COMPONENT) && report_counts(check->report, DUPLICATE_WIRE))
        report_record(&check->records, DUPLICATE_WIRE, place, "",
                      "wire %u already joins these two pegs", other);
}

static ow_status init_table(struct checker *check, struct wire_table *table)
{
    *table = (struct wire_table){
        .mask = 15, .wires_at = check->survey.wires_at, .wire_size = check->survey.wire_size};
    while ((table->mask + 1ull) * 4 / 5 < check->survey.save.wire_count)
        table->mask = table->mask * 2 + 1;
    while (table->ordinal_mask < check->survey.save.wire_count)
        table->ordinal_mask = table->ordinal_mask * 2 + 1;
    size_t size = (table->mask + 1ull) * sizeof *table->slots;
    table->slots = arena_take(&check->survey.kept, size);
    if (!table->slots)
        return check->survey.kept.status;
    memset(table->slots, 0, size);
    /* The author of a file must not be able to choose which wires collide, so the keys are
     * addresses, which the author does not know. The report does not depend on them. */
    uint64_t key = mix((uintptr_t)table->slots, (uintptr_t)check->types);
    for (uint32_t i = 0; i < sizeof table->keys / sizeof *table->keys; i++)
        table->keys[i] = (uint32_t)((key = mix(key, i + 1)) >> 32);
    table->kind_key = mix(key, 0) | 1;
    return OW_OK;
}

/* Consecutive wires refer to distant memory. Each step prefetches what the next step needs for the
 * whole batch, so that the waits overlap. */
static void look_up_batch(struct checker *check, struct pending *batch, uint32_t count)
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
static void read_batch(struct checker *check, const struct wire_table *table, struct pending *batch,
                       uint32_t count)
{
    struct codec codec = check->survey.codec;
    int32_t highest = check->highest_state;
    for (uint32_t i = 0; i < count; i++) {
        struct pending *pending = &batch[i];
        ow_blotter_wire *record = &pending->record;
        wire(&codec, record);
        highest = record->circuit_state > highest ? record->circuit_state : highest;
        pending->hash = hash_wire(table, record);
        PREFETCH_TO_WRITE(&table->slots[(uint32_t)pending->hash & table->mask]);
        index_prefetch(&check->survey.index, record->first.component);
        index_prefetch(&check->survey.index, record->second.component);
    }
    check->highest_state = highest;
    check->survey.codec = codec;
}

static void check_batch(struct checker *check, struct wire_table *table, struct pending *batch,
                        uint32_t first, uint32_t count)
{
    uint64_t offset = offset_now(&check->survey);
    read_batch(check, table, batch, count);
    look_up_batch(check, batch, count);
    for (uint32_t i = 0; i < count; i++, offset += table->wire_size) {
        struct record_place place = {PART_WIRES, {first + i}, offset};
        if (!is_sound(check, &batch[i]))
            check_wire(check, &batch[i], place);
        check_duplicate(check, table, place, &batch[i]);
    }
}

struct checking {
    struct checker *check;
    struct wire_table table;
};

static bool check_some(void *context, uint32_t first, uint32_t end)
{
    enum { AT_ONCE = 64 };
    struct checking *checking = context;
    struct checker *check = checking->check;
    struct pending batch[AT_ONCE];
    for (uint32_t done = first; done < end; done += AT_ONCE) {
        if (!go_on(&check->survey.codec, done + AT_ONCE - 1))
            return false;
        check_batch(check, &checking->table, batch, done,
                    end - done < AT_ONCE ? end - done : AT_ONCE);
    }
    return true;
}

ow_status check_wires(struct checker *check)
{
    struct checking checking = {.check = check};
    ow_status status = init_table(check, &checking.table);
    if (status != OW_OK)
        return status;
    walk_from(&check->survey, check->survey.wires_at);
    run_in_pieces(check->survey.save.wire_count, check_some, &checking);
    return check->survey.codec.status;
}
