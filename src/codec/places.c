/* Places of elements of long lists in a file: recorded in one trace, so that later ones can skip
 * elements. */
#include "places.h"

/* Skipping LEAST_BETWEEN bytes takes less than a tenth of a millisecond. In large files a share of
 * the places is recorded. */
enum { LEAST_BETWEEN = 16 << 10, MOST_OF_LIST = 1024 };

bool places_open(struct list_places *places, struct arena *arena, uint64_t size)
{
    uint64_t between = size / MOST_OF_LIST;
    *places = (struct list_places){.is_noting = true};
    places->between = between > LEAST_BETWEEN ? between : LEAST_BETWEEN;
    /* Lists of one depth do not overlap. */
    places->room = (size_t)(PATH_DEPTH * (size / places->between + 1));
    places->items = arena_take(arena, places->room * sizeof *places->items);
    return places->items != NULL;
}

void places_note(struct list_places *places, const struct path *path, uint32_t index,
                 uint64_t offset)
{
    const struct path_step *list = &path->steps[path->depth - 1];
    uint64_t *reached = &places->reached[path->depth];
    if (index == 0)
        *reached = list->begin;
    if (offset - *reached < places->between || places->count == places->room)
        return;
    *reached = offset;
    places->items[places->count++] = (struct list_place){
        .offset = offset, .list = list->begin, .index = index, .depth = path->depth};
}

/* The first place at or after an offset. */
static size_t first_from(const struct list_places *places, uint64_t offset)
{
    size_t low = 0, high = places->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (places->items[middle].offset < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct list_place *places_find(struct list_places *places, const struct path *path,
                                     bool is_hidden)
{
    const struct list_place *found = NULL;
    if (places->is_noting || path->depth > PATH_DEPTH)
        return NULL;
    uint64_t list = path->steps[path->depth - 1].begin;
    for (size_t i = first_from(places, list); i < places->count; i++) {
        const struct list_place *place = &places->items[i];
        if (place->depth > path->depth)
            continue; /* of a list in this one */
        bool is_of_it = place->depth == path->depth && place->list == list;
        bool is_kept = place->index > places->element || place->offset > places->offset;
        if (!is_of_it || (is_kept && !is_hidden))
            break;
        found = place;
    }
    return found;
}
