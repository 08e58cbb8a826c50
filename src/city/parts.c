/* The things of a city as parts. */
#include "parts.h"
#include "city.h"

ow_status city_open_parts(struct parts *parts, ow_error *error)
{
    const ow_city_save *save = parts->document;
    (void)error;
    return parts_add_list(parts, NULL, 0, "things", "thing", save->thing_count);
}

void city_tell_part(const struct parts *parts, const struct part_list *list, uint32_t index,
                    ow_part *part)
{
    const ow_city_save *save = parts->document;
    const ow_city_thing *thing = &save->things[index];
    (void)list;
    if (thing->meta_thing < save->meta_thing_count)
        part->type = save->meta_things[thing->meta_thing];
    part->axes = 3;
    part->position[0] = (double)thing->x;
    part->position[1] = (double)thing->y;
    part->position[2] = (double)thing->z;
}

ow_status city_remove_parts(void *document, const struct parts *parts, ow_error *error)
{
    ow_city_save *save = document;
    (void)error;
    save->thing_count =
        parts_leave_out(save->things, save->thing_count, sizeof *save->things, parts->chosen);
    return OW_OK;
}
