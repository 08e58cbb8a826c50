/* How one list becomes another, step by step: what JSON Patch can say. Knows no format. */
#ifndef OW_SRC_CHANGE_LIST_STEPS_H
#define OW_SRC_CHANGE_LIST_STEPS_H

#include "record_buffer.h"

/* An element that goes, comes or moves. Indexes into the lists as they were and as they will be. */
struct list_change {
    uint32_t before, after; /* NO_INDEX: it is not there */
};
#define NO_INDEX UINT32_MAX

enum list_step_kind { STEP_REMOVE, STEP_ADD, STEP_MOVE };

/* A step, with indexes into the list as all steps before have left it. */
struct list_step {
    enum list_step_kind kind;
    uint64_t from; /* of what goes or moves */
    uint64_t to;   /* of what comes or moves, once it is gone from where it was */
    uint32_t after;
};

/* Hands out the steps, in order; `changes` may be in any. False where `take` wants no more, or where memory is
 * missing, which scratch->status tells. n log n. */
bool list_steps(const struct list_change *changes, uint32_t count, struct arena *scratch,
                bool (*take)(void *context, const struct list_step *step), void *context);

#endif
