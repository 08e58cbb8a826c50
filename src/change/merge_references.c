/* Detecting changes of both sides to lists that are referred to by index, and to the references,
 * that cannot be combined without renumbering. */
#include "merge3.h"

#include <string.h>

/* Returns true if a pointer matches a pattern, and the remainder of either. */
static bool fits(const char *pointer, const char *pattern, const char **rest, const char **open)
{
    while (*pattern && *pointer) {
        if (*pattern == '*') {
            pattern++;
            pointer += strspn(pointer, "0123456789");
        } else if (*pattern++ != *pointer++) {
            return false;
        }
    }
    *rest = pointer;
    *open = pattern;
    return true;
}

static bool is_list(const struct references *references, const char *pointer)
{
    const char *rest, *open;
    for (const char *const *list = references->lists; *list; list++)
        if (fits(pointer, *list, &rest, &open) && !*rest && !*open)
            return true;
    return false;
}

/* Returns true if a reference by index is at a pointer, below it, or (if asked) above it. */
static bool refers(const struct references *references, const char *pointer, bool around)
{
    const char *rest, *open;
    for (const char *const *field = references->fields; *field; field++)
        if (fits(pointer, *field, &rest, &open) &&
            (*open ? around && *open == '/' : !*rest || *rest == '/'))
            return true;
    return false;
}

static bool has_come(const struct edits *edits, const struct edit *list)
{
    for (uint32_t i = list->first; i < list->first + list->count; i++)
        if (edits->elements[i].change.before == NO_INDEX)
            return true;
    return false;
}

/* The effect of an edit on lists that are referred to by index, and on references. */
struct use {
    bool numbers; /* the list is renumbered or longer */
    bool shifts;  /* the list is renumbered, as far as known */
    bool refers;
};

/* Returns true if a list of values still begins with all its old values. */
static bool appends_values(struct merge3 *merge, enum merge_side side, const struct edit *edit)
{
    struct json_text before = merge3_text(merge, SIDE_BASE, edit->base);
    struct json_text after = merge3_text(merge, side, edit->other);
    return before.data && after.data && before.size <= after.size && *before.data == '[' &&
           memcmp(before.data, after.data, before.size - 1) == 0 &&
           (before.size == 2 || after.data[before.size - 1] == ',');
}

/* Returns true if an edit only appends elements to a list. */
static bool appends(struct merge3 *merge, const struct edits *edits, const struct edit *edit)
{
    char list[POINTER_ROOM];
    size_t gone;
    uint64_t count;
    if (edit->kind == EDIT_VALUE)
        return appends_values(merge, edits == &merge->ours ? SIDE_OURS : SIDE_THEIRS, edit);
    const struct edit *ours = edits_at(&merge->ours, edit->base, strlen(edit->base));
    if (edit->kind != EDIT_LIST || edit->gone_count > 0 || (ours && ours->kind != EDIT_LIST) ||
        !edits_pointer(&merge->ours, edit->base, list, &gone) || !merge3_count(merge, list, &count))
        return false;
    count = ours ? count + ours->gone_count - ours->placed_count : count; /* of the base */
    return edit->placed[0] >> 32 >= count;
}

static struct use use_of(struct merge3 *merge, const struct edits *edits, const struct edit *edit)
{
    struct use use = {false, false, false};
    const struct references *references = merge->references;
    bool list = edit->kind == EDIT_LIST;
    if (is_list(references, edit->base)) {
        use.numbers = edit->kind != EDIT_VALUE || !edit->is_values;
        use.shifts = use.numbers && !appends(merge, edits, edit);
    }
    use.refers = list ? has_come(edits, edit) && refers(references, edit->base, true)
                      : edit->kind != EDIT_GONE && refers(references, edit->base, false);
    return use;
}

static struct use use_of_all(struct merge3 *merge, const struct edits *edits)
{
    struct use all = {false, false, false};
    for (uint32_t i = 0; i < edits->count; i++) {
        struct use use = use_of(merge, edits, &edits->edits[i]);
        if ((!use.numbers && !use.refers) || merge3_is_done(merge, edits->edits[i].base))
            continue;
        all.numbers = all.numbers || use.numbers;
        all.shifts = all.shifts || use.shifts;
        all.refers = all.refers || use.refers;
    }
    return all;
}

/* Both sides may have made the same list longer, or different ones: added elements then get other
 * indices. */
static bool both_number(struct merge3 *merge)
{
    const struct edits *theirs = &merge->theirs;
    for (uint32_t i = 0; i < theirs->count; i++) {
        const char *base = theirs->edits[i].base;
        if (use_of(merge, theirs, &theirs->edits[i]).numbers &&
            edits_at(&merge->ours, base, strlen(base)) && !merge3_is_done(merge, base))
            return true;
    }
    return false;
}

bool merge3_leaves(struct merge3 *merge, const struct edit *theirs)
{
    if (!merge->leaves_references)
        return false;
    struct use use = use_of(merge, &merge->theirs, theirs);
    return use.numbers || use.refers;
}

bool merge3_check_references(struct merge3 *merge)
{
    if (!merge->references)
        return true;
    struct use ours = use_of_all(merge, &merge->ours), theirs = use_of_all(merge, &merge->theirs);
    merge->leaves_references =
        both_number(merge) || (theirs.shifts && ours.refers) || (ours.shifts && theirs.refers);
    for (uint32_t i = 0; i < merge->theirs.count && merge->leaves_references; i++) {
        const struct edit *edit = &merge->theirs.edits[i];
        if (!merge3_leaves(merge, edit))
            continue;
        merge->on_conflict(merge->context, &(struct merge_conflict){.kind = OW_CONFLICT_REFERENCES,
                                                                    .base = edit->base,
                                                                    .theirs = edit->other});
        break;
    }
    return merge->draft.error.status == OW_OK;
}
