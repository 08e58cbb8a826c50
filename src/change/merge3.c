/* Three-way merge: applies the changes of theirs to ours. Values first, then lists, the deepest
 * first, so that later indices stay valid. */
#include "merge3.h"

#include "../base/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ow_text text_of(const char *pointer)
{
    return (ow_text){pointer, strlen(pointer)};
}

static bool fail(struct merge3 *merge, const ow_error *error)
{
    if (merge->draft.error.status == OW_OK)
        merge->draft.error = *error;
    return false;
}

/* Copies text into the draft's memory. */
static struct json_text keep(struct merge3 *merge, const ow_buffer *buffer)
{
    char *text = arena_take(merge->draft.arena, buffer->size + 1);
    if (!text) {
        draft_no_memory(&merge->draft);
        return (struct json_text){0};
    }
    memcpy(text, buffer->data, buffer->size);
    return (struct json_text){text, buffer->size};
}

struct json_text merge3_text(struct merge3 *merge, enum merge_side side, const char *pointer)
{
    struct draft *draft = &merge->sides[side];
    struct draft_node part = {.kind = DRAFT_PART, .pointer = pointer};
    struct json_text text = {0};
    struct output output;
    ow_buffer buffer = {0};
    output_to_buffer(&output, merge->options, &buffer);
    bool written = draft_write(draft, &part, NULL, &output);
    ow_status status = output_close_buffer(&output, &buffer);
    arena_reset(draft->arena);
    ow_error error = draft->error;
    if (written && status != OW_OK)
        error_plain(&error, status);
    if (written && status == OW_OK)
        text = keep(merge, &buffer);
    else
        fail(merge, &error);
    ow_buffer_free(&buffer, merge->options);
    return text;
}

static bool report_conflict(struct merge3 *merge, const struct merge_conflict *conflict)
{
    merge->on_conflict(merge->context, conflict);
    return merge->draft.error.status == OW_OK;
}

/* The flag of a reported conflict about something that ours removed or replaced at a pointer. */
static bool *reported_flag(struct merge3 *merge, const char *base, const struct edit *edit)
{
    const char *last = strrchr(base, '/');
    if (edit && edit->kind != EDIT_LIST)
        return &merge->ours.edits[edit - merge->ours.edits].reported;
    const struct edit *list = edits_at(&merge->ours, base, (size_t)(last - base));
    uint32_t index = (uint32_t)strtoull(last + 1, NULL, 10);
    uint32_t element = edits_element_before(list, index);
    return &merge->ours.elements[element].reported;
}

/* Reports a change of theirs inside something that ours removed or replaced. */
static bool report_gone(struct merge3 *merge, const struct edit *theirs, size_t gone)
{
    char base[POINTER_ROOM], other[POINTER_ROOM];
    size_t within;
    snprintf(base, sizeof base, "%.*s", (int)gone, theirs->base);
    const struct edit *edit = edits_at(&merge->ours, base, gone);
    bool stands = edit && edit->kind == EDIT_VALUE;
    bool in_theirs = edits_pointer(&merge->theirs, base, other, &within);
    bool *reported = reported_flag(merge, base, edit);
    if (*reported)
        return true;
    *reported = true;
    return report_conflict(
        merge,
        &(struct merge_conflict){.kind = stands ? OW_CONFLICT_CHANGED : OW_CONFLICT_REMOVED_BY_OURS,
                                 .base = base,
                                 .ours = stands ? edit->other : NULL,
                                 .theirs = in_theirs ? other : NULL});
}

static bool report_changed(struct merge3 *merge, const struct edit *theirs, const char *place,
                           const struct edit *ours)
{
    struct merge_conflict conflict = {.kind = OW_CONFLICT_CHANGED, .base = theirs->base};
    bool we_removed = ours && ours->kind == EDIT_GONE, they_removed = theirs->kind == EDIT_GONE;
    if (we_removed || they_removed)
        conflict.kind = we_removed ? OW_CONFLICT_REMOVED_BY_OURS : OW_CONFLICT_REMOVED_BY_THEIRS;
    else if (theirs->kind == EDIT_COME)
        conflict.kind = OW_CONFLICT_ADDED;
    conflict.base = theirs->kind == EDIT_COME ? NULL : theirs->base;
    conflict.ours = we_removed ? NULL : place;
    conflict.theirs = they_removed ? NULL : theirs->other;
    if (conflict.ours && conflict.theirs && theirs->kind != EDIT_LIST) {
        conflict.ours_value = merge3_text(merge, SIDE_OURS, place);
        conflict.theirs_value = merge3_text(merge, SIDE_THEIRS, theirs->other);
    }
    return report_conflict(merge, &conflict);
}

static bool do_value(struct merge3 *merge, const struct edit *theirs, const char *place,
                     struct json_text text)
{
    struct draft *draft = &merge->draft;
    struct draft_node *node;
    if (theirs->kind == EDIT_GONE)
        return draft_remove(draft, text_of(place), &node);
    node = text.data ? draft_text(draft, text) : NULL;
    if (!node)
        return false;
    return theirs->kind == EDIT_COME ? draft_add(draft, text_of(place), node)
                                     : draft_replace(draft, text_of(place), node);
}

static bool is_same_text(struct json_text a, struct json_text b)
{
    return a.size == b.size && a.data && b.data && memcmp(a.data, b.data, a.size) == 0;
}

bool merge3_is_done(struct merge3 *merge, const char *base)
{
    const struct edit *ours = edits_at(&merge->ours, base, strlen(base));
    const struct edit *theirs = edits_at(&merge->theirs, base, strlen(base));
    if (!ours || !theirs || ours->kind != theirs->kind)
        return false;
    if (ours->kind == EDIT_LIST)
        return merge3_is_same_list(merge, theirs, ours);
    return ours->kind == EDIT_GONE || is_same_text(merge3_text(merge, SIDE_OURS, ours->other),
                                                   merge3_text(merge, SIDE_THEIRS, theirs->other));
}

/* Merges two changes of one value. */
static bool merge_both(struct merge3 *merge, const struct edit *theirs, const struct edit *ours,
                       const char *place)
{
    struct json_text merged;
    if (ours->kind == EDIT_GONE || theirs->kind == EDIT_GONE || ours->kind != theirs->kind)
        return (ours->kind == EDIT_GONE && theirs->kind == EDIT_GONE) ||
               report_changed(merge, theirs, place, ours);
    struct json_text our_text = merge3_text(merge, SIDE_OURS, place);
    struct json_text their_text = merge3_text(merge, SIDE_THEIRS, theirs->other);
    if (!our_text.data || !their_text.data)
        return false;
    if (is_same_text(our_text, their_text))
        return true;
    if (ours->is_values && theirs->is_values && merge3_values(merge, theirs, ours, &merged))
        return do_value(merge, theirs, place, merged);
    return merge->draft.error.status == OW_OK && report_changed(merge, theirs, place, ours);
}

static bool merge_edit(struct merge3 *merge, const struct edit *theirs)
{
    char place[POINTER_ROOM];
    size_t gone;
    const struct edit *ours = edits_at(&merge->ours, theirs->base, strlen(theirs->base));
    if (merge3_leaves(merge, theirs))
        return true;
    if (!edits_pointer(&merge->ours, theirs->base, place, &gone))
        return report_gone(merge, theirs, gone);
    if (theirs->kind == EDIT_LIST)
        return ours && ours->kind != EDIT_LIST ? report_changed(merge, theirs, place, ours)
                                               : merge3_list(merge, theirs, ours, place);
    if (ours && ours->kind != EDIT_LIST)
        return merge_both(merge, theirs, ours, place);
    if (edits_touch(&merge->ours, theirs->base))
        return report_changed(merge, theirs, place, ours);
    struct json_text text = {0};
    if (theirs->kind != EDIT_GONE)
        text = merge3_text(merge, SIDE_THEIRS, theirs->other);
    return do_value(merge, theirs, place, text);
}

static unsigned depth_of(const char *pointer)
{
    unsigned depth = 0;
    for (; *pointer; pointer++)
        depth += *pointer == '/';
    return depth;
}

bool merge3_apply(struct merge3 *merge)
{
    unsigned deepest = 0;
    if (!merge3_check_references(merge))
        return false;
    for (uint32_t i = 0; i < merge->theirs.count; i++) {
        const struct edit *edit = &merge->theirs.edits[i];
        unsigned depth = depth_of(edit->base);
        deepest = edit->kind == EDIT_LIST && depth > deepest ? depth : deepest;
        if (edit->kind != EDIT_LIST && !merge_edit(merge, edit))
            return false;
    }
    for (unsigned depth = deepest + 1; depth-- > 0;)
        for (uint32_t i = 0; i < merge->theirs.count; i++) {
            const struct edit *edit = &merge->theirs.edits[i];
            if (edit->kind == EDIT_LIST && depth_of(edit->base) == depth &&
                !merge_edit(merge, edit))
                return false;
        }
    return true;
}
