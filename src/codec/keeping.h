/* What salvage adds to decoding. It records its position and the announced counts, takes fewer
 * records than announced if the file ends, and ends a list with its last complete record. Include
 * from decode.h, after the codec. A record of a list with a count is complete or dropped. Blocks
 * that only the end of the file ends keep what they have. So do lists of numbers outside of such
 * records: a layer's cells. */
#ifndef OW_SRC_CODEC_KEEPING_H
#define OW_SRC_CODEC_KEEPING_H

#include <stdio.h>

enum { BLOCK_TAG = 4 };

VERB bool is_of_file(ow_status status)
{
    return status == OW_TRUNCATED || status == OW_BAD_VALUE || status == OW_UNKNOWN_VERSION;
}

/* Records the first error; later ones only add to what is lost. */
VERB void keep_place(struct codec *c, const uint8_t *place)
{
    struct salvage *salvage = c->salvage;
    size_t used = 0;
    if (!is_of_file(c->status))
        return;
    salvage->passed += (uint64_t)(c->end - place);
    if (salvage->breaks++ > 0)
        return;
    salvage->status = c->status;
    salvage->offset = (uint64_t)(place - c->begin);
    for (unsigned i = 0; i < c->depth && i < PATH_DEPTH && used < sizeof salvage->pointer; i++)
        if (c->frames[i].name)
            used += (size_t)snprintf(salvage->pointer + used, sizeof salvage->pointer - used,
                                     "/%s/%u", c->frames[i].name, c->frames[i].index);
}

/* Returns true outside of records that have to be complete. */
VERB bool may_keep_part(const struct codec *c)
{
    for (unsigned i = 0; i < c->depth && i < PATH_DEPTH; i++)
        if (c->frames[i].of_records)
            return false;
    return true;
}

VERB uint64_t announced(const struct codec *c, const uint32_t *count)
{
    for (unsigned i = 0; i < COUNTS; i++)
        if (c->counts[i].count == count && c->counts[i].announced > *count)
            return c->counts[i].announced;
    return *count;
}

VERB bool keeps_fewer(struct codec *c, uint64_t value, uint32_t *count, size_t smallest)
{
    uint64_t most = (uint64_t)(c->end - c->at) / smallest;
    if (c->status != OW_OK || !may_keep_part(c))
        return false;
    *count = most < UINT32_MAX ? (uint32_t)most : UINT32_MAX;
    c->counts[c->next_count++ % COUNTS] = (struct counted){count, value};
    return true;
}

/* Fewer numbers than announced end the readable part. */
VERB void end_numbers(struct codec *c, const uint32_t *count)
{
    if (c->status != OW_OK || announced(c, count) <= *count)
        return;
    c->keeps_part = *count > 0;
    fail_at(c, OW_TRUNCATED, c->at);
}

VERB void enter_list(struct codec *c, const char *name, uint32_t *count)
{
    c->keeps_part = false;
    if (c->depth < PATH_DEPTH)
        c->frames[c->depth] = (struct frame){.name = name,
                                             .count = count,
                                             .announced = announced(c, count),
                                             .sound = c->status == OW_OK};
    c->depth++;
}

/* The innermost list. Lists nested too deep, which no layout has, share one. */
VERB struct frame *innermost(struct codec *c)
{
    unsigned depth = c->depth < PATH_DEPTH ? c->depth : PATH_DEPTH;
    return &c->frames[depth > 0 ? depth - 1 : 0];
}

VERB void begin_item(struct codec *c, uint32_t index, bool spread)
{
    innermost(c)->index = index;
    innermost(c)->of_records = !spread;
}

VERB void begin_element(struct codec *c, uint32_t index)
{
    innermost(c)->index = index;
}

VERB void keep_list(struct salvage *salvage, const struct frame *frame)
{
    unsigned i = 0;
    while (i < salvage->list_count && strcmp(salvage->lists[i].name, frame->name) != 0)
        i++;
    if (i == SALVAGE_LISTS)
        return;
    if (i == salvage->list_count)
        salvage->lists[salvage->list_count++] =
            (struct salvage_list){.name = frame->name, .reached = frame->sound};
    salvage->lists[i].announced += frame->announced;
    salvage->lists[i].kept += *frame->count;
}

VERB void *end_list(struct codec *c, void *items)
{
    struct frame *frame = innermost(c);
    bool complete = c->status == OW_OK;
    if (complete && frame->announced > *frame->count)
        fail_at(c, OW_TRUNCATED, c->at);
    else if (!complete && frame->sound && frame->index < *frame->count)
        *frame->count = frame->index + (!frame->of_records && c->keeps_part);
    c->depth--;
    if (frame->name && may_keep_part(c))
        keep_list(c->salvage, frame);
    return items;
}

VERB void leave_open_list(struct codec *c)
{
    c->depth--;
}

/* Truncated bytes of the document itself. */
VERB bool keeps_bytes(const struct codec *c, const uint8_t *bytes, size_t *size)
{
    if (c->status != OW_OK || c->depth > 0)
        return false;
    *size = (size_t)(c->end - bytes);
    return true;
}

VERB bool keeps_grid(struct codec *c, const char *name, uint64_t *count)
{
    struct salvage *salvage = c->salvage;
    if (c->status != OW_OK || salvage->list_count == SALVAGE_LISTS)
        return false;
    uint64_t announced = *count;
    salvage->numbers = *count = (uint64_t)(c->end - c->at) / 4;
    salvage->lists[salvage->list_count++] =
        (struct salvage_list){name, announced, salvage->numbers, true};
    return true;
}

VERB void keep_tags(struct codec *c, const char *const *tags, size_t count)
{
    c->tags = tags;
    c->tag_count = count;
}

VERB bool is_tag(const struct codec *c, const uint8_t *place)
{
    for (size_t i = 0; i < c->tag_count; i++)
        if (memcmp(place, c->tags[i], BLOCK_TAG) == 0)
            return true;
    return false;
}

/* Blocks do not state their size, but begin with one of few words. Finds the next such word after
 * a damaged block. */
VERB void find_next_block(struct codec *c)
{
    if (!is_of_file(c->status) || c->tag_count == 0)
        return;
    for (const uint8_t *place = c->failed_at; c->end - place >= BLOCK_TAG; place++) {
        if (!is_tag(c, place))
            continue;
        c->salvage->passed -= (uint64_t)(c->end - place);
        c->status = OW_OK;
        c->at = place;
        return;
    }
}

#endif
