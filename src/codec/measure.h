/* The measure codec: records into the sizes of the sections that state theirs, before encode writes the
 * first of them. It costs little: what has a fixed size melts into one number a record. */
#ifndef OW_SRC_CODEC_MEASURE_H
#define OW_SRC_CODEC_MEASURE_H

#include "verbs.h"

#define READS_RECORDS 0

enum { MOST_SECTIONS = 8 };

struct codec {
    uint64_t size; /* so far */
    unsigned version;
    uint8_t variant;
    bool big_endian;
    uint64_t section; /* where the one that is open began */
    unsigned section_count;
    uint64_t section_sizes[MOST_SECTIONS];
};

/* Measuring refuses nothing: encode will. */
#define refuse(c, reason, name, ...) ((void)(c), (void)(name))

#define MEASURE(verb, type, bytes)                                                                 \
    VERB void verb(struct codec *c, const char *name, const type *v)                               \
    {                                                                                              \
        (void)name, (void)v;                                                                       \
        c->size += (bytes);                                                                        \
    }

MEASURE(u8, uint8_t, 1)
MEASURE(u16, uint16_t, 2)
MEASURE(u32, uint32_t, 4)
MEASURE(f32, float, 4)
MEASURE(text_u16, ow_text, 2 + v->size)
MEASURE(bytes_u32, ow_bytes, 4 + v->size)

#undef MEASURE

VERB void choice8(struct codec *c, const char *name, const uint16_t *v,
                  const struct choice *choices, size_t n)
{
    (void)name, (void)v, (void)choices, (void)n;
    c->size += 1;
}

VERB void count_u32(struct codec *c, const char *name, const uint32_t *count, size_t smallest)
{
    (void)name, (void)count, (void)smallest;
    c->size += 4;
}

VERB void f32_grid(struct codec *c, const char *name, float **v, uint64_t count)
{
    (void)name, (void)v;
    c->size += 4 * count;
}

VERB void rest(struct codec *c, const char *name, const ow_bytes *v)
{
    (void)name;
    c->size += v->size;
}

VERB void end_of_file(struct codec *c)
{
    (void)c;
}

#define known(c, name, v, variant, choices, n)                                                     \
    do {                                                                                           \
        (void)(name), (void)(choices), (void)(n);                                                  \
        *(variant) = *(v);                                                                         \
    } while (0)

VERB void size_u16(struct codec *c, const char *name, const ow_stated_size *v)
{
    (void)name, (void)v;
    c->section = c->size;
    c->size += 2;
}

VERB void size_u32(struct codec *c, const char *name, const ow_stated_size *v)
{
    (void)name, (void)v;
    c->section = c->size;
    c->size += 4;
}

VERB void end_size(struct codec *c, const ow_stated_size *v)
{
    (void)v;
    if (c->section_count < MOST_SECTIONS)
        c->section_sizes[c->section_count++] = c->size - c->section;
}

VERB void *begin_list(struct codec *c, const char *name, void *items, const uint32_t *count,
                      size_t size)
{
    (void)c, (void)name, (void)count, (void)size;
    return items;
}

VERB bool go_on(struct codec *c, uint32_t index)
{
    (void)c, (void)index;
    return true;
}

#include "silent.h"

#endif
