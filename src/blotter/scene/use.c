/* What is known of a component: its type, its custom data, what is inferred. */
#include "fill.h"

#include <stdio.h>
#include <string.h>

/* The type of each numeric id of the save. Ids that the save does not name get unknown types. */
void fill_find_types(struct filler *filler)
{
    struct roster_type *types;
    uint32_t count;
    ow_status status = blotter_list_types(filler->save, &filler->scratch, &types, &count);
    struct type_entry *entries =
        status == OW_OK ? arena_take(&filler->scratch, count * sizeof *entries) : NULL;
    if (!entries) {
        fill_failed(filler, filler->scratch.status);
        return;
    }
    blotter_add_mods(filler->builder->asked.mods, types, count);
    for (uint32_t i = 0; i < count; i++)
        entries[i] = (struct type_entry){types[i].type, OW_NONE, types[i].name};
    filler->entries = entries;
}

/* A type is added to the scene with its first component, so that the legend only lists types that
 * occur. */
static uint32_t find_scene_type(struct filler *filler, uint16_t number)
{
    struct type_entry *entry = &filler->entries[number];
    if (entry->scene_type != OW_NONE)
        return entry->scene_type;
    char made_up[32];
    ow_text name = entry->name;
    if (name.size == 0) {
        int size = snprintf(made_up, sizeof made_up, "type %u", (unsigned)number);
        name = (ow_text){made_up, (size_t)size};
    }
    entry->scene_type =
        scene_type(filler->builder, name, color_of(entry->type->color), entry->type->flags);
    return entry->scene_type;
}

void fill_find_use(struct filler *filler, uint32_t ordinal, struct use *use)
{
    const ow_blotter_component *component = &filler->save->components[ordinal];
    const struct component_type *type = filler->entries[component->type].type;
    *use = (struct use){.subject = fill_subject(filler, ordinal),
                        .component = component,
                        .placement = &filler->placements[ordinal],
                        .type = {.type = type,
                                 .inputs = component->input_count,
                                 .outputs = component->output_count},
                        .scene_type = find_scene_type(filler, component->type),
                        .flags = type->flags};
    if (use->placement->is_uncertain)
        use->flags |= OW_INFERRED_PLACE;
    if (type_read_data(type, component->custom_data, &use->type.data))
        return;
    use->flags |= OW_INFERRED_SHAPE | OW_INFERRED_COLOR;
    if (filler->bad_data++ == 0)
        filler->first_bad_data = use->subject;
}
