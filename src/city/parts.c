/* The things of a city as parts. */
#include "parts.h"

#include "../base/error.h"
#include "../base/names.h"
#include "../base/text.h"

#include "city.h"
#include <float.h>
#include <math.h>
#include <string.h>

ow_status city_open_parts(struct parts *parts, ow_error *error)
{
    const ow_city_save *save = parts->document;
    ow_status status = parts_add_list(parts, NULL, 0, "things", "thing", save->thing_count);
    return status == OW_OK ? OW_OK : error_limited(error, status, arena_limit(&parts->arena));
}

void city_fill_part(const struct parts *parts, const struct part_list *list, uint32_t index,
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

/* The size of a section that the file states may be wrong. It is kept as long as the section is. */
static void forget_size(ow_stated_size *size, bool has_changed)
{
    if (has_changed)
        *size = (ow_stated_size){0};
}

ow_status city_remove_parts(void *document, struct parts *parts, ow_error *error)
{
    ow_city_save *save = document;
    uint32_t count = save->thing_count;
    (void)error;
    save->thing_count =
        parts_leave_out(save->things, save->thing_count, sizeof *save->things, parts->chosen);
    forget_size(&save->things_size, save->thing_count != count);
    return OW_OK;
}

/* Removes names that nothing uses: the game's table only has things that occur. */
static ow_status drop_names(ow_city_save *save, struct arena *arena)
{
    uint32_t *places = arena_take(arena, save->meta_thing_count * sizeof *places), kept = 0;
    if (!places)
        return arena->status;
    for (uint32_t i = 0; i < save->meta_thing_count; i++)
        places[i] = NO_PART;
    for (uint32_t i = 0; i < save->thing_count; i++)
        if (save->things[i].meta_thing < save->meta_thing_count)
            places[save->things[i].meta_thing] = 0;
    for (uint32_t i = 0; i < save->meta_thing_count; i++) {
        if (places[i] == NO_PART)
            continue;
        places[i] = kept;
        save->meta_things[kept++] = save->meta_things[i];
    }
    for (uint32_t i = 0; i < save->thing_count; i++) {
        uint32_t *name = &save->things[i].meta_thing;
        *name = *name < save->meta_thing_count ? places[*name] : *name;
    }
    forget_size(&save->meta_things_size, kept != save->meta_thing_count);
    save->meta_thing_count = kept;
    return OW_OK;
}

bool city_move_thing(ow_city_thing *thing, const double by[3])
{
    float *axes[3] = {&thing->x, &thing->y, &thing->z};
    for (int axis = 0; axis < 3; axis++) {
        double moved = rounded_to_double((double)*axes[axis] + by[axis]);
        if (by[axis] == 0) /* exact, bit for bit */
            continue;
        if (!(fabs(moved) <= (double)FLT_MAX))
            return false;
        *axes[axis] = rounded_to_float(moved);
    }
    return true;
}

bool city_find_patch(const struct parts *parts, const ow_city_terrain *terrain, struct patch *patch)
{
    const uint32_t counts[2] = {terrain->x_vertices, terrain->y_vertices};
    for (int axis = 0; axis < 2; axis++) {
        double first = fmax(floor(parts->least[axis]), 0);
        double last = fmin(ceil(parts->most[axis]), (double)counts[axis] - 1);
        if (!(first <= last))
            return false;
        patch->first[axis] = (uint32_t)first;
        patch->last[axis] = (uint32_t)last;
    }
    return true;
}

/* Moves rows to the front of their list, which is a copy. */
static void cut_ground(ow_city_terrain *terrain, const struct patch *patch)
{
    uint32_t width = patch->last[0] - patch->first[0] + 1;
    uint32_t height = patch->last[1] - patch->first[1] + 1;
    for (uint32_t y = 0; y < height; y++)
        memmove(terrain->heights + (size_t)y * width,
                terrain->heights + (size_t)(patch->first[1] + y) * terrain->x_vertices +
                    patch->first[0],
                width * sizeof *terrain->heights);
    terrain->x_vertices = width;
    terrain->y_vertices = height;
    terrain->size = (ow_stated_size){0};
}

/* Cuts the ground below a box, with the things on it. An image is kept whole, so its things keep
 * their places. */
static ow_status cut(ow_city_save *save, const struct parts *parts, const struct part_notes *notes,
                     ow_error *error)
{
    struct patch patch;
    if (save->terrain.kind != OW_CITY_HEIGHTS) {
        parts_note(notes, "/terrain",
                   "the terrain is an image, which cannot be cut: things keep their positions");
        return OW_OK;
    }
    if (!city_find_patch(parts, &save->terrain, &patch))
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "the box is outside the terrain, which has %u by %u vertices",
                         (unsigned)save->terrain.x_vertices, (unsigned)save->terrain.y_vertices);
    cut_ground(&save->terrain, &patch);
    const double by[3] = {-(double)patch.first[0], -(double)patch.first[1], 0};
    for (uint32_t i = 0; i < save->thing_count; i++)
        city_move_thing(&save->things[i], by);
    return OW_OK;
}

ow_status city_extract_parts(void *document, struct parts *parts, const struct part_notes *notes,
                             ow_error *error)
{
    for (uint32_t i = 0; i < parts->count; i++)
        parts->chosen[i] ^= 1;
    ow_status status = city_remove_parts(document, parts, error);
    if (status == OW_OK && parts->has_box)
        status = cut(document, parts, notes, error);
    if (status != OW_OK)
        return status;
    status = drop_names(document, &parts->arena);
    return status == OW_OK ? OW_OK : error_limited(error, status, arena_limit(&parts->arena));
}

/* Finds the index of each of the part's names in the world's table. Adds the missing ones. */
static ow_status join_names(ow_city_save *world, const ow_city_save *part, uint32_t *places,
                            struct arena *arena, ow_error *error)
{
    uint32_t ours = world->meta_thing_count, theirs = part->meta_thing_count;
    uint64_t count = (uint64_t)ours + theirs;
    struct names same;
    if (count > UINT32_MAX)
        return error_plain(error, OW_TOO_MUCH_MEMORY);
    ow_text *names = arena_take(arena, count * sizeof *names);
    if (!names)
        return error_plain(error, arena->status);
    if (ours > 0)
        memcpy(names, world->meta_things, ours * sizeof *names);
    if (theirs > 0)
        memcpy(names + ours, part->meta_things, theirs * sizeof *names);
    ow_status status = names_init(&same, arena, names, sizeof *names, (uint32_t)count);
    if (status != OW_OK)
        return error_plain(error, status);
    for (uint32_t i = 0; i < theirs; i++) {
        uint32_t earlier = names_find_earlier(&same, ours + i);
        places[i] = earlier == NO_NAME ? world->meta_thing_count
                    : earlier < ours   ? earlier
                                       : places[earlier - ours];
        if (earlier != NO_NAME)
            continue;
        ow_text *added =
            ow_list_append(world->owner, world->meta_things, world->meta_thing_count, error);
        if (!added)
            return error->status;
        *added = part->meta_things[i];
    }
    forget_size(&world->meta_things_size, world->meta_thing_count != ours);
    return OW_OK;
}

/* An index outside the part's table stays outside the world's table. */
static ow_status place_things(const ow_city_save *world, ow_city_save *part, const uint32_t *places,
                              const double by[3], ow_error *error)
{
    for (uint32_t i = 0; i < part->thing_count; i++) {
        ow_city_thing *thing = &part->things[i];
        if (thing->meta_thing < part->meta_thing_count)
            thing->meta_thing = places[thing->meta_thing];
        else if (thing->meta_thing < world->meta_thing_count)
            thing->meta_thing = UINT32_MAX;
        if (!city_move_thing(thing, by))
            return error_set(error, OW_BAD_VALUE, 0, NULL,
                             "thing %u would be farther away than a save can store", (unsigned)i);
    }
    return OW_OK;
}

ow_status city_merge_parts(void *document, void *joined, const ow_placement *placement,
                           const struct part_notes *notes, ow_error *error)
{
    ow_city_save *world = document, *part = joined;
    struct arena scratch;
    if (placement->quarter_turns % 4 != 0 || placement->under != 0)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "--turn and --under do not work for cities");
    (void)notes;
    arena_share(&scratch, world->owner);
    uint32_t *places = arena_take(&scratch, part->meta_thing_count * sizeof *places);
    ow_status status = places ? join_names(world, part, places, &scratch, error)
                              : error_plain(error, scratch.status);
    if (status == OW_OK)
        status = place_things(world, part, places, placement->at, error);
    arena_free(&scratch);
    if (status != OW_OK || part->thing_count == 0)
        return status;
    ow_city_thing *added = ow_list_insert(world->owner, world->things, world->thing_count,
                                          OW_AT_THE_END, part->thing_count, error);
    if (!added)
        return error->status;
    memcpy(added, part->things, part->thing_count * sizeof *added);
    forget_size(&world->things_size, true);
    return OW_OK;
}

/* If the ground has heights, it is cut below a box, and places are relative to the corner of the
 * cut. */
void city_find_origin(const struct parts *parts, ow_placement *placement)
{
    const ow_city_save *save = parts->document;
    struct patch patch;
    if (!parts->has_box || save->terrain.kind != OW_CITY_HEIGHTS ||
        !city_find_patch(parts, &save->terrain, &patch))
        return;
    placement->at[0] += patch.first[0];
    placement->at[1] += patch.first[1];
}

static uint32_t find_name(const ow_city_save *save, ow_text name)
{
    uint32_t i = 0;
    while (i < save->meta_thing_count && !text_is_same(save->meta_things[i], name))
        i++;
    return i;
}

ow_status city_replace_type(void *document, ow_replaced what, ow_text from, ow_text to,
                            uint64_t *count, ow_error *error)
{
    ow_city_save *save = document;
    uint32_t old = find_name(save, from), new = find_name(save, to);
    if (what != OW_REPLACE_TYPE)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL, "a city has no tiles");
    if (old == save->meta_thing_count)
        return OW_NOT_THERE;
    for (uint32_t i = 0; i < save->thing_count; i++)
        *count += save->things[i].meta_thing == old;
    forget_size(&save->meta_things_size, new != old);
    if (new == save->meta_thing_count)
        return ow_keep_text(save->owner, to, &save->meta_things[old], error);
    if (new == old)
        return OW_OK;
    for (uint32_t i = 0; i < save->thing_count; i++) {
        uint32_t *name = &save->things[i].meta_thing;
        *name = *name == old ? new : *name;
        if (*name > old && *name < save->meta_thing_count)
            --*name;
    }
    return ow_list_remove(save->owner, save->meta_things, save->meta_thing_count, old, 1, error);
}
