/* The toy's bytes. Include toy.h and a codec first. */
#ifndef OW_TESTS_CODEC_TOY_LAYOUT_H
#define OW_TESTS_CODEC_TOY_LAYOUT_H

#include "toy.h"

enum { RECORD_LEAST = 8, FIXED = 2 };

static const struct choice toy_orders[] = {{0, false, "little"}, {0, true, "big"}};
static const struct version toy_versions[] = {{0, 0, NULL}, {0, 1, "turned"}};
static const char *const toy_tags[] = {"APPL", "PEAR", "PLUM"};

VERB void toy_record_layout(struct codec *c, toy_record *v)
{
    tag4(c, "tag", &v->tag, toy_tags, 3);
    count(c, "half_count", &v->count, U32, sizeof *v->halves);
    u16s(c, "halves", &v->halves, &v->count);
}

VERB void toy_numbers(struct codec *c, toy *v)
{
    u16(c, "half", &v->half);
    u32(c, "word", &v->word);
    u64(c, "wide", &v->wide);
    i32(c, "below", &v->below);
    f32(c, "real", &v->real);
    i32v(c, "numbers", v->numbers, 3);
    f32v(c, "reals", v->reals, 3);
    f32v_from(c, "turned", v->turned, 3, 2);
}

VERB void toy_fixed_one(struct codec *c, uint8_t *v)
{
    u8(c, NULL, v);
}

/* A list whose length the format fixes, told as numbers that are no records. */
VERB void toy_fixed(struct codec *c, toy *v)
{
    count_is(c, &v->fixed_count, FIXED);
    array_list(c, "fixed", v->fixed, v->fixed_count, toy_fixed_one);
    if (v->fixed_count != FIXED)
        refuse(c, OW_BAD_VALUE, "fixed", "there are %u, not %d", v->fixed_count, FIXED);
}

VERB void document(struct codec *c, toy *v)
{
    external(c, "order", &v->order, toy_orders, 2);
    external_variant(c, "variant", &v->variant, toy_versions, 2);
    c->big_endian = v->order;
    c->variant = v->variant;
    stated_size(c, "front_size", &v->front_size, U16);
    toy_numbers(c, v);
    text(c, "short_text", &v->short_text, U8);
    text(c, "text", &v->text, U16);
    text(c, "title", &v->title, U16_BIG);
    bytes(c, "bytes", &v->bytes, U32);
    count(c, "integer_count", &v->integer_count, U64, sizeof *v->integers);
    i32s(c, "integers", &v->integers, &v->integer_count);
    end_size(c, &v->front_size);
    stated_size(c, "field_size", &v->field_size, U32);
    u32(c, "columns", &v->columns);
    u32(c, "rows", &v->rows);
    f32_grid(c, "field", &v->field, (uint64_t)v->columns * v->rows);
    end_size(c, &v->field_size);
    toy_fixed(c, v);
    list_to_end(c, "records", v->records, v->record_count, toy_record_layout);
}

#endif
