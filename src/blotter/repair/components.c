/* Repairs components: addresses, parents, numbers. */
#include "repair.h"

#include <math.h>
#include <overworld/edit.h>

/* The new order of components. */
struct ordering {
    const ow_blotter_save *save;
    const struct component_index *index;
    ow_blotter_component *ordered;
    uint32_t count;
    uint8_t *seen;  /* it is on the current path, or listed */
    uint32_t *path; /* from a component up to the first one that is already listed */
};

/* Lists a component after its ancestors. In a cycle, one is listed before its parent. */
static void list_component(struct ordering *ordering, uint32_t at)
{
    uint32_t length = 0;
    while (at != NO_COMPONENT && !ordering->seen[at]) {
        uint32_t parent = ordering->save->components[at].parent;
        ordering->seen[at] = 1;
        ordering->path[length++] = at;
        at = parent == 0 ? NO_COMPONENT : index_find(ordering->index, parent);
    }
    while (length > 0)
        ordering->ordered[ordering->count++] = ordering->save->components[ordering->path[--length]];
}

ow_status blotter_order_components(struct repair *repair)
{
    ow_blotter_save *save = repair->document;
    struct component_index index;
    struct ordering ordering = {.save = save, .index = &index};
    ow_status status = repair_index(repair, &index);
    if (status != OW_OK)
        return status;
    ordering.ordered = arena_take(repair->arena, save->component_count * sizeof *ordering.ordered);
    ordering.seen = arena_take(repair->arena, save->component_count);
    ordering.path = arena_take(repair->arena, save->component_count * sizeof *ordering.path);
    if (!ordering.ordered || !ordering.seen || !ordering.path)
        return repair->arena->status;
    memset(ordering.seen, 0, save->component_count);
    for (uint32_t i = 0; i < save->component_count; i++)
        list_component(&ordering, i);
    memcpy(save->components, ordering.ordered, save->component_count * sizeof *save->components);
    return OW_OK;
}

/* Returns an address above the highest. If these are exhausted, returns one that is unused. */
static uint32_t free_address(const struct component_index *index, uint32_t *last)
{
    if (*last >= index->highest && *last < UINT32_MAX)
        return ++*last;
    if (*last == UINT32_MAX)
        *last = 0;
    do
        ++*last;
    while (index_find(index, *last) != NO_COMPONENT);
    return *last;
}

static void move_wires(ow_blotter_save *save, uint32_t from, uint32_t to)
{
    for (uint32_t i = 0; i < save->wire_count; i++) {
        ow_blotter_peg *pegs[] = {&save->wires[i].first, &save->wires[i].second};
        for (unsigned end = 0; end < 2; end++)
            if (pegs[end]->component == from)
                pegs[end]->component = to;
    }
}

ow_status blotter_new_addresses(struct repair *repair)
{
    ow_blotter_save *save = repair->document;
    struct component_index index;
    ow_status status = repair_index(repair, &index);
    uint32_t last = index.highest;
    bool zero_moved = false;
    for (uint32_t i = 0; status == OW_OK && i < repair->count; i++) {
        ow_blotter_component *component = &save->components[repair->found[i].at[0]];
        bool is_zero = component->address == 0;
        component->address = free_address(&index, &last);
        if (is_zero && !zero_moved)
            move_wires(save, 0, component->address);
        zero_moved = zero_moved || is_zero;
    }
    return status;
}

ow_status blotter_make_roots(struct repair *repair)
{
    ow_blotter_save *save = repair->document;
    for (uint32_t i = 0; i < repair->count; i++)
        save->components[repair->found[i].at[0]].parent = 0;
    return OW_OK;
}

ow_status blotter_fix_positions(struct repair *repair)
{
    ow_blotter_save *save = repair->document;
    for (uint32_t i = 0; i < repair->count; i++)
        repair_floats(save->components[repair->found[i].at[0]].position.units, 3);
    return OW_OK;
}

/* Computed in double, so that all hosts agree. If the length is not usable as a divisor, the
 * rotation is reset. */
ow_status blotter_fix_rotations(struct repair *repair)
{
    ow_blotter_save *save = repair->document;
    for (uint32_t i = 0; i < repair->count; i++) {
        float *q = save->components[repair->found[i].at[0]].rotation;
        double square = 0;
        for (unsigned k = 0; k < 4; k++)
            square += (double)q[k] * q[k];
        bool scales = isfinite(square) && square > 1e-60;
        for (unsigned k = 0; k < 4; k++)
            q[k] = scales ? (float)(q[k] / sqrt(square)) : k == 3;
    }
    return OW_OK;
}

ow_status blotter_fix_flags(struct repair *repair)
{
    ow_blotter_save *save = repair->document;
    for (uint32_t i = 0; i < repair->count; i++) {
        const struct found *found = &repair->found[i];
        ow_blotter_component *component = &save->components[found->at[0]];
        if (found_is(repair, found, "/components/*/inputs/*/exclusive"))
            component->inputs_exclusive[found->at[1]] = 1;
        else
            component->outputs_on[found->at[1]] = 1;
    }
    return OW_OK;
}
