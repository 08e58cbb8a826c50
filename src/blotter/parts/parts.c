/* The components and wires of a save as parts. */
#include "parts.h"

#include "../../base/error.h"

static ow_status find_parents(struct parts *parts, const struct blotter_parts *own)
{
    parts->parents = arena_take(&parts->arena, parts->count * sizeof *parts->parents);
    if (!parts->parents)
        return parts->arena.status;
    for (uint32_t i = 0; i < parts->count; i++)
        parts->parents[i] = NO_PART;
    blotter_find_parents(own->save, &own->index, parts->parents + own->first_component);
    return OW_OK;
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
        status = blotter_list_types(save, &parts->arena, &own->types, NULL);
    return status == OW_OK ? OW_OK : error_limited(error, status, arena_limit(&parts->arena));
}

ow_status blotter_relate_parts(struct parts *parts, ow_error *error)
{
    const ow_blotter_save *save = parts->document;
    struct blotter_parts *own = parts->own;
    ow_status status = blotter_index_components(save, &own->index, &parts->arena);
    if (status == OW_OK)
        status = find_parents(parts, own);
    if (status == OW_OK)
        status = blotter_find_carriers(save, parts->parents, &parts->arena, &own->frames);
    return status == OW_OK ? OW_OK : error_limited(error, status, arena_limit(&parts->arena));
}

bool blotter_mark_wired(const struct parts *parts, uint32_t address, uint8_t *marks)
{
    const struct blotter_parts *own = parts->own;
    const ow_blotter_save *save = own->save;
    if (index_find(&own->index, address) == NO_COMPONENT)
        return false;
    for (uint32_t i = 0; i < save->wire_count; i++) {
        const ow_blotter_wire *wire = &save->wires[i];
        bool from = wire->first.component == address, to = wire->second.component == address;
        if (!from && !to)
            continue;
        uint32_t other =
            index_find(&own->index, from ? wire->second.component : wire->first.component);
        marks[own->first_wire + i] = 1;
        if (other != NO_COMPONENT)
            marks[own->first_component + other] = 1;
    }
    return true;
}

void blotter_fill_part(const struct parts *parts, const struct part_list *list, uint32_t index,
                       ow_part *part)
{
    const struct blotter_parts *own = parts->own;
    if (list->number != 0)
        return;
    const ow_blotter_component *component = &own->save->components[index];
    const struct roster_type *type = &own->types[component->type];
    part->type = type->name;
    part->has_address = true;
    part->address = component->address;
    part->axes = 3;
    if (parts->are_related) {
        struct vector at = blotter_position_in_world(&own->frames, index);
        part->position[0] = at.x / SQUARE;
        part->position[1] = at.y / SQUARE;
        part->position[2] = at.z / SQUARE;
    }
    struct component_data data;
    if (type->type->text_height > 0 && type_read_data(type->type, component->custom_data, &data))
        part->text = data.text;
}
