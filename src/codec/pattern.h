/* The place of a walk through events, as a JSON Pointer with "*" for any element. */
#ifndef OW_SRC_CODEC_PATTERN_H
#define OW_SRC_CODEC_PATTERN_H

#include <overworld/base.h>

enum { PATTERN_DEPTH = 32, PATTERN_ROOM = 256 };

/* Starts as zeros, outside the root. A path that is too long is cut, and matches nothing. */
struct pattern {
    unsigned depth; /* of the open containers */
    size_t lengths[PATTERN_DEPTH];
    char text[PATTERN_ROOM];
};

/* Moves to the value of an event, or to the object or array that it begins. */
void pattern_move(struct pattern *pattern, const ow_event *event);

/* Enters the current object or array. Returns false if the nesting is too deep. */
bool pattern_enter(struct pattern *pattern);

/* Leaves it; it becomes the current one again. */
void pattern_leave(struct pattern *pattern);

#endif
