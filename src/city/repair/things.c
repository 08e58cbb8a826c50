/* Repairs things and the Meta Things table. */
#include "repair.h"

#include "../../base/names.h"

/* Removes the listed entries from the table and renumbers the entries of all things. `stands_for`
 * has the replacement of each entry. */
static ow_status remove_entries(struct repair *repair, ow_city_save *save,
                                const uint32_t *stands_for)
{
    uint32_t count = save->meta_thing_count, removed = 0;
    uint32_t *moved = arena_take(repair->arena, count * sizeof *moved);
    if (!moved)
        return repair->arena->status;
    memset(moved, 0, count * sizeof *moved);
    for (uint32_t i = 0; i < repair->count; i++)
        moved[repair->found[i].at[0]] = 1;
    for (uint32_t i = 0; i < count; i++) {
        bool is_removed = moved[i];
        moved[i] = i - removed;
        removed += is_removed;
    }
    for (uint32_t i = 0; i < save->thing_count; i++) {
        ow_city_thing *thing = &save->things[i];
        if (thing->meta_thing < count)
            thing->meta_thing = moved[stands_for[thing->meta_thing]];
        else
            thing->meta_thing -= removed; /* still outside the table */
    }
    return repair_remove(repair, 0, repair->count, 0, save->meta_things, &save->meta_thing_count,
                         sizeof *save->meta_things);
}

static uint32_t *take_entries(struct repair *repair, const ow_city_save *save)
{
    uint32_t *entries = arena_take(repair->arena, save->meta_thing_count * sizeof *entries);
    for (uint32_t i = 0; entries && i < save->meta_thing_count; i++)
        entries[i] = i;
    return entries;
}

ow_status city_join_meta_things(struct repair *repair)
{
    ow_city_save *save = repair->document;
    struct names names;
    uint32_t *stands_for = take_entries(repair, save);
    if (!stands_for)
        return repair->arena->status;
    ow_status status = names_init(&names, repair->arena, save->meta_things,
                                  sizeof *save->meta_things, save->meta_thing_count);
    for (uint32_t i = 0; status == OW_OK && i < repair->count; i++) {
        uint32_t later = repair->found[i].at[0], first = names_find_earlier(&names, later);
        stands_for[later] = first != NO_NAME ? first : later;
    }
    return status == OW_OK ? remove_entries(repair, save, stands_for) : status;
}

ow_status city_remove_meta_things(struct repair *repair)
{
    ow_city_save *save = repair->document;
    const uint32_t *stands_for = take_entries(repair, save);
    return stands_for ? remove_entries(repair, save, stands_for) : repair->arena->status;
}

ow_status city_remove_things(struct repair *repair)
{
    ow_city_save *save = repair->document;
    return repair_remove(repair, 0, repair->count, 0, save->things, &save->thing_count,
                         sizeof *save->things);
}

ow_status city_turn_things(struct repair *repair)
{
    enum { DIRECTIONS = 8 };
    ow_city_save *save = repair->document;
    for (uint32_t i = 0; i < repair->count; i++)
        save->things[repair->found[i].at[0]].direction %= DIRECTIONS;
    return OW_OK;
}

ow_status city_clear_reserved(struct repair *repair)
{
    ow_city_save *save = repair->document;
    for (uint32_t i = 0; i < repair->count; i++)
        save->things[repair->found[i].at[0]].reserved.size = 0;
    return OW_OK;
}
