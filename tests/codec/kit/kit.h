/* A second format made for tests: tables that may be missing, fields that may, numbers in runs.
 * Run by each codec; include before one. */
#ifndef OW_TESTS_CODEC_KIT_H
#define OW_TESTS_CODEC_KIT_H

#include "base/memory.h"
#include "codec/losses.h"

#include <overworld/overworld.h>

#define NUMBERS_ARE_BIG(c) ((c)->big_endian)

typedef struct kit_part {
    uint16_t size;
    uint8_t weight; /* where parts are weighed */
} kit_part;

typedef struct kit_lid {
    int8_t height;
} kit_lid;

typedef struct kit {
    uint32_t small_count, large_count;
    uint8_t *small;       /* NULL: there is no such table */
    uint16_t (*large)[2]; /* the same */
    int8_t below;
    uint8_t bytes[3];
    uint16_t halves[2];
    int16_t slopes[2];
    uint16_t index;
    ow_text name;
    uint32_t flag_count, list_count, switch_count, extra_count, real_count;
    uint8_t *flags, *list, *switches;
    uint8_t *extra; /* NULL: it has none */
    float *reals;
    uint8_t columns, rows;
    float *grid;
    kit_lid *lid; /* NULL: it has none */
    bool weighed;
    uint32_t part_count;
    kit_part *parts;
} kit;

ow_status kit_decode(const void *bytes, size_t size, bool big, struct arena *arena, kit *read,
                     uint64_t *failed_at);
ow_status kit_encode(const kit *to_write, bool big, ow_buffer *buffer, ow_error *error);
ow_status kit_trace(const void *bytes, size_t size, bool big, ow_visitor visit, void *context,
                    ow_error *error);
ow_status kit_emit(kit *records, struct losses *losses, bool big, ow_visitor visit, void *context,
                   ow_error *error);
ow_status kit_copy(kit *records, struct arena *arena);
uint64_t kit_measure(const kit *records);
ow_status kit_parse(const char *text, struct arena *arena, kit *read, ow_error *error);

#endif
