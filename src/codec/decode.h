/* The decode codec: bytes into records. It keeps no names: it stops at a byte, and a trace of the
 * same bytes finds the error message. */
#ifndef OW_SRC_CODEC_DECODE_H
#define OW_SRC_CODEC_DECODE_H

#include "../base/bytes.h"
#include "../base/memory.h"
#include "lanes.h"
#include "verbs.h"

#ifdef SALVAGES
#include "path.h"
#include "salvage.h"

enum { COUNTS = 8 };

/* An open list. */
struct frame {
    const char *name;
    uint32_t *count;
    uint64_t announced;
    uint32_t index;
    bool of_records; /* records, which are complete or dropped */
    bool sound;      /* no error came before it */
};
#endif

#define READS_RECORDS 1
#define HAS_RECORDS   0

/* Behind the records that lanes have read. */
#undef FIRST_ITEM
#define FIRST_ITEM(c) ((c)->first_item)

/* Fields that are not in the file are zero in the record. */
#define absent(c, name, field)         ((void)(c), (field) = 0)
#define absent_pointer(c, name, field) absent(c, name, field)
#define forget_pointer(c, field)       absent(c, NULL, field)

struct codec {
    const uint8_t *begin, *at, *end;
    unsigned version; /* these three are set by the layout */
    uint8_t variant;
    bool big_endian; /* see NUMBERS_ARE_BIG */
    bool borrows;    /* bytes and text point into the input instead of the arena */
    bool passes;     /* runs of numbers are checked but not kept */
    ow_status status;
    const uint8_t *failed_at;
    const uint8_t *section;  /* start of the section that states its size */
    struct segment *segment; /* of the open list, see open_list.h */
    struct arena *arena;
    const ow_options *options;
    void *notes;               /* for data that a format wants from a run */
    const struct lanes *lanes; /* NULL: one thread reads all */
    uint32_t first_item;
#ifdef SALVAGES
    struct salvage *salvage;
    struct frame frames[PATH_DEPTH];
    unsigned depth;
    struct counted {
        const uint32_t *count;
        uint64_t announced;
    } counts[COUNTS]; /* the last counts that the file has no room for */
    unsigned next_count;
    bool keeps_part; /* the last numbers are fewer than announced, and kept */
    const char *const *tags;
    size_t tag_count;
#endif
};

#ifdef SALVAGES
VERB void keep_place(struct codec *c, const uint8_t *place);
#else
#include "losing.h"
#endif

VERB void fail_at(struct codec *c, ow_status status, const uint8_t *place)
{
    if (c->status == OW_OK) {
        c->status = status;
        c->failed_at = place;
        keep_place(c, place);
    }
    c->at = c->end;
}

#ifdef SALVAGES
#include "keeping.h"
#endif

/* Takes bytes. After a failure returns zeros. */
VERB const uint8_t *take(struct codec *c, size_t size)
{
    static const uint8_t zeros[MOST_FIXED];
    if (UNLIKELY((size_t)(c->end - c->at) < size)) {
        fail_at(c, OW_TRUNCATED, c->at);
        return zeros;
    }
    const uint8_t *bytes = c->at;
    c->at += size;
    return bytes;
}

/* Takes a fixed number of numbers. Fails and returns NULL if a layout asks for more than there are
 * zeros; compilers that know the size drop the test. */
VERB const uint8_t *take_fixed(struct codec *c, size_t size)
{
    if (size <= MOST_FIXED)
        return take(c, size);
    fail_at(c, OW_BAD_VALUE, c->at);
    return NULL;
}

/* Takes any number of bytes. NULL after a failure. */
VERB const uint8_t *take_any(struct codec *c, size_t size)
{
    if (UNLIKELY((size_t)(c->end - c->at) < size)) {
        fail_at(c, OW_TRUNCATED, c->at);
        return NULL;
    }
    const uint8_t *bytes = c->at;
    c->at += size;
    return bytes;
}

VERB void refuse(struct codec *c, ow_status status, const char *name, const char *format, ...)
{
    (void)name, (void)format;
    fail_at(c, status, c->at);
}

VERB void u8(struct codec *c, const char *name, uint8_t *v)
{
    (void)name;
    *v = *take(c, 1);
}

VERB void u16(struct codec *c, const char *name, uint16_t *v)
{
    (void)name;
    *v = load_u16(take(c, 2), NUMBERS_ARE_BIG(c));
}

VERB void u32(struct codec *c, const char *name, uint32_t *v)
{
    (void)name;
    *v = load_u32(take(c, 4), NUMBERS_ARE_BIG(c));
}

VERB void u64(struct codec *c, const char *name, uint64_t *v)
{
    (void)name;
    *v = load_u64(take(c, 8), NUMBERS_ARE_BIG(c));
}

VERB void i32(struct codec *c, const char *name, int32_t *v)
{
    (void)name;
    *v = (int32_t)load_u32(take(c, 4), NUMBERS_ARE_BIG(c));
}

VERB void i32_as_u8(struct codec *c, const char *name, int32_t *v)
{
    (void)name;
    *v = *take(c, 1);
}

VERB void i8(struct codec *c, const char *name, int8_t *v)
{
    (void)name;
    *v = (int8_t)*take(c, 1);
}

VERB void u16_as_u8(struct codec *c, const char *name, uint16_t *v)
{
    (void)name;
    *v = *take(c, 1);
}

/* A number stored like a length, except a varint. */
VERB uint64_t take_length(struct codec *c, enum length length)
{
    if (length == U8)
        return *take(c, 1);
    if (length == U16 || length == U16_BIG)
        return load_u16(take(c, 2), length == U16_BIG || NUMBERS_ARE_BIG(c));
    if (length == U64)
        return load_u64(take(c, 8), NUMBERS_ARE_BIG(c));
    return load_u32(take(c, 4), NUMBERS_ARE_BIG(c));
}

VERB void derived_number(struct codec *c, const char *name, uint16_t *v, enum length length)
{
    (void)name;
    *v = (uint16_t)take_length(c, length);
}

VERB void f32(struct codec *c, const char *name, float *v)
{
    (void)name;
    load_f32(v, take(c, 4), FLOATS_ARE_BIG(c));
}

VERB void u8v(struct codec *c, const char *name, uint8_t *v, uint32_t n)
{
    (void)name;
    const uint8_t *bytes = take_fixed(c, n);
    if (bytes)
        memcpy(v, bytes, n);
}

VERB void u16v(struct codec *c, const char *name, uint16_t *v, uint32_t n)
{
    (void)name;
    const uint8_t *bytes = take_fixed(c, 2 * (size_t)n);
    if (!bytes)
        return;
    if (NUMBERS_ARE_BIG(c) != OW_HOST_IS_LITTLE) { /* the host's own order */
        memcpy(v, bytes, 2 * (size_t)n);
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        v[i] = load_u16(bytes + 2 * (size_t)i, NUMBERS_ARE_BIG(c));
}

VERB void i16v(struct codec *c, const char *name, int16_t *v, uint32_t n)
{
    (void)name;
    const uint8_t *bytes = take_fixed(c, 2 * (size_t)n);
    if (!bytes)
        return;
    if (NUMBERS_ARE_BIG(c) != OW_HOST_IS_LITTLE) { /* the host's own order */
        memcpy(v, bytes, 2 * (size_t)n);
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        v[i] = (int16_t)load_u16(bytes + 2 * (size_t)i, NUMBERS_ARE_BIG(c));
}

VERB void i32v(struct codec *c, const char *name, int32_t *v, uint32_t n)
{
    (void)name;
    const uint8_t *bytes = take_fixed(c, 4 * (size_t)n);
    if (!bytes)
        return;
    for (uint32_t i = 0; i < n; i++)
        v[i] = (int32_t)load_u32(bytes + 4 * (size_t)i, NUMBERS_ARE_BIG(c));
}

VERB void f32v_from(struct codec *c, const char *name, float *v, uint32_t n, uint32_t first)
{
    (void)name;
    const uint8_t *bytes = take_fixed(c, 4 * (size_t)n);
    if (!bytes)
        return;
    for (uint32_t i = 0; i < n; i++)
        load_f32(&v[(first + i) % n], bytes + 4 * (size_t)i, FLOATS_ARE_BIG(c));
}

VERB void f32v(struct codec *c, const char *name, float *v, uint32_t n)
{
    f32v_from(c, name, v, n, 0);
}

VERB void choice8(struct codec *c, const char *name, uint16_t *v, const struct choice *choices,
                  size_t n)
{
    (void)name;
    uint8_t raw = *take(c, 1);
    uint16_t value = (uint16_t)(RAW_CHOICE + raw);
    for (size_t i = 0; i < n; i++)
        value = choices[i].raw == raw ? choices[i].value : value;
    *v = value;
}

VERB void magic(struct codec *c, const char *name, const char *bytes, size_t size)
{
    (void)name;
    const uint8_t *place = c->at;
    if (c->status == OW_OK && memcmp(take(c, size), bytes, size) != 0 && c->status == OW_OK)
        fail_at(c, OW_BAD_VALUE, place);
}

VERB void tag4(struct codec *c, const char *name, uint8_t *v, const char *const *tags, size_t n)
{
    (void)name;
    const uint8_t *place = c->at;
    uint32_t found = load_u32(take(c, 4), false);
    keep_tags(c, tags, n);
    *v = 0;
    while (*v < n && load_u32((const uint8_t *)tags[*v], false) != found)
        ++*v;
    if (UNLIKELY(*v == n)) {
        fail_at(c, OW_BAD_VALUE, place);
        *v = 0;
    }
}

VERB void *take_memory(struct codec *c, size_t size)
{
    void *block = arena_take(c->arena, size);
    if (UNLIKELY(!block))
        fail_at(c, c->arena->status, c->at);
    return block;
}

#include "decode_text.h"

VERB void rest(struct codec *c, const char *name, ow_bytes *v)
{
    (void)name;
    v->size = (size_t)(c->end - c->at);
    v->data = keep_bytes(c, c->at, v->size);
    if (v->size > 0 && c->options->strict)
        fail_at(c, OW_BAD_VALUE, c->at);
    c->at = c->end;
}

VERB void end_of_file(struct codec *c)
{
    if (c->at < c->end)
        fail_at(c, OW_BAD_VALUE, c->at);
}

/* Facts given to the reader are in the record already. */
VERB void external(struct codec *c, const char *name, const uint8_t *v,
                   const struct choice *choices, size_t n)
{
    (void)c, (void)name, (void)v, (void)choices, (void)n;
}

VERB void external_variant(struct codec *c, const char *name, const uint8_t *v,
                           const struct version *versions, size_t n)
{
    (void)name;
    if (c->status == OW_OK && !find_version(versions, n, c->version, *v))
        fail_at(c, OW_BAD_VALUE, c->at);
}

/* A size is checked at the end of its section. */
VERB void stated_size(struct codec *c, const char *name, ow_stated_size *v, enum length length)
{
    (void)name;
    c->section = c->at;
    v->stated = (uint32_t)take_length(c, length);
}

VERB void end_size(struct codec *c, ow_stated_size *v)
{
    v->keep = v->stated != (uint64_t)(c->at - c->section);
}

/* A count that cannot be negative. */
VERB void signed_count(struct codec *c, uint32_t *n, size_t smallest)
{
    const uint8_t *place = c->at;
    int32_t value = (int32_t)load_u32(take(c, 4), NUMBERS_ARE_BIG(c));
    *n = (uint32_t)value;
    if (UNLIKELY(value < 0 || (uint32_t)value * (uint64_t)smallest > (uint64_t)(c->end - c->at))) {
        if (value > 0 && keeps_fewer(c, (uint32_t)value, n, smallest))
            return;
        fail_at(c, value < 0 ? OW_BAD_VALUE : OW_TRUNCATED, place);
        *n = 0;
    }
}

/* An unsigned count of any width. */
VERB void held_count(struct codec *c, const uint8_t *place, uint64_t value, uint32_t *n,
                     size_t smallest)
{
    bool held = value <= UINT32_MAX && value * smallest <= (uint64_t)(c->end - c->at);
    *n = held ? (uint32_t)value : 0;
    if (UNLIKELY(!held) && !keeps_fewer(c, value, n, smallest))
        fail_at(c, OW_TRUNCATED, place);
}

VERB void count(struct codec *c, const char *name, uint32_t *n, enum length length, size_t smallest)
{
    (void)name;
    const uint8_t *place = c->at;
    if (length == I32)
        signed_count(c, n, smallest);
    else
        held_count(c, place, take_length(c, length), n, smallest);
}

VERB void count_or_none(struct codec *c, const char *name, uint32_t *n, bool *none,
                        enum length length, size_t smallest)
{
    (void)name;
    const uint8_t *place = c->at;
    uint64_t value = take_length(c, length);
    *none = value == most_of_length(length);
    held_count(c, place, *none ? 0 : value, n, smallest);
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

#undef count_follows
VERB void count_follows(struct codec *c, const char *name, uint32_t *n, uint32_t value,
                        size_t smallest)
{
    (void)name;
    held_count(c, c->at, value, n, smallest);
}

/* Memory for `size` bytes of numbers at the cursor. NULL if they are missing, or the memory is. */
VERB void *take_numbers(struct codec *c, size_t size, const uint8_t **bytes)
{
    *bytes = take_any(c, size);
    return c->status == OW_OK ? take_memory(c, size) : NULL;
}

VERB void i32s(struct codec *c, const char *name, int32_t **v, uint32_t *count)
{
    (void)name;
    uint32_t n = *count;
    const uint8_t *bytes;
    if (c->passes) {
        *v = NULL;
        take_any(c, 4 * (size_t)n);
        return;
    }
    int32_t *numbers = *v = take_numbers(c, 4 * (size_t)n, &bytes);
    if (UNLIKELY(!numbers)) {
        *count = 0;
        return;
    }
    if (LIKELY(OW_HOST_IS_LITTLE && !NUMBERS_ARE_BIG(c) &&
               may_copy_short(c, bytes, numbers, 4 * (size_t)n))) {
        copy_short(numbers, bytes, 4 * (size_t)n);
        end_numbers(c, count);
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        numbers[i] = (int32_t)load_u32(bytes + 4 * (size_t)i, NUMBERS_ARE_BIG(c));
    end_numbers(c, count);
}

VERB void u16s(struct codec *c, const char *name, uint16_t **v, uint32_t *count)
{
    (void)name;
    const uint8_t *bytes;
    if (c->passes) {
        *v = NULL;
        take_any(c, 2 * (size_t)*count);
        return;
    }
    *v = take_numbers(c, 2 * (size_t)*count, &bytes);
    if (UNLIKELY(!*v))
        *count = 0;
    else
        copy_u16s(*v, bytes, *count, NUMBERS_ARE_BIG(c) == OW_HOST_IS_LITTLE);
    end_numbers(c, count);
}

VERB void f32_grid(struct codec *c, const char *name, float **v, uint64_t count)
{
    (void)name;
    const uint8_t *bytes;
    *v = NULL;
    bool held = count <= (uint64_t)(c->end - c->at) / 4;
    if (!held && !keeps_grid(c, name, &count))
        fail_at(c, OW_TRUNCATED, c->at);
    else if ((*v = take_numbers(c, 4 * (size_t)count, &bytes)))
        copy_u32s(*v, bytes, (size_t)count, FLOATS_ARE_BIG(c) == OW_HOST_IS_LITTLE);
    if (!held)
        fail_at(c, OW_TRUNCATED, c->at);
}

VERB void u8s(struct codec *c, const char *name, uint8_t **v, uint32_t *count)
{
    (void)name;
    const uint8_t *bytes = take_any(c, *count);
    *v = bytes ? take_memory(c, *count) : NULL;
    if (*v)
        memcpy(*v, bytes, *count);
    else
        *count = 0;
}

VERB void f32s(struct codec *c, const char *name, float **v, uint32_t *count)
{
    (void)name;
    const uint8_t *bytes;
    *v = take_numbers(c, 4 * (size_t)*count, &bytes);
    if (UNLIKELY(!*v))
        *count = 0;
    else
        copy_u32s(*v, bytes, *count, FLOATS_ARE_BIG(c) == OW_HOST_IS_LITTLE);
}

/* Kept packed, with the bits after the last boolean. */
VERB void bits_u8(struct codec *c, const char *name, uint8_t **v, uint32_t *count)
{
    const uint8_t *place = c->at;
    uint32_t bits = *take(c, 1), bytes = (bits + 7) / 8;
    *count = 0;
    *v = NULL;
    if ((size_t)(c->end - c->at) < bytes) {
        fail_at(c, OW_TRUNCATED, place);
        return;
    }
    u8s(c, name, v, &bytes);
    *count = *v ? bits : 0;
}

VERB void bits_as_u8(struct codec *c, const char *name, uint8_t **v, uint32_t *count)
{
    (void)name;
    uint32_t size = (*count + 7) / 8;
    const uint8_t *bytes = take_any(c, *count);
    *v = bytes ? take_memory(c, size) : NULL;
    if (UNLIKELY(!*v)) {
        *count = 0;
        return;
    }
    memset(*v, 0, size);
    for (uint32_t i = 0; i < *count; i++) {
        (*v)[i / 8] |= (uint8_t)((bytes[i] & 1) << (7 - i % 8));
        if (UNLIKELY(bytes[i] > 1))
            fail_at(c, OW_BAD_VALUE, bytes + i);
    }
}

/* Memory for records of a second array beside the current list. */
VERB void *begin_column(struct codec *c, const char *name, void *items, uint32_t count, size_t size,
                        void *room)
{
    (void)name, (void)items, (void)room;
    return c->status == OW_OK ? take_memory(c, count * size) : NULL;
}

/* Without success the list is read from its start, which finds the error. */
VERB void read_on_lanes(struct codec *c, const char *name, void *items, const uint32_t *count,
                        size_t size)
{
    struct lane_list list = {name, items, count, size, (uint64_t)(c->at - c->begin)};
    ow_status status = lanes_read(c->lanes, &list);
    if (status == OW_CANCELLED)
        fail_at(c, OW_CANCELLED, c->at);
    if (status != OW_OK)
        return;
    c->at = c->begin + list.offset;
    c->first_item = *count;
}

VERB void *begin_list(struct codec *c, const char *name, void *items, uint32_t *count, size_t size,
                      void *room)
{
    (void)name, (void)items, (void)room;
    enter_list(c, name, count);
    void *memory = c->status == OW_OK ? take_memory(c, *count * size) : NULL;
    if (!memory)
        *count = 0;
    c->first_item = 0;
    if (UNLIKELY(*count >= LANES_LEAST) && pool_threads(c->options) > 1 && c->lanes)
        read_on_lanes(c, name, memory, count, size);
    return memory;
}

/* Loads the next page early. Processors do so by themselves, but not across pages of SMALL_PAGE
 * bytes. Waiting at each page for memory and for its address takes a sixth of the time of a file
 * of 60 MB. */
VERB void read_ahead(const struct codec *c)
{
    enum { BYTES_AHEAD = SMALL_PAGE / 2 };
    PREFETCH((const void *)((uintptr_t)c->at + BYTES_AHEAD));
}

VERB bool go_on(struct codec *c, uint32_t index)
{
    read_ahead(c);
    if (UNLIKELY(index % PROGRESS_EVERY == PROGRESS_EVERY - 1) && c->options->progress &&
        !c->options->progress(c->options->progress_context, (uint64_t)(c->at - c->begin),
                              (uint64_t)(c->end - c->begin)))
        fail_at(c, OW_CANCELLED, c->at);
    return c->status == OW_OK;
}

#include "open_list.h"
#include "silent.h"

#endif
