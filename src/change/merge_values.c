/* Merging a list of values that both sides changed in different places: cells of a level, heights
 * of a ground. */
/* a shorter list without rows is one value, such as a position */
#include "merge3.h"

#include <stdio.h>
#include <string.h>

enum { SHORT = 16 };

/* A list as JSON text, read from the front. */
struct values {
    struct json_cursor cursor;
    struct json_text value;
};

static bool begin(struct values *values, struct json_text text)
{
    *values = (struct values){.cursor = {.begin = text.data}};
    if (!text.data)
        return false;
    values->cursor.at = text.data;
    values->cursor.end = text.data + text.size;
    return json_take(&values->cursor, '[', "a list");
}

static bool next(struct values *values, bool first)
{
    struct json_cursor *cursor = &values->cursor;
    if (!first && !json_take_if(cursor, ','))
        return false;
    json_peek(cursor);
    const char *at = cursor->at;
    if (*at == ']' || !json_skip(cursor))
        return false;
    values->value = (struct json_text){at, (size_t)(cursor->at - at)};
    return true;
}

static bool is_same(const struct values *a, const struct values *b)
{
    return a->value.size == b->value.size &&
           memcmp(a->value.data, b->value.data, a->value.size) == 0;
}

struct joined {
    char *text;
    size_t size;
    uint64_t conflicts, first; /* number of conflicts, and place of the first */
};

/* Merges the three lists. Returns false if their lengths differ. Equal changes are not a
 * conflict. */
static bool join(struct values lists[3], struct joined *joined)
{
    struct values *base = &lists[SIDE_BASE], *ours = &lists[SIDE_OURS];
    struct values *theirs = &lists[SIDE_THEIRS];
    for (uint64_t i = 0;; i++) {
        bool more = next(base, i == 0);
        if (next(ours, i == 0) != more || next(theirs, i == 0) != more)
            return false;
        if (!more)
            break;
        bool changed = !is_same(base, theirs);
        if (changed && !is_same(base, ours) && !is_same(ours, theirs)) {
            joined->first = joined->conflicts++ == 0 ? i : joined->first;
            changed = false;
        }
        const struct json_text *value = changed ? &theirs->value : &ours->value;
        joined->text[joined->size++] = i == 0 ? '[' : ',';
        memcpy(joined->text + joined->size, value->data, value->size);
        joined->size += value->size;
    }
    joined->text[joined->size++] = ']';
    return true;
}

bool merge3_values(struct merge3 *merge, const struct edit *theirs, const struct edit *ours,
                   struct json_text *merged)
{
    struct values lists[3];
    struct joined joined = {0};
    const char *const pointers[] = {theirs->base, ours->other, theirs->other};
    size_t room = 2;
    if (theirs->count <= SHORT && merge->row_length(merge->context, ours->other) == 0)
        return false;
    for (unsigned side = 0; side < 3; side++) {
        struct json_text text = merge3_text(merge, (enum merge_side)side, pointers[side]);
        if (!begin(&lists[side], text))
            return false;
        room += side == SIDE_BASE ? 0 : text.size; /* each value comes from ours or theirs */
    }
    joined.text = arena_take(merge->draft.arena, room);
    if (!joined.text)
        return draft_no_memory(&merge->draft);
    if (!join(lists, &joined))
        return false;
    *merged = (struct json_text){joined.text, joined.size};
    if (joined.conflicts == 0)
        return true;
    char places[3][POINTER_ROOM + 24];
    for (unsigned side = 0; side < 3; side++)
        snprintf(places[side], sizeof places[side], "%s/%llu", pointers[side],
                 (unsigned long long)joined.first);
    merge->on_conflict(merge->context, &(struct merge_conflict){.kind = OW_CONFLICT_CHANGED,
                                                                .base = places[SIDE_BASE],
                                                                .ours = places[SIDE_OURS],
                                                                .theirs = places[SIDE_THEIRS],
                                                                .count = joined.conflicts});
    return true;
}
