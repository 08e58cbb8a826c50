/* Where in a large file its lists have their elements: noted once, so that a byte is looked for in one pass. */
#include "places.h"

#include <stdio.h>
#include <stdlib.h>

/* Smaller files are passed quickly enough; of the elements of a list each so many are noted. */
enum { LARGE_FILE = 64 << 10, ELEMENTS_BETWEEN = 64, FIRST_ROOM = 1024, DEEPEST = 2 };

struct place {
    uint64_t offset, element;
    const char *list; /* a member of the root, by its name in the layout */
};

struct places {
    struct place *items;
    size_t count, room;
};

struct noting {
    struct places *places;
    const char *list;
    unsigned depth; /* containers that are open */
    bool has_no_room;
};

static void note(struct noting *noting, const ow_event *event)
{
    struct places *places = noting->places;
    if (places->count == places->room) {
        size_t room = places->room ? places->room * 2 : FIRST_ROOM;
        struct place *moved = realloc(places->items, room * sizeof *moved);
        if (!moved) {
            noting->has_no_room = true;
            return;
        }
        places->items = moved;
        places->room = room;
    }
    places->items[places->count++] =
        (struct place){.offset = event->offset, .element = event->index, .list = noting->list};
}

/* Lists that are members of the root, and what is directly in them. */
static ow_visit visit(void *context, const ow_event *event)
{
    struct noting *noting = context;
    if (event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY) {
        noting->depth--;
        return OW_GO_ON;
    }
    if (noting->depth == DEEPEST && !event->derived && event->index % ELEMENTS_BETWEEN == 0)
        note(noting, event);
    if (noting->has_no_room)
        return OW_STOP;
    if (event->kind == OW_VALUE)
        return OW_GO_ON;
    if (noting->depth == 1)
        noting->list = event->name;
    noting->depth++;
    bool is_entered = noting->depth == 1 ||
                      (noting->depth == DEEPEST && noting->list && event->kind == OW_BEGIN_ARRAY);
    return is_entered ? OW_GO_ON : OW_SKIP;
}

static struct places *note_places(const struct world *world)
{
    struct places *places = calloc(1, sizeof *places);
    struct noting noting = {.places = places};
    ow_options options = options_of(world);
    if (places)
        ow_trace(world->bytes.data, world->bytes.size, &options, visit, &noting, NULL);
    return places;
}

void places_free(struct places *places)
{
    if (places)
        free(places->items);
    free(places);
}

bool places_find(struct world *world, uint64_t offset, char *pointer, size_t room)
{
    if (world->bytes.size < LARGE_FILE)
        return false;
    if (!world->places)
        world->places = note_places(world);
    size_t low = 0, high = world->places ? world->places->count : 0;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (world->places->items[middle].offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return false;
    const struct place *place = &world->places->items[low - 1];
    snprintf(pointer, room, "/%s/%llu", place->list, (unsigned long long)place->element);
    return true;
}
