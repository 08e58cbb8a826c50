/* Merging a list of records that both sides changed: removes what theirs removed, and inserts what
 * theirs added or moved before the element that follows it in theirs. */
#include "merge3.h"

#include "../base/error.h"
#include "../base/sort.h"

#include <stdio.h>
#include <string.h>

#define LIST_END UINT32_MAX

struct list_merge {
    struct merge3 *merge;
    const struct edit *theirs, *ours; /* ours NULL: no change of the list */
    const char *list;                 /* in the draft */
    struct arena scratch;
    bool moves;         /* apply the moves of theirs */
    uint64_t *removals; /* indices in ours, ascending; the element of theirs in the low half */
    /* insertion places in ours; their index in theirs->placed in the low half */
    uint64_t *additions;
    struct draft_node **moved; /* by element of theirs: the removed nodes */
    uint64_t *arrivals;        /* of ours, by a part of their hash; their element in the low half */
    uint32_t *passed;          /* by arrival: number of used ones from it on */
    bool *used;                /* by element of ours */
    uint32_t removal_count, addition_count, arrival_count;
    uint64_t count; /* of ours, before any change */
};

static bool no_memory(struct list_merge *list, ow_status status)
{
    struct draft *draft = &list->merge->draft;
    if (draft->error.status == OW_OK)
        error_limited(&draft->error, status, arena_limit(draft->arena));
    return false;
}

static void *take(struct list_merge *list, size_t count, size_t size)
{
    void *block = arena_take(&list->scratch, (count + 1) * size);
    if (block)
        memset(block, 0, (count + 1) * size);
    else
        no_memory(list, list->scratch.status);
    return block;
}

static bool sort(struct list_merge *list, uint64_t *keys, uint32_t count, unsigned lowest_bit)
{
    ow_status status = sort_u64(keys, count, lowest_bit, &list->scratch);
    return status == OW_OK || no_memory(list, status);
}

static const struct element_edit *their_element(const struct list_merge *list, uint64_t key)
{
    return &list->merge->theirs.elements[(uint32_t)key];
}

static const struct element_edit *our_element(const struct list_merge *list, uint64_t key)
{
    return &list->merge->ours.elements[(uint32_t)key];
}

/* A part of a record's hash. */
static uint64_t bits_of(const struct element_edit *element)
{
    uint64_t what = element->key ? element->key : element->hash;
    return (what * UINT64_C(0x9e3779b97f4a7c15)) & ~(uint64_t)UINT32_MAX;
}

static bool note_arrivals(struct list_merge *list)
{
    const struct edit *ours = list->ours;
    uint32_t count = ours ? ours->placed_count : 0;
    list->arrivals = take(list, count, sizeof *list->arrivals);
    list->passed = take(list, count, sizeof *list->passed);
    list->used = take(list, ours ? ours->count : 0, sizeof *list->used);
    if (!list->arrivals || !list->passed || !list->used)
        return false;
    for (uint32_t i = 0; i < count; i++) {
        const struct element_edit *element = our_element(list, ours->placed[i]);
        if (element->change.before == NO_INDEX)
            list->arrivals[list->arrival_count++] = bits_of(element) | (uint32_t)ours->placed[i];
    }
    return sort(list, list->arrivals, list->arrival_count, 32);
}

/* Finds an element that ours added too; NULL: none. Elements without identity are matched once. */
static const struct element_edit *find_arrival(struct list_merge *list,
                                               const struct element_edit *theirs)
{
    uint64_t bits = bits_of(theirs);
    uint32_t low = 0, high = list->arrival_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (list->arrivals[middle] < bits)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == list->arrival_count)
        return NULL;
    uint32_t *passed = &list->passed[low];
    for (uint32_t i = low + *passed;
         i < list->arrival_count && list->arrivals[i] >> 32 == bits >> 32; i++) {
        const struct element_edit *element = our_element(list, list->arrivals[i]);
        bool *used = &list->used[(uint32_t)list->arrivals[i] - list->ours->first];
        bool same = element->key == theirs->key && (theirs->key || element->hash == theirs->hash);
        *passed += *used && i == low + *passed;
        if (!same || *used)
            continue;
        *used = theirs->key == 0;
        return element;
    }
    return NULL;
}

static void set_places(const struct list_merge *list, const struct list_change *change,
                       uint32_t ours, struct merge_conflict *conflict, char places[3][POINTER_ROOM])
{
    const char *const lists[] = {list->theirs->base, list->list, list->theirs->other};
    const uint32_t indexes[] = {change->before, ours, change->after};
    const char **const pointers[] = {&conflict->base, &conflict->ours, &conflict->theirs};
    for (unsigned side = 0; side < 3; side++) {
        snprintf(places[side], POINTER_ROOM, "%.480s/%lu", lists[side],
                 (unsigned long)indexes[side]);
        *pointers[side] = indexes[side] == NO_INDEX ? NULL : places[side];
    }
}

static bool report_conflict(const struct list_merge *list, ow_conflict_kind kind,
                            const struct list_change *change, uint32_t ours)
{
    char places[3][POINTER_ROOM];
    struct merge_conflict conflict = {.kind = kind};
    set_places(list, change, ours, &conflict, places);
    list->merge->on_conflict(list->merge->context, &conflict);
    return list->merge->draft.error.status == OW_OK;
}

/* The index in ours of an element of the base; NO_INDEX: removed. */
static uint32_t index_in_ours(const struct list_merge *list, uint32_t base)
{
    return list->ours ? edits_index_after(&list->merge->ours, list->ours, base) : base;
}

static bool is_changed_in_ours(const struct list_merge *list, uint32_t base)
{
    char pointer[POINTER_ROOM];
    snprintf(pointer, sizeof pointer, "%.480s/%lu", list->theirs->base, (unsigned long)base);
    return edits_touch(&list->merge->ours, pointer);
}

/* Collects the removals of theirs that ours neither removed nor changed. */
static bool note_removals(struct list_merge *list)
{
    const struct edit *theirs = list->theirs;
    for (uint32_t i = 0; i < theirs->gone_count; i++) {
        const struct list_change *change = &their_element(list, theirs->gone[i])->change;
        bool moved = change->after != NO_INDEX;
        uint32_t ours = index_in_ours(list, change->before);
        if (ours == NO_INDEX || (moved && !list->moves))
            continue;
        if (!moved && is_changed_in_ours(list, change->before)) {
            if (!report_conflict(list, OW_CONFLICT_REMOVED_BY_THEIRS, change, ours))
                return false;
            continue;
        }
        list->removals[list->removal_count++] = (uint64_t)ours << 32 | (uint32_t)theirs->gone[i];
    }
    return sort(list, list->removals, list->removal_count, 32);
}

/* Finds, in the range, the place in ours of the next element of theirs that is in both and did not
 * move. The end of theirs maps to the end of ours. */
static void find_behind(const struct list_merge *list, uint64_t from, uint64_t to, uint32_t *place)
{
    for (uint64_t at = from; at < to; at++) {
        uint32_t ours = index_in_ours(list, edits_index_before(list->theirs, (uint32_t)at));
        if (ours == NO_INDEX)
            continue;
        *place = ours < list->count ? ours : LIST_END;
        return;
    }
}

/* Returns true if an element of theirs is added to ours or moves there. */
static bool comes(struct list_merge *list, const struct element_edit *element)
{
    if (element->change.before != NO_INDEX)
        return list->moves && index_in_ours(list, element->change.before) != NO_INDEX;
    const struct element_edit *ours = find_arrival(list, element);
    if (ours && ours->hash != element->hash)
        report_conflict(list, OW_CONFLICT_ADDED, &element->change, ours->change.after);
    return !ours;
}

static bool note_additions(struct list_merge *list)
{
    const struct edit *theirs = list->theirs;
    uint32_t place = LIST_END;
    uint64_t end = UINT32_MAX;
    for (uint32_t rank = theirs->placed_count; rank-- > 0;) {
        uint32_t at = (uint32_t)(theirs->placed[rank] >> 32);
        find_behind(list, (uint64_t)at + 1, end, &place);
        end = at;
        if (comes(list, their_element(list, theirs->placed[rank])))
            list->additions[list->addition_count++] = (uint64_t)place << 32 | rank;
        if (list->merge->draft.error.status != OW_OK)
            return false;
    }
    return sort(list, list->additions, list->addition_count, 0);
}

static bool remove_elements(struct list_merge *list)
{
    char pointer[POINTER_ROOM];
    for (uint32_t i = list->removal_count; i-- > 0;) {
        uint32_t element = (uint32_t)list->removals[i] - list->theirs->first;
        int size = snprintf(pointer, sizeof pointer, "%.480s/%lu", list->list,
                            (unsigned long)(list->removals[i] >> 32));
        if (!draft_remove(&list->merge->draft, (ow_text){pointer, (size_t)size},
                          &list->moved[element]))
            return false;
    }
    return true;
}

static struct draft_node *node_of(struct list_merge *list, uint64_t placed)
{
    char pointer[POINTER_ROOM];
    struct draft_node *moved = list->moved[(uint32_t)placed - list->theirs->first];
    if (moved)
        return moved;
    snprintf(pointer, sizeof pointer, "%.480s/%lu", list->theirs->other,
             (unsigned long)(placed >> 32));
    struct json_text text = merge3_text(list->merge, SIDE_THEIRS, pointer);
    return text.data ? draft_text(&list->merge->draft, text) : NULL;
}

static bool put_in(struct list_merge *list)
{
    char pointer[POINTER_ROOM];
    uint32_t removed = 0;
    for (uint32_t i = 0; i < list->addition_count; i++) {
        uint32_t place = (uint32_t)(list->additions[i] >> 32);
        struct draft_node *node = node_of(list, list->theirs->placed[(uint32_t)list->additions[i]]);
        while (removed < list->removal_count && list->removals[removed] >> 32 < place)
            removed++;
        int size = place == LIST_END ? snprintf(pointer, sizeof pointer, "%.480s/-", list->list)
                                     : snprintf(pointer, sizeof pointer, "%.480s/%lu", list->list,
                                                (unsigned long)place - removed + i);
        if (!node || !draft_add(&list->merge->draft, (ow_text){pointer, (size_t)size}, node))
            return false;
    }
    return true;
}

static bool is_same_element(const struct element_edit *a, const struct element_edit *b)
{
    return a->change.before == b->change.before && a->change.after == b->change.after &&
           a->key == b->key && a->hash == b->hash;
}

/* Returns true if both made the same changes. */
bool merge3_is_same_list(const struct merge3 *merge, const struct edit *theirs,
                         const struct edit *ours)
{
    if (!ours || ours->count != theirs->count || ours->gone_count != theirs->gone_count)
        return false;
    for (uint32_t i = 0; i < theirs->gone_count; i++)
        if (!is_same_element(&merge->ours.elements[(uint32_t)ours->gone[i]],
                             &merge->theirs.elements[(uint32_t)theirs->gone[i]]))
            return false;
    for (uint32_t i = 0; i < theirs->placed_count; i++)
        if (!is_same_element(&merge->ours.elements[(uint32_t)ours->placed[i]],
                             &merge->theirs.elements[(uint32_t)theirs->placed[i]]))
            return false;
    return true;
}

bool merge3_count(struct merge3 *merge, const char *list, uint64_t *count)
{
    struct draft_node *node;
    if (!draft_find(&merge->draft, (ow_text){list, strlen(list)}, &node) ||
        !draft_open_node(&merge->draft, node))
        return false;
    *count = node->kind == DRAFT_ARRAY ? rope_count(node->elements) : 0;
    return true;
}

static bool merge_list(struct list_merge *list)
{
    const struct edit *ours = list->ours, *theirs = list->theirs;
    if (theirs->has_moves && ours && ours->has_moves) {
        const struct merge_conflict conflict = {OW_CONFLICT_ORDER, theirs->base, list->list,
                                                theirs->other, .count = 0};
        list->merge->on_conflict(list->merge->context, &conflict);
    } else {
        list->moves = theirs->has_moves;
    }
    list->removals = take(list, theirs->gone_count, sizeof *list->removals);
    list->additions = take(list, theirs->placed_count, sizeof *list->additions);
    list->moved = take(list, theirs->count, sizeof *list->moved);
    return list->removals && list->additions && list->moved &&
           merge3_count(list->merge, list->list, &list->count) && note_arrivals(list) &&
           note_removals(list) && note_additions(list) && remove_elements(list) && put_in(list);
}

bool merge3_list(struct merge3 *merge, const struct edit *theirs, const struct edit *ours,
                 const char *list_pointer)
{
    struct list_merge list = {.merge = merge, .theirs = theirs, .ours = ours, .list = list_pointer};
    if (merge3_is_same_list(merge, theirs, ours))
        return true;
    arena_share(&list.scratch, merge->account);
    bool done = merge_list(&list);
    arena_free(&list.scratch);
    return done;
}
