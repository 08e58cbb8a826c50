/* What the two codecs that make events share: trace.h from bytes and emit.h from records. Each
 * defines `struct source` before it includes this file, and the access to fields after it. */
#ifndef OW_SRC_CODEC_EVENTS_H
#define OW_SRC_CODEC_EVENTS_H

#include "../base/bytes.h"
#include "../base/error.h"
#include "path.h"
#include "verbs.h"

#include <stdio.h>
#include <string.h>

struct codec {
    struct source from;
    unsigned version; /* these three are set by the layout */
    uint8_t variant;
    bool big_endian;
    ow_error error; /* status OW_OK: no error so far */
    /* a count that the rest of the file cannot hold: the cause of a later failure */
    ow_error doubt;
    bool stopped; /* the visitor returned OW_STOP */
    ow_visitor visit;
    void *visit_context;
    const ow_options *options;
    struct path path;
    unsigned hidden;   /* depth of the skipped step, 0: none */
    uint64_t field_at; /* where the last field began */
};

/* A verb as a function: most time is spent in the visitor. */
#define EVENT_VERB static MAY_BE_UNUSED

/* Each source defines these: its position, and moving to its end after a failure. */
EVENT_VERB uint64_t offset_now(const struct codec *c);
EVENT_VERB void go_to_the_end(struct codec *c);

EVENT_VERB bool healthy(const struct codec *c)
{
    return c->error.status == OW_OK && !c->stopped;
}

/* Sets the pointer to a field of the open object or array. */
EVENT_VERB void set_pointer(struct codec *c, const char *name)
{
    path_text(&c->path, name, c->error.pointer, sizeof c->error.pointer);
}

#define fail_field(c, reason, offset, name, ...)                                                   \
    do {                                                                                           \
        if (healthy(c)) {                                                                          \
            error_set(&(c)->error, reason, offset, NULL, __VA_ARGS__);                             \
            set_pointer(c, name);                                                                  \
        }                                                                                          \
        go_to_the_end(c);                                                                          \
    } while (0)

/* A visitor gets all events up to the end of the file. Without a visitor the count fails at once,
 * as in a reader. So the error is the same for both. */
#define fail_or_doubt(c, reason, offset, name, ...)                                                \
    do {                                                                                           \
        if (!(c)->visit) {                                                                         \
            fail_field(c, reason, offset, name, __VA_ARGS__);                                      \
        } else if (healthy(c) && (c)->doubt.status == OW_OK) {                                     \
            error_set(&(c)->doubt, reason, offset, NULL, __VA_ARGS__);                             \
            path_text(&(c)->path, name, (c)->doubt.pointer, sizeof(c)->doubt.pointer);             \
        }                                                                                          \
    } while (0)

#define refuse(c, reason, name, ...) fail_field(c, reason, (c)->field_at, name, __VA_ARGS__)

/* A field's name in a message. */
EVENT_VERB const char *called(const char *name, const char *otherwise)
{
    return name ? name : otherwise;
}

EVENT_VERB void deliver(struct codec *c, ow_event *event, uint64_t offset, uint64_t size)
{
    if (c->hidden || !healthy(c) || !c->visit)
        return;
    event->offset = offset;
    event->size = size;
    event->index = path_index(&c->path);
    ow_visit result = c->visit(c->visit_context, event);
    if (result == OW_STOP) {
        c->stopped = true;
        go_to_the_end(c);
    } else if (result == OW_SKIP &&
               (event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY)) {
        c->hidden = c->path.depth + 1;
    } else if (result == OW_LEAVE && event->kind != OW_BEGIN_OBJECT &&
               event->kind != OW_BEGIN_ARRAY) {
        c->hidden = c->path.depth;
    }
}

/* Returns true if the inside of the current object or array is visited. */
EVENT_VERB bool is_looked_at(const struct codec *c)
{
    return c->visit && !c->hidden && healthy(c);
}

/* Opens an object or array: named, or (name NULL) the current element. */
EVENT_VERB void open_event(struct codec *c, ow_event *event, uint64_t from)
{
    deliver(c, event, from, 0);
    if (path_is_full(&c->path))
        fail_field(c, OW_BAD_VALUE, from, event->name,
                   "this is nested deeper than the supported %d levels", PATH_DEPTH);
    path_enter(&c->path, event->name, event->kind == OW_BEGIN_ARRAY);
    path_top(&c->path)->begin = from;
}

EVENT_VERB void close_container(struct codec *c, ow_event_kind kind)
{
    uint64_t from = path_top(&c->path)->begin;
    const char *name = path_leave(&c->path);
    if (c->hidden == c->path.depth + 1)
        c->hidden = 0;
    ow_event event = {.kind = kind, .name = name};
    deliver(c, &event, from, offset_now(c) - from);
}

EVENT_VERB void open_container(struct codec *c, ow_event_kind kind, const char *name,
                               uint64_t count)
{
    open_event(c, &(ow_event){.kind = kind, .name = name, .count = count}, offset_now(c));
}

EVENT_VERB void number(struct codec *c, const char *name, int64_t value, uint64_t size,
                       bool derived)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_INTEGER, .name = name, .derived = derived};
    event.value.integer = value;
    deliver(c, &event, c->field_at, size);
}

/* Copies the float's bytes: some processors change a NaN in a register. */
EVENT_VERB void deliver_float(struct codec *c, const char *name, const float *value,
                              uint64_t offset)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_FLOAT, .name = name};
    memcpy(&event.value.number, value, sizeof event.value.number);
    deliver(c, &event, offset, 4);
}

EVENT_VERB void deliver_text(struct codec *c, const char *name, ow_text text, uint64_t size,
                             bool derived)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_TEXT, .name = name, .derived = derived};
    event.value.text = text;
    deliver(c, &event, c->field_at, size);
}

EVENT_VERB void deliver_bytes(struct codec *c, const char *name, ow_bytes bytes, uint64_t size)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_BYTES, .name = name};
    event.value.bytes = bytes;
    deliver(c, &event, c->field_at, size);
}

EVENT_VERB void deliver_flag(struct codec *c, const char *name, bool value, uint64_t offset,
                             uint64_t size)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_BOOLEAN, .name = name};
    event.value.integer = value;
    deliver(c, &event, offset, size);
}

/* From here on both sources are the same. */

/* The length before text and bytes in a file. */
enum number_kind { NUMBER_U8, NUMBER_U16, NUMBER_I16, NUMBER_I32, NUMBER_F32 };

EVENT_VERB size_t width_of(enum number_kind kind)
{
    return kind == NUMBER_U8 ? 1 : kind == NUMBER_U16 || kind == NUMBER_I16 ? 2 : 4;
}

/* The name of the verb for one such number. */
EVENT_VERB const char *kind_name(enum number_kind kind)
{
    static const char *const names[] = {[NUMBER_U8] = "u8",
                                        [NUMBER_U16] = "u16",
                                        [NUMBER_I16] = "i16",
                                        [NUMBER_I32] = "i32",
                                        [NUMBER_F32] = "f32"};
    return names[kind];
}

/* Emits a number of a run at `place`, in the byte order of `big`; at `offset` in the file. */
EVENT_VERB void deliver_number(struct codec *c, const uint8_t *place, enum number_kind kind,
                               bool big, uint64_t offset)
{
    c->field_at = offset;
    if (kind == NUMBER_U8) {
        number(c, NULL, *place, 1, false);
    } else if (kind == NUMBER_U16) {
        number(c, NULL, load_u16(place, big), 2, false);
    } else if (kind == NUMBER_I16) {
        number(c, NULL, (int16_t)load_u16(place, big), 2, false);
    } else if (kind == NUMBER_I32) {
        number(c, NULL, (int32_t)load_u32(place, big), 4, false);
    } else {
        uint32_t bits = load_u32(place, big);
        float value;
        memcpy(&value, &bits, sizeof value);
        deliver_float(c, NULL, &value, offset);
    }
}

#endif
