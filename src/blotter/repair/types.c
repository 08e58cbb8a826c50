/* Repairs mods and component types. */
#include "repair.h"

#include "../../base/names.h"

#include <overworld/edit.h>
#include <stdio.h>

enum { TYPE_NUMBERS = UINT16_MAX + 1 };

ow_status blotter_fix_names(struct repair *repair)
{
    ow_blotter_save *save = repair->document;
    ow_status status = OW_OK;
    for (uint32_t i = 0; i < repair->count && status == OW_OK; i++) {
        const struct found *found = &repair->found[i];
        bool of_mod = found_is(repair, found, "/mods/*/id");
        status = repair_text(repair, of_mod ? &save->mods[found->at[0]].id
                                            : &save->component_types[found->at[0]].name);
    }
    return status;
}

ow_status blotter_remove_mods(struct repair *repair)
{
    ow_blotter_save *save = repair->document;
    return repair_remove(repair, 0, repair->count, 0, save->mods, &save->mod_count,
                         sizeof *save->mods);
}

ow_status blotter_remove_types(struct repair *repair)
{
    ow_blotter_save *save = repair->document;
    return repair_remove(repair, 0, repair->count, 0, save->component_types,
                         &save->component_type_count, sizeof *save->component_types);
}

ow_status blotter_join_types(struct repair *repair)
{
    ow_blotter_save *save = repair->document;
    struct names names;
    uint16_t *number_of = arena_take(repair->arena, TYPE_NUMBERS * sizeof *number_of);
    if (!number_of)
        return repair->arena->status;
    ow_status status = names_init(&names, repair->arena, &save->component_types->name,
                                  sizeof *save->component_types, save->component_type_count);
    if (status != OW_OK)
        return status;
    for (unsigned number = 0; number < TYPE_NUMBERS; number++)
        number_of[number] = (uint16_t)number;
    for (uint32_t i = 0; i < repair->count; i++) {
        uint32_t later = repair->found[i].at[0], first = names_find_earlier(&names, later);
        if (first != NO_NAME)
            number_of[save->component_types[later].id] = save->component_types[first].id;
    }
    for (uint32_t i = 0; i < save->component_count; i++)
        save->components[i].type = number_of[save->components[i].type];
    return blotter_remove_types(repair);
}

static bool name_type(struct repair *repair, ow_blotter_save *save, uint16_t number)
{
    enum { NAME_ROOM = 32 };
    ow_blotter_component_type *type =
        ow_list_append(repair->owner, save->component_types, save->component_type_count, NULL);
    char *name = type ? repair_take(repair, NAME_ROOM, 1) : NULL;
    if (!name)
        return false;
    int size = snprintf(name, NAME_ROOM, "Overworld.Unknown%u", number);
    *type = (ow_blotter_component_type){.id = number, .name = {name, (size_t)size}};
    return true;
}

ow_status blotter_name_types(struct repair *repair)
{
    ow_blotter_save *save = repair->document;
    uint8_t *named = arena_take(repair->arena, TYPE_NUMBERS);
    if (!named)
        return repair->arena->status;
    memset(named, 0, TYPE_NUMBERS);
    for (uint32_t i = 0; i < repair->count; i++) {
        uint16_t number = save->components[repair->found[i].at[0]].type;
        if (!named[number] && !name_type(repair, save, number))
            return OW_NO_MEMORY;
        named[number] = 1;
    }
    return OW_OK;
}
