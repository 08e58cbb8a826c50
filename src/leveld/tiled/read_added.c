/* Fields of the layout that the reader does not know. Their values are inserted into the JSON of
 * the level, which has every field, and the JSON is read again. */
#include "read.h"

#include "../../base/output.h"
#include "../../codec/pattern.h"
#include "../../json/base64.h"

#include <stdlib.h>

struct putting {
    struct tiled_reader *reader;
    ow_json_writer *writer;
    struct pattern pattern;
    uint32_t block, record;   /* the current ones */
    struct added_value *next; /* the block's first value whose record has not been visited */
};

static bool put_bytes(void *context, const void *data, size_t size)
{
    output_bytes(context, data, size);
    return true;
}

/* The plan of a block of the level. */
static const struct planned *plan_of(const struct tiled_reader *reader, uint32_t block)
{
    const ow_leveld_block *made = &reader->level.blocks[block];
    for (uint32_t i = 0; i < reader->plan_count; i++)
        if (reader->plan[i].block.things == made->things && reader->plan[i].block.id == made->id)
            return &reader->plan[i];
    return reader->is_added[made->id] ? &reader->added[made->id] : NULL;
}

/* Replaces the value in an event by that of a property. Returns false if the type is wrong. */
static bool change_value(struct putting *putting, const struct added_value *added, ow_event *event)
{
    struct tiled_reader *reader = putting->reader;
    int64_t thousandths;
    uint64_t whole;
    if (event->type == OW_TEXT)
        return tiled_take_text(reader, added->at, added->pointer, added->base64,
                               &event->value.text);
    if (value_unsigned(&reader->walk, added->at, &whole) && whole <= INT64_MAX)
        event->value.integer = (int64_t)whole;
    else if (value_thousandths(&reader->walk, added->at, &thousandths))
        event->value.integer = thousandths / 1000;
    else
        return false;
    return true;
}

/* The value for a field of the current record; NULL if there is none. */
static const struct added_value *find_added(struct putting *putting, const char *field)
{
    while (putting->next && putting->next->record < putting->record)
        putting->next = putting->next->next;
    for (const struct added_value *added = putting->next; added && added->record == putting->record;
         added = added->next)
        if (field && strcmp(added->field, field) == 0)
            return added;
    return NULL;
}

static void begin_block(struct putting *putting, uint32_t block)
{
    const struct planned *planned = plan_of(putting->reader, block);
    putting->block = block;
    putting->next = planned && !planned->bytes ? planned->added : NULL;
}

static ow_visit visit(void *context, const ow_event *event)
{
    enum { BLOCK = 2, RECORD = 4 }; /* nesting depth of their members */
    struct putting *putting = context;
    struct pattern *pattern = &putting->pattern;
    ow_event changed = *event;
    if (event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY) {
        pattern_leave(pattern);
        return ow_json_visit(putting->writer, event);
    }
    pattern_move(pattern, event);
    if (pattern->depth == BLOCK && event->kind == OW_BEGIN_OBJECT)
        begin_block(putting, (uint32_t)event->index);
    else if (pattern->depth == RECORD && event->kind == OW_BEGIN_OBJECT)
        putting->record = (uint32_t)event->index;
    const struct added_value *added = pattern->depth == RECORD + 1 && event->kind == OW_VALUE
                                          ? find_added(putting, event->name)
                                          : NULL;
    if (added && !change_value(putting, added, &changed)) {
        if (putting->reader->status != OW_OK)
            return OW_STOP;
        tiled_warn(putting->reader, "dropped values whose type does not match their field",
                   added->pointer);
        changed = *event;
    }
    if (event->kind != OW_VALUE && !pattern_enter(pattern))
        return OW_STOP;
    return ow_json_visit(putting->writer, &changed);
}

/* Writes the JSON of the level into `text`. */
static ow_status write_level(struct tiled_reader *reader, ow_buffer *text)
{
    struct output output;
    const ow_sink sink = {.context = &output, .write = put_bytes};
    struct putting putting = {.reader = reader};
    ow_options quiet = reader->options;
    quiet.progress = NULL;
    output_to_buffer(&output, &quiet, text);
    ow_status status = ow_json_open("leveld", &quiet, &sink, &putting.writer, reader->error);
    if (status != OW_OK)
        return status;
    status = driver_emit(&leveld_format, &reader->level, &quiet, visit, &putting, reader->error);
    ow_status closed = ow_json_close(putting.writer, status == OW_OK ? reader->error : NULL);
    ow_status ended = output_close_buffer(&output, text);
    if (status == OW_OK && reader->status != OW_OK)
        return reader->status;
    return status != OW_OK ? status : closed != OW_OK ? closed : ended;
}

bool tiled_read_added(struct tiled_reader *reader, ow_leveld_level **level)
{
    ow_buffer text = {0};
    void *document = NULL;
    ow_status status = write_level(reader, &text);
    if (status == OW_OK) {
        const struct json_text json = {(const char *)text.data, text.size};
        status = driver_parse(&leveld_format, &json, &reader->options, &document, reader->error);
    }
    ow_buffer_free(&text, &reader->options);
    reader->status = status;
    *level = document;
    return status == OW_OK;
}
