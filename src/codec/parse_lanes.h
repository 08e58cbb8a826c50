/* Parse's long lists of records on several threads. Each has a lane: elements that follow each
 * other. Where they begin in the text was found when the elements were counted. A list whose lanes
 * are not sound is read again by one thread, which finds the error. Include before the lists. */
#ifndef OW_SRC_CODEC_PARSE_LANES_H
#define OW_SRC_CODEC_PARSE_LANES_H

#include "../base/pool.h"
#include "lanes.h"
#include "members.h"

enum { MOST_PARSE_LANES = 32, LANES_OF_OTHERS = 16 };

/* What a format reads, and how. */
struct parse_lanes {
    /* Reads elements `first` to `end` of a list whose items have `item_size` bytes. Returns how
     * many it has read: none of a list of numbers. */
    uint32_t (*parse_records)(struct codec *c, unsigned kind, const void *document, void *items,
                              size_t item_size, uint32_t first, uint32_t end);
    const char *(*record_pointer)(unsigned kind);
    const void *document; /* what was read of it so far */
    size_t document_size;
};

struct parse_lane {
    struct arena arena;
    uint32_t first, end; /* elements */
    const char *begin;   /* the text of the first element */
    const char *stop;    /* behind the text of the last */
    ow_status status;
};

/* A list that is read. */
struct parse_reading {
    const struct codec *codec; /* state before the first element, which no comma precedes */
    ow_options quiet;          /* of all lanes but the first, which is on the calling thread */
    unsigned kind;
    void *items;
    size_t item_size;
    struct parse_lane lanes[MOST_PARSE_LANES];
    unsigned lane_count;
};

PARSE_VERB void parse_lane(void *context, uint32_t number)
{
    struct parse_reading *reading = context;
    struct parse_lane *lane = &reading->lanes[number];
    const struct parse_lanes *lanes = reading->codec->lanes;
    struct codec codec = *reading->codec;
    codec.lanes = NULL;
    codec.arena = &lane->arena;
    codec.options = number == 0 ? codec.options : &reading->quiet;
    codec.cursor.at = lane->begin;
    const uint32_t done =
        lanes->parse_records(&codec, reading->kind, lanes->document, reading->items,
                             reading->item_size, lane->first, lane->end);
    json_peek(&codec.cursor);
    lane->stop = codec.cursor.at;
    lane->status = codec.error.status;
    if (lane->status == OW_OK && done < lane->end - lane->first)
        lane->status = OW_BAD_JSON;
}

/* Cuts the elements where the marks are. The first lane, which reports progress, is nearly all that
 * one thread has to do. The others are short, so that all threads end at about the same time. */
PARSE_VERB void set_parse_lanes(struct parse_reading *reading, uint32_t elements,
                                const struct json_marks *marks)
{
    const struct codec *c = reading->codec;
    const unsigned threads = pool_threads(c->options), parts = marks->count + 1;
    const unsigned share = parts * 9 / (10 * threads), own = share > 0 ? share : 1;
    unsigned others = (threads - 1) * LANES_OF_OTHERS;
    others = others < MOST_PARSE_LANES ? others : MOST_PARSE_LANES - 1;
    others = others < parts - own ? others : parts - own;
    const unsigned count = others + 1;
    for (unsigned i = 0; i < count; i++) {
        struct parse_lane *lane = &reading->lanes[i];
        const unsigned part = i > 0 ? own + (parts - own) * (i - 1) / others : 0;
        const unsigned next = own + (others > 0 ? (parts - own) * i / others : 0);
        *lane = (struct parse_lane){
            .first = i > 0 ? (uint32_t)marks->list[part - 1].element : 0,
            .end = i + 1 < count ? (uint32_t)marks->list[next - 1].element : elements,
            .begin = i > 0 ? marks->list[part - 1].at : c->cursor.at,
        };
        arena_split(&lane->arena, c->arena, count);
    }
    reading->lane_count = count;
}

/* Each lane has to end at the comma in front of the next one. */
PARSE_VERB ow_status check_parse_lanes(const struct parse_reading *reading)
{
    for (unsigned i = 0; i < reading->lane_count; i++) {
        const struct parse_lane *lane = &reading->lanes[i];
        if (lane->status != OW_OK)
            return lane->status;
        if (i + 1 < reading->lane_count && lane->stop + 1 != lane[1].begin)
            return OW_BAD_JSON;
    }
    return OW_OK;
}

/* Whether lanes may read a list. */
PARSE_VERB bool has_lanes(const struct codec *c, const uint32_t *count)
{
    return pool_threads(c->options) > 1 && c->lanes && !c->reused &&
           lanes_has_count(c->lanes->document, c->lanes->document_size, count);
}

/* Reads all elements if it can; then c->first_item says so. */
PARSE_VERB void parse_on_lanes(struct codec *c, const char *name, void *items, uint32_t count,
                               size_t size, const struct json_marks *marks)
{
    struct parse_reading reading = {.codec = c, .items = items, .item_size = size};
    if (!lanes_find_kind(c->lanes->record_pointer, name, &reading.kind))
        return;
    reading.quiet = *c->options;
    reading.quiet.progress = NULL;
    set_parse_lanes(&reading, count, marks);
    pool_run(c->options, reading.lane_count, parse_lane, &reading);
    const ow_status status = check_parse_lanes(&reading);
    for (unsigned i = 0; i < reading.lane_count; i++)
        if (status == OW_OK)
            arena_absorb(c->arena, &reading.lanes[i].arena);
        else
            arena_free(&reading.lanes[i].arena);
    if (status == OW_CANCELLED)
        cancel_parse(c);
    if (status != OW_OK)
        return;
    c->cursor.at = reading.lanes[reading.lane_count - 1].stop;
    path_move(&c->path, count - 1);
    c->first_item = count;
}

#endif
