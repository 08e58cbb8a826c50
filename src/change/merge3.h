/* What one world did to a base, done to another world that did something else to it. Knows no format. */
#ifndef OW_SRC_CHANGE_MERGE3_H
#define OW_SRC_CHANGE_MERGE3_H

#include "draft.h"
#include "edits.h"
#include "references.h"

/* What cannot be merged; ours stays as it is there. Pointers are NULL where a world has no such thing. */
struct merge_conflict {
    ow_conflict_kind kind;
    const char *base, *ours, *theirs;
    uint64_t count;                            /* of values in a list that both changed; else 0 */
    struct json_text ours_value, theirs_value; /* data NULL: there are none to be shown */
};

struct merge3 {
    struct edits ours, theirs; /* what each did to the base, settled */
    struct draft draft;        /* of our world, which becomes the merged one */
    struct draft sides[3];     /* of base, ours and theirs, from which values are written */
    struct arena *account;
    const ow_options *options;

    const struct references *references; /* NULL: nothing refers to an index */
    bool leaves_references;              /* what theirs did to them is left out: it is a conflict */

    /* How many values of a list of ours, by its pointer, make a row; 0: it is no such list. */
    uint32_t (*row_length)(void *context, const char *list);
    void (*on_conflict)(void *context, const struct merge_conflict *conflict);
    void *context;
};

/* Does to the draft what theirs did to the base. False after a failure, with the draft's error. */
bool merge3_apply(struct merge3 *merge);

/* For its own parts: the JSON of what a pointer leads to in one of the worlds, which lives as long as the
 * draft; data NULL after a failure. */
enum merge_side { SIDE_BASE, SIDE_OURS, SIDE_THEIRS };
struct json_text merge3_text(struct merge3 *merge, enum merge_side side, const char *pointer);

/* Elements that went, came or moved in a list of theirs; `list` is its pointer in the draft. */
bool merge3_list(struct merge3 *merge, const struct edit *theirs, const struct edit *ours,
                 const char *list);

/* A list of values of which each side changed some, by their places. False where it cannot be done so, or after
 * a failure. */
bool merge3_values(struct merge3 *merge, const struct edit *theirs, const struct edit *ours,
                   struct json_text *merged);

/* Whether both did the same at a pointer into the base; to a list. */
bool merge3_is_done(struct merge3 *merge, const char *base);
bool merge3_is_same_list(const struct merge3 *merge, const struct edit *theirs,
                         const struct edit *ours);

/* How many elements a list has in the draft. */
bool merge3_count(struct merge3 *merge, const char *list, uint64_t *count);

/* Finds out whether what both did to records that are referred to by index can be put together; where not, that
 * is a conflict, and merge3_leaves says which edits of theirs are not done. False after a failure. */
bool merge3_check_references(struct merge3 *merge);
bool merge3_leaves(struct merge3 *merge, const struct edit *theirs);

#endif
