/* The encode codec: records into bytes. What a field cannot hold stops it. */
#ifndef OW_SRC_CODEC_ENCODE_H
#define OW_SRC_CODEC_ENCODE_H

#include "../base/bytes.h"
#include "../base/error.h"
#include "../base/output.h"
#include "verbs.h"

#define READS_RECORDS 0

/* The codec's address is handed to no function, so that a compiler may keep `at` in a register. */
struct codec {
    uint8_t *at, *end; /* room in the output */
    unsigned version;
    uint8_t layout;
    bool big_endian;
    struct output *output;
    const uint64_t *section_sizes; /* of the sections that state theirs, see measure.h */
    ow_error *error;               /* status OW_OK while all is well */
    const ow_options *options;
};

VERB void open_output(struct codec *c)
{
    c->at = c->output->at;
    c->end = c->output->end;
}

/* Tells the output how far the codec got. */
VERB void settle_output(struct codec *c)
{
    c->output->at = c->at;
}

VERB bool make_room(struct codec *c, size_t size)
{
    settle_output(c);
    bool room = output_make_room(c->output, size);
    open_output(c);
    return room;
}

/* Room for `size` bytes, at most 64; after a failure a place that no one reads. */
VERB uint8_t *put(struct codec *c, size_t size)
{
    if (UNLIKELY((size_t)(c->end - c->at) < size) && !make_room(c, size))
        return c->output->waste;
    uint8_t *room = c->at;
    c->at += size;
    return room;
}

VERB void put_bytes(struct codec *c, const void *data, size_t size)
{
    if (UNLIKELY((size_t)(c->end - c->at) < size)) {
        settle_output(c);
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

#define refuse(c, reason, name, ...)                                                               \
    (void)((void)(name),                                                                           \
           (c)->error->status || error_set((c)->error, reason, offset_now(c), NULL, __VA_ARGS__))

/* What a field is called in a message: lists in lists have no name. */
VERB const char *called(const char *name)
{
    return name ? name : "a list";
}

#define cannot_hold(c, name, value, most)                                                          \
    refuse(c, OW_BAD_VALUE, name, "%s is %lld; the file has room for %s", called(name),            \
           (long long)(value), most)

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
        cannot_hold(c, name, *v, "0 to 255");
    u8(c, name, &byte);
}

VERB void i8(struct codec *c, const char *name, const int8_t *v)
{
    (void)name;
    *put(c, 1) = (uint8_t)*v;
}

VERB void u16_as_u8(struct codec *c, const char *name, const uint16_t *v)
{
    if (UNLIKELY(*v > UINT8_MAX))
        cannot_hold(c, name, *v, "0 to 255");
    *put(c, 1) = (uint8_t)*v;
}

VERB void derived_u8(struct codec *c, const char *name, const uint8_t *v)
{
    u8(c, name, v);
}

VERB void f32(struct codec *c, const char *name, const float *v)
{
    (void)name;
    store_f32(put(c, 4), v, FLOATS_ARE_BIG(c));
}

VERB void u8v(struct codec *c, const char *name, const uint8_t *v, uint32_t n)
{
    (void)name;
    memcpy(put(c, n), v, n);
}

VERB void u16v(struct codec *c, const char *name, const uint16_t *v, uint32_t n)
{
    (void)name;
    uint8_t *to = put(c, 2 * (size_t)n);
    for (uint32_t i = 0; i < n; i++)
        store_u16(to + 2 * (size_t)i, v[i], NUMBERS_ARE_BIG(c));
}

VERB void i16v(struct codec *c, const char *name, const int16_t *v, uint32_t n)
{
    (void)name;
    uint8_t *to = put(c, 2 * (size_t)n);
    for (uint32_t i = 0; i < n; i++)
        store_u16(to + 2 * (size_t)i, (uint16_t)v[i], NUMBERS_ARE_BIG(c));
}

VERB void i32v(struct codec *c, const char *name, const int32_t *v, uint32_t n)
{
    (void)name;
    uint8_t *to = put(c, 4 * (size_t)n);
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
    uint8_t *to = put(c, 4 * (size_t)n);
    if (OW_HOST_IS_LITTLE && !FLOATS_ARE_BIG(c) && first == 0) {
        memcpy(to, v, 4 * (size_t)n);
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
        cannot_hold(c, name, *v, "its named values, or 256 + a byte");
    u8(c, name, &raw);
}

VERB void tag4(struct codec *c, const char *name, const uint8_t *v, const char *const *tags,
               size_t n)
{
    if (UNLIKELY(*v >= n))
        cannot_hold(c, name, *v, "the numbers that have a meaning");
    else
        memcpy(put(c, 4), tags[*v], 4);
}

VERB void magic(struct codec *c, const char *name, const char *bytes, size_t size)
{
    (void)name;
    put_bytes(c, bytes, size);
}

VERB void sized32(struct codec *c, const char *name, const void *data, size_t size, bool null)
{
    if (UNLIKELY(size > INT32_MAX)) {
        cannot_hold(c, name, (long long)size, "2147483647 bytes");
        return;
    }
    store_u32(put(c, 4), null ? UINT32_MAX : (uint32_t)size, NUMBERS_ARE_BIG(c));
    if (size > 0)
        put_bytes(c, data, size);
}

VERB void sized(struct codec *c, const char *name, const void *data, size_t size, size_t most)
{
    if (UNLIKELY(size > most)) {
        refuse(c, OW_BAD_VALUE, name, "%s has %zu bytes; the file has room for %zu", called(name),
               size, most);
        return;
    }
    if (most == UINT8_MAX)
        *put(c, 1) = (uint8_t)size;
    else if (most == UINT16_MAX)
        store_u16(put(c, 2), (uint16_t)size, NUMBERS_ARE_BIG(c));
    else
        store_u32(put(c, 4), (uint32_t)size, NUMBERS_ARE_BIG(c));
    if (size > 0)
        put_bytes(c, data, size);
}

VERB void text_u8(struct codec *c, const char *name, const ow_text *v)
{
    sized(c, name, v->data, v->size, UINT8_MAX);
}

VERB void text_u16(struct codec *c, const char *name, const ow_text *v)
{
    sized(c, name, v->data, v->size, UINT16_MAX);
}

VERB void text_varint(struct codec *c, const char *name, const ow_text *v)
{
    if (UNLIKELY(v->size > INT32_MAX)) {
        cannot_hold(c, name, (long long)v->size, "2147483647 bytes");
        return;
    }
    size_t rest = v->size;
    for (; rest > 127; rest >>= 7)
        *put(c, 1) = (uint8_t)(rest | 128);
    *put(c, 1) = (uint8_t)rest;
    if (v->size > 0)
        put_bytes(c, v->data, v->size);
}

VERB void bytes_u32(struct codec *c, const char *name, const ow_bytes *v)
{
    sized(c, name, v->data, v->size, UINT32_MAX);
}

VERB void text_i32(struct codec *c, const char *name, const ow_text *v)
{
    sized32(c, name, v->data, v->size, false);
}

VERB void bytes_i32(struct codec *c, const char *name, const ow_bytes *v)
{
    sized32(c, name, v->data, v->size, false);
}

VERB void nullable_bytes_i32(struct codec *c, const char *name, const ow_bytes *v)
{
    sized32(c, name, v->data, v->data ? v->size : 0, !v->data);
}

VERB void rest(struct codec *c, const char *name, const ow_bytes *v)
{
    (void)name;
    if (v->size > 0)
        put_bytes(c, v->data, v->size);
}

VERB void end_of_file(struct codec *c)
{
    (void)c;
}

VERB void check_known(struct codec *c, const char *name, uint8_t value,
                      const struct choice *choices, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (choices[i].value == value)
            return;
    cannot_hold(c, name, value, "what this version has");
}

#define known(c, name, v, reading, choices, n)                                                     \
    do {                                                                                           \
        check_known(c, name, *(v), choices, n);                                                    \
        *(reading) = *(v);                                                                         \
    } while (0)

/* The true size of the section that begins here. One that its field has no room for is cut, as the
 * file has no better to say. */
VERB uint32_t size_to_state(struct codec *c, const ow_stated_size *v)
{
    uint64_t true_size = c->section_sizes ? *c->section_sizes++ : 0;
    return v->keep ? v->stated : (uint32_t)true_size;
}

VERB void size_u16(struct codec *c, const char *name, const ow_stated_size *v)
{
    (void)name;
    store_u16(put(c, 2), (uint16_t)size_to_state(c, v), NUMBERS_ARE_BIG(c));
}

VERB void size_u32(struct codec *c, const char *name, const ow_stated_size *v)
{
    (void)name;
    store_u32(put(c, 4), size_to_state(c, v), NUMBERS_ARE_BIG(c));
}

VERB void end_size(struct codec *c, const ow_stated_size *v)
{
    (void)c, (void)v;
}

VERB void count_i32(struct codec *c, const char *name, const uint32_t *count, size_t smallest)
{
    (void)smallest;
    if (UNLIKELY(*count > INT32_MAX))
        cannot_hold(c, name, *count, "2147483647");
    u32(c, name, count);
}

VERB void count_u32(struct codec *c, const char *name, const uint32_t *count, size_t smallest)
{
    (void)smallest;
    u32(c, name, count);
}

VERB void count_u64(struct codec *c, const char *name, const uint32_t *count, size_t smallest)
{
    uint64_t wide = *count;
    (void)smallest;
    u64(c, name, &wide);
}

VERB void count_u16(struct codec *c, const char *name, const uint32_t *count, size_t smallest)
{
    uint16_t narrow = (uint16_t)*count;
    (void)smallest;
    if (UNLIKELY(narrow != *count))
        cannot_hold(c, name, *count, "65535");
    u16(c, name, &narrow);
}

VERB void table_count_u8(struct codec *c, const char *name, const uint32_t *count, const bool *none,
                         size_t smallest)
{
    (void)smallest;
    if (!*none && *count >= UINT8_MAX)
        cannot_hold(c, name, *count, "254");
    *put(c, 1) = (uint8_t)(*none ? UINT8_MAX : *count);
}

VERB void table_count_u16(struct codec *c, const char *name, const uint32_t *count,
                          const bool *none, size_t smallest)
{
    (void)smallest;
    if (!*none && *count >= UINT16_MAX)
        cannot_hold(c, name, *count, "65534");
    store_u16(put(c, 2), (uint16_t)(*none ? UINT16_MAX : *count), NUMBERS_ARE_BIG(c));
}

VERB bool null_instead(struct codec *c, const char *name, bool none)
{
    (void)c, (void)name;
    return none;
}

VERB void present(struct codec *c, const char *name, const bool *flag, bool condition)
{
    (void)c, (void)name, (void)flag, (void)condition;
}

VERB void count_is(struct codec *c, const uint32_t *count, uint32_t value)
{
    if (UNLIKELY(*count != value))
        refuse(c, OW_BAD_VALUE, NULL, "the list has %u elements; this version has room for %u",
               *count, value);
}

VERB void count_u8(struct codec *c, const char *name, const uint32_t *count, size_t smallest)
{
    (void)smallest;
    uint8_t byte = (uint8_t)*count;
    if (UNLIKELY(byte != *count))
        cannot_hold(c, name, *count, "255");
    u8(c, name, &byte);
}

VERB void i32s(struct codec *c, const char *name, int32_t **v, const uint32_t *count)
{
    enum { AT_ONCE = 16 }; /* what `put` takes */
    const int32_t *numbers = *v;
    for (uint32_t left = *count; left > 0;) {
        uint32_t n = left < AT_ONCE ? left : AT_ONCE;
        uint8_t *to = put(c, 4 * (size_t)n);
        for (uint32_t i = 0; i < n; i++)
            store_u32(to + 4 * (size_t)i, (uint32_t)numbers[i], NUMBERS_ARE_BIG(c));
        numbers += n;
        left -= n;
    }
    (void)name;
}

/* Long runs go out a piece at a time, turned on the way. */
VERB void put_numbers(struct codec *c, const void *numbers, uint64_t count, size_t width, bool big)
{
    enum { PIECE = 16 * 1024 };
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
    if (*count > 0)
        put_bytes(c, *v, *count);
}

VERB void bits_u8(struct codec *c, const char *name, uint8_t **v, const uint32_t *count)
{
    uint32_t bytes = (*count + 7) / 8;
    count_u8(c, name, count, 0);
    u8s(c, name, v, &bytes);
}

VERB void *column(struct codec *c, void *items, uint32_t count, size_t size)
{
    (void)c, (void)count, (void)size;
    return items;
}

VERB void *begin_list(struct codec *c, const char *name, void *items, const uint32_t *count,
                      size_t size)
{
    (void)c, (void)name, (void)count, (void)size;
    return items;
}

VERB bool go_on(struct codec *c, uint32_t index)
{
    if (UNLIKELY(index % PROGRESS_EVERY == PROGRESS_EVERY - 1) && c->options->progress &&
        !c->options->progress(c->options->progress_context, offset_now(c), 0))
        refuse(c, OW_CANCELLED, NULL, "stopped before the end, as asked");
    return c->error->status == OW_OK && c->output->status == OW_OK;
}

VERB void *begin_open_list(struct codec *c, const char *name, void *items, const uint32_t *count,
                           size_t size)
{
    (void)c, (void)name, (void)count, (void)size;
    return items;
}

VERB bool goes_further(struct codec *c, const uint32_t *count, uint32_t index)
{
    return index < *count && go_on(c, index);
}

VERB void *open_item(struct codec *c, void *items, uint32_t index, size_t size)
{
    (void)c;
    return (uint8_t *)items + index * size;
}

VERB void *end_open_list(struct codec *c, void *items, const uint32_t *count, size_t size)
{
    (void)c, (void)count, (void)size;
    return items;
}

#include "silent.h"

#endif
