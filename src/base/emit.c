/* Emitting events without a layout, for summaries. */
#include "emit.h"

#include "floats.h"

#include <string.h>

static ow_visit visit(struct emitter *emit, const ow_event *event)
{
    if (emit->stopped || emit->hidden)
        return OW_GO_ON;
    ow_visit result = emit->visit(emit->context, event);
    emit->stopped = result == OW_STOP;
    return result;
}

static ow_visit deliver(struct emitter *emit, ow_event *event)
{
    if (emit->depth > 0)
        event->index = emit->next_index[emit->depth - 1]++;
    return visit(emit, event);
}

static void open_container(struct emitter *emit, ow_event_kind kind, const char *name,
                           uint64_t count, bool spread)
{
    ow_event event = {.kind = kind, .name = name, .count = count, .spread = spread};
    ow_visit result = deliver(emit, &event);
    emit->names[emit->depth] = name;
    emit->next_index[emit->depth++] = 0;
    if (result == OW_SKIP)
        emit->hidden = emit->depth;
}

static void close_container(struct emitter *emit, ow_event_kind kind)
{
    if (emit->hidden == emit->depth)
        emit->hidden = 0;
    ow_event event = {.kind = kind, .name = emit->names[--emit->depth]};
    visit(emit, &event);
}

void emit_begin_object(struct emitter *emit, const char *name)
{
    open_container(emit, OW_BEGIN_OBJECT, name, 0, false);
}

void emit_begin_lines(struct emitter *emit, const char *name)
{
    open_container(emit, OW_BEGIN_OBJECT, name, 0, true);
}

void emit_end_object(struct emitter *emit)
{
    close_container(emit, OW_END_OBJECT);
}

void emit_begin_array(struct emitter *emit, const char *name, uint64_t count)
{
    open_container(emit, OW_BEGIN_ARRAY, name, count, false);
}

void emit_end_array(struct emitter *emit)
{
    close_container(emit, OW_END_ARRAY);
}

void emit_integer(struct emitter *emit, const char *name, int64_t value)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_INTEGER, .name = name};
    event.value.integer = value;
    deliver(emit, &event);
}

void emit_unsigned_64(struct emitter *emit, const char *name, uint64_t value)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_UNSIGNED_64, .name = name};
    event.value.unsigned_64 = value;
    deliver(emit, &event);
}

void emit_null(struct emitter *emit, const char *name)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_BYTES, .name = name};
    deliver(emit, &event);
}

void emit_boolean(struct emitter *emit, const char *name, bool value)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_BOOLEAN, .name = name};
    event.value.integer = value;
    deliver(emit, &event);
}

void emit_float(struct emitter *emit, const char *name, float value)
{
    value = one_nan(value);
    emit_stored_float(emit, name, &value);
}

void emit_stored_float(struct emitter *emit, const char *name, const float *value)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_FLOAT, .name = name};
    memcpy(&event.value.number, value, sizeof *value);
    deliver(emit, &event);
}

void emit_text(struct emitter *emit, const char *name, ow_text text)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_TEXT, .name = name};
    event.value.text = text;
    deliver(emit, &event);
}

void emit_string(struct emitter *emit, const char *name, const char *text)
{
    emit_text(emit, name, (ow_text){text, strlen(text)});
}
