/* Merges circuit states of two saves: the states of each save stay separate. */
#include "merge.h"

#include "../saved_states.h"

#include "../../base/error.h"

#include <string.h>

enum { USED = 1, IS_ON = 2 };

/* The states of a save: flags for each id that occurs. */
struct own_states {
    const ow_blotter_save *save;
    struct state_set set;
    int32_t highest;
    uint64_t named;
};

typedef void state_visitor(struct own_states *states, int32_t *state);

static void visit_run(struct own_states *states, int32_t *run, uint32_t count, state_visitor *visit)
{
    for (uint32_t i = 0; run && i < count; i++)
        visit(states, &run[i]);
}

/* Visits the states of pegs and wires. */
static void visit_all(struct own_states *states, state_visitor *visit)
{
    const ow_blotter_save *save = states->save;
    for (uint32_t i = 0; i < save->component_count; i++) {
        const ow_blotter_component *component = &save->components[i];
        visit_run(states, component->inputs, component->input_count, visit);
        visit_run(states, component->outputs, component->output_count, visit);
    }
    for (uint32_t i = 0; i < save->wire_count; i++)
        visit(states, &save->wires[i].circuit_state);
}

static void count_one(struct own_states *states, int32_t *state)
{
    states->highest = *state > states->highest ? *state : states->highest;
    states->named++;
}

static void collect_one(struct own_states *states, int32_t *state)
{
    states_collect(&states->set, *state);
}

static void mark_used(struct own_states *states, int32_t *state)
{
    uint8_t *flags = states_flags(&states->set, *state);
    if (flags)
        *flags |= USED;
}

static bool lists_states(const ow_blotter_save *save)
{
    return save->save_type != OW_BLOTTER_WORLD;
}

static void mark_on(struct own_states *states)
{
    const ow_blotter_save *save = states->save;
    const ow_blotter_circuit_states *circuit = &save->circuit_states;
    for (uint32_t i = 0; lists_states(save) && i < circuit->on_count; i++) {
        uint8_t *flags = states_flags(&states->set, circuit->on[i]);
        if (flags)
            *flags |= IS_ON;
    }
    for (uint32_t i = 0; !lists_states(save) && i < states->set.count; i++)
        if (blotter_bit_is_on(save, (int32_t)(states->set.ids ? states->set.ids[i] : i)))
            states->set.flags[i] |= IS_ON;
}

static ow_status survey(struct own_states *states, const ow_blotter_save *save, struct arena *arena)
{
    *states = (struct own_states){.save = save, .highest = -1};
    visit_all(states, count_one);
    for (uint32_t i = 0; lists_states(save) && i < save->circuit_states.on_count; i++)
        count_one(states, &save->circuit_states.on[i]);
    ow_status status =
        states_init(&states->set, arena, states->highest, states->named, states->named * 8);
    if (status == OW_OK && states->set.ids) {
        visit_all(states, collect_one);
        for (uint32_t i = 0; lists_states(save) && i < save->circuit_states.on_count; i++)
            states_collect(&states->set, save->circuit_states.on[i]);
        status = states_sort(&states->set, arena);
    }
    if (status != OW_OK)
        return status;
    visit_all(states, mark_used);
    mark_on(states);
    return OW_OK;
}

/* The part's states, and their ids in the world: one for each flag. */
struct renumbering {
    struct own_states part, world;
    int32_t *numbers;
    int64_t next, highest;
};

static bool is_free(const struct renumbering *renumbering, int64_t state, int64_t limit)
{
    const uint8_t *flags = states_flags(&renumbering->world.set, (int32_t)state);
    return state <= limit && (!flags || *flags == 0);
}

/* A world has a bit for each id up to its highest. So ids of the part that are much higher are
 * renumbered. */
static int64_t highest_to_keep(const struct renumbering *renumbering)
{
    enum { SPARE = 1 << 16 };
    const ow_blotter_save *world = renumbering->world.save;
    int64_t limit = lists_states(world) ? INT32_MAX
                                        : (int64_t)world->circuit_states.bits.size * 8 +
                                              (int64_t)renumbering->part.named + SPARE;
    return limit < INT32_MAX ? limit : INT32_MAX;
}

static bool find_numbers(struct renumbering *renumbering)
{
    const struct state_set *set = &renumbering->part.set;
    int64_t limit = highest_to_keep(renumbering);
    renumbering->highest = -1;
    renumbering->next = (int64_t)renumbering->world.highest + 1;
    for (uint32_t i = 0; i < set->count; i++) {
        int64_t own = set->ids ? set->ids[i] : i;
        renumbering->numbers[i] = -1;
        if (!(set->flags[i] & USED) || !is_free(renumbering, own, limit))
            continue;
        renumbering->numbers[i] = (int32_t)own;
        renumbering->next = own >= renumbering->next ? own + 1 : renumbering->next;
    }
    for (uint32_t i = 0; i < set->count; i++) {
        if (!(set->flags[i] & USED))
            continue;
        if (renumbering->numbers[i] < 0 && renumbering->next > INT32_MAX)
            return false;
        if (renumbering->numbers[i] < 0)
            renumbering->numbers[i] = (int32_t)renumbering->next++;
        if (renumbering->numbers[i] > renumbering->highest)
            renumbering->highest = renumbering->numbers[i];
    }
    return true;
}

static void renumber(struct renumbering *renumbering, int32_t *state)
{
    const struct state_set *set = &renumbering->part.set;
    const uint8_t *flags = states_flags(set, *state);
    if (flags)
        *state = renumbering->numbers[flags - set->flags];
}

static void renumber_all(struct renumbering *renumbering, ow_blotter_save *part)
{
    for (uint32_t i = 0; i < part->component_count; i++) {
        ow_blotter_component *component = &part->components[i];
        for (uint32_t k = 0; component->inputs && k < component->input_count; k++)
            renumber(renumbering, &component->inputs[k]);
        for (uint32_t k = 0; component->outputs && k < component->output_count; k++)
            renumber(renumbering, &component->outputs[k]);
    }
    for (uint32_t i = 0; i < part->wire_count; i++)
        renumber(renumbering, &part->wires[i].circuit_state);
}

static ow_status add_bits(struct save_merge *merge, const struct renumbering *renumbering)
{
    ow_bytes *bits = &merge->world->circuit_states.bits;
    size_t needed = renumbering->highest < 0 ? 0 : (size_t)renumbering->highest / 8 + 1;
    size_t size = needed > bits->size ? needed : bits->size;
    uint8_t *grown = ow_take(merge->world->owner, size, 1, merge->error);
    if (!grown)
        return merge->error->status;
    if (bits->size > 0)
        memcpy(grown, bits->data, bits->size);
    for (uint32_t i = 0; i < renumbering->part.set.count; i++) {
        uint8_t flags = renumbering->part.set.flags[i];
        if (!(flags & USED))
            continue;
        uint32_t number = (uint32_t)renumbering->numbers[i];
        unsigned bit = 1u << number % 8;
        grown[number / 8] =
            (uint8_t)(flags & IS_ON ? grown[number / 8] | bit : grown[number / 8] & ~bit);
    }
    *bits = (ow_bytes){grown, size};
    return OW_OK;
}

/* The next state of the part that is on: in the order of its list, each once. -1 at the end. */
static int64_t next_on(struct renumbering *renumbering, uint32_t *at)
{
    const struct state_set *set = &renumbering->part.set;
    const ow_blotter_save *part = renumbering->part.save;
    bool listed = lists_states(part);
    while (*at < (listed ? part->circuit_states.on_count : set->count)) {
        uint8_t *flags =
            listed ? states_flags(set, part->circuit_states.on[*at]) : &set->flags[*at];
        ++*at;
        if (!flags || *flags != (USED | IS_ON))
            continue;
        *flags = USED;
        return renumbering->numbers[flags - set->flags];
    }
    return -1;
}

static ow_status add_to_list(struct save_merge *merge, struct renumbering *renumbering)
{
    const struct state_set *set = &renumbering->part.set;
    ow_blotter_circuit_states *states = &merge->world->circuit_states;
    uint32_t count = 0, at = 0;
    for (uint32_t i = 0; i < set->count; i++)
        count += set->flags[i] == (USED | IS_ON);
    if (count == 0)
        return OW_OK;
    int32_t *added = ow_list_insert(merge->world->owner, states->on, states->on_count,
                                    OW_AT_THE_END, count, merge->error);
    if (!added)
        return merge->error->status;
    for (int64_t on = next_on(renumbering, &at); on >= 0; on = next_on(renumbering, &at))
        *added++ = (int32_t)on;
    return OW_OK;
}

ow_status merge_states(struct save_merge *merge)
{
    struct renumbering renumbering = {0};
    ow_status status = survey(&renumbering.world, merge->world, &merge->scratch);
    if (status == OW_OK)
        status = survey(&renumbering.part, merge->part, &merge->scratch);
    if (status != OW_OK)
        return merge_limited(merge, status);
    renumbering.numbers =
        arena_take(&merge->scratch, renumbering.part.set.count * sizeof *renumbering.numbers);
    if (!renumbering.numbers)
        return merge_limited(merge, merge->scratch.status);
    if (!find_numbers(&renumbering))
        return error_set(merge->error, OW_BAD_VALUE, 0, NULL,
                         "the world has no free circuit states: the highest is in use");
    renumber_all(&renumbering, merge->part);
    return lists_states(merge->world) ? add_to_list(merge, &renumbering)
                                      : add_bits(merge, &renumbering);
}
