/* Which of many trials are made. */
#include "harness.h"

enum {
    DRAWN_OF = 97,       /* one of so many further trials is drawn */
    FIRST_ROOM = 1 << 12 /* places, a power of two */
};

/* How often each place was tried: a hash table with open addressing. */
static struct {
    struct tried {
        uint64_t place; /* 0: free */
        unsigned times;
    } * slots;
    size_t room, used;
} tried;

uint64_t mix(uint64_t hash, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

bool is_deep(void)
{
    const char *depth = getenv("OVERWORLD_DEPTH");
    return depth && strcmp(depth, "deep") == 0;
}

static struct tried *find_slot(struct tried *slots, size_t room, uint64_t place)
{
    size_t at = (size_t)(place ^ place >> 29) & (room - 1);
    while (slots[at].place && slots[at].place != place)
        at = (at + 1) & (room - 1);
    return &slots[at];
}

static void grow(void)
{
    size_t room = tried.room ? tried.room * 2 : FIRST_ROOM;
    struct tried *slots = calloc(room, sizeof *slots);
    if (!slots)
        abort();
    for (size_t i = 0; i < tried.room; i++)
        if (tried.slots[i].place)
            *find_slot(slots, room, tried.slots[i].place) = tried.slots[i];
    free(tried.slots);
    tried.slots = slots;
    tried.room = room;
}

static bool is_drawn(uint64_t place, uint64_t trial)
{
    const char *draw = getenv("OVERWORLD_DRAW");
    if (!draw || !*draw)
        return false;
    const uint64_t numbers[] = {place, trial};
    uint64_t hash = mix(mix(HASH, draw, strlen(draw)), numbers, sizeof numbers);
    return (hash >> 32) % DRAWN_OF == 0;
}

bool is_worth_trying(uint64_t place, unsigned tries, uint64_t trial)
{
    if (is_deep())
        return true;
    if (tried.used * 2 >= tried.room)
        grow();
    struct tried *slot = find_slot(tried.slots, tried.room, place | 1);
    tried.used += !slot->place;
    slot->place = place | 1;
    return slot->times++ < tries || is_drawn(place, trial);
}

/* The fields that a walk is inside of, and what it has said of the file's bytes. */
struct walk {
    uint64_t way[64]; /* hashes of the names from the document down */
    unsigned depth;
    uint64_t *places;
    size_t size;
};

static ow_visit note_field(void *context, const ow_event *event)
{
    enum { FIRST_BYTES = 9 }; /* of a text, say; those behind them are alike */
    struct walk *walk = context;
    const unsigned deepest = sizeof walk->way / sizeof *walk->way - 1;
    if (event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY) {
        walk->depth -= walk->depth > 0;
        return OW_GO_ON;
    }
    const char *name = event->name ? event->name : "*";
    uint64_t field = mix(walk->way[walk->depth], name, strlen(name) + 1);
    bool is_version = event->name && strcmp(event->name, "version") == 0;
    if (event->kind != OW_VALUE) {
        walk->depth += walk->depth < deepest;
        walk->way[walk->depth] = field;
    } else if (is_version && walk->depth <= 1) {
        walk->way[walk->depth] = mix(field, &event->value, sizeof event->value.integer);
    }
    uint64_t size = event->kind == OW_VALUE ? event->size : 1;
    for (uint64_t i = 0; i < size && event->offset + i < walk->size; i++) {
        uint8_t number = (uint8_t)(i < FIRST_BYTES ? i : FIRST_BYTES);
        walk->places[event->offset + i] = mix(field, &number, 1);
    }
    return OW_GO_ON;
}

uint64_t *places_of_bytes(const void *data, size_t size)
{
    enum { FIRST_BYTES = 16 };
    const ow_format *format = ow_identify(data, size);
    struct walk walk = {.places = calloc(size + 1, sizeof *walk.places), .size = size};
    ow_error error;
    if (!walk.places)
        abort();
    walk.way[0] = mix(HASH, format->name, strlen(format->name));
    ow_trace(data, size, NULL, note_field, &walk, &error);
    /* Bytes that no field has, such as all behind an error, go by the field before them. */
    uint64_t before = walk.way[0];
    for (size_t i = 0, alone = 0; i < size; i++) {
        alone = walk.places[i] ? 0 : alone + 1;
        uint8_t number = (uint8_t)(alone < FIRST_BYTES ? alone : FIRST_BYTES);
        before = walk.places[i] ? walk.places[i] : before;
        walk.places[i] = mix(before, &number, 1);
    }
    return walk.places;
}
