/* Turns the events of an object into the text of its JSON. */
#ifndef OW_SQL_OBJECT_TEXT_H
#define OW_SQL_OBJECT_TEXT_H

#include <overworld/overworld.h>

/* Initialise with zeros. Serves one object after another. Must not move while an object is open. */
struct object_text {
    ow_json_writer *writer; /* NULL: none is open */
    ow_sink sink;           /* target of the writer */
    unsigned depth;
    ow_buffer text;
};

enum object_state { OBJECT_OPEN, OBJECT_WHOLE, OBJECT_NO_MEMORY };

/* Takes the next event. The first one begins an object, the last one ends it. */
enum object_state object_text_take(struct object_text *object, const ow_event *event);

static inline bool object_text_is_open(const struct object_text *object)
{
    return object->writer;
}

/* The text of the last complete object; valid until the next one begins. */
ow_text object_text(const struct object_text *object);

void object_text_free(struct object_text *object);

#endif
