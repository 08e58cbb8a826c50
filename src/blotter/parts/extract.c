/* Extracts components of a save to a subassembly. */
#include "parts.h"

#include "../saved_states.h"

#include "../../base/error.h"
#include "../../base/sort.h"

#include <stdio.h>
#include <string.h>

/* The extraction; its memory is in the arena of the copy. */
struct extraction {
    ow_blotter_save *save;
    struct parts *parts;
    const struct blotter_parts *own;
    const struct part_notes *notes;
    uint64_t cut_wires;
    uint32_t first_cut;
    ow_error *error;
};

static bool is_chosen(const struct extraction *extraction, uint32_t component)
{
    return extraction->parts->chosen[extraction->own->first_component + component];
}

/* Whether a component is selected and its parent is not. */
static bool is_top(const struct extraction *extraction, uint32_t component)
{
    uint32_t parent = extraction->parts->parents[extraction->own->first_component + component];
    return is_chosen(extraction, component) &&
           (parent == NO_PART || !extraction->parts->chosen[parent]);
}

/* Whether all topmost components have the same parent. They may then stay in its frame. */
static bool share_parent(const struct extraction *extraction)
{
    uint32_t parent = 0;
    bool any = false;
    for (uint32_t i = 0; i < extraction->save->component_count; i++) {
        if (!is_top(extraction, i))
            continue;
        if (any && extraction->save->components[i].parent != parent)
            return false;
        parent = extraction->save->components[i].parent;
        any = true;
    }
    return true;
}

static ow_status refuse_place(struct extraction *extraction, uint32_t component)
{
    return error_set(extraction->error, OW_BAD_VALUE, 0, NULL,
                     "C-%u would be farther away than a save can store",
                     (unsigned)extraction->save->components[component].address);
}

bool blotter_set_position(const ow_blotter_save *save, ow_blotter_component *component,
                          struct vector position)
{
    const double axes[3] = {position.x, position.y, position.z};
    for (int axis = 0; axis < 3; axis++) {
        double whole = nearbyint(axes[axis]);
        if (!(whole >= INT32_MIN && whole <= INT32_MAX))
            return false;
        if (save->version >= 6)
            component->position.fixed[axis] = (int32_t)whole;
        else
            component->position.units[axis] = rounded_to_float(whole / 1000);
    }
    return true;
}

static void set_rotation(ow_blotter_component *component, struct rotation rotation)
{
    const double axes[4] = {rotation.x, rotation.y, rotation.z, rotation.w};
    for (int axis = 0; axis < 4; axis++)
        component->rotation[axis] = rounded_to_float(axes[axis]);
}

/* The first topmost component becomes the part's origin. */
static ow_status place_tops(struct extraction *extraction)
{
    ow_blotter_save *save = extraction->save;
    bool shared = share_parent(extraction), any = false;
    struct vector origin = {0, 0, 0};
    for (uint32_t i = 0; i < save->component_count; i++) {
        ow_blotter_component *component = &save->components[i];
        if (!is_top(extraction, i))
            continue;
        struct component_frame frame = blotter_frame_of(&extraction->own->frames, i);
        struct vector position = shared ? blotter_position_of(save, component) : frame.position;
        if (!any)
            origin = position;
        any = true;
        if (!blotter_set_position(save, component, vector_subtract(position, origin)))
            return refuse_place(extraction, i);
        if (!shared && component->parent != 0)
            set_rotation(component, frame.rotation);
        component->parent = 0;
    }
    if (!shared)
        parts_note(extraction->notes, "/components",
                   "the components had different parents: they keep their places in the world");
    return any ? OW_OK
               : error_set(extraction->error, OW_BAD_ARGUMENT, 0, NULL,
                           "wires alone cannot become a subassembly: select components");
}

/* Inverts the selection, to remove the rest. */
static void invert_selection(struct extraction *extraction)
{
    const ow_blotter_save *save = extraction->save;
    uint8_t *chosen = extraction->parts->chosen;
    for (uint32_t i = 0; i < save->wire_count; i++) {
        uint32_t ends[2] = {index_find(&extraction->own->index, save->wires[i].first.component),
                            index_find(&extraction->own->index, save->wires[i].second.component)};
        unsigned kept = 0;
        for (int end = 0; end < 2; end++)
            kept += ends[end] != NO_COMPONENT && is_chosen(extraction, ends[end]);
        if (kept == 1 && extraction->cut_wires++ == 0)
            extraction->first_cut = i;
        chosen[extraction->own->first_wire + i] = kept < 2;
    }
    for (uint32_t i = 0; i < save->component_count; i++)
        chosen[extraction->own->first_component + i] ^= 1;
    char pointer[32];
    snprintf(pointer, sizeof pointer, "/wires/%u", (unsigned)extraction->first_cut);
    if (extraction->cut_wires > 0)
        parts_note(extraction->notes, pointer,
                   "omitted wires to components that are not selected: %llu",
                   (unsigned long long)extraction->cut_wires);
}

/* Lists the states of pegs that are on, unique and ascending, as a subassembly does. */
static ow_status list_states(struct extraction *extraction, struct arena *arena)
{
    ow_blotter_save *save = extraction->save;
    uint64_t pegs = 0;
    uint32_t count = 0, kept = 0;
    for (uint32_t i = 0; i < save->component_count; i++)
        pegs += (uint64_t)save->components[i].input_count + save->components[i].output_count;
    uint32_t *on = pegs <= UINT32_MAX ? arena_take(arena, pegs * sizeof *on) : NULL;
    if (!on)
        return pegs <= UINT32_MAX ? arena->status : OW_TOO_MUCH_MEMORY;
    for (uint32_t i = 0; i < save->component_count; i++) {
        const ow_blotter_component *component = &save->components[i];
        for (uint32_t k = 0; component->inputs && k < component->input_count; k++)
            if (blotter_bit_is_on(save, component->inputs[k]))
                on[count++] = (uint32_t)component->inputs[k];
        for (uint32_t k = 0; component->outputs && k < component->output_count; k++)
            if (blotter_bit_is_on(save, component->outputs[k]))
                on[count++] = (uint32_t)component->outputs[k];
    }
    ow_status status = sort_u32(on, count, arena);
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || on[i] != on[i - 1])
            on[kept++] = on[i];
    int32_t *states = ow_take(save->owner, kept, sizeof *states, extraction->error);
    if (status != OW_OK || !states)
        return status != OW_OK ? status : OW_NO_MEMORY;
    for (uint32_t i = 0; i < kept; i++)
        states[i] = (int32_t)on[i];
    save->circuit_states = (ow_blotter_circuit_states){.on = states, .on_count = kept};
    return OW_OK;
}

/* A subassembly names only the types that it uses, like those that the game writes. */
static ow_status drop_types(ow_blotter_save *save, struct arena *arena)
{
    enum { TYPES = UINT16_MAX + 1 };
    uint8_t *used = arena_take(arena, TYPES);
    uint32_t kept = 0;
    if (!used)
        return arena->status;
    memset(used, 0, TYPES);
    for (uint32_t i = 0; i < save->component_count; i++)
        used[save->components[i].type] = 1;
    for (uint32_t i = 0; i < save->component_type_count; i++)
        if (used[save->component_types[i].id])
            save->component_types[kept++] = save->component_types[i];
    save->component_type_count = kept;
    return OW_OK;
}

static ow_status finish(struct extraction *extraction)
{
    struct arena scratch;
    ow_blotter_save *save = extraction->save;
    ow_status status = OW_OK;
    arena_share(&scratch, &extraction->parts->arena);
    if (save->save_type == OW_BLOTTER_WORLD && save->version > 4) {
        status = list_states(extraction, &scratch);
        save->save_type = OW_BLOTTER_SUBASSEMBLY;
    }
    if (status == OW_OK)
        status = drop_types(save, &scratch);
    arena_free(&scratch);
    return status == OW_OK
               ? OW_OK
               : error_limited(extraction->error, status, arena_limit(&extraction->parts->arena));
}

ow_status blotter_extract_parts(void *document, struct parts *parts, const struct part_notes *notes,
                                ow_error *error)
{
    ow_blotter_save *save = document;
    struct extraction extraction = {
        .save = save, .parts = parts, .own = parts->own, .notes = notes, .error = error};
    ow_status status = place_tops(&extraction);
    if (status != OW_OK)
        return status;
    invert_selection(&extraction);
    status = blotter_remove_parts(save, parts, error);
    save->trailing = (ow_bytes){0};
    return status == OW_OK ? finish(&extraction) : status;
}
