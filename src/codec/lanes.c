/* Reading a long list on several threads. */
#include "lanes.h"

#include "../base/pool.h"

#include <string.h>

enum {
    MOST_LANES = 16,
    SAMPLE = PIECE(1024, 2), /* records whose mean size is taken for that of all */
    PASSING = 4              /* to read a record takes as long as to pass that many */
};

struct lane {
    struct arena arena;
    uint64_t target, next_target; /* it has the records that begin from here to there */
    uint32_t first, count;        /* records that it has */
    uint64_t begin, end;          /* the first of them, and behind the last */
    ow_status status;
};

struct reading {
    const struct lanes *lanes;
    struct lane_list *list;
    struct record_place place;
    ow_options quiet; /* of all lanes but the first, which is on the calling thread */
    struct lane lane[MOST_LANES];
    unsigned lane_count;
};

bool lanes_find_kind(const char *(*record_pointer)(unsigned kind), const char *list, unsigned *kind)
{
    size_t size = strlen(list);
    unsigned found = 0;
    const char *pointer;
    for (unsigned i = 0; (pointer = record_pointer(i)) != NULL; i++) {
        if (pointer[0] != '/' || strncmp(pointer + 1, list, size) != 0 ||
            strcmp(pointer + 1 + size, "/*") != 0)
            continue;
        *kind = i;
        found++;
    }
    return found == 1;
}

/* Passes the records in front of a lane. Returns false if one of them is not sound. */
static bool pass(const struct reading *reading, struct lane *lane, struct record_place *place)
{
    const struct lanes *lanes = reading->lanes;
    uint64_t end = lane->target;
    if (end <= place->offset)
        return true;
    uint32_t all = *reading->list->count;
    lane->first = lanes->runs.pass_records(place, all, &end, lanes->bytes, lanes->size,
                                           lanes->document, &reading->quiet, &lane->arena);
    place->offset = end;
    return end >= lane->target || lane->first == all;
}

static void read_lane(void *context, uint32_t number)
{
    struct reading *reading = context;
    const struct lanes *lanes = reading->lanes;
    const struct lane_list *list = reading->list;
    struct lane *lane = &reading->lane[number];
    struct record_place place = reading->place;
    lane->status = pass(reading, lane, &place) ? OW_OK : OW_BAD_VALUE;
    if (lane->status != OW_OK)
        return;
    arena_reset(&lane->arena);
    lane->begin = place.offset;
    lane->end = lane->next_target;
    lane->count = *list->count - lane->first;
    lane->status = lanes->runs.decode_records(
        &place, &lane->count, &lane->end, (uint8_t *)list->items + lane->first * list->item_size,
        list->item_size, lanes->bytes, lanes->size, lanes->document,
        number == 0 ? lanes->options : &reading->quiet, &lane->arena);
}

/* Finds how large a list may be, by its first records. */
static uint64_t estimate_size(struct reading *reading)
{
    const struct lanes *lanes = reading->lanes;
    struct arena scratch;
    uint64_t from = reading->place.offset, end = UINT64_MAX;
    arena_split(&scratch, lanes->arena, 1);
    uint32_t passed =
        lanes->runs.pass_records(&reading->place, SAMPLE, &end, lanes->bytes, lanes->size,
                                 lanes->document, &reading->quiet, &scratch);
    arena_free(&scratch);
    uint64_t size = passed == SAMPLE ? (end - from) / SAMPLE * *reading->list->count : 0;
    return size < lanes->size - from ? size : lanes->size - from;
}

/* Later lanes are smaller, because more is passed in front of them: all threads are done at the
 * same time. */
static void set_lanes(struct reading *reading, uint64_t size)
{
    unsigned count = reading->lane_count;
    double share = 0, shares[MOST_LANES + 1];
    for (unsigned i = 0; i <= count; i++) {
        shares[i] = share;
        share += 1 - share / PASSING;
    }
    for (unsigned i = 0; i < count; i++) {
        struct lane *lane = &reading->lane[i];
        uint64_t from = reading->place.offset;
        *lane = (struct lane){0};
        arena_split(&lane->arena, reading->lanes->arena, count);
        lane->target = from + (uint64_t)((double)size * (shares[i] / shares[count]));
        lane->next_target = UINT64_MAX;
        if (i > 0)
            reading->lane[i - 1].next_target = lane->target;
    }
}

/* Each lane has to begin where the one before ends. */
static ow_status check_lanes(const struct reading *reading)
{
    uint32_t next = 0;
    uint64_t at = reading->place.offset, held = 0, left;
    for (unsigned i = 0; i < reading->lane_count; i++) {
        const struct lane *lane = &reading->lane[i];
        if (lane->status != OW_OK)
            return lane->status;
        if (lane->first != next || lane->begin != at)
            return OW_BAD_VALUE;
        next += lane->count;
        at = lane->end;
        held += lane->arena.held;
    }
    struct arena rest;
    arena_split(&rest, reading->lanes->arena, 1);
    left = arena_limit(&rest);
    return next != *reading->list->count ? OW_BAD_VALUE : held > left ? OW_TOO_MUCH_MEMORY : OW_OK;
}

static bool open_reading(struct reading *reading)
{
    const struct lanes *lanes = reading->lanes;
    const struct lane_list *list = reading->list;
    unsigned threads = pool_threads(lanes->options);
    reading->lane_count = threads < MOST_LANES ? threads : MOST_LANES;
    reading->quiet = *lanes->options;
    reading->quiet.progress = NULL;
    reading->place.offset = list->offset;
    return lanes_has_count(lanes->document, lanes->document_size, list->count) &&
           lanes_find_kind(lanes->runs.record_pointer, list->name, &reading->place.kind);
}

ow_status lanes_read(const struct lanes *lanes, struct lane_list *list)
{
    struct reading reading = {.lanes = lanes, .list = list};
    uint64_t size = open_reading(&reading) ? estimate_size(&reading) : 0;
    if (size == 0)
        return OW_BAD_VALUE;
    set_lanes(&reading, size);
    pool_run(lanes->options, reading.lane_count, read_lane, &reading);
    ow_status status = check_lanes(&reading);
    for (unsigned i = 0; i < reading.lane_count; i++)
        if (status == OW_OK)
            arena_absorb(lanes->arena, &reading.lane[i].arena);
        else
            arena_free(&reading.lane[i].arena);
    list->offset = reading.lane[reading.lane_count - 1].end;
    return status;
}
