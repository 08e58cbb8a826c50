/* The measure codec: the size of records in bytes, as a whole and for each section that states its
 * size, before encode writes. It is fast: fields of fixed size compile into one number per record.
 * It rejects nothing, because encode will. */
#ifndef OW_SRC_CODEC_MEASURE_H
#define OW_SRC_CODEC_MEASURE_H

#include "runs.h"
#include "verbs.h"

#define READS_RECORDS 0
#define HAS_RECORDS   1

struct codec {
    uint64_t size; /* so far */
    unsigned version;
    uint8_t variant;
    bool big_endian;
    bool missing;     /* a list without its records: nothing more is measured */
    uint64_t section; /* start of the open section */
    unsigned section_count;
    uint64_t section_sizes[MOST_SIZES];
};

#define refuse(c, reason, name, ...)   ((void)(c), (void)(name))
#define absent(c, name, field)         ((void)(c))
#define absent_pointer(c, name, field) ((void)(c))
#define forget_pointer(c, field)       ((void)(c))

/* A verb that takes one field. */
#define MEASURE(verb, type, bytes)                                                                 \
    VERB void verb(struct codec *c, const char *name, const type *v)                               \
    {                                                                                              \
        (void)name, (void)v;                                                                       \
        c->size += (bytes);                                                                        \
    }

MEASURE(u8, uint8_t, 1)
MEASURE(u16, uint16_t, 2)
MEASURE(u32, uint32_t, 4)
MEASURE(u64, uint64_t, 8)
MEASURE(i8, int8_t, 1)
MEASURE(i32, int32_t, 4)
MEASURE(i32_as_u8, int32_t, 1)
MEASURE(u16_as_u8, uint16_t, 1)
MEASURE(f32, float, 4)
MEASURE(rest, ow_bytes, v->size)

#undef MEASURE

VERB void derived_number(struct codec *c, const char *name, const uint16_t *v, enum length length)
{
    (void)name, (void)v;
    c->size += width_of_length(length);
}

/* A length and that many bytes. */
VERB void sized(struct codec *c, size_t size, enum length length)
{
    c->size += (uint64_t)width_of_length(length) + size;
    if (length == VARINT)
        c->size +=
            (uint64_t)(size > 0x7f) + (size > 0x3fff) + (size > 0x1fffff) + (size > 0xfffffff);
}

VERB void text(struct codec *c, const char *name, const ow_text *v, enum length length)
{
    (void)name;
    sized(c, v->size, length);
}

VERB void bytes(struct codec *c, const char *name, const ow_bytes *v, enum length length)
{
    (void)name;
    sized(c, length == I32_OR_NONE && !v->data ? 0 : v->size, length);
}

/* A verb that takes a fixed number of numbers, and one for a count before. */
#define MEASURE_NUMBERS(fixed, type, width)                                                        \
    VERB void fixed(struct codec *c, const char *name, const type *v, uint32_t n)                  \
    {                                                                                              \
        (void)name, (void)v;                                                                       \
        c->size += (width) * (uint64_t)n;                                                          \
    }

MEASURE_NUMBERS(u8v, uint8_t, 1)
MEASURE_NUMBERS(u16v, uint16_t, 2)
MEASURE_NUMBERS(i16v, int16_t, 2)
MEASURE_NUMBERS(i32v, int32_t, 4)
MEASURE_NUMBERS(f32v, float, 4)

#undef MEASURE_NUMBERS

VERB void f32v_from(struct codec *c, const char *name, const float *v, uint32_t n, uint32_t first)
{
    (void)first;
    f32v(c, name, v, n);
}

#define MEASURE_RUN(verb, type, width)                                                             \
    VERB void verb(struct codec *c, const char *name, type *const *v, const uint32_t *count)       \
    {                                                                                              \
        (void)name, (void)v;                                                                       \
        c->size += (width) * (uint64_t)*count;                                                     \
    }

MEASURE_RUN(u8s, uint8_t, 1)
MEASURE_RUN(u16s, uint16_t, 2)
MEASURE_RUN(i32s, int32_t, 4)
MEASURE_RUN(f32s, float, 4)

#undef MEASURE_RUN

VERB void bits_u8(struct codec *c, const char *name, uint8_t *const *v, const uint32_t *count)
{
    (void)name, (void)v;
    c->size += 1 + (*count + 7) / 8;
}

VERB void bits_as_u8(struct codec *c, const char *name, uint8_t *const *v, const uint32_t *count)
{
    (void)name, (void)v;
    c->size += *count;
}

VERB void f32_grid(struct codec *c, const char *name, float *const *v, uint64_t count)
{
    (void)name;
    c->size += *v ? 4 * count : 0; /* the product has not been checked for overflow */
}

VERB void choice8(struct codec *c, const char *name, const uint16_t *v,
                  const struct choice *choices, size_t n)
{
    (void)name, (void)v, (void)choices, (void)n;
    c->size += 1;
}

VERB void tag4(struct codec *c, const char *name, const uint8_t *v, const char *const *tags,
               size_t n)
{
    (void)name, (void)v, (void)tags, (void)n;
    c->size += 4;
}

VERB void magic(struct codec *c, const char *name, const char *bytes, size_t size)
{
    (void)name, (void)bytes;
    c->size += size;
}

VERB void end_of_file(struct codec *c)
{
    (void)c;
}

VERB void external(struct codec *c, const char *name, const uint8_t *v,
                   const struct choice *choices, size_t n)
{
    (void)c, (void)name, (void)v, (void)choices, (void)n;
}

VERB void external_variant(struct codec *c, const char *name, const uint8_t *v,
                           const struct version *versions, size_t n)
{
    (void)c, (void)name, (void)v, (void)versions, (void)n;
}

VERB void count(struct codec *c, const char *name, const uint32_t *n, enum length length,
                size_t smallest)
{
    (void)name, (void)n, (void)smallest;
    c->size += width_of_length(length);
}

VERB void count_or_none(struct codec *c, const char *name, const uint32_t *n, const bool *none,
                        enum length length, size_t smallest)
{
    (void)none;
    count(c, name, n, length, smallest);
}

VERB bool null_instead(struct codec *c, const char *name, bool none)
{
    (void)c, (void)name;
    return none;
}

VERB void count_is(struct codec *c, const uint32_t *count, uint32_t value)
{
    (void)c, (void)count, (void)value;
}

VERB void stated_size(struct codec *c, const char *name, const ow_stated_size *v,
                      enum length length)
{
    (void)name, (void)v;
    c->section = c->size;
    c->size += width_of_length(length);
}

/* Sections beyond the limit are written without a true size: encode reports it. */
VERB void end_size(struct codec *c, const ow_stated_size *v)
{
    (void)v;
    if (c->section_count < MOST_SIZES)
        c->section_sizes[c->section_count] = c->size - c->section;
    c->section_count++;
}

VERB void *begin_list(struct codec *c, const char *name, void *items, const uint32_t *count,
                      size_t size, void *room)
{
    (void)name, (void)size, (void)room;
    c->missing |= !items && *count > 0;
    return items;
}

VERB void *begin_column(struct codec *c, const char *name, void *items, uint32_t count, size_t size,
                        void *room)
{
    (void)name, (void)size, (void)room;
    c->missing |= !items && count > 0;
    return items;
}

VERB bool go_on(struct codec *c, uint32_t index)
{
    (void)index;
    return !c->missing;
}

#include "silent.h"

#endif
