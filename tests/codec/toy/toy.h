/* A format made for tests: one field for each verb of a layout that the real formats use, run by
 * each codec. Include before a codec. */
#ifndef OW_TESTS_CODEC_TOY_H
#define OW_TESTS_CODEC_TOY_H

#include "base/memory.h"
#include "codec/runs.h"

#include <overworld/overworld.h>

#define NUMBERS_ARE_BIG(c) ((c)->big_endian)
#define FLOATS_ARE_BIG(c)                                                                          \
    ((c)->big_endian != (c)->variant) /* the second variant's are the other way */

enum { TOY_APPLE, TOY_PEAR, TOY_PLUM }; /* toy_record.tag */

typedef struct toy_record {
    uint8_t tag;
    uint32_t count;
    uint16_t *halves;
} toy_record;

typedef struct toy {
    uint8_t order, variant;
    ow_stated_size front_size;
    uint16_t half;
    uint32_t word;
    uint64_t wide;
    int32_t below;
    float real;
    int32_t numbers[3];
    float reals[3], turned[3];
    ow_text short_text, text, title;
    ow_bytes bytes;
    uint32_t integer_count;
    int32_t *integers;
    ow_stated_size field_size;
    uint32_t columns, rows;
    float *field;
    uint32_t fixed_count;
    uint8_t *fixed;
    uint32_t record_count;
    toy_record *records;
} toy;

/* How a file is read, which it does not say itself. */
struct toy_variant {
    bool big;
    uint8_t variant;
};

/* Reads records into an arena; `failed_at` is where it stopped. */
ow_status toy_decode(const void *bytes, size_t size, struct toy_variant variant,
                     struct arena *arena, toy *read, uint64_t *failed_at);

/* Writes records; `sizes` are the true ones of the two sections. */
ow_status toy_encode(const toy *to_write, const uint64_t sizes[2], ow_buffer *buffer,
                     ow_error *error);

ow_status toy_trace(const void *bytes, size_t size, struct toy_variant variant, ow_visitor visit,
                    void *context, ow_error *error);

ow_status toy_emit(toy *records, const uint64_t sizes[2], struct losses *losses, ow_visitor visit,
                   void *context, ow_error *error);
ow_status toy_copy(toy *records, struct arena *arena);
uint64_t toy_measure(const toy *records, uint64_t sizes[MOST_SIZES]);
ow_status toy_parse(const char *text, struct arena *arena, toy *read, ow_error *error);

#endif
