/* The encode codec: records into bytes. It keeps no names: it stops at a value that a field cannot
 * hold, and an emit of the same records finds the error message. */
#ifndef OW_SRC_CODEC_ENCODE_H
#define OW_SRC_CODEC_ENCODE_H

#include "../base/bytes.h"
#include "../base/output.h"
#include "verbs.h"

#define READS_RECORDS 0
#define HAS_RECORDS   1

/* Data without a place in the file is an error: it would be lost. */
#define absent(c, name, field)                                                                     \
    do {                                                                                           \
        if (UNLIKELY((field) != 0))                                                                \
            fail(c, OW_BAD_VALUE);                                                                 \
    } while (0)
#define absent_pointer(c, name, field) absent(c, name, field)
#define forget_pointer(c, field)       ((void)(c))

/* No function gets the codec's address, so that compilers can keep `at` in a register. */
struct codec {
    uint8_t *at, *end; /* room in the output */
    unsigned version;
    uint8_t variant;
    bool big_endian;
    struct output *output;
    const uint64_t *section_sizes; /* of the sections that state theirs, see measure.h */
    ow_status status;              /* OW_OK: the records are valid so far */
    const ow_options *options;
};

VERB void open_output(struct codec *c)
{
    c->at = c->output->at;
    c->end = c->output->end;
}

/* Passes the position to the output. */
VERB void commit_output(struct codec *c)
{
    c->output->at = c->at;
}

VERB bool make_room(struct codec *c, size_t size)
{
    commit_output(c);
    bool room = output_make_room(c->output, size);
    open_output(c);
    return room;
}

/* Room for `size` bytes, at most 64. After a failure, memory that nobody reads. */
VERB uint8_t *put(struct codec *c, size_t size)
{
    if (UNLIKELY((size_t)(c->end - c->at) < size) && !make_room(c, size))
        return c->output->waste;
    uint8_t *room = c->at;
    c->at += size;
    return room;
}

/* Room for a fixed number of numbers; compilers that know the size drop the test. */
VERB uint8_t *put_fixed(struct codec *c, size_t size)
{
    return size <= MOST_FIXED ? put(c, size) : NULL;
}

VERB void put_bytes(struct codec *c, const void *data, size_t size)
{
    if (UNLIKELY((size_t)(c->end - c->at) < size)) {
        commit_output(c);
        output_bytes(c->output, data, size);
        open_output(c);
        return;
    }
    memcpy(c->at, data, size);
    c->at += size;
}

VERB uint64_t offset_now(const struct codec *c)
{
    return c->output->passed + (uint64_t)(c->at - c->output->begin);
}

VERB void fail(struct codec *c, ow_status status)
{
    if (c->status == OW_OK)
        c->status = status;
}

#define refuse(c, reason, ...) fail(c, reason)

/* Checks that a counted run of records or bytes is there. If not, the caller skips it. */
VERB bool is_there(struct codec *c, const void *data, uint64_t count)
{
    if (UNLIKELY(!data && count > 0))
        fail(c, OW_BAD_ARGUMENT);
    return data;
}

VERB void u8(struct codec *c, const char *name, const uint8_t *v)
{
    (void)name;
    *put(c, 1) = *v;
}

VERB void u16(struct codec *c, const char *name, const uint16_t *v)
{
    (void)name;
    store_u16(put(c, 2), *v, NUMBERS_ARE_BIG(c));
}

VERB void u32(struct codec *c, const char *name, const uint32_t *v)
{
    (void)name;
    store_u32(put(c, 4), *v, NUMBERS_ARE_BIG(c));
}

VERB void u64(struct codec *c, const char *name, const uint64_t *v)
{
    (void)name;
    store_u64(put(c, 8), *v, NUMBERS_ARE_BIG(c));
}

VERB void i32(struct codec *c, const char *name, const int32_t *v)
{
    (void)name;
    store_u32(put(c, 4), (uint32_t)*v, NUMBERS_ARE_BIG(c));
}

VERB void i32_as_u8(struct codec *c, const char *name, const int32_t *v)
{
    uint8_t byte = (uint8_t)*v;
    if (UNLIKELY(byte != *v))
        fail(c, OW_BAD_VALUE);
    u8(c, name, &byte);
}

VERB void i8(struct codec *c, const char *name, const int8_t *v)
{
    (void)name;
    *put(c, 1) = (uint8_t)*v;
}

VERB void u16_as_u8(struct codec *c, const char *name, const uint16_t *v)
{
    (void)name;
    if (UNLIKELY(*v > UINT8_MAX))
        fail(c, OW_BAD_VALUE);
    *put(c, 1) = (uint8_t)*v;
}

/* A number stored like a length, except a varint; cut if it does not fit. */
VERB void put_length(struct codec *c, enum length length, uint32_t value)
{
    if (length == U8)
        *put(c, 1) = (uint8_t)value;
    else if (length == U16 || length == U16_BIG)
        store_u16(put(c, 2), (uint16_t)value, length == U16_BIG || NUMBERS_ARE_BIG(c));
    else if (length == U64)
        store_u64(put(c, 8), value, NUMBERS_ARE_BIG(c));
    else
        store_u32(put(c, 4), value, NUMBERS_ARE_BIG(c));
}

VERB void derived_number(struct codec *c, const char *name, const uint16_t *v, enum length length)
{
    (void)name;
    put_length(c, length, *v);
}

VERB void f32(struct codec *c, const char *name, const float *v)
{
    (void)name;
    store_f32(put(c, 4), v, FLOATS_ARE_BIG(c));
}

VERB void u8v(struct codec *c, const char *name, const uint8_t *v, uint32_t n)
{
    (void)name;
    uint8_t *to = put_fixed(c, n);
    if (!to)
        fail(c, OW_BAD_VALUE);
    else
        memcpy(to, v, n);
}

VERB void u16v(struct codec *c, const char *name, const uint16_t *v, uint32_t n)
{
    (void)name;
    uint8_t *to = put_fixed(c, 2 * (size_t)n);
    if (!to) {
        fail(c, OW_BAD_VALUE);
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        store_u16(to + 2 * (size_t)i, v[i], NUMBERS_ARE_BIG(c));
}

VERB void i16v(struct codec *c, const char *name, const int16_t *v, uint32_t n)
{
    (void)name;
    uint8_t *to = put_fixed(c, 2 * (size_t)n);
    if (!to) {
        fail(c, OW_BAD_VALUE);
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        store_u16(to + 2 * (size_t)i, (uint16_t)v[i], NUMBERS_ARE_BIG(c));
}

VERB void i32v(struct codec *c, const char *name, const int32_t *v, uint32_t n)
{
    (void)name;
    uint8_t *to = put_fixed(c, 4 * (size_t)n);
    if (!to) {
        fail(c, OW_BAD_VALUE);
        return;
    }
    if (OW_HOST_IS_LITTLE && !NUMBERS_ARE_BIG(c)) {
        memcpy(to, v, 4 * (size_t)n);
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        store_u32(to + 4 * (size_t)i, (uint32_t)v[i], NUMBERS_ARE_BIG(c));
}

VERB void f32v_from(struct codec *c, const char *name, const float *v, uint32_t n, uint32_t first)
{
    (void)name;
    uint8_t *to = put_fixed(c, 4 * (size_t)n);
    if (!to) {
        fail(c, OW_BAD_VALUE);
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        store_f32(to + 4 * (size_t)i, &v[(first + i) % n], FLOATS_ARE_BIG(c));
}

VERB void f32v(struct codec *c, const char *name, const float *v, uint32_t n)
{
    f32v_from(c, name, v, n, 0);
}

VERB void choice8(struct codec *c, const char *name, const uint16_t *v,
                  const struct choice *choices, size_t n)
{
    uint8_t raw = (uint8_t)(*v - RAW_CHOICE);
    bool known = *v >= RAW_CHOICE && *v < RAW_CHOICE + 256;
    for (size_t i = 0; i < n; i++)
        if (choices[i].value == *v)
            raw = choices[i].raw, known = true;
    if (UNLIKELY(!known))
        fail(c, OW_BAD_VALUE);
    u8(c, name, &raw);
}

VERB void tag4(struct codec *c, const char *name, const uint8_t *v, const char *const *tags,
               size_t n)
{
    (void)name;
    if (UNLIKELY(*v >= n))
        fail(c, OW_BAD_VALUE);
    else
        memcpy(put(c, 4), tags[*v], 4);
}

VERB void magic(struct codec *c, const char *name, const char *bytes, size_t size)
{
    (void)name;
    put_bytes(c, bytes, size);
}

#include "encode_text.h"

VERB void rest(struct codec *c, const char *name, const ow_bytes *v)
{
    (void)name;
    if (v->size > 0 && is_there(c, v->data, v->size))
        put_bytes(c, v->data, v->size);
}

VERB void end_of_file(struct codec *c)
{
    (void)c;
}

VERB void external(struct codec *c, const char *name, const uint8_t *v,
                   const struct choice *choices, size_t n)
{
    (void)name;
    for (size_t i = 0; i < n; i++)
        if (choices[i].value == *v)
            return;
    fail(c, OW_BAD_VALUE);
}

VERB void external_variant(struct codec *c, const char *name, const uint8_t *v,
                           const struct version *versions, size_t n)
{
    (void)name;
    if (!find_version(versions, n, c->version, *v))
        fail(c, OW_BAD_VALUE);
}

/* Facts have no bytes, but decide what has. */
#define SEES_KNOWN

VERB bool begin_external(struct codec *c, const char *name)
{
    (void)c, (void)name;
    return true;
}

VERB void end_external(struct codec *c)
{
    (void)c;
}

VERB void external_number(struct codec *c, const char *name, const uint16_t *v, uint16_t least,
                          uint16_t most)
{
    (void)name;
    if (*v < least || *v > most)
        fail(c, OW_BAD_VALUE);
}

/* The true size of the section that begins here. A size that does not fit its field is cut: the
 * file cannot hold it. */
VERB uint32_t size_to_state(struct codec *c, const ow_stated_size *v)
{
    uint64_t true_size = c->section_sizes ? *c->section_sizes++ : 0;
    return v->keep ? v->stated : (uint32_t)true_size;
}

VERB void stated_size(struct codec *c, const char *name, const ow_stated_size *v,
                      enum length length)
{
    (void)name;
    put_length(c, length, size_to_state(c, v));
}

VERB void end_size(struct codec *c, const ow_stated_size *v)
{
    (void)c, (void)v;
}

VERB void count(struct codec *c, const char *name, const uint32_t *n, enum length length,
                size_t smallest)
{
    (void)name, (void)smallest;
    if (UNLIKELY(*n > most_of_length(length)))
        fail(c, OW_BAD_VALUE);
    put_length(c, length, *n);
}

VERB void count_or_none(struct codec *c, const char *name, const uint32_t *n, const bool *none,
                        enum length length, size_t smallest)
{
    (void)name, (void)smallest;
    uint32_t most = most_of_length(length);
    if (!*none && *n >= most)
        fail(c, OW_BAD_VALUE);
    put_length(c, length, *none ? most : *n);
}

VERB bool null_instead(struct codec *c, const char *name, bool none)
{
    (void)c, (void)name;
    return none;
}

VERB void count_is(struct codec *c, const uint32_t *n, uint32_t value)
{
    if (UNLIKELY(*n != value))
        fail(c, OW_BAD_VALUE);
}

VERB void i32s(struct codec *c, const char *name, int32_t **v, const uint32_t *count)
{
    enum { AT_ONCE = 16 }; /* what `put` takes */
    const int32_t *numbers = *v;
    for (uint32_t left = is_there(c, numbers, *count) ? *count : 0; left > 0;) {
        uint32_t n = left < AT_ONCE ? left : AT_ONCE;
        uint8_t *to = put(c, 4 * (size_t)n);
        for (uint32_t i = 0; i < n; i++)
            store_u32(to + 4 * (size_t)i, (uint32_t)numbers[i], NUMBERS_ARE_BIG(c));
        numbers += n;
        left -= n;
    }
    (void)name;
}

/* Writes long runs in pieces, with bytes swapped if needed. */
VERB void put_numbers(struct codec *c, const void *numbers, uint64_t count, size_t width, bool big)
{
    enum { PIECE = 16 * 1024 };
    if (!is_there(c, numbers, count))
        return;
    if (big != OW_HOST_IS_LITTLE) { /* the host's own order */
        if (count > 0)
            put_bytes(c, numbers, (size_t)count * width);
        return;
    }
    const uint8_t *from = numbers;
    for (uint64_t left = count; left > 0;) {
        size_t n = left < PIECE ? (size_t)left : PIECE;
        if ((size_t)(c->end - c->at) < n * width && !make_room(c, n * width))
            return;
        if (width == 2)
            copy_u16s(c->at, from, n, true);
        else
            copy_u32s(c->at, from, n, true);
        c->at += n * width;
        from += n * width;
        left -= n;
    }
}

VERB void u16s(struct codec *c, const char *name, uint16_t **v, const uint32_t *count)
{
    (void)name;
    put_numbers(c, *v, *count, 2, NUMBERS_ARE_BIG(c));
}

VERB void f32_grid(struct codec *c, const char *name, float **v, uint64_t count)
{
    (void)name;
    put_numbers(c, *v, count, 4, FLOATS_ARE_BIG(c));
}

VERB void f32s(struct codec *c, const char *name, float **v, const uint32_t *count)
{
    (void)name;
    put_numbers(c, *v, *count, 4, FLOATS_ARE_BIG(c));
}

VERB void u8s(struct codec *c, const char *name, uint8_t **v, const uint32_t *count)
{
    (void)name;
    if (*count > 0 && is_there(c, *v, *count))
        put_bytes(c, *v, *count);
}

VERB void bits_u8(struct codec *c, const char *name, uint8_t **v, const uint32_t *n)
{
    uint32_t size = (*n + 7) / 8;
    count(c, name, n, U8, 0);
    u8s(c, name, v, &size);
}

VERB void bits_as_u8(struct codec *c, const char *name, uint8_t **v, const uint32_t *count)
{
    (void)name;
    const uint8_t *bits = *v;
    uint32_t n = is_there(c, bits, *count) ? *count : 0;
    for (uint32_t i = 0; i < n; i++)
        *put(c, 1) = bits[i / 8] >> (7 - i % 8) & 1;
    /* bits after the last have no byte */
    if (UNLIKELY(n % 8 && bits[n / 8] & (0xffu >> n % 8)))
        fail(c, OW_BAD_VALUE);
}

VERB void *begin_column(struct codec *c, const char *name, void *items, uint32_t count, size_t size,
                        void *room)
{
    (void)name, (void)size, (void)room;
    is_there(c, items, count);
    return items;
}

VERB void *begin_list(struct codec *c, const char *name, void *items, const uint32_t *count,
                      size_t size, void *room)
{
    (void)name, (void)size, (void)room;
    is_there(c, items, *count);
    return items;
}

VERB bool go_on(struct codec *c, uint32_t index)
{
    if (UNLIKELY(index % PROGRESS_EVERY == PROGRESS_EVERY - 1) && c->options->progress &&
        !c->options->progress(c->options->progress_context, offset_now(c), 0))
        fail(c, OW_CANCELLED);
    return c->status == OW_OK && c->output->status == OW_OK;
}

#include "silent.h"

#endif
