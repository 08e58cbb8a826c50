/* An object that is told as events, as the text of its JSON. */
#ifndef OW_SQL_OBJECT_TEXT_H
#define OW_SQL_OBJECT_TEXT_H

#include <overworld/overworld.h>

/* Begins as zeros; serves one object after the other. It must not move while an object is open. */
struct object_text {
    ow_json_writer *writer; /* NULL: none is open */
    ow_sink sink;           /* where it writes */
    unsigned depth;
    ow_buffer text;
};

enum object_state { OBJECT_OPEN, OBJECT_WHOLE, OBJECT_NO_MEMORY };

/* Takes the next event: the first one begins an object, the last one ends it. */
enum object_state object_text_take(struct object_text *object, const ow_event *event);

bool object_text_is_open(const struct object_text *object);

/* The text of the last object that was whole: until the next one begins. */
ow_text object_text(const struct object_text *object);

void object_text_free(struct object_text *object);

#endif
