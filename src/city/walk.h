/* Walks a save from some byte on: its things, names and heights one after another, without storing
 * them. Include instead of a codec and the layout. */
#ifndef OW_SRC_CITY_WALK_H
#define OW_SRC_CITY_WALK_H

#include "city.h"

#include "../codec/decode.h"
#include "layout.h"

/* The decode codec at a byte of the file, which must stay at its address. Only the whole table of
 * names allocates memory; set an arena to read it. */
static inline struct codec walk_file(const struct city_file *file, uint64_t offset)
{
    struct codec codec = {
        .begin = file->bytes,
        .end = file->bytes + file->size,
        .borrows = true,
        .options = &file->options,
    };
    ow_city_save preset = {.variant = file->variant};
    begin_save(&codec, &preset);
    codec.at = codec.begin + offset;
    return codec;
}

static inline uint64_t walk_offset(const struct codec *c)
{
    return (uint64_t)(c->at - c->begin);
}

/* Reads the next height of a terrain. */
static inline float walk_height(struct codec *c)
{
    float height;
    f32(c, "height", &height);
    return height;
}

#endif
