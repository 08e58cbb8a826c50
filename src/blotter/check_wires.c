/* Rules on wires: their ends, their states, doubles. */
#include "check.h"

#include <math.h>

/* What a wire's end turned out to be. */
struct end {
    bool exists;
    uint16_t kind;
    int32_t state;
};

static uint32_t peg_count(const ow_blotter_component *record, uint16_t kind)
{
    return kind == OW_BLOTTER_INPUT ? record->input_count : record->output_count;
}

/* `ordinal` is the peg's component, or NO_COMPONENT. */
static struct end resolve(struct checker *check, struct place place, const ow_blotter_peg *peg,
                          uint32_t ordinal, bool first)
{
    struct end end = {.kind = peg->kind};
    if (peg->kind >= OW_BLOTTER_RAW_KIND) {
        if (report_counts(check->report, PEG_KIND_UNKNOWN))
            check_issue(check, PEG_KIND_UNKNOWN, place, first ? "/first/kind" : "/second/kind",
                        "the kind of a wire's end is %d; 1 is an input, %d an output",
                        peg->kind - OW_BLOTTER_RAW_KIND, check->survey.save.version >= 7 ? 2 : 0);
        return end;
    }
    if (ordinal == NO_COMPONENT) {
        if (report_counts(check->report, DANGLING_COMPONENT))
            check_issue(check, DANGLING_COMPONENT, place,
                        first ? "/first/component" : "/second/component",
                        "a wire ends at C-%u, which does not exist", peg->component);
        return end;
    }
    ow_blotter_component record;
    look_at_component(&check->survey, ordinal, &record);
    uint32_t count = peg_count(&record, peg->kind);
    if (peg->index < 0 || (uint32_t)peg->index >= count) {
        if (report_counts(check->report, DANGLING_PEG))
            check_issue(check, DANGLING_PEG, place, first ? "/first/index" : "/second/index",
                        "a wire ends at %s %d of C-%u, which has %u (the first is 0)",
                        peg->kind == OW_BLOTTER_INPUT ? "input" : "output", peg->index,
                        peg->component, count);
        return end;
    }
    const int32_t *states = peg->kind == OW_BLOTTER_INPUT ? record.inputs : record.outputs;
    end.exists = true;
    end.state = states ? states[peg->index] : 0;
    return end;
}

static void check_ends(struct checker *check, struct place place, const ow_blotter_wire *record,
                       struct end first, struct end second)
{
    bool first_in = first.kind == OW_BLOTTER_INPUT, second_in = second.kind == OW_BLOTTER_INPUT;
    if (!first_in && !second_in) {
        if (report_counts(check->report, OUTPUTS_JOINED))
            check_issue(check, OUTPUTS_JOINED, place, "",
                        "a wire joins an output of C-%u and an output of C-%u",
                        record->first.component, record->second.component);
        return;
    }
    if (!has_states(check))
        return;
    /* In each of the 918 wires between an input and an output of the real saves at hand the wire
     * has the output's state and not the input's; each of 2,514 between inputs has the one of both.
     */
    bool of_first = !first_in || second_in;
    int32_t expected = of_first ? first.state : second.state;
    if (record->circuit_state != expected && report_counts(check->report, WIRE_STATE_DIFFERS))
        check_issue(check, WIRE_STATE_DIFFERS, place, "/circuit_state",
                    "the wire has circuit state %d, its %s peg on C-%u has %d",
                    record->circuit_state, first_in && second_in ? "input" : "output",
                    of_first ? record->first.component : record->second.component, expected);
    if (first_in && second_in && first.state != second.state &&
        report_counts(check->report, INPUT_STATES_DIFFER))
        check_issue(check, INPUT_STATES_DIFFER, place, "",
                    "joined inputs differ: C-%u has circuit state %d, C-%u has %d",
                    record->first.component, first.state, record->second.component, second.state);
}

/* A wire on its way through the check. */
struct pending {
    ow_blotter_wire record;
    struct place place;
    uint64_t hash;
    uint32_t first, second; /* the components that it joins, or NO_COMPONENT */
};

static void check_wire(struct checker *check, const struct pending *pending)
{
    const ow_blotter_wire *record = &pending->record;
    struct place place = pending->place;
    struct end first = resolve(check, place, &record->first, pending->first, true);
    struct end second = resolve(check, place, &record->second, pending->second, false);
    if (first.exists && second.exists)
        check_ends(check, place, record, first, second);
    if (!isfinite(record->rotation)) {
        if (report_counts(check->report, WIRE_ROTATION_NOT_FINITE))
            check_issue(check, WIRE_ROTATION_NOT_FINITE, place, "/rotation",
                        "the rotation of the wire is not finite");
    } else if (record->rotation != 0.0f && report_counts(check->report, WIRE_ROTATION)) {
        check_issue(check, WIRE_ROTATION, place, "/rotation", "the rotation of the wire is %g",
                    (double)record->rotation);
    }
    if (has_states(check) && is_outside(check, record->circuit_state) &&
        report_counts(check->report, STATE_OUTSIDE))
        check_issue(check, STATE_OUTSIDE, place, "/circuit_state",
                    "the wire has circuit state %d, which is outside the states",
                    record->circuit_state);
}

/* Wires seen so far, by their two pegs: an open table, at most four fifths full. A slot holds the
 * ordinal + 1 and, in the bits that no ordinal needs, a part of the hash: few slots that are passed
 * by cost a look at their wire. */
struct wire_table {
    uint32_t *slots;
    uint32_t mask;
    uint32_t ordinal_mask;
    uint64_t seed, wires_at, wire_size;
};

static uint64_t mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

static uint64_t hash_peg(const ow_blotter_peg *peg, uint64_t seed)
{
    return mix(mix(seed, (uint64_t)peg->component << 16 | peg->kind), (uint32_t)peg->index);
}

/* The same for both directions. */
static uint64_t hash_wire(const struct wire_table *table, const ow_blotter_wire *record)
{
    uint64_t a = hash_peg(&record->first, table->seed), b = hash_peg(&record->second, table->seed);
    return mix(a + b, a ^ b);
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

/* The earlier wire between the same pegs, or NO_COMPONENT; notes this one. */
static uint32_t find_double(struct checker *check, struct wire_table *table, uint32_t ordinal,
                            const ow_blotter_wire *record, uint64_t hash)
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
        look_at_wire(&check->survey, table->wires_at + other * table->wire_size, &earlier);
        if (same_wire(record, &earlier))
            return other;
    }
}

static void check_double(struct checker *check, struct wire_table *table, struct place place,
                         const ow_blotter_wire *record, uint64_t hash)
{
    if (same_peg(&record->first, &record->second)) {
        if (report_counts(check->report, WIRE_TO_ITSELF))
            check_issue(check, WIRE_TO_ITSELF, place, "", "both ends of the wire are one peg");
        return;
    }
    uint32_t other = find_double(check, table, (uint32_t)place.index, record, hash);
    if (other != NO_COMPONENT && report_counts(check->report, DUPLICATE_WIRE))
        check_issue(check, DUPLICATE_WIRE, place, "", "wire %u joins the same two pegs", other);
}

static ow_status init_table(struct checker *check, struct wire_table *table)
{
    /* Which wires collide must not be for a file's author to choose: an address is a seed that the
     * author does not know. What is reported does not depend on it. */
    *table = (struct wire_table){.mask = 15,
                                 .seed = mix((uintptr_t)check->survey.index.entries, 0x51ed270b),
                                 .wires_at = check->survey.wires_at};
    while ((table->mask + 1ull) * 4 / 5 < check->survey.save.wire_count)
        table->mask = table->mask * 2 + 1;
    while (table->ordinal_mask < check->survey.save.wire_count)
        table->ordinal_mask = table->ordinal_mask * 2 + 1;
    size_t size = (table->mask + 1ull) * sizeof *table->slots;
    table->slots = arena_take(&check->survey.kept, size);
    if (!table->slots)
        return check->survey.kept.status;
    memset(table->slots, 0, size);
    return OW_OK;
}

/* Wires jump about in memory: each step asks for what the next one needs of the whole batch, so that
 * the waits overlap. */
static void look_up_batch(struct checker *check, struct pending *batch, uint32_t count)
{
    const struct survey *survey = &check->survey;
    const struct component_index *index = &survey->index;
    for (uint32_t i = 0; i < count; i++) {
        index_prefetch_entry(index, batch[i].record.first.component);
        index_prefetch_entry(index, batch[i].record.second.component);
    }
    for (uint32_t i = 0; i < count; i++) {
        batch[i].first = index_find(index, batch[i].record.first.component);
        batch[i].second = index_find(index, batch[i].record.second.component);
        index_prefetch_offset(index, batch[i].first);
        index_prefetch_offset(index, batch[i].second);
    }
    for (uint32_t i = 0; i < count; i++) {
        if (batch[i].first != NO_COMPONENT)
            PREFETCH(survey->file->bytes + index_offset(index, batch[i].first) + PEGS_AT);
        if (batch[i].second != NO_COMPONENT)
            PREFETCH(survey->file->bytes + index_offset(index, batch[i].second) + PEGS_AT);
    }
}

static void check_batch(struct checker *check, struct wire_table *table, struct pending *batch,
                        uint32_t first, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        struct pending *pending = &batch[i];
        pending->place = (struct place){PART_WIRES, first + i, offset_now(&check->survey)};
        walk_wire(&check->survey, &pending->record);
        pending->hash = hash_wire(table, &pending->record);
        PREFETCH_TO_WRITE(&table->slots[(uint32_t)pending->hash & table->mask]);
        index_prefetch_bucket(&check->survey.index, pending->record.first.component);
        index_prefetch_bucket(&check->survey.index, pending->record.second.component);
    }
    look_up_batch(check, batch, count);
    for (uint32_t i = 0; i < count; i++) {
        check_wire(check, &batch[i]);
        check_double(check, table, batch[i].place, &batch[i].record, batch[i].hash);
    }
}

ow_status check_wires(struct checker *check)
{
    enum { AT_ONCE = 64 };
    struct wire_table table;
    struct pending batch[AT_ONCE];
    ow_status status = init_table(check, &table);
    uint32_t count = status == OW_OK ? check->survey.save.wire_count : 0;
    /* All wires of a save are of one size: they stand between two known places. */
    if (count > 0)
        table.wire_size = (check->survey.states_at - check->survey.wires_at) / count;
    walk_from(&check->survey, check->survey.wires_at);
    for (uint32_t done = 0; done < count && go_on(&check->survey.codec, done + AT_ONCE - 1);
         done += AT_ONCE)
        check_batch(check, &table, batch, done, count - done < AT_ONCE ? count - done : AT_ONCE);
    return status == OW_OK ? check->survey.codec.status : status;
}
