/* Records that overlap others after they were moved, found in the scene of their world. */
#include "overlaps.h"

#include "../base/error.h"
#include "../calls/room.h"
#include "../driver/driver.h"
#include "../formats.h"
#include "../scene/overlaps.h"
#include "list.h"

#include <stdio.h>
#include <string.h>

/* More overlaps are counted but not listed. */
enum { MOST_LISTED = 10, NAME_ROOM = 128 };

struct overlap_search {
    const struct rearranged *rearranged;
    ow_scene scene;
    struct arena arena;
    uint32_t *groups;   /* of each item, see scene_find_overlaps */
    uint32_t *ordinals; /* of each item: number of its record, or NO_PART */
    uint32_t *partners; /* of each item: the first item that it overlaps, or OW_NONE */
};

static const struct part_list *find_list(const struct parts *parts, const char *pointer)
{
    for (uint32_t i = 0; i < parts->list_count; i++)
        if (strcmp(parts->lists[i].pointer, pointer) == 0)
            return &parts->lists[i];
    return NULL;
}

static uint32_t ordinal_of(const struct overlap_search *search, const ow_scene_item *item)
{
    const struct part_list *list =
        find_list(search->rearranged->parts, search->scene.kinds[item->kind].list);
    return list && item->subject < list->count ? list->first + item->subject : NO_PART;
}

/* What moved together is one group; so is each copy. Everything else is group 0. */
static uint32_t group_of(const struct overlap_search *search, const ow_scene_item *item,
                         uint32_t ordinal)
{
    const struct rearranged *rearranged = search->rearranged;
    if (ordinal == NO_PART)
        return 0;
    if (!rearranged->before)
        return rearranged->parts->chosen[ordinal];
    const char *pointer = search->scene.kinds[item->kind].list;
    const struct part_list *before = find_list(rearranged->before, pointer);
    uint32_t old = before ? before->count : 0;
    uint32_t added = find_list(rearranged->parts, pointer)->count - old;
    uint32_t each = added / rearranged->how->copies;
    return item->subject < old ? 0 : 1 + (item->subject - old) / (each > 0 ? each : 1);
}

static ow_status group_items(struct overlap_search *search)
{
    size_t size = search->scene.item_count * sizeof(uint32_t);
    search->groups = arena_take(&search->arena, size);
    search->ordinals = arena_take(&search->arena, size);
    search->partners = arena_take(&search->arena, size);
    if (!search->groups || !search->ordinals || !search->partners)
        return search->arena.status;
    for (uint32_t i = 0; i < search->scene.item_count; i++) {
        const ow_scene_item *item = &search->scene.items[i];
        search->ordinals[i] = ordinal_of(search, item);
        search->groups[i] = group_of(search, item, search->ordinals[i]);
        search->partners[i] = OW_NONE;
    }
    return OW_OK;
}

/* Returns true if the first record carries the second, directly or on others. */
static bool carries(const struct parts *parts, uint32_t ordinal, uint32_t above)
{
    while (above != NO_PART && above != ordinal)
        above = parts->parents[above];
    return above == ordinal;
}

/* Panels and pegs go through what carries them. */
static void note_overlap(void *context, uint32_t item, uint32_t other)
{
    struct overlap_search *search = context;
    const struct parts *parts = search->rearranged->parts;
    uint32_t first = search->ordinals[item], second = search->ordinals[other];
    if (second == NO_PART) /* the first one moved, so it is a record */
        return;
    if (parts->parents && (carries(parts, first, second) || carries(parts, second, first)))
        return;
    if (other < search->partners[item])
        search->partners[item] = other;
}

/* The type of an item, with what tells it from others of this type. */
static void name_item(const ow_scene *scene, uint32_t index, char name[NAME_ROOM])
{
    enum { LONGEST_TYPE = 80 };
    const ow_scene_item *item = &scene->items[index];
    ow_text type = scene->types[item->type].name;
    int size = snprintf(name, NAME_ROOM, "%.*s ",
                        (int)(type.size < LONGEST_TYPE ? type.size : LONGEST_TYPE), type.data);
    if (item->address != 0)
        snprintf(name + size, NAME_ROOM - (size_t)size, "C-%u", (unsigned)item->address);
    else
        ow_scene_pointer(scene, OW_IN_ITEMS, index, name + size, NAME_ROOM - (size_t)size);
}

static uint64_t list_overlaps(const struct overlap_search *search, const struct part_notes *notes)
{
    char first[NAME_ROOM], second[NAME_ROOM], pointer[48];
    uint64_t count = 0;
    for (uint32_t i = 0; i < search->scene.item_count; i++) {
        if (search->partners[i] == OW_NONE || count++ >= MOST_LISTED)
            continue;
        name_item(&search->scene, i, first);
        name_item(&search->scene, search->partners[i], second);
        ow_scene_pointer(&search->scene, OW_IN_ITEMS, i, pointer, sizeof pointer);
        parts_note(notes, pointer, "%s overlaps %s", first, second);
    }
    if (count > MOST_LISTED)
        parts_note(notes, "", "more records that overlap others: %llu",
                   (unsigned long long)(count - MOST_LISTED));
    return count;
}

static ow_status search_scene(struct overlap_search *search, const struct part_notes *notes,
                              ow_error *error)
{
    bool is_complete;
    ow_status status = group_items(search);
    if (status == OW_OK)
        status = scene_find_overlaps(&search->scene, search->groups, &search->arena, note_overlap,
                                     search, &is_complete);
    if (status != OW_OK)
        return error_limited(error, status, arena_limit(&search->arena));
    uint64_t count = list_overlaps(search, notes);
    if (!is_complete)
        parts_note(notes, "", "too many records in one place: some overlaps may be missing");
    if (count > 0 && search->rearranged->how->refuse_overlaps)
        return error_set(error, OW_BAD_VALUE, 0, NULL,
                         "%llu %s would overlap others: choose another place",
                         (unsigned long long)count, count == 1 ? "record" : "records");
    return OW_OK;
}

ow_status scenes_report_overlaps(const struct rearranged *rearranged, const ow_options *options,
                                 const struct part_notes *notes, ow_error *error)
{
    struct overlap_search search = {.rearranged = rearranged};
    const struct format_row *row = format_row_of(rearranged->document->format);
    if (!scene_filler_of(row))
        return OW_OK;
    ow_status status =
        ow_scene_open_document(rearranged->document, options, NULL, &search.scene, error);
    if (status != OW_OK)
        return status;
    const ow_options own =
        change_options(options, driver_measure(row, rearranged->document->as.any, options));
    arena_init(&search.arena, &own);
    status = search_scene(&search, notes, error);
    arena_free(&search.arena);
    ow_scene_close(&search.scene);
    return status;
}
