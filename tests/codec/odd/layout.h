/* The odd format's bytes. Include odd.h and a codec first. */
#ifndef OW_TESTS_CODEC_ODD_LAYOUT_H
#define OW_TESTS_CODEC_ODD_LAYOUT_H

#include "odd.h"

static const char *const odd_names[ODD_FIELDS] = {
    "a0", "a1", "a2", "a3", "a4", "a5", "a6", "a7", "b0", "b1", "b2", "b3", "b4", "b5", "b6", "b7",
    "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "d0", "d1", "d2", "d3", "d4", "d5", "d6", "d7",
    "e0", "e1", "e2", "e3", "e4", "e5", "e6", "e7", "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7",
    "g0", "g1", "g2", "g3", "g4", "g5", "g6", "g7", "h0", "h1", "h2", "h3", "h4", "h5", "h6", "h7"};

VERB void odd_layout_of_record(struct codec *c, odd_record *v)
{
    for (int i = 0; i < ODD_RUNS; i++)
        u8v(c, odd_names[i], v->runs[i], ODD_RUN);
}

VERB void odd_layout_of_wide_run(struct codec *c, odd *v)
{
    if (v->inmost == 1)
        u8v(c, "bytes", v->bytes, ODD_TOO_MANY);
    if (v->inmost == 2)
        u16v(c, "words", v->words, ODD_TOO_MANY);
    if (v->inmost == 3)
        i16v(c, "signed_words", v->signed_words, ODD_TOO_MANY);
    if (v->inmost == 4)
        i32v(c, "integers", v->integers, ODD_TOO_MANY);
    if (v->inmost == 5)
        f32v(c, "floats", v->floats, ODD_TOO_MANY);
}

VERB void odd_layout_of_lists(struct codec *c, odd *v)
{
    u8(c, "list_count", &v->list_count);
    for (uint8_t i = 0; i < v->list_count && i < ODD_LISTS; i++) {
        count(c, NULL, &v->record_counts[i], U8, ODD_RUNS * ODD_RUN);
        list(c, odd_names[i], v->lists[i], v->record_counts[i], odd_layout_of_record);
    }
    u64(c, "grid_count", &v->grid_count);
    f32_grid(c, "grid", &v->grid, v->grid_count);
}

VERB void document(struct codec *c, odd *v)
{
    u8(c, "depth", &v->depth);
    for (uint8_t i = 0; i < v->depth && i < ODD_DEPTH; i++)
        begin_object(c, "in");
    u8(c, "inmost", &v->inmost);
    for (uint8_t i = 0; i < v->depth && i < ODD_DEPTH; i++)
        end_object(c);
    u8(c, "fields", &v->fields);
    begin_object(c, "wide");
    for (uint8_t i = 0; i < v->fields && i < ODD_FIELDS; i++)
        u8(c, odd_names[i], &v->values[i]);
    end_object(c);
    count(c, "record_count", &v->record_count, U8, ODD_RUNS * ODD_RUN);
    list(c, "records", v->records, v->record_count, odd_layout_of_record);
    odd_layout_of_wide_run(c, v);
    if (v->inmost == 6)
        odd_layout_of_lists(c, v);
    end_of_file(c);
}

#endif
