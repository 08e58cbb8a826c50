/* The components and wires of a save as parts. */
#include "parts.h"

#include "../../base/error.h"
#include "../../change/ancestry.h"

ow_status blotter_index_components(const ow_blotter_save *save, struct component_index *index,
                                   struct arena *arena)
{
    index_init(index, arena, save->component_count);
    for (uint32_t i = 0; i < save->component_count; i++)
        index_note(index, i, save->components[i].address);
    return index_build(index);
}

struct vector blotter_position_of(const ow_blotter_save *save,
                                  const ow_blotter_component *component)
{
    double axes[3];
    blotter_place_of(save, component, axes);
    return (struct vector){axes[0], axes[1], axes[2]};
}

static ow_status find_types(struct blotter_parts *own, struct arena *arena)
{
    const ow_blotter_save *save = own->save;
    uint32_t highest = 0;
    for (uint32_t i = 0; i < save->component_count; i++)
        if (save->components[i].type > highest)
            highest = save->components[i].type;
    own->types = arena_take(arena, (highest + 1) * sizeof *own->types);
    if (!own->types)
        return arena->status;
    for (uint32_t i = 0; i <= highest; i++)
        own->types[i] = (struct part_type){{"", 0}, &type_unknown};
    for (uint32_t i = save->component_type_count; i-- > 0;) {
        const ow_blotter_component_type *type = &save->component_types[i];
        if (type->id <= highest)
            own->types[type->id] = (struct part_type){type->name, type_of_name(type->name)};
    }
    return OW_OK;
}

static ow_status find_parents(struct parts *parts, struct blotter_parts *own)
{
    const ow_blotter_save *save = own->save;
    parts->parents = arena_take(&parts->arena, parts->count * sizeof *parts->parents);
    if (!parts->parents)
        return parts->arena.status;
    for (uint32_t i = 0; i < parts->count; i++)
        parts->parents[i] = NO_PART;
    for (uint32_t i = 0; i < save->component_count; i++) {
        uint32_t parent = save->components[i].parent;
        uint32_t found = parent != 0 ? index_find(&own->index, parent) : NO_COMPONENT;
        if (found != NO_COMPONENT)
            parts->parents[own->first_component + i] = own->first_component + found;
    }
    return OW_OK;
}

static struct rotation own_rotation(const ow_blotter_component *component)
{
    const float *r = component->rotation;
    return rotation_unit((struct rotation){(double)r[0], (double)r[1], (double)r[2], (double)r[3]});
}

/* Each component behind the one that carries it; circles are broken where they are met. */
static ow_status find_frames(struct parts *parts, struct blotter_parts *own)
{
    const ow_blotter_save *save = own->save;
    uint32_t count = save->component_count;
    struct arena scratch;
    arena_share(&scratch, &parts->arena);
    own->frames = arena_take(&parts->arena, count * sizeof *own->frames);
    uint32_t *order = arena_take(&scratch, count * sizeof *order);
    ow_status status = own->frames && order ? OW_OK : OW_NO_MEMORY;
    if (status != OW_OK)
        status = own->frames ? scratch.status : parts->arena.status;
    else
        status = ancestry_order(parts->parents, count, order, &scratch);
    for (uint32_t i = 0; status == OW_OK && i < count; i++) {
        const ow_blotter_component *component = &save->components[order[i]];
        struct part_frame *frame = &own->frames[order[i]];
        uint32_t parent = parts->parents[order[i]];
        *frame = (struct part_frame){blotter_position_of(save, component), own_rotation(component)};
        if (parent == NO_PART)
            continue;
        const struct part_frame *below = &own->frames[parent];
        frame->position =
            vector_add(below->position, vector_turn(below->rotation, frame->position));
        frame->rotation = rotation_unit(rotation_multiply(below->rotation, frame->rotation));
    }
    arena_free(&scratch);
    return status;
}

ow_status blotter_open_parts(struct parts *parts, ow_error *error)
{
    const ow_blotter_save *save = parts->document;
    struct blotter_parts *own = arena_take(&parts->arena, sizeof *own);
    ow_status status = own ? OW_OK : parts->arena.status;
    if (status == OW_OK) {
        *own = (struct blotter_parts){.save = save};
        parts->own = own;
        status = parts_add_list(parts, NULL, 0, "components", "component", save->component_count);
    }
    if (status == OW_OK) {
        own->first_wire = parts->count;
        status = parts_add_list(parts, NULL, 1, "wires", "wire", save->wire_count);
    }
    if (status == OW_OK)
        status = blotter_index_components(save, &own->index, &parts->arena);
    if (status == OW_OK)
        status = find_types(own, &parts->arena);
    if (status == OW_OK)
        status = find_parents(parts, own);
    if (status == OW_OK)
        status = find_frames(parts, own);
    return status == OW_OK ? OW_OK : error_limited(error, status, arena_limit(&parts->arena));
}

void blotter_tell_part(const struct parts *parts, const struct part_list *list, uint32_t index,
                       ow_part *part)
{
    const struct blotter_parts *own = parts->own;
    if (list->number != 0)
        return;
    const ow_blotter_component *component = &own->save->components[index];
    const struct part_type *type = &own->types[component->type];
    const struct vector *at = &own->frames[index].position;
    part->type = type->name;
    part->has_address = true;
    part->address = component->address;
    part->axes = 3;
    part->position[0] = at->x / SQUARE;
    part->position[1] = at->y / SQUARE;
    part->position[2] = at->z / SQUARE;
    struct component_data data;
    if (type->type->text_height > 0 && type_read_data(type->type, component->custom_data, &data))
        part->text = data.text;
}
