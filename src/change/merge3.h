/* Three-way merge. Knows no format. */
#ifndef OW_SRC_CHANGE_MERGE3_H
#define OW_SRC_CHANGE_MERGE3_H

#include "draft.h"
#include "edits.h"
#include "references.h"

/* A conflict; the result keeps ours. Pointers are NULL if a world has no such thing. */
struct merge_conflict {
    ow_conflict_kind kind;
    const char *base, *ours, *theirs;
    uint64_t count; /* number of values in a list that both changed; else 0 */
    struct json_text ours_value, theirs_value; /* data NULL: no values to show */
};

struct merge3 {
    struct edits ours, theirs; /* the changes of each side, finished */
    struct draft draft;        /* of ours; becomes the result */
    struct draft sides[3];     /* of base, ours and theirs; the source of values */
    struct arena *account;
    const ow_options *options;

    const struct references *references; /* NULL: no references by index */
    bool leaves_references; /* changes of theirs to references are left out: a conflict */

    /* Values in a row of a list of cells or heights of ours; 0: other lists. */
    uint32_t (*row_length)(void *context, const char *list);
    void (*on_conflict)(void *context, const struct merge_conflict *conflict);
    void *context;
};

/* Applies the changes of theirs to the draft. Returns false after a failure, with the draft's
 * error. */
bool merge3_apply(struct merge3 *merge);

/* Internal: the JSON at a pointer in one of the worlds, valid as long as the draft; data NULL
 * after a failure. */
enum merge_side { SIDE_BASE, SIDE_OURS, SIDE_THEIRS };
struct json_text merge3_text(struct merge3 *merge, enum merge_side side, const char *pointer);

/* Applies removed, added and moved elements of a list of theirs; `list` is its pointer in the
 * draft. */
bool merge3_list(struct merge3 *merge, const struct edit *theirs, const struct edit *ours,
                 const char *list);

/* Merges a list of values that both changed in different places. Returns false if that is
 * impossible, or after a failure. */
bool merge3_values(struct merge3 *merge, const struct edit *theirs, const struct edit *ours,
                   struct json_text *merged);

/* Returns true if both made the same change at a pointer into the base; to a list. */
bool merge3_is_done(struct merge3 *merge, const char *base);
bool merge3_is_same_list(const struct merge3 *merge, const struct edit *theirs,
                         const struct edit *ours);

/* Counts the elements of a list in the draft. */
bool merge3_count(struct merge3 *merge, const char *list, uint64_t *count);

/* Checks if the changes of both sides to records that are referred to by index can be combined. If
 * not, reports a conflict; merge3_leaves then says which edits of theirs are skipped. Returns
 * false after a failure. */
bool merge3_check_references(struct merge3 *merge);
bool merge3_leaves(struct merge3 *merge, const struct edit *theirs);

#endif
