/* Decode's lists that only the end of the file ends. Include after the codec is declared. Records
 * go to segments, each a quarter of all before it. If the first segment suffices, as for every
 * real file, it is the list itself. Everything is copied at most once, so a hostile file of tiny
 * records takes at most two and a quarter times the memory of its records. */
#ifndef OW_SRC_CODEC_OPEN_LIST_H
#define OW_SRC_CODEC_OPEN_LIST_H

#include "verbs.h"

#ifdef SALVAGES
#define KEEPS_AFTER_FAILURE 1
#else
#define KEEPS_AFTER_FAILURE 0
#endif

enum { FIRST_SEGMENT = 16, SHARE = 4 };

struct segment {
    struct segment *before;
    uint32_t first, capacity; /* of records */
    uint64_t items[];
};

VERB void add_segment(struct codec *c, size_t size)
{
    struct segment *before = c->segment;
    uint32_t first = before ? before->first + before->capacity : 0;
    uint32_t capacity = first < SHARE * FIRST_SEGMENT ? FIRST_SEGMENT : first / SHARE;
    struct segment *segment = take_memory(c, sizeof *segment + capacity * size);
    if (!segment)
        return;
    segment->before = before;
    segment->first = first;
    segment->capacity = capacity;
    c->segment = segment;
}

VERB void *begin_open_list(struct codec *c, const char *name, void *items, uint32_t *count,
                           size_t size, void *room)
{
    (void)name, (void)items, (void)room;
    *count = 0;
    enter_list(c, name, count);
    c->segment = NULL;
    add_segment(c, size);
    return c->segment ? c->segment->items : NULL;
}

VERB bool goes_further(struct codec *c, uint32_t *count, uint32_t index)
{
    find_next_block(c);
    if (c->at == c->end || !go_on(c, index))
        return false;
    *count = index + 1;
    return true;
}

/* The place for a record. Without memory, one that was used before: the list is lost anyway. */
VERB void *open_item(struct codec *c, void *items, uint32_t index, size_t size)
{
    (void)items;
    if (index - c->segment->first == c->segment->capacity)
        add_segment(c, size);
    uint32_t place = index - c->segment->first;
    return (uint8_t *)c->segment->items + (place < c->segment->capacity ? place * size : 0);
}

VERB void *end_open_list(struct codec *c, void *items, uint32_t *count, size_t size)
{
    leave_open_list(c);
    if (!c->segment || (c->status != OW_OK && !KEEPS_AFTER_FAILURE) || c->segment->first == 0)
        return items;
    uint8_t *all = take_memory(c, *count * size);
    if (!all) {
        *count = 0;
        return NULL;
    }
    size_t used = *count - c->segment->first;
    for (struct segment *segment = c->segment; segment; segment = segment->before) {
        memcpy(all + segment->first * size, segment->items, used * size);
        used = segment->before ? segment->before->capacity : 0;
    }
    return all;
}

#endif
