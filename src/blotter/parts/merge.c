/* Inserts components and wires of one save into another. */
#include "merge.h"

#include "../../base/error.h"

#include <stdio.h>
#include <string.h>

ow_status merge_limited(const struct save_merge *merge, ow_status status)
{
    return error_limited(merge->error, status, arena_limit(&merge->scratch));
}

/* Addresses that are free in the world stay. The others get new ones above the highest of both. */
static ow_status find_addresses(struct save_merge *merge)
{
    struct component_index index;
    const ow_blotter_save *part = merge->part;
    uint64_t next = 1, renumbered = 0;
    ow_status status = blotter_index_components(merge->world, &index, &merge->scratch);
    if (status == OW_OK)
        status = blotter_index_components(part, &merge->part_index, &merge->scratch);
    merge->addresses = arena_take(&merge->scratch, part->component_count * sizeof(uint32_t));
    if (status != OW_OK || !merge->addresses)
        return merge_limited(merge, status != OW_OK ? status : merge->scratch.status);
    if (merge->world->component_count > 0)
        next = index.highest + 1ull;
    if (part->component_count > 0 && merge->part_index.highest >= next)
        next = merge->part_index.highest + 1ull;
    for (uint32_t i = 0; i < part->component_count; i++) {
        uint32_t address = part->components[i].address;
        bool is_free = address != 0 && index_find(&index, address) == NO_COMPONENT &&
                       index_find(&merge->part_index, address) == i;
        merge->addresses[i] = is_free ? address : (uint32_t)next;
        renumbered += !is_free;
        next += !is_free;
        if (next > UINT32_MAX)
            return error_set(
                merge->error, OW_BAD_VALUE, 0, NULL,
                "the world has no free addresses for components: the highest is in use");
    }
    if (renumbered > 0)
        parts_note(merge->notes, "/components",
                   "components that got a new address because the world already uses theirs: %llu",
                   (unsigned long long)renumbered);
    return OW_OK;
}

static ow_status check_under(struct save_merge *merge)
{
    uint32_t under = merge->placement->under;
    const ow_blotter_save *world = merge->world;
    for (uint32_t i = 0; i < world->component_count; i++)
        if (under != 0 && world->components[i].address == under)
            return OW_OK;
    return under == 0 ? OW_OK
                      : error_set(merge->error, OW_BAD_ARGUMENT, 0, NULL,
                                  "the world has no component C-%u to attach the part to",
                                  (unsigned)under);
}

#define HALF_ROOT 0.70710678118654752440

/* Quarter turns about y, clockwise seen from above in the game's left-handed frame. */
static struct rotation find_turn(int quarters)
{
    static const struct rotation turns[4] = {
        {0, 0, 0, 1}, {0, HALF_ROOT, 0, HALF_ROOT}, {0, 1, 0, 0}, {0, -HALF_ROOT, 0, HALF_ROOT}};
    return turns[(unsigned)quarters % 4];
}

/* Turns a place by quarters, exactly. */
static struct vector turn_place(struct vector place, int quarters)
{
    switch ((unsigned)quarters % 4) {
    case 1:
        return (struct vector){place.z, place.y, -place.x};
    case 2:
        return (struct vector){-place.x, place.y, -place.z};
    case 3:
        return (struct vector){-place.z, place.y, place.x};
    default:
        return place;
    }
}

static void turn_component(ow_blotter_component *component, int quarters)
{
    float *r = component->rotation;
    struct rotation own = {(double)r[0], (double)r[1], (double)r[2], (double)r[3]};
    if ((unsigned)quarters % 4 == 0)
        return; /* exact, bit for bit */
    struct rotation turned = rotation_multiply(find_turn(quarters), own);
    r[0] = rounded_to_float(turned.x);
    r[1] = rounded_to_float(turned.y);
    r[2] = rounded_to_float(turned.z);
    r[3] = rounded_to_float(turned.w);
}

/* Moves a topmost component of the part to its place. */
static ow_status place_top(struct save_merge *merge, uint32_t ordinal)
{
    const ow_placement *placement = merge->placement;
    ow_blotter_component *component = &merge->part->components[ordinal];
    struct vector at = {rounded_to_double(placement->at[0] * SQUARE),
                        rounded_to_double(placement->at[1] * SQUARE),
                        rounded_to_double(placement->at[2] * SQUARE)};
    bool is_moved = at.x != 0 || at.y != 0 || at.z != 0 || placement->quarter_turns % 4 != 0;
    struct vector place = vector_add(
        at, turn_place(blotter_position_of(merge->part, component), placement->quarter_turns));
    component->parent = placement->under;
    if (!is_moved)
        return OW_OK;
    turn_component(component, placement->quarter_turns);
    if (blotter_set_position(merge->part, component, place))
        return OW_OK;
    return error_set(merge->error, OW_BAD_VALUE, 0, NULL,
                     "C-%u would be farther away than a save can store",
                     (unsigned)component->address);
}

static ow_status add_components(struct save_merge *merge)
{
    ow_blotter_save *world = merge->world, *part = merge->part;
    uint64_t lost = 0;
    for (uint32_t i = 0; i < part->component_count; i++) {
        ow_blotter_component *component = &part->components[i];
        uint32_t parent = component->parent != 0 ? index_find(&merge->part_index, component->parent)
                                                 : NO_COMPONENT;
        lost += component->parent != 0 && parent == NO_COMPONENT;
        ow_status status = OW_OK;
        if (parent == NO_COMPONENT)
            status = place_top(merge, i);
        else
            component->parent = merge->addresses[parent];
        if (status != OW_OK)
            return status;
        component->address = merge->addresses[i];
        component->type = merge->types[component->type];
    }
    if (lost > 0)
        parts_note(
            merge->notes, "/components",
            "components whose parent is missing in the part, attached where the part goes: %llu",
            (unsigned long long)lost);
    if (part->component_count == 0)
        return OW_OK;
    ow_blotter_component *added =
        ow_list_insert(world->owner, world->components, world->component_count, OW_AT_THE_END,
                       part->component_count, merge->error);
    if (!added)
        return merge->error->status;
    memcpy(added, part->components, part->component_count * sizeof *added);
    return OW_OK;
}

/* Converts a peg to the world's addresses. Returns false if the part does not have its
 * component. */
static bool move_peg(const struct save_merge *merge, ow_blotter_peg *peg)
{
    uint32_t ordinal = index_find(&merge->part_index, peg->component);
    if (ordinal == NO_COMPONENT)
        return false;
    peg->component = merge->addresses[ordinal];
    return true;
}

static ow_status add_wires(struct save_merge *merge)
{
    ow_blotter_save *world = merge->world, *part = merge->part;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < part->wire_count; i++) {
        ow_blotter_wire wire = part->wires[i];
        if (move_peg(merge, &wire.first) && move_peg(merge, &wire.second))
            part->wires[kept++] = wire;
    }
    if (kept < part->wire_count)
        parts_note(merge->notes, "/wires",
                   "omitted wires to components that are missing in the part: %u",
                   (unsigned)(part->wire_count - kept));
    if (kept == 0)
        return OW_OK;
    ow_blotter_wire *added = ow_list_insert(world->owner, world->wires, world->wire_count,
                                            OW_AT_THE_END, kept, merge->error);
    if (!added)
        return merge->error->status;
    memcpy(added, part->wires, kept * sizeof *added);
    return OW_OK;
}

ow_status blotter_merge_parts(void *world, void *part, const ow_placement *placement,
                              const struct part_notes *notes, ow_error *error)
{
    struct save_merge merge = {
        .world = world, .part = part, .placement = placement, .notes = notes, .error = error};
    arena_share(&merge.scratch, merge.world->owner);
    ow_status status = check_under(&merge);
    if (status == OW_OK)
        status = find_addresses(&merge);
    if (status == OW_OK)
        status = merge_types(&merge);
    if (status == OW_OK)
        status = merge_mods(&merge);
    if (status == OW_OK && merge.world->version > 4)
        status = merge_states(&merge);
    if (status == OW_OK)
        status = add_wires(&merge);
    if (status == OW_OK)
        status = add_components(&merge);
    arena_free(&merge.scratch);
    return status;
}
