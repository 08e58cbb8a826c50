/* The trace codec: bytes into events, with names, places and nesting. It builds nothing: a list
 * reuses one record, and depth is bounded by the layout. It also finds the words for an error that
 * decode met at the same byte. */
#ifndef OW_SRC_CODEC_TRACE_H
#define OW_SRC_CODEC_TRACE_H

#include "../base/bytes.h"
#include "../base/error.h"
#include "path.h"
#include "verbs.h"

#define READS_RECORDS 1

enum { TRACE_SCRATCH = 1024 };

struct codec {
    const uint8_t *begin, *at, *end;
    unsigned version;
    bool layout;
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
#define TRACE_VERB static __attribute__((unused))

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
TRACE_VERB void open_container(struct codec *c, ow_event_kind kind, const char *name,
                               uint64_t count)
{
    ow_event event = {.kind = kind, .name = name, .count = count};
    deliver(c, &event, offset_of(c, c->at), 0);
    c->opened_at[c->path.depth] = offset_of(c, c->at);
    path_enter(&c->path, name, kind == OW_BEGIN_ARRAY);
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
    *v = load_u16(take(c, name, 2));
    number(c, name, *v, 2, false);
}

TRACE_VERB void u32(struct codec *c, const char *name, uint32_t *v)
{
    *v = load_u32(take(c, name, 4));
    number(c, name, *v, 4, false);
}

TRACE_VERB void i32(struct codec *c, const char *name, int32_t *v)
{
    *v = (int32_t)load_u32(take(c, name, 4));
    number(c, name, *v, 4, false);
}

TRACE_VERB void i32_as_u8(struct codec *c, const char *name, int32_t *v)
{
    *v = *take(c, name, 1);
    number(c, name, *v, 1, false);
}

TRACE_VERB void deliver_float(struct codec *c, const char *name, float value, uint64_t offset)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_FLOAT, .name = name};
    event.value.number = value;
    deliver(c, &event, offset, 4);
}

TRACE_VERB void f32(struct codec *c, const char *name, float *v)
{
    *v = load_f32(take(c, name, 4));
    deliver_float(c, name, *v, c->field_at);
}

/* Numbers of an array whose bytes are known to be there. */
TRACE_VERB void integers(struct codec *c, const char *name, const uint8_t *bytes, uint32_t n)
{
    if (!healthy(c))
        return;
    c->at = bytes;
    open_container(c, OW_BEGIN_ARRAY, name, n);
    for (uint32_t i = 0; i < n && !c->hidden && healthy(c); i++) {
        c->field_at = offset_of(c, bytes + 4 * (size_t)i);
        path_move(&c->path, i);
        number(c, NULL, (int32_t)load_u32(bytes + 4 * (size_t)i), 4, false);
    }
    if (healthy(c))
        c->at = bytes + 4 * (size_t)n;
    close_container(c, OW_END_ARRAY);
}

TRACE_VERB void i32v(struct codec *c, const char *name, int32_t *v, uint32_t n)
{
    const uint8_t *bytes = take(c, name, 4 * (size_t)n);
    for (uint32_t i = 0; i < n; i++)
        v[i] = (int32_t)load_u32(bytes + 4 * (size_t)i);
    integers(c, name, bytes, n);
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
        v[i] = load_f32(place);
        path_move(&c->path, i);
        deliver_float(c, NULL, v[i], offset_of(c, place));
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
    int32_t length = (int32_t)load_u32(take(c, name, 4));
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

TRACE_VERB void text32(struct codec *c, const char *name, ow_text *v)
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

TRACE_VERB void bytes32(struct codec *c, const char *name, ow_bytes *v)
{
    *v = sized32(c, name, false);
    deliver_bytes(c, name, *v, 4 + v->size);
}

TRACE_VERB void nullable_bytes32(struct codec *c, const char *name, ow_bytes *v)
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

TRACE_VERB void marked(struct codec *c, const char *name, const char *text, bool *flag)
{
    *flag = c->layout;
    c->field_at = offset_of(c, c->at);
    if (c->layout)
        deliver_text(c, name, (ow_text){text, strlen(text)}, 0, false);
}

TRACE_VERB void held_count(struct codec *c, const char *name, int64_t value, uint64_t size,
                           uint32_t *count, size_t smallest)
{
    size_t left = (size_t)(c->end - c->at);
    *count = 0;
    if (value < 0)
        fail_field(c, OW_BAD_VALUE, c->field_at, name, "%s is %lld; a count cannot be negative",
                   name, (long long)value);
    else if ((uint64_t)value > left / smallest && !c->visit) /* a visitor wants what there is */
        fail_field(c, OW_TRUNCATED, c->field_at, name,
                   "%s is %lld, but the %zu bytes that are left hold no more than %zu", name,
                   (long long)value, left, left / smallest);
    else
        *count = (uint32_t)value;
    number(c, name, value, size, true);
}

TRACE_VERB void count32(struct codec *c, const char *name, uint32_t *count, size_t smallest)
{
    int32_t value = (int32_t)load_u32(take(c, name, 4));
    held_count(c, name, value, 4, count, smallest);
}

TRACE_VERB void count8(struct codec *c, const char *name, uint32_t *count, size_t smallest)
{
    uint8_t value = *take(c, name, 1);
    held_count(c, name, value, 1, count, smallest);
}

TRACE_VERB void i32s(struct codec *c, const char *name, int32_t **v, uint32_t *count)
{
    *v = NULL;
    const uint8_t *bytes = take(c, name, 4 * (size_t)*count);
    integers(c, name, bytes, *count);
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

TRACE_VERB uint32_t item_place(struct codec *c, uint32_t index)
{
    (void)c, (void)index;
    return 0;
}

TRACE_VERB void begin_item(struct codec *c, uint32_t index)
{
    path_move(&c->path, index);
    open_container(c, OW_BEGIN_OBJECT, NULL, 0);
}

TRACE_VERB void end_item(struct codec *c)
{
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
