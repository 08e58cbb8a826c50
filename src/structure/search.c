/* Finding the reading of a file: one switch after another, and only those that the file touches. */
#include "structure.h"

#include "../codec/decode.h"

/* What one parse depended on, up to where it ended. */
struct notes {
    unsigned touched; /* bits by switch */
    bool met[256];
    uint8_t ids[256]; /* doubtful ones, in the order in which they were met */
    unsigned id_count;
};

#define TOUCH(c, what)  (((struct notes *)(c)->notes)->touched |= 1u << (what))
#define TOUCH_ID(c, id) note_id((c)->notes, id)

static inline void note_id(struct notes *notes, uint8_t id)
{
    if (notes->met[id] || !structure_is_doubtful(id))
        return;
    notes->met[id] = true;
    notes->ids[notes->id_count++] = id;
    notes->touched |= 1u << SWITCH_IDS;
}

/* The reading is known before the first byte. */
VERB void reading(struct codec *c, const ow_structure_reading *v)
{
    (void)c, (void)v;
}

#include "layout.h"

struct search {
    const void *bytes;
    size_t size;
    const ow_options *options;
    struct arena arena;
    struct notes notes;
    struct structure_search *result;
    uint64_t bytes_left; /* of the bound */
    uint64_t furthest;
    bool parsed; /* some reading ended where the file ends, whatever sense it made */
    bool all;    /* go on after the first that fits */
    bool stopped;
    ow_status status;
};

void structure_flip(ow_structure_reading *reading, enum structure_switch what)
{
    switch (what) {
    case SWITCH_TABLES:
        reading->tables = !reading->tables;
        break;
    case SWITCH_PREFIX:
        reading->string_prefix = !reading->string_prefix;
        break;
    case SWITCH_COLOR_BYTES:
        reading->metadata_color_bytes = reading->metadata_color_bytes == 3 ? 4 : 3;
        break;
    case SWITCH_EMPTY_BOUNDS:
        reading->empty_custom_bounds = !reading->empty_custom_bounds;
        break;
    case SWITCH_WIDE_INDEX:
        reading->wide_index_from = reading->wide_index_from == 257 ? 256 : 257;
        break;
    case SWITCH_BYTE_ORDER:
        reading->byte_order = !reading->byte_order;
        break;
    case SWITCH_IDS: /* id by id, see flip_id */
    case SWITCHES:
        break;
    }
}

static void flip_id(ow_structure_reading *reading, uint8_t id)
{
    reading->flipped_ids[id / 8] ^= (uint8_t)(1 << id % 8);
}

/* A reading that fits; false when no more are wanted. */
static bool note_fit(struct search *search, const ow_structure_reading *reading)
{
    struct structure_search *result = search->result;
    if (!result->found) {
        result->found = true;
        result->reading = *reading;
        result->touched = search->notes.touched;
    } else if (result->other_count < STRUCTURE_OTHERS) {
        result->others[result->other_count++] = *reading;
    }
    return search->all;
}

/* One try. False ends the search: it is over, has given up or cannot go on. */
static bool try_reading(struct search *search, const ow_structure_reading *reading,
                        unsigned *touched)
{
    struct structure_search *result = search->result;
    struct codec codec = {.begin = search->bytes,
                          .at = search->bytes,
                          .end = (const uint8_t *)search->bytes + search->size,
                          .arena = &search->arena,
                          .options = search->options,
                          .borrows = true,
                          .notes = &search->notes};
    ow_structure_build read = {.reading = *reading};
    const char *why;
    arena_reset(&search->arena);
    search->notes = (struct notes){.touched = 1u << SWITCH_BYTE_ORDER};
    build(&codec, &read);
    result->tries++;
    *touched |= search->notes.touched;
    if (codec.status == OW_NO_MEMORY || codec.status == OW_TOO_MUCH_MEMORY ||
        codec.status == OW_CANCELLED) {
        search->status = codec.status;
        return false;
    }
    uint64_t reached =
        codec.status == OW_OK ? search->size : (uint64_t)(codec.failed_at - codec.begin);
    if (codec.status == OW_OK && structure_makes_sense(&read, &why)) {
        if (!note_fit(search, reading))
            return false;
    } else if (!result->found &&
               (codec.status == OW_OK ? !search->parsed
                                      : !search->parsed && reached > search->furthest)) {
        result->reading = *reading; /* the best so far */
        result->touched = search->notes.touched;
        search->parsed = codec.status == OW_OK;
        search->furthest = reached;
    }
    result->gave_up = result->tries == STRUCTURE_MOST_TRIES || reached >= search->bytes_left;
    search->bytes_left -= reached < search->bytes_left ? reached : search->bytes_left;
    return !result->gave_up;
}

static bool search_from(struct search *search, ow_structure_reading *reading, int level,
                        unsigned *touched);

/* Doubtful types, backtracking: the last one that was met is changed first. */
static bool search_ids(struct search *search, ow_structure_reading *reading, unsigned *touched)
{
    uint8_t sequence[256];
    bool flipped[256] = {false};
    unsigned count = 0;
    while (search_from(search, reading, SWITCH_IDS - 1, touched)) {
        for (unsigned i = 0; i < search->notes.id_count; i++) {
            bool listed = false;
            for (unsigned k = 0; k < count; k++)
                listed = listed || sequence[k] == search->notes.ids[i];
            if (!listed) {
                flipped[count] = false;
                sequence[count++] = search->notes.ids[i];
            }
        }
        while (count > 0 && flipped[count - 1])
            flip_id(reading, sequence[--count]);
        if (count == 0)
            return true;
        flip_id(reading, sequence[count - 1]);
        flipped[count - 1] = true;
    }
    return false;
}

/* Tries both ways of a switch and of those before it. What no try below touched makes no difference:
 * a parse depends on nothing else up to where it breaks. */
static bool search_from(struct search *search, ow_structure_reading *reading, int level,
                        unsigned *touched)
{
    if (level < 0)
        return try_reading(search, reading, touched);
    if (level == SWITCH_IDS)
        return search_ids(search, reading, touched);
    unsigned below = 0;
    bool goes_on = search_from(search, reading, level - 1, &below);
    if (goes_on && below & 1u << level) {
        structure_flip(reading, (enum structure_switch)level);
        goes_on = search_from(search, reading, level - 1, &below);
        structure_flip(reading, (enum structure_switch)level);
    }
    *touched |= below;
    return goes_on;
}

ow_status structure_find_reading(const void *bytes, size_t size, const ow_options *options,
                                 bool all, struct structure_search *result)
{
    enum { FREE_BYTES = 1 << 16 };
    struct search search = {
        .bytes = bytes,
        .size = size,
        .options = options,
        .result = result,
        .all = all,
        .bytes_left = (uint64_t)size * STRUCTURE_MOST_TIMES + FREE_BYTES,
    };
    ow_structure_reading reading = ow_structure_game;
    unsigned touched = 0;
    *result = (struct structure_search){.reading = reading};
    arena_init(&search.arena, options);
    search_from(&search, &reading, SWITCHES - 1, &touched);
    arena_free(&search.arena);
    return search.status;
}
