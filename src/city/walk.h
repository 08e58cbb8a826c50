/* A save walked through from some byte on: its things, names and heights one after another, built
 * nowhere. Include in place of a codec and the layout. */
#ifndef OW_SRC_CITY_WALK_H
#define OW_SRC_CITY_WALK_H

#include "city.h"

#include "../codec/decode.h"
#include "layout.h"

/* The decode codec at a byte of the file, which must stay where it is. What takes memory, the whole
 * table of names, needs an arena set. */
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

/* The next of the heights of a terrain. */
static inline float walk_height(struct codec *c)
{
    float height;
    f32(c, "height", &height);
    return height;
}

#endif
