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
    bool layout;
    struct output *output;
    ow_error *error; /* status OW_OK while all is well */
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
    if (__builtin_expect((size_t)(c->end - c->at) < size, 0) && !make_room(c, size))
        return c->output->waste;
    uint8_t *room = c->at;
    c->at += size;
    return room;
}

VERB void put_bytes(struct codec *c, const void *data, size_t size)
{
    if (__builtin_expect((size_t)(c->end - c->at) < size, 0)) {
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

#define cannot_hold(c, name, value, most)                                                          \
    refuse(c, OW_BAD_VALUE, name, "%s is %lld; the file has room for %s", name,                    \
           (long long)(value), most)

VERB void u8(struct codec *c, const char *name, const uint8_t *v)
{
    (void)name;
    *put(c, 1) = *v;
}

VERB void u16(struct codec *c, const char *name, const uint16_t *v)
{
    (void)name;
    store_u16(put(c, 2), *v);
}

VERB void u32(struct codec *c, const char *name, const uint32_t *v)
{
    (void)name;
    store_u32(put(c, 4), *v);
}

VERB void i32(struct codec *c, const char *name, const int32_t *v)
{
    (void)name;
    store_u32(put(c, 4), (uint32_t)*v);
}

VERB void i32_as_u8(struct codec *c, const char *name, const int32_t *v)
{
    uint8_t byte = (uint8_t)*v;
    if (__builtin_expect(byte != *v, 0))
        cannot_hold(c, name, *v, "0 to 255");
    u8(c, name, &byte);
}

VERB void f32(struct codec *c, const char *name, const float *v)
{
    (void)name;
    store_f32(put(c, 4), *v);
}

VERB void i32v(struct codec *c, const char *name, const int32_t *v, uint32_t n)
{
    (void)name;
    uint8_t *to = put(c, 4 * (size_t)n);
    if (OW_HOST_IS_LITTLE) {
        memcpy(to, v, 4 * (size_t)n);
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        store_u32(to + 4 * (size_t)i, (uint32_t)v[i]);
}

VERB void f32v_from(struct codec *c, const char *name, const float *v, uint32_t n, uint32_t first)
{
    (void)name;
    uint8_t *to = put(c, 4 * (size_t)n);
    if (OW_HOST_IS_LITTLE && first == 0) {
        memcpy(to, v, 4 * (size_t)n);
        return;
    }
    for (uint32_t i = 0; i < n; i++)
        store_f32(to + 4 * (size_t)i, v[(first + i) % n]);
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
    if (__builtin_expect(!known, 0))
        cannot_hold(c, name, *v, "its named values, or 256 + a byte");
    u8(c, name, &raw);
}

VERB void magic(struct codec *c, const char *name, const char *bytes, size_t size)
{
    (void)name;
    put_bytes(c, bytes, size);
}

VERB void sized32(struct codec *c, const char *name, const void *data, size_t size, bool null)
{
    if (__builtin_expect(size > INT32_MAX, 0)) {
        cannot_hold(c, name, (long long)size, "2147483647 bytes");
        return;
    }
    store_u32(put(c, 4), null ? UINT32_MAX : (uint32_t)size);
    if (size > 0)
        put_bytes(c, data, size);
}

VERB void text32(struct codec *c, const char *name, const ow_text *v)
{
    sized32(c, name, v->data, v->size, false);
}

VERB void bytes32(struct codec *c, const char *name, const ow_bytes *v)
{
    sized32(c, name, v->data, v->size, false);
}

VERB void nullable_bytes32(struct codec *c, const char *name, const ow_bytes *v)
{
    sized32(c, name, v->data, v->data ? v->size : 0, !v->data);
}

VERB void rest(struct codec *c, const char *name, const ow_bytes *v)
{
    (void)name;
    if (v->size > 0)
        put_bytes(c, v->data, v->size);
}

VERB void marked(struct codec *c, const char *name, const char *text, const bool *flag)
{
    (void)name, (void)text;
    c->layout = *flag;
}

VERB void count32(struct codec *c, const char *name, const uint32_t *count, size_t smallest)
{
    (void)smallest;
    if (__builtin_expect(*count > INT32_MAX, 0))
        cannot_hold(c, name, *count, "2147483647");
    u32(c, name, count);
}

VERB void count8(struct codec *c, const char *name, const uint32_t *count, size_t smallest)
{
    (void)smallest;
    uint8_t byte = (uint8_t)*count;
    if (__builtin_expect(byte != *count, 0))
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
            store_u32(to + 4 * (size_t)i, (uint32_t)numbers[i]);
        numbers += n;
        left -= n;
    }
    (void)name;
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
    if (__builtin_expect(index % PROGRESS_EVERY == PROGRESS_EVERY - 1, 0) && c->options->progress &&
        !c->options->progress(c->options->progress_context, offset_now(c), 0))
        refuse(c, OW_CANCELLED, NULL, "stopped before the end, as asked");
    return c->error->status == OW_OK && c->output->status == OW_OK;
}

#include "silent.h"

#endif
