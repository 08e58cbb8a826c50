/* The kit's bytes. Include kit.h and a codec first. */
#ifndef OW_TESTS_CODEC_KIT_LAYOUT_H
#define OW_TESTS_CODEC_KIT_LAYOUT_H

#include "kit.h"

enum { HAS_LID = 1, IS_WEIGHED = 2, EXTRA_FOLLOWS = 0x0200, MOST_EXTRA = 0x0fff };

VERB void kit_pair(struct codec *c, uint16_t (*v)[2])
{
    u16v(c, NULL, *v, 2);
}

VERB void kit_part_layout(struct codec *c, kit_part *v, bool weighed)
{
    u16(c, "size", &v->size);
    if (weighed)
        u8(c, "weight", &v->weight);
    else
        absent(c, "weight", v->weight);
}

VERB void kit_tables(struct codec *c, kit *v)
{
    bool no_small, no_large;
    table_count(c, "small_count", v->small, &v->small_count, &no_small, U8, 1);
    table_count(c, "large_count", v->large, &v->large_count, &no_large, U16, 4);
    if (null_instead(c, "small", no_small)) {
        no_list(c, "small", v->small, v->small_count);
    } else {
        u8s(c, "small", &v->small, &v->small_count);
    }
    if (null_instead(c, "large", no_large)) {
        no_list(c, "large", v->large, v->large_count);
    } else {
        array_list(c, "large", v->large, v->large_count, kit_pair);
    }
}

/* One number says how many there are, and by 512 more that there are any. */
VERB void kit_extra(struct codec *c, kit *v)
{
    uint16_t length = 0;
    derived(c, "extra_length", &length, U16, v->extra_count + (v->extra ? EXTRA_FOLLOWS : 0));
    refuse_held(c, v->extra_count > MOST_EXTRA, OW_BAD_VALUE, "extra_length",
                "%u bytes are too many; the file can store %d", v->extra_count, MOST_EXTRA);
    bool extra = present(c, "extra", v->extra, length >= EXTRA_FOLLOWS);
    count_follows(c, "extra", &v->extra_count, extra ? length - EXTRA_FOLLOWS : 0, 1);
    if (extra)
        u8s(c, "extra", &v->extra, &v->extra_count);
    else
        no_list(c, "extra", v->extra, v->extra_count);
}

VERB void kit_numbers(struct codec *c, kit *v)
{
    i8(c, "below", &v->below);
    u8v(c, "bytes", v->bytes, 3);
    u16v(c, "halves", v->halves, 2);
    i16v(c, "slopes", v->slopes, 2);
    u16_as_u8(c, "index", &v->index);
    text(c, "name", &v->name, VARINT);
    bits_u8(c, "flags", &v->flags, &v->flag_count);
    count(c, "list_count", &v->list_count, U8, 1);
    u8s(c, "list", &v->list, &v->list_count);
    count(c, "switch_count", &v->switch_count, U8, 1);
    bits_as_u8(c, "switches", &v->switches, &v->switch_count);
    kit_extra(c, v);
    count(c, "real_count", &v->real_count, U16, 4);
    f32s(c, "reals", &v->reals, &v->real_count);
    u8(c, "columns", &v->columns);
    u8(c, "rows", &v->rows);
    f32_grid(c, "grid", &v->grid, (uint64_t)v->columns * v->rows);
}

VERB void kit_lid_layout(struct codec *c, kit_lid *v)
{
    begin_object(c, "lid");
    i8(c, "height", &v->height);
    end_object(c);
}

VERB void document(struct codec *c, kit *v)
{
    uint16_t marks = 0;
    kit_tables(c, v);
    kit_numbers(c, v);
    derived(c, "marks", &marks, U8, (v->lid ? HAS_LID : 0) | (v->weighed ? IS_WEIGHED : 0));
    if (present(c, "lid", v->lid, marks & HAS_LID))
        one(c, "lid", v->lid, kit_lid_layout(c, v->lid));
    else
        absent_pointer(c, "lid", v->lid);
    bool weighed = present(c, "weighed_parts", v->weighed, marks & IS_WEIGHED);
    fact(c, v->weighed, weighed);
    count(c, "part_count", &v->part_count, U8, weighed ? 3 : 2);
    list_with(c, weighed ? "weighed_parts" : "parts", v->parts, v->part_count, kit_part_layout,
              weighed);
    end_of_file(c);
}

#endif
