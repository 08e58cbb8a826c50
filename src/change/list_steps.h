/* Turning one list into another in steps that JSON Patch can express. Knows no format. */
#ifndef OW_SRC_CHANGE_LIST_STEPS_H
#define OW_SRC_CHANGE_LIST_STEPS_H

#include "record_buffer.h"

/* An element that is removed, added or moved, with its old and new index. */
struct list_change {
    uint32_t before, after; /* NO_INDEX: not in this list */
};
#define NO_INDEX UINT32_MAX

enum list_step_kind { STEP_REMOVE, STEP_ADD, STEP_MOVE };

/* A step, with indices into the list after all earlier steps. */
struct list_step {
    enum list_step_kind kind;
    uint64_t from; /* of a removed or moved element */
    uint64_t to;   /* of an added or moved element, after its removal */
    uint32_t after;
};

/* Passes the steps to `take`, in order; `changes` may be in any order. Returns false if `take`
 * does, or without memory (see scratch->status). n log n. */
bool list_steps(const struct list_change *changes, uint32_t count, struct arena *scratch,
                bool (*take)(void *context, const struct list_step *step), void *context);

#endif
