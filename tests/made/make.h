/* The make codec: numbers that chance draws go into a file, and into records, which the layout
 * looks at. So a layout makes files of its own format: each is built as the layout says, and what
 * it says is odd. Counts are small, and lists end once the file is large enough. A file may still
 * be one that readers refuse, where a layout refuses a value. */
#ifndef OW_TESTS_MADE_MAKE_H
#define OW_TESTS_MADE_MAKE_H

#include "base/memory.h"
#include "codec/verbs.h"
#include "made/made.h"

#define READS_RECORDS 1
#define HAS_RECORDS   0

#define absent(c, name, field)         ((void)(c), (field) = 0)
#define absent_pointer(c, name, field) absent(c, name, field)
#define forget_pointer(c, field)       absent(c, NULL, field)

struct codec {
    struct made *made;
    struct arena *arena;
    unsigned version; /* these three are set by the layout */
    uint8_t variant;
    bool big_endian;
    size_t section;     /* start of the section that states its size */
    uint32_t open_most; /* records of the open list */
    enum length section_length;
};

/* ---- chance ---- */

VERB uint64_t draw(struct codec *c)
{
    return made_draw(c->made);
}

VERB uint32_t draw_below(struct codec *c, uint32_t most)
{
    return (uint32_t)(draw(c) % most);
}

/* Half of all numbers are as small as an index; others are at the ends, or anything. */
VERB uint64_t draw_number(struct codec *c, unsigned bits)
{
    uint64_t all = bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
    switch (draw_below(c, 8)) {
    case 0:
        return all - draw_below(c, 3);
    case 1:
        return (all >> 1) + draw_below(c, 3);
    case 2:
        return draw(c) & all;
    case 3:
        return draw(c) & all & 0xff;
    default:
        return draw_below(c, 7);
    }
}

/* How many records: fewer the more there are already, in a file that holds them. */
VERB uint32_t draw_count(struct codec *c, size_t smallest)
{
    if (c->made->size >= c->made->enough)
        return 0;
    uint32_t most = draw_below(c, 6) == 0 ? 30 : 5;
    return smallest > 0 ? draw_below(c, most) : 0;
}

VERB float draw_float(struct codec *c)
{
    static const uint32_t odd[] = {0x80000000, 0x7f800000, 0xff800000, 0x7fc00001,
                                   0x00000001, 0x7f7fffff, 0x3f3504f3, 0x3f800000};
    uint32_t bits =
        draw_below(c, 4) == 0 ? (uint32_t)draw(c) : odd[draw_below(c, sizeof odd / sizeof *odd)];
    float number = (float)draw_below(c, 64) / 4;
    if (draw_below(c, 3) == 0)
        memcpy(&number, &bits, sizeof number);
    return number;
}

/* ---- bytes ---- */

VERB void put(struct codec *c, const void *bytes, size_t size)
{
    made_add(c->made, bytes, size);
}

VERB void put_number(struct codec *c, uint64_t number, unsigned width, bool big)
{
    uint8_t bytes[8];
    for (unsigned i = 0; i < width; i++)
        bytes[big ? width - 1 - i : i] = (uint8_t)(number >> 8 * i);
    put(c, bytes, width);
}

VERB void put_length(struct codec *c, uint64_t number, enum length length)
{
    unsigned width = width_of_length(length);
    if (length != VARINT) {
        put_number(c, number, width, length == U16_BIG || NUMBERS_ARE_BIG(c));
        return;
    }
    for (; number > 127; number >>= 7)
        put_number(c, 128 | (number & 127), 1, false);
    put_number(c, number, 1, false);
}

VERB void *take_memory(struct codec *c, size_t size)
{
    void *memory = arena_take(c->arena, size);
    if (memory)
        memset(memory, 0, size);
    else
        c->made->failed = true;
    return memory;
}

/* ---- numbers ---- */

VERB bool is_named(const char *name, const char *word)
{
    return name && strcmp(name, word) == 0;
}

/* The version is the caller's. What sizes a grid is small. */
VERB uint64_t draw_named(struct codec *c, const char *name, unsigned bits)
{
    if (is_named(name, "version"))
        return c->made->version;
    if (is_named(name, "x_vertices") || is_named(name, "y_vertices"))
        return draw_below(c, 5);
    return draw_number(c, bits);
}

#define MAKE(verb, type, bits)                                                                     \
    VERB void verb(struct codec *c, const char *name, type *v)                                     \
    {                                                                                              \
        *v = (type)draw_named(c, name, bits);                                                      \
        put_number(c, (uint64_t)*v, (bits) / 8, NUMBERS_ARE_BIG(c));                               \
    }

MAKE(u8, uint8_t, 8)
MAKE(u16, uint16_t, 16)
MAKE(u32, uint32_t, 32)
MAKE(u64, uint64_t, 64)
MAKE(i8, int8_t, 8)
MAKE(i32, int32_t, 32)
MAKE(i32_as_u8, int32_t, 8)
MAKE(u16_as_u8, uint16_t, 8)

#undef MAKE

VERB void f32(struct codec *c, const char *name, float *v)
{
    uint32_t bits;
    (void)name;
    *v = draw_float(c);
    memcpy(&bits, v, sizeof bits);
    put_number(c, bits, 4, FLOATS_ARE_BIG(c));
}

#define MAKE_SEVERAL(verb, type, one)                                                              \
    VERB void verb(struct codec *c, const char *name, type *v, uint32_t n)                         \
    {                                                                                              \
        (void)name;                                                                                \
        for (uint32_t i = 0; i < n; i++)                                                           \
            one(c, NULL, &v[i]);                                                                   \
    }

MAKE_SEVERAL(u8v, uint8_t, u8)
MAKE_SEVERAL(u16v, uint16_t, u16)
MAKE_SEVERAL(i32v, int32_t, i32)
MAKE_SEVERAL(f32v, float, f32)

#undef MAKE_SEVERAL

VERB void i16v(struct codec *c, const char *name, int16_t *v, uint32_t n)
{
    u16v(c, name, (uint16_t *)v, n);
}

VERB void f32v_from(struct codec *c, const char *name, float *v, uint32_t n, uint32_t first)
{
    (void)name;
    for (uint32_t i = 0; i < n; i++)
        f32(c, NULL, &v[(first + i) % n]);
}

#define MAKE_RUN(verb, type, one)                                                                  \
    VERB void verb(struct codec *c, const char *name, type **v, const uint32_t *count)             \
    {                                                                                              \
        (void)name;                                                                                \
        *v = take_memory(c, *count * sizeof **v);                                                  \
        for (uint32_t i = 0; *v && i < *count; i++)                                                \
            one(c, NULL, &(*v)[i]);                                                                \
    }

MAKE_RUN(u8s, uint8_t, u8)
MAKE_RUN(u16s, uint16_t, u16)
MAKE_RUN(i32s, int32_t, i32)
MAKE_RUN(f32s, float, f32)

#undef MAKE_RUN

VERB void f32_grid(struct codec *c, const char *name, float **v, uint64_t n)
{
    uint32_t count = (uint32_t)n;
    f32s(c, name, v, &count);
}

VERB void bits_as_u8(struct codec *c, const char *name, uint8_t **v, const uint32_t *count)
{
    (void)name;
    *v = take_memory(c, (*count + 7) / 8);
    for (uint32_t i = 0; i < *count; i++)
        put_number(c, draw_below(c, 2), 1, false);
}

VERB void bits_u8(struct codec *c, const char *name, uint8_t **v, uint32_t *count)
{
    uint32_t size;
    *count = draw_count(c, 1);
    size = (*count + 7) / 8;
    put_number(c, *count, 1, false);
    u8s(c, name, v, &size);
}

/* A value without a row is rare. */
VERB void choice8(struct codec *c, const char *name, uint16_t *v, const struct choice *choices,
                  size_t n)
{
    (void)name;
    const struct choice *choice = &choices[draw_below(c, (uint32_t)n)];
    uint8_t raw = draw_below(c, 40) == 0 ? (uint8_t)draw(c) : choice->raw;
    *v = (uint16_t)(RAW_CHOICE + raw);
    for (size_t i = 0; i < n; i++)
        *v = choices[i].raw == raw ? choices[i].value : *v;
    put_number(c, raw, 1, false);
}

VERB void tag4(struct codec *c, const char *name, uint8_t *v, const char *const *tags, size_t n)
{
    (void)name;
    *v = (uint8_t)draw_below(c, (uint32_t)n);
    put(c, tags[*v], 4);
}

VERB void magic(struct codec *c, const char *name, const char *bytes, size_t size)
{
    (void)name;
    put(c, bytes, size);
}

VERB void derived_number(struct codec *c, const char *name, uint16_t *v, enum length length)
{
    static const uint16_t bytes[] = {0, 0x40, 0x80, 0xc0}, wide[] = {0, 0x8000, 0, 0x8000};
    (void)name;
    *v = (uint16_t)((length == U8 ? bytes : wide)[draw_below(c, 4)] + draw_below(c, 4));
    put_length(c, *v, length);
}

/* ---- text ---- */

/* Words that mean something in a format, letters, and bytes that are no text. */
VERB size_t draw_text(struct codec *c, uint8_t text[64])
{
    static const char *const words[] = {
        "MHG.Inverter",     "MHG.AndGate", "MHG.CircuitBoard", "MHG.DLatch",   "MHG.Relay",
        "MHG.PanelLabel",   "MHG.Switch",  "MHG.Delayer",      "MHG.Buffer",   "MHG",
        "terrain/map.png",  "../map.png",  "K\xc3\xb6ln",      "a\nb",         "tree.oak",
        "MHG.PanelDisplay", "x\xff",       "MHG.ChubbySocket", "\xef\xbb\xbf", ""};
    if (draw_below(c, 3) > 0) {
        const char *word = words[draw_below(c, sizeof words / sizeof *words)];
        memcpy(text, word, strlen(word));
        return strlen(word);
    }
    size_t size = draw_below(c, draw_below(c, 4) == 0 ? 64 : 12);
    for (size_t i = 0; i < size; i++)
        text[i] = (uint8_t)(draw_below(c, 20) == 0 ? draw(c) : 'a' + draw_below(c, 26));
    return size;
}

VERB const uint8_t *put_sized(struct codec *c, const uint8_t *bytes, size_t size,
                              enum length length)
{
    uint8_t *kept = take_memory(c, size);
    put_length(c, size, length);
    put(c, bytes, size);
    if (kept && size > 0)
        memcpy(kept, bytes, size);
    return kept;
}

VERB void text(struct codec *c, const char *name, ow_text *v, enum length length)
{
    uint8_t letters[64];
    (void)name;
    v->size = draw_text(c, letters);
    v->data = (const char *)put_sized(c, letters, v->size, length);
}

VERB void bytes(struct codec *c, const char *name, ow_bytes *v, enum length length)
{
    uint8_t held[64];
    (void)name;
    if (length == I32_OR_NONE && draw_below(c, 3) == 0) {
        *v = (ow_bytes){NULL, 0};
        put_length(c, UINT32_MAX, length);
        return;
    }
    v->size = draw_below(c, draw_below(c, 4) == 0 ? 64 : 17);
    for (size_t i = 0; i < v->size; i++)
        held[i] = (uint8_t)draw_number(c, 8);
    v->data = put_sized(c, held, v->size, length);
}

VERB void rest(struct codec *c, const char *name, ow_bytes *v)
{
    uint8_t held[8];
    (void)name;
    v->size = draw_below(c, 6) == 0 ? draw_below(c, sizeof held) : 0;
    for (size_t i = 0; i < v->size; i++)
        held[i] = (uint8_t)draw(c);
    put(c, held, v->size);
}

VERB void end_of_file(struct codec *c)
{
    (void)c;
}

/* ---- counts and lists ---- */

VERB void count(struct codec *c, const char *name, uint32_t *n, enum length length, size_t smallest)
{
    (void)name;
    *n = draw_count(c, smallest);
    put_length(c, *n, length);
}

VERB void count_or_none(struct codec *c, const char *name, uint32_t *n, bool *none,
                        enum length length, size_t smallest)
{
    (void)name;
    *none = draw_below(c, 4) == 0;
    *n = *none ? 0 : draw_count(c, smallest);
    put_length(c, *none ? most_of_length(length) : *n, length);
}

VERB bool null_instead(struct codec *c, const char *name, bool none)
{
    (void)c, (void)name;
    return none;
}

VERB void count_is(struct codec *c, uint32_t *n, uint32_t value)
{
    (void)c;
    *n = value;
}

VERB void *begin_list(struct codec *c, const char *name, void *items, uint32_t *n, size_t size,
                      void *room)
{
    (void)name, (void)items, (void)room;
    void *memory = take_memory(c, *n * size);
    if (!memory)
        *n = 0;
    return memory;
}

VERB void *begin_column(struct codec *c, const char *name, void *items, uint32_t n, size_t size,
                        void *room)
{
    (void)name, (void)items, (void)room;
    return take_memory(c, n * size);
}

VERB void *begin_open_list(struct codec *c, const char *name, void *items, uint32_t *n, size_t size,
                           void *room)
{
    (void)name, (void)items, (void)room;
    c->open_most = draw_below(c, 14);
    *n = 0;
    return take_memory(c, c->open_most * size);
}

VERB bool goes_further(struct codec *c, uint32_t *n, uint32_t index)
{
    if (index >= c->open_most || c->made->failed)
        return false;
    *n = index + 1;
    return true;
}

VERB void *open_item(struct codec *c, void *items, uint32_t index, size_t size)
{
    (void)c;
    return (uint8_t *)items + index * size;
}

VERB void *end_open_list(struct codec *c, void *items, const uint32_t *n, size_t size)
{
    (void)c, (void)n, (void)size;
    return items;
}

VERB bool go_on(struct codec *c, uint32_t index)
{
    (void)index;
    return !c->made->failed;
}

/* ---- sizes, and facts of the caller ---- */

VERB void stated_size(struct codec *c, const char *name, ow_stated_size *v, enum length length)
{
    (void)name, (void)v;
    c->section = c->made->size;
    c->section_length = length;
    put_length(c, 0, length);
}

/* The true size, or another: readers keep it. */
VERB void end_size(struct codec *c, ow_stated_size *v)
{
    size_t end = c->made->size;
    uint64_t size = draw_below(c, 12) == 0 ? draw_number(c, 16) : end - c->section;
    v->stated = (uint32_t)size;
    v->keep = size != end - c->section;
    c->made->size = c->section;
    put_length(c, size, c->section_length);
    c->made->size = end;
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

/* What a layout refuses is left for readers to refuse. */
#define refuse(c, reason, name, ...) ((void)(c), (void)(name))

#include "codec/silent.h"

#endif
