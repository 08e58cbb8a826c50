/* Turns the events of an object into the text of its JSON. */
#include "object_text.h"

#include <stdlib.h>
#include <string.h>

static bool keep_text(void *context, const void *data, size_t size)
{
    struct object_text *object = context;
    uint8_t *grown = realloc(object->text.data, object->text.size + size);
    if (!grown)
        return false;
    memcpy(grown + object->text.size, data, size);
    object->text.data = grown;
    object->text.size += size;
    return true;
}

/* Writes the object as an element of a list, which JSON puts on one line. */
static bool open_writer(struct object_text *object)
{
    const ow_event list = {.kind = OW_BEGIN_ARRAY};
    object->sink = (ow_sink){.context = object, .write = keep_text};
    object->text.size = 0;
    object->depth = 0;
    if (ow_json_open(NULL, NULL, &object->sink, &object->writer, NULL) != OW_OK)
        return false;
    ow_json_visit(object->writer, &list);
    return true;
}

static bool close_writer(struct object_text *object)
{
    const ow_event list = {.kind = OW_END_ARRAY};
    ow_json_visit(object->writer, &list);
    ow_status status = ow_json_close(object->writer, NULL);
    object->writer = NULL;
    return status == OW_OK;
}

enum object_state object_text_take(struct object_text *object, const ow_event *event)
{
    if (!object->writer && !open_writer(object))
        return OBJECT_NO_MEMORY;
    ow_event copy = *event;
    bool ends = event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY;
    copy.derived = false; /* or JSON would omit it */
    if (object->depth == 0 || (ends && object->depth == 1))
        copy.name = NULL;
    object->depth += event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    ow_json_visit(object->writer, &copy);
    object->depth -= ends;
    if (object->depth > 0)
        return OBJECT_OPEN;
    return close_writer(object) ? OBJECT_WHOLE : OBJECT_NO_MEMORY;
}

/* The text between the brackets of the list. */
ow_text object_text(const struct object_text *object)
{
    const char *text = (const char *)object->text.data;
    size_t first = 0, end = object->text.size;
    while (first < end && text[first] != '{')
        first++;
    while (end > first && text[end - 1] != '}')
        end--;
    return (ow_text){text + first, end - first};
}

void object_text_free(struct object_text *object)
{
    if (object->writer)
        ow_json_close(object->writer, NULL);
    object->writer = NULL;
    free(object->text.data);
    object->text = (ow_buffer){0};
}
