/* Where a walk through events stands, as a JSON Pointer in which "*" stands for any element. */
#ifndef OW_SRC_CODEC_PATTERN_H
#define OW_SRC_CODEC_PATTERN_H

#include <overworld/base.h>

enum { PATTERN_DEPTH = 32, PATTERN_ROOM = 256 };

/* Begins as zeros, outside the root. A path that is too long is cut, and equals none. */
struct pattern {
    unsigned depth; /* of what is open */
    size_t lengths[PATTERN_DEPTH];
    char text[PATTERN_ROOM];
};

/* Moves to the value that an event tells, or to the object or array that it begins. */
void pattern_move(struct pattern *pattern, const ow_event *event);

/* Enters the object or array that it stands at. False where that is nested too deep. */
bool pattern_enter(struct pattern *pattern);

/* Leaves it, and stands at it again. */
void pattern_leave(struct pattern *pattern);

#endif
