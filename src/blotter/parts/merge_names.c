/* Merges types and mods of two saves: those with the same name become one. */
#include "merge.h"

#include "../../base/error.h"
#include "../../base/names.h"
#include "../../base/utf8.h"

#include <stdio.h>
#include <string.h>

enum { TYPES = UINT16_MAX + 1 };

/* For each name of the part, finds the record of the world with the same name, or else an earlier
 * record of the part. `first` and `stride` locate the names. Indexes continue after the world's
 * records; NO_NAME: not found. */
static ow_status find_same(struct save_merge *merge, const ow_text *names, uint32_t in_world,
                           uint32_t in_part, struct names *found)
{
    uint64_t count = (uint64_t)in_world + in_part;
    if (count > UINT32_MAX)
        return merge_limited(merge, OW_TOO_MUCH_MEMORY);
    ow_status status = names_init(found, &merge->scratch, names, sizeof *names, (uint32_t)count);
    return status == OW_OK ? OW_OK : merge_limited(merge, status);
}

static ow_text *take_names(struct save_merge *merge, uint64_t count)
{
    return count <= SIZE_MAX / sizeof(ow_text)
               ? arena_take(&merge->scratch, count * sizeof(ow_text))
               : NULL;
}

/* Finds a numeric id for a type of the part that the world does not have: its own, or the lowest
 * that is free. Returns false if none is free. */
static bool find_free(const uint8_t *used, uint16_t own, uint32_t *lowest, uint16_t *number)
{
    if (!used[own]) {
        *number = own;
        return true;
    }
    while (*lowest < TYPES && used[*lowest])
        ++*lowest;
    *number = (uint16_t)*lowest;
    return *lowest < TYPES;
}

static ow_status add_types(struct save_merge *merge, const struct names *same, uint8_t *used,
                           uint8_t *named)
{
    ow_blotter_save *world = merge->world, *part = merge->part;
    uint32_t in_world = world->component_type_count, lowest = 0;
    for (uint32_t i = 0; i < in_world; i++)
        used[world->component_types[i].id] = 1;
    for (uint32_t i = 0; i < part->component_type_count; i++) {
        ow_blotter_component_type type = part->component_types[i];
        uint32_t earlier = names_find_earlier(same, in_world + i);
        uint16_t own = type.id;
        if (earlier == NO_NAME && !find_free(used, own, &lowest, &type.id))
            return error_set(merge->error, OW_BAD_VALUE, 0, "/component_types",
                             "the world has no free number for a type: all 65,536 are in use");
        if (earlier != NO_NAME)
            type.id = earlier < in_world
                          ? world->component_types[earlier].id
                          : merge->types[part->component_types[earlier - in_world].id];
        if (!named[own]) /* of several names with the same id, the first counts */
            merge->types[own] = type.id;
        named[own] = 1;
        used[type.id] = 1;
        if (earlier != NO_NAME)
            continue;
        ow_blotter_component_type *added = ow_list_append(
            world->owner, world->component_types, world->component_type_count, merge->error);
        if (!added)
            return merge->error->status;
        *added = type;
    }
    return OW_OK;
}

/* An id without a name has no meaning in another save. It is accepted if the world does not use the
 * id. */
static ow_status check_nameless(struct save_merge *merge, const uint8_t *used, const uint8_t *named)
{
    for (uint32_t i = 0; i < merge->part->component_count; i++) {
        uint16_t type = merge->part->components[i].type;
        if (!named[type] && used[type])
            return error_set(merge->error, OW_BAD_VALUE, 0, NULL,
                             "C-%u of the part has type %u, which the part does not name but the "
                             "world uses for another type",
                             (unsigned)merge->part->components[i].address, (unsigned)type);
    }
    return OW_OK;
}

ow_status merge_types(struct save_merge *merge)
{
    const ow_blotter_save *world = merge->world, *part = merge->part;
    uint32_t in_world = world->component_type_count;
    uint8_t *used = arena_take(&merge->scratch, 2 * TYPES);
    ow_text *names = take_names(merge, (uint64_t)in_world + part->component_type_count);
    struct names same;
    merge->types = arena_take(&merge->scratch, TYPES * sizeof *merge->types);
    if (!used || !names || !merge->types)
        return merge_limited(merge, merge->scratch.status);
    memset(used, 0, 2 * TYPES);
    for (uint32_t i = 0; i < TYPES; i++)
        merge->types[i] = (uint16_t)i;
    for (uint32_t i = 0; i < in_world; i++)
        names[i] = world->component_types[i].name;
    for (uint32_t i = 0; i < part->component_type_count; i++)
        names[in_world + i] = part->component_types[i].name;
    ow_status status = find_same(merge, names, in_world, part->component_type_count, &same);
    if (status == OW_OK)
        status = add_types(merge, &same, used, used + TYPES);
    return status == OW_OK ? check_nameless(merge, used, used + TYPES) : status;
}

static void note_version(const struct save_merge *merge, const ow_blotter_mod *has,
                         const ow_blotter_mod *asks)
{
    if (memcmp(has->version, asks->version, sizeof has->version) == 0)
        return;
    parts_note(merge->notes, "/mods",
               "the part was made with version %d.%d.%d of the mod %.*s; the world keeps its "
               "version %d.%d.%d",
               (int)asks->version[0], (int)asks->version[1], (int)asks->version[2],
               (int)utf8_cut(asks->id, 64), asks->id.data, (int)has->version[0],
               (int)has->version[1], (int)has->version[2]);
}

ow_status merge_mods(struct save_merge *merge)
{
    ow_blotter_save *world = merge->world;
    const ow_blotter_save *part = merge->part;
    uint32_t in_world = world->mod_count;
    ow_text *names = take_names(merge, (uint64_t)in_world + part->mod_count);
    struct names same;
    if (!names)
        return merge_limited(merge, merge->scratch.status);
    for (uint32_t i = 0; i < in_world; i++)
        names[i] = world->mods[i].id;
    for (uint32_t i = 0; i < part->mod_count; i++)
        names[in_world + i] = part->mods[i].id;
    ow_status status = find_same(merge, names, in_world, part->mod_count, &same);
    for (uint32_t i = 0; status == OW_OK && i < part->mod_count; i++) {
        uint32_t earlier = names_find_earlier(&same, in_world + i);
        if (earlier < in_world)
            note_version(merge, &world->mods[earlier], &part->mods[i]);
        if (earlier != NO_NAME)
            continue;
        ow_blotter_mod *added =
            ow_list_append(world->owner, world->mods, world->mod_count, merge->error);
        if (!added)
            return merge->error->status;
        *added = part->mods[i];
    }
    return status;
}
