/* The trace codec: bytes into events, with names, places and nesting. It builds nothing: a list
 * reuses one record, and depth is bounded by the layout. It also finds the words for an error that
 * decode met at the same byte. */
#ifndef OW_SRC_CODEC_TRACE_H
#define OW_SRC_CODEC_TRACE_H

#include "../base/bytes.h"
#include "../base/error.h"
#include "path.h"
#include "verbs.h"

#include <stdio.h>

#define READS_RECORDS 1

enum { TRACE_SCRATCH = 1024 };

struct codec {
    const uint8_t *begin, *at, *end;
    unsigned version;
    uint8_t layout;
    bool big_endian;
    ow_error error; /* status OW_OK while all is well */
    bool stopped;   /* the visitor has had enough */
    ow_visitor visit;
    void *visit_context;
    const ow_options *options;
    struct path path;
    uint64_t opened_at[PATH_DEPTH]; /* where each step of the path began */
    unsigned hidden;                /* the depth of the step whose inside is skipped, 0: none */
    uint64_t field_at;              /* where the last field began */
    size_t scratch_used;
    uint64_t scratch[TRACE_SCRATCH / sizeof(uint64_t)];
};

/* A verb that is a function: a trace spends its time in the visitor. */
#define TRACE_VERB static MAY_BE_UNUSED

TRACE_VERB uint64_t offset_of(const struct codec *c, const uint8_t *place)
{
    return (uint64_t)(place - c->begin);
}

TRACE_VERB bool healthy(const struct codec *c)
{
    return c->error.status == OW_OK && !c->stopped;
}

/* The pointer to a field of the object or array that is open. */
TRACE_VERB void set_pointer(struct codec *c, const char *name)
{
    path_text(&c->path, name, c->error.pointer, sizeof c->error.pointer);
}

#define fail_field(c, reason, offset, name, ...)                                                   \
    do {                                                                                           \
        if (healthy(c)) {                                                                          \
            error_set(&(c)->error, reason, offset, NULL, __VA_ARGS__);                             \
            set_pointer(c, name);                                                                  \
        }                                                                                          \
        (c)->at = (c)->end;                                                                        \
    } while (0)

#define refuse(c, reason, name, ...) fail_field(c, reason, (c)->field_at, name, __VA_ARGS__)

TRACE_VERB void deliver(struct codec *c, ow_event *event, uint64_t offset, uint64_t size)
{
    if (c->hidden || !healthy(c) || !c->visit)
        return;
    event->offset = offset;
    event->size = size;
    event->index = path_index(&c->path);
    ow_visit wish = c->visit(c->visit_context, event);
    if (wish == OW_STOP) {
        c->stopped = true;
        c->at = c->end;
    } else if (wish == OW_SKIP &&
               (event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY)) {
        c->hidden = c->path.depth + 1;
    }
}

/* Opens an object or array: named, or (name NULL) the element that the path stands at. */
TRACE_VERB void open_event(struct codec *c, ow_event *event, uint64_t from)
{
    deliver(c, event, from, 0);
    c->opened_at[c->path.depth] = from;
    path_enter(&c->path, event->name, event->kind == OW_BEGIN_ARRAY);
}

TRACE_VERB void close_container(struct codec *c, ow_event_kind kind)
{
    const char *name = path_leave(&c->path);
    uint64_t from = c->opened_at[c->path.depth];
    if (c->hidden == c->path.depth + 1)
        c->hidden = 0;
    ow_event event = {.kind = kind, .name = name};
    deliver(c, &event, from, offset_of(c, c->at) - from);
}

TRACE_VERB void open_container(struct codec *c, ow_event_kind kind, const char *name,
                               uint64_t count)
{
    open_event(c, &(ow_event){.kind = kind, .name = name, .count = count}, offset_of(c, c->at));
}

TRACE_VERB void open_spread(struct codec *c, const char *name, bool spread)
{
    open_event(c, &(ow_event){.kind = OW_BEGIN_OBJECT, .name = name, .spread = spread},
               offset_of(c, c->at));
}

/* The one way to the bytes, for the field `name`. After a failure the caller gets zeros. */
TRACE_VERB const uint8_t *take(struct codec *c, const char *name, size_t size)
{
    static const uint8_t zeros[64];
    if (healthy(c))
        c->field_at = offset_of(c, c->at);
    size_t left = (size_t)(c->end - c->at);
    if (left < size) {
        fail_field(c, OW_TRUNCATED, c->field_at, name,
                   "the file ends inside %s, which takes %zu byte%s: %zu left",
                   name ? name : "a number", size, size == 1 ? "" : "s", left);
        return zeros;
    }
    const uint8_t *bytes = c->at;
    c->at += size;
    return bytes;
}

TRACE_VERB void number(struct codec *c, const char *name, int64_t value, uint64_t size,
                       bool derived)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_INTEGER, .name = name, .derived = derived};
    event.value.integer = value;
    deliver(c, &event, c->field_at, size);
}

TRACE_VERB void u8(struct codec *c, const char *name, uint8_t *v)
{
    *v = *take(c, name, 1);
    number(c, name, *v, 1, false);
}

TRACE_VERB void u16(struct codec *c, const char *name, uint16_t *v)
{
    *v = load_u16(take(c, name, 2), NUMBERS_ARE_BIG(c));
    number(c, name, *v, 2, false);
}

TRACE_VERB void u32(struct codec *c, const char *name, uint32_t *v)
{
    *v = load_u32(take(c, name, 4), NUMBERS_ARE_BIG(c));
    number(c, name, *v, 4, false);
}

TRACE_VERB void u64(struct codec *c, const char *name, uint64_t *v)
{
    *v = load_u64(take(c, name, 8), NUMBERS_ARE_BIG(c));
    ow_event event = {.kind = OW_VALUE, .type = OW_UNSIGNED_64, .name = name};
    event.value.unsigned_64 = *v;
    deliver(c, &event, c->field_at, 8);
}

TRACE_VERB void i32(struct codec *c, const char *name, int32_t *v)
{
    *v = (int32_t)load_u32(take(c, name, 4), NUMBERS_ARE_BIG(c));
    number(c, name, *v, 4, false);
}

TRACE_VERB void i32_as_u8(struct codec *c, const char *name, int32_t *v)
{
    *v = *take(c, name, 1);
    number(c, name, *v, 1, false);
}

TRACE_VERB void i8(struct codec *c, const char *name, int8_t *v)
{
    *v = (int8_t)*take(c, name, 1);
    number(c, name, *v, 1, false);
}

TRACE_VERB void u16_as_u8(struct codec *c, const char *name, uint16_t *v)
{
    *v = *take(c, name, 1);
    number(c, name, *v, 1, false);
}

TRACE_VERB void derived_u8(struct codec *c, const char *name, uint8_t *v)
{
    *v = *take(c, name, 1);
    number(c, name, *v, 1, true);
}

TRACE_VERB void deliver_float(struct codec *c, const char *name, const uint8_t *place)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_FLOAT, .name = name};
    load_f32(&event.value.number, place, FLOATS_ARE_BIG(c));
    deliver(c, &event, c->field_at, 4);
}

TRACE_VERB void f32(struct codec *c, const char *name, float *v)
{
    const uint8_t *place = take(c, name, 4);
    load_f32(v, place, FLOATS_ARE_BIG(c));
    deliver_float(c, name, place);
}

enum number_kind { NUMBER_U8, NUMBER_U16, NUMBER_I16, NUMBER_I32, NUMBER_F32 };

TRACE_VERB size_t width_of(enum number_kind kind)
{
    return kind == NUMBER_U8 ? 1 : kind == NUMBER_U16 || kind == NUMBER_I16 ? 2 : 4;
}

TRACE_VERB void deliver_number(struct codec *c, const uint8_t *place, enum number_kind kind)
{
    c->field_at = offset_of(c, place);
    if (kind == NUMBER_U8)
        number(c, NULL, *place, 1, false);
    else if (kind == NUMBER_U16)
        number(c, NULL, load_u16(place, NUMBERS_ARE_BIG(c)), 2, false);
    else if (kind == NUMBER_I16)
        number(c, NULL, (int16_t)load_u16(place, NUMBERS_ARE_BIG(c)), 2, false);
    else if (kind == NUMBER_I32)
        number(c, NULL, (int32_t)load_u32(place, NUMBERS_ARE_BIG(c)), 4, false);
    else
        deliver_float(c, NULL, place);
}

/* An array of numbers that takes the bytes from the cursor on. */
TRACE_VERB void numbers(struct codec *c, const char *name, uint64_t n, enum number_kind kind)
{
    size_t width = width_of(kind);
    size_t left = (size_t)(c->end - c->at);
    uint64_t from = name ? offset_of(c, c->at) : c->field_at; /* a list in a list has its count */
    c->field_at = offset_of(c, c->at);
    if (n > left / width) {
        uint64_t size = n <= UINT64_MAX / width ? n * width : UINT64_MAX; /* as n is anyone's */
        fail_field(c, OW_TRUNCATED, c->field_at, name,
                   "the file ends inside %s, which takes %llu bytes: %zu left",
                   name ? name : "a list", (unsigned long long)size, left);
        return;
    }
    const uint8_t *bytes = c->at;
    open_event(c, &(ow_event){.kind = OW_BEGIN_ARRAY, .name = name, .count = n}, from);
    for (uint64_t i = 0; i < n && c->visit && !c->hidden && healthy(c); i++) {
        path_move(&c->path, i);
        deliver_number(c, bytes + i * width, kind);
    }
    if (healthy(c))
        c->at = bytes + n * width;
    close_container(c, OW_END_ARRAY);
}

/* The same where no count stands before an array in an array. */
TRACE_VERB void elements(struct codec *c, const char *name, uint32_t n, enum number_kind kind)
{
    c->field_at = offset_of(c, c->at);
    numbers(c, name, n, kind);
}

TRACE_VERB void u8v(struct codec *c, const char *name, uint8_t *v, uint32_t n)
{
    const uint8_t *bytes = c->at;
    elements(c, name, n, NUMBER_U8);
    for (uint32_t i = 0; i < n; i++)
        v[i] = healthy(c) ? bytes[i] : 0;
}

TRACE_VERB void u16v(struct codec *c, const char *name, uint16_t *v, uint32_t n)
{
    const uint8_t *bytes = c->at;
    elements(c, name, n, NUMBER_U16);
    for (uint32_t i = 0; i < n; i++)
        v[i] = healthy(c) ? load_u16(bytes + 2 * (size_t)i, NUMBERS_ARE_BIG(c)) : 0;
}

TRACE_VERB void i16v(struct codec *c, const char *name, int16_t *v, uint32_t n)
{
    const uint8_t *bytes = c->at;
    elements(c, name, n, NUMBER_I16);
    for (uint32_t i = 0; i < n; i++)
        v[i] = healthy(c) ? (int16_t)load_u16(bytes + 2 * (size_t)i, NUMBERS_ARE_BIG(c)) : 0;
}

TRACE_VERB void i32v(struct codec *c, const char *name, int32_t *v, uint32_t n)
{
    const uint8_t *bytes = c->at;
    numbers(c, name, n, NUMBER_I32);
    for (uint32_t i = 0; i < n; i++)
        v[i] = healthy(c) ? (int32_t)load_u32(bytes + 4 * (size_t)i, NUMBERS_ARE_BIG(c)) : 0;
}

TRACE_VERB void f32v_from(struct codec *c, const char *name, float *v, uint32_t n, uint32_t first)
{
    const uint8_t *bytes = take(c, name, 4 * (size_t)n);
    if (!healthy(c))
        return;
    c->at = bytes;
    open_container(c, OW_BEGIN_ARRAY, name, n);
    for (uint32_t i = 0; i < n && healthy(c); i++) {
        const uint8_t *place = bytes + 4 * (size_t)((i + n - first) % n);
        load_f32(&v[i], place, FLOATS_ARE_BIG(c));
        path_move(&c->path, i);
        c->field_at = offset_of(c, place);
        deliver_float(c, NULL, place);
    }
    if (healthy(c))
        c->at = bytes + 4 * (size_t)n;
    close_container(c, OW_END_ARRAY);
}

TRACE_VERB void f32v(struct codec *c, const char *name, float *v, uint32_t n)
{
    f32v_from(c, name, v, n, 0);
}

TRACE_VERB void deliver_text(struct codec *c, const char *name, ow_text text, uint64_t size,
                             bool derived)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_TEXT, .name = name, .derived = derived};
    event.value.text = text;
    deliver(c, &event, c->field_at, size);
}

TRACE_VERB void choice8(struct codec *c, const char *name, uint16_t *v,
                        const struct choice *choices, size_t n)
{
    uint8_t raw = *take(c, name, 1);
    for (size_t i = 0; i < n; i++) {
        if (choices[i].raw == raw) {
            *v = choices[i].value;
            deliver_text(c, name, (ow_text){choices[i].name, strlen(choices[i].name)}, 1, false);
            return;
        }
    }
    *v = (uint16_t)(RAW_CHOICE + raw);
    number(c, name, raw, 1, false);
}

TRACE_VERB void tag4(struct codec *c, const char *name, uint8_t *v, const char *const *tags,
                     size_t n)
{
    const uint8_t *found = take(c, name, 4);
    *v = 0;
    if (!healthy(c))
        return;
    while (*v < n && memcmp(tags[*v], found, 4) != 0)
        ++*v;
    if (*v < n) {
        deliver_text(c, name, (ow_text){tags[*v], 4}, 4, false);
        return;
    }
    char shown[16 + 1];
    char *to = shown;
    for (int i = 0; i < 4; i++) {
        bool plain = found[i] >= ' ' && found[i] <= '~';
        to += snprintf(to, 5, plain ? "%c" : "\\x%02x", found[i]);
    }
    fail_field(c, OW_BAD_VALUE, c->field_at, name, "the %s is \"%s\", which is none that is known",
               name, shown);
    *v = 0;
}

TRACE_VERB void magic(struct codec *c, const char *name, const char *bytes, size_t size)
{
    const uint8_t *found = take(c, name, size);
    if (!healthy(c))
        return;
    if (memcmp(found, bytes, size) != 0) {
        fail_field(c, OW_BAD_VALUE, c->field_at, name,
                   "the %s should read \"%.*s\", and does not: the file is damaged here or before",
                   name, (int)size, bytes);
        return;
    }
    deliver_text(c, name, (ow_text){(const char *)found, size}, size, true);
}

/* An i32 length that bytes follow. */
TRACE_VERB ow_bytes sized32(struct codec *c, const char *name, bool nullable)
{
    int32_t length = (int32_t)load_u32(take(c, name, 4), NUMBERS_ARE_BIG(c));
    size_t left = (size_t)(c->end - c->at);
    if (!healthy(c) || (nullable && length == -1))
        return (ow_bytes){0};
    if (length < 0) {
        fail_field(c, OW_BAD_VALUE, c->field_at, name, "the length of %s is %d%s", name, length,
                   nullable ? "; only -1 stands for none" : "; a length cannot be negative");
        return (ow_bytes){0};
    }
    if (left < (size_t)length) {
        fail_field(c, OW_TRUNCATED, c->field_at, name,
                   "%s is said to have %d bytes, but the file has %zu left", name, length, left);
        return (ow_bytes){0};
    }
    ow_bytes bytes = {c->at, (size_t)length};
    c->at += length;
    return bytes;
}

/* A length that has been taken, and the bytes that follow it. */
TRACE_VERB ow_bytes sized(struct codec *c, const char *name, size_t size)
{
    size_t left = (size_t)(c->end - c->at);
    if (!healthy(c))
        return (ow_bytes){0};
    if (left < size) {
        fail_field(c, OW_TRUNCATED, c->field_at, name,
                   "%s is said to have %zu bytes, but the file has %zu left", name, size, left);
        return (ow_bytes){0};
    }
    ow_bytes bytes = {c->at, size};
    c->at += size;
    return bytes;
}

TRACE_VERB void text_u8(struct codec *c, const char *name, ow_text *v)
{
    ow_bytes bytes = sized(c, name, *take(c, name, 1));
    *v = (ow_text){(const char *)bytes.data, bytes.size};
    deliver_text(c, name, *v, 1 + bytes.size, false);
}

TRACE_VERB void text_u16(struct codec *c, const char *name, ow_text *v)
{
    ow_bytes bytes = sized(c, name, load_u16(take(c, name, 2), NUMBERS_ARE_BIG(c)));
    *v = (ow_text){(const char *)bytes.data, bytes.size};
    deliver_text(c, name, *v, 2 + bytes.size, false);
}

TRACE_VERB void text_i32(struct codec *c, const char *name, ow_text *v)
{
    ow_bytes bytes = sized32(c, name, false);
    *v = (ow_text){(const char *)bytes.data, bytes.size};
    deliver_text(c, name, *v, 4 + bytes.size, false);
}

TRACE_VERB void deliver_bytes(struct codec *c, const char *name, ow_bytes bytes, uint64_t size)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_BYTES, .name = name};
    event.value.bytes = bytes;
    deliver(c, &event, c->field_at, size);
}

TRACE_VERB void bytes_i32(struct codec *c, const char *name, ow_bytes *v)
{
    *v = sized32(c, name, false);
    deliver_bytes(c, name, *v, 4 + v->size);
}

TRACE_VERB void text_varint(struct codec *c, const char *name, ow_text *v)
{
    uint64_t size = 0, begin = offset_of(c, c->at);
    uint8_t byte;
    unsigned shift = 0;
    do {
        byte = *take(c, name, 1);
        size |= (uint64_t)(byte & 127) << shift;
        shift += 7;
    } while (byte & 128 && shift < 35);
    if (healthy(c))
        c->field_at = begin;
    if (byte & 128 || size > INT32_MAX || (byte == 0 && shift > 7))
        fail_field(c, OW_BAD_VALUE, begin, name, "the length of %s is no length", name);
    ow_bytes bytes = sized(c, name, (size_t)size);
    *v = (ow_text){(const char *)bytes.data, bytes.size};
    deliver_text(c, name, *v, shift / 7 + bytes.size, false);
}

TRACE_VERB void bytes_u32(struct codec *c, const char *name, ow_bytes *v)
{
    *v = sized(c, name, load_u32(take(c, name, 4), NUMBERS_ARE_BIG(c)));
    deliver_bytes(c, name, *v, 4 + v->size);
}

TRACE_VERB void nullable_bytes_i32(struct codec *c, const char *name, ow_bytes *v)
{
    *v = sized32(c, name, true);
    deliver_bytes(c, name, *v, 4 + v->size);
}

TRACE_VERB void rest(struct codec *c, const char *name, ow_bytes *v)
{
    c->field_at = offset_of(c, c->at);
    *v = (ow_bytes){c->at, (size_t)(c->end - c->at)};
    if (v->size == 0 || !healthy(c))
        return;
    if (c->options->strict)
        fail_field(c, OW_BAD_VALUE, c->field_at, name, "%zu bytes follow where the file should end",
                   v->size);
    c->at = c->end;
    deliver_bytes(c, name, *v, v->size);
}

TRACE_VERB void end_of_file(struct codec *c)
{
    if (c->at < c->end)
        fail_field(c, OW_BAD_VALUE, offset_of(c, c->at), NULL,
                   "%zu bytes follow where the file should end", (size_t)(c->end - c->at));
}

TRACE_VERB void tell_known(struct codec *c, const char *name, uint8_t value,
                           const struct choice *choices, size_t n)
{
    c->field_at = offset_of(c, c->at);
    for (size_t i = 0; i < n; i++)
        if (choices[i].value == value && choices[i].name)
            deliver_text(c, name, (ow_text){choices[i].name, strlen(choices[i].name)}, 0, false);
}

#define known(c, name, v, reading, choices, n)                                                     \
    do {                                                                                           \
        *(v) = *(reading);                                                                         \
        tell_known(c, name, (uint8_t) * (reading), choices, n);                                    \
    } while (0)

TRACE_VERB void size_u16(struct codec *c, const char *name, ow_stated_size *v)
{
    v->stated = load_u16(take(c, name, 2), NUMBERS_ARE_BIG(c));
    number(c, name, v->stated, 2, false);
}

TRACE_VERB void size_u32(struct codec *c, const char *name, ow_stated_size *v)
{
    v->stated = load_u32(take(c, name, 4), NUMBERS_ARE_BIG(c));
    number(c, name, v->stated, 4, false);
}

TRACE_VERB void end_size(struct codec *c, ow_stated_size *v)
{
    (void)c, (void)v;
}

/* A count that was taken, `size` bytes wide. */
TRACE_VERB void held_count(struct codec *c, const char *name, uint64_t value, uint64_t size,
                           uint32_t *count, size_t smallest)
{
    size_t left = (size_t)(c->end - c->at);
    bool held = value <= left / smallest && value <= UINT32_MAX;
    *count = value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
    if (!held && !c->visit) { /* a visitor wants what there is */
        fail_field(c, OW_TRUNCATED, c->field_at, name,
                   "%s is %llu, but the %zu bytes that are left hold no more than %zu",
                   name ? name : "the count", (unsigned long long)value, left, left / smallest);
        *count = 0;
    }
    if (name) /* the count of an array in an array is told by the array */
        number(c, name, (int64_t)value, size, true);
}

TRACE_VERB void count_i32(struct codec *c, const char *name, uint32_t *count, size_t smallest)
{
    int32_t value = (int32_t)load_u32(take(c, name, 4), NUMBERS_ARE_BIG(c));
    *count = 0;
    if (value < 0)
        fail_field(c, OW_BAD_VALUE, c->field_at, name, "%s is %d; a count cannot be negative", name,
                   value);
    else
        held_count(c, name, (uint64_t)value, 4, count, smallest);
}

TRACE_VERB void count_u32(struct codec *c, const char *name, uint32_t *count, size_t smallest)
{
    held_count(c, name, load_u32(take(c, name, 4), NUMBERS_ARE_BIG(c)), 4, count, smallest);
}

TRACE_VERB void count_u64(struct codec *c, const char *name, uint32_t *count, size_t smallest)
{
    held_count(c, name, load_u64(take(c, name, 8), NUMBERS_ARE_BIG(c)), 8, count, smallest);
}

TRACE_VERB void count_u8(struct codec *c, const char *name, uint32_t *count, size_t smallest)
{
    held_count(c, name, *take(c, name, 1), 1, count, smallest);
}

TRACE_VERB void count_u16(struct codec *c, const char *name, uint32_t *count, size_t smallest)
{
    held_count(c, name, load_u16(take(c, name, 2), NUMBERS_ARE_BIG(c)), 2, count, smallest);
}

TRACE_VERB void table_count(struct codec *c, const char *name, uint32_t value, uint32_t most,
                            uint32_t *count, bool *none, size_t smallest)
{
    uint64_t size = most == UINT8_MAX ? 1 : 2;
    *none = value == most;
    *count = 0;
    if (*none)
        number(c, name, value, size, true);
    else
        held_count(c, name, value, size, count, smallest);
}

TRACE_VERB void table_count_u8(struct codec *c, const char *name, uint32_t *count, bool *none,
                               size_t smallest)
{
    table_count(c, name, *take(c, name, 1), UINT8_MAX, count, none, smallest);
}

TRACE_VERB void table_count_u16(struct codec *c, const char *name, uint32_t *count, bool *none,
                                size_t smallest)
{
    uint32_t value = load_u16(take(c, name, 2), NUMBERS_ARE_BIG(c));
    table_count(c, name, value, UINT16_MAX, count, none, smallest);
}

TRACE_VERB bool null_instead(struct codec *c, const char *name, bool none)
{
    c->field_at = offset_of(c, c->at);
    if (none)
        deliver_bytes(c, name, (ow_bytes){0}, 0);
    return none;
}

TRACE_VERB void present(struct codec *c, const char *name, bool *flag, bool condition)
{
    (void)c, (void)name;
    *flag = condition;
}

TRACE_VERB void count_is(struct codec *c, uint32_t *count, uint32_t value)
{
    (void)c;
    *count = value;
}

TRACE_VERB void i32s(struct codec *c, const char *name, int32_t **v, uint32_t *count)
{
    *v = NULL;
    numbers(c, name, *count, NUMBER_I32);
}

TRACE_VERB void u16s(struct codec *c, const char *name, uint16_t **v, uint32_t *count)
{
    *v = NULL;
    numbers(c, name, *count, NUMBER_U16);
}

TRACE_VERB void f32s(struct codec *c, const char *name, float **v, uint32_t *count)
{
    *v = NULL;
    numbers(c, name, *count, NUMBER_F32);
}

TRACE_VERB void f32_grid(struct codec *c, const char *name, float **v, uint64_t count)
{
    *v = NULL;
    numbers(c, name, count, NUMBER_F32);
}

TRACE_VERB void u8s(struct codec *c, const char *name, uint8_t **v, uint32_t *count)
{
    *v = NULL;
    numbers(c, name, *count, NUMBER_U8);
}

/* Bits share a byte: all of a byte's have its place. Bits beyond the last are told where set. */
TRACE_VERB void bits_u8(struct codec *c, const char *name, uint8_t **v, uint32_t *count)
{
    uint8_t bits = *take(c, name, 1);
    uint64_t from = c->field_at;
    size_t size = (bits + 7u) / 8;
    const uint8_t *bytes = sized(c, name, size).data;
    *v = NULL;
    *count = bytes ? bits : 0;
    if (!bytes)
        return;
    open_event(c, &(ow_event){.kind = OW_BEGIN_ARRAY, .name = name, .count = bits}, from);
    for (uint32_t i = 0; i < bits; i++) {
        ow_event event = {.kind = OW_VALUE, .type = OW_BOOLEAN};
        event.value.integer = bytes[i / 8] >> (7 - i % 8) & 1;
        path_move(&c->path, i);
        deliver(c, &event, offset_of(c, bytes + i / 8), 1);
    }
    close_container(c, OW_END_ARRAY);
    unsigned spare = bits % 8 ? bytes[size - 1] & (0xffu >> bits % 8) : 0;
    c->field_at = offset_of(c, bytes) + size - 1;
    if (spare)
        number(c, "spare_bits", spare, 0, false);
}

/* One record's worth of memory, whatever the count. */
TRACE_VERB void *column(struct codec *c, void *items, uint32_t count, size_t size)
{
    (void)items, (void)count;
    void *record = (uint8_t *)c->scratch + c->scratch_used;
    c->scratch_used += (size + 7) & ~(size_t)7;
    return record;
}

TRACE_VERB void *begin_list(struct codec *c, const char *name, void *items, uint32_t *count,
                            size_t size)
{
    open_container(c, OW_BEGIN_ARRAY, name, *count);
    c->path.steps[c->path.depth - 1].scratch = c->scratch_used;
    return column(c, items, *count, size);
}

TRACE_VERB void end_list(struct codec *c)
{
    c->scratch_used = c->path.steps[c->path.depth - 1].scratch;
    close_container(c, OW_END_ARRAY);
}

TRACE_VERB void *begin_open_list(struct codec *c, const char *name, void *items, uint32_t *count,
                                 size_t size)
{
    *count = 0;
    open_container(c, OW_BEGIN_ARRAY, name, OW_UP_TO_THE_END);
    c->path.steps[c->path.depth - 1].scratch = c->scratch_used;
    return column(c, items, 1, size);
}

TRACE_VERB void *open_item(struct codec *c, void *items, uint32_t index, size_t size)
{
    (void)c, (void)index, (void)size;
    return items;
}

TRACE_VERB void *end_open_list(struct codec *c, void *items, uint32_t *count, size_t size)
{
    (void)count, (void)size;
    end_list(c);
    return items;
}

TRACE_VERB bool go_on(struct codec *c, uint32_t index)
{
    if (index % PROGRESS_EVERY == PROGRESS_EVERY - 1 && c->options->progress && healthy(c) &&
        !c->options->progress(c->options->progress_context, offset_of(c, c->at),
                              (uint64_t)(c->end - c->begin))) {
        error_set(&c->error, OW_CANCELLED, offset_of(c, c->at), NULL,
                  "stopped before the end, as asked");
        c->at = c->end;
    }
    return healthy(c);
}

TRACE_VERB bool goes_further(struct codec *c, uint32_t *count, uint32_t index)
{
    bool further = c->at < c->end && go_on(c, index);
    *count += further;
    return further;
}

TRACE_VERB uint32_t item_place(struct codec *c, uint32_t index)
{
    (void)c, (void)index;
    return 0;
}

TRACE_VERB void begin_element(struct codec *c, uint32_t index)
{
    path_move(&c->path, index);
}

/* What a record takes of the scratch memory it gives back at its end. */
TRACE_VERB void begin_item(struct codec *c, uint32_t index, bool spread)
{
    path_move(&c->path, index);
    open_spread(c, NULL, spread);
    c->path.steps[c->path.depth - 1].scratch = c->scratch_used;
}

TRACE_VERB void end_item(struct codec *c)
{
    c->scratch_used = c->path.steps[c->path.depth - 1].scratch;
    close_container(c, OW_END_OBJECT);
}

TRACE_VERB void begin_object(struct codec *c, const char *name)
{
    open_container(c, OW_BEGIN_OBJECT, name, 0);
}

TRACE_VERB void end_object(struct codec *c)
{
    close_container(c, OW_END_OBJECT);
}

#endif
