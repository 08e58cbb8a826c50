/* The changes of one side of a merge, by place. */
#include "edits.h"

#include "../base/hash.h"
#include "../base/sort.h"

#include <stdio.h>
#include <string.h>

static uint64_t spread(uint64_t hash)
{
    hash = (hash ^ hash >> 31) * UINT64_C(0x9fb21c651e98df25);
    return hash ^ hash >> 29;
}

void edits_init(struct edits *edits, struct arena *account)
{
    *edits = (struct edits){.account = account, .last = NO_INDEX};
    arena_share(&edits->texts, account);
    record_buffer_init(&edits->edit_buffer, account);
    record_buffer_init(&edits->element_buffer, account);
    record_buffer_init(&edits->slot_buffer, account);
}

void edits_free(struct edits *edits)
{
    record_buffer_free(&edits->edit_buffer);
    record_buffer_free(&edits->element_buffer);
    record_buffer_free(&edits->slot_buffer);
    arena_free(&edits->texts);
}

static bool fail(struct edits *edits, ow_status status)
{
    if (edits->status == OW_OK)
        edits->status = status;
    return false;
}

/* The slot of a pointer: that of its edit, or the empty slot for one. */
static uint32_t *slot_of(const struct edits *edits, uint64_t hash, const char *base, size_t size)
{
    uint32_t mask = edits->slot_count - 1;
    for (uint32_t at = (uint32_t)spread(hash) & mask;; at = (at + 1) & mask) {
        uint32_t *slot = &edits->slots[at];
        const struct edit *edit = *slot ? &edits->edits[*slot - 1] : NULL;
        if (!edit || (edit->hash == hash && strncmp(edit->base, base, size) == 0 &&
                      edit->base[size] == '\0'))
            return slot;
    }
}

static bool grow_slots(struct edits *edits)
{
    enum { FIRST_SLOTS = 64 };
    if (edits->slot_count > 0 && edits->count < edits->slot_count / 2)
        return true;
    uint32_t count = edits->slot_count > 0 ? edits->slot_count * 2 : FIRST_SLOTS;
    if (count == 0)
        return fail(edits, OW_TOO_MUCH_MEMORY);
    record_buffer_free(&edits->slot_buffer);
    record_buffer_init(&edits->slot_buffer, edits->account);
    if (!record_buffer_reserve(&edits->slot_buffer, 0, count, sizeof *edits->slots))
        return fail(edits, edits->slot_buffer.arena.status);
    edits->slots = edits->slot_buffer.records;
    edits->slot_count = count;
    memset(edits->slots, 0, count * sizeof *edits->slots);
    for (uint32_t i = 0; i < edits->count; i++) {
        const struct edit *edit = &edits->edits[i];
        *slot_of(edits, edit->hash, edit->base, strlen(edit->base)) = i + 1;
    }
    return true;
}

/* Finds or adds the edit at two pointers. Returns its number; NO_INDEX without memory. */
static uint32_t edit_at(struct edits *edits, const char *base, const char *other,
                        enum edit_kind kind)
{
    size_t size = strlen(base);
    uint64_t hash = hash_on(EMPTY_HASH, base, size);
    if (!grow_slots(edits))
        return NO_INDEX;
    uint32_t *slot = slot_of(edits, hash, base, size);
    if (*slot) {
        struct edit *known = &edits->edits[*slot - 1];
        known->kind = known->kind == kind ? known->kind : EDIT_VALUE; /* removed and added */
        return *slot - 1;
    }
    if (!record_buffer_reserve(&edits->edit_buffer, edits->count, 1, sizeof *edits->edits)) {
        fail(edits, edits->edit_buffer.arena.status);
        return NO_INDEX;
    }
    edits->edits = edits->edit_buffer.records;
    const char *kept = arena_string(&edits->texts, base);
    struct edit edit = {.base = kept, .other = kept, .hash = hash, .kind = (uint8_t)kind};
    if (strcmp(base, other) != 0)
        edit.other = arena_string(&edits->texts, other);
    if (!edit.base || !edit.other) {
        fail(edits, edits->texts.status);
        return NO_INDEX;
    }
    edits->edits[edits->count] = edit;
    *slot = ++edits->count;
    return edits->count - 1;
}

/* Length of a list of values; NO_INDEX: another node. */
static uint32_t count_values(const struct outline *outline, uint32_t node)
{
    if (node == NO_NODE || outline->nodes[node].kind != NODE_VALUES)
        return NO_INDEX;
    return outline->nodes[node].size;
}

static bool note_value(struct edits *edits, const struct comparison *comparison,
                       const struct finding *finding)
{
    static const enum edit_kind kinds[] = {[FOUND_REMOVED] = EDIT_GONE, [FOUND_ADDED] = EDIT_COME};
    bool changed = finding->is_part || finding->kind == FOUND_CHANGED;
    const struct places *places = &comparison->places;
    uint32_t at =
        edit_at(edits, places->before, places->after, changed ? EDIT_VALUE : kinds[finding->kind]);
    if (at == NO_INDEX)
        return false;
    if (!changed)
        return true;
    struct edit *edit = &edits->edits[at];
    uint32_t before = count_values(comparison->before, finding->node_before);
    uint32_t after = count_values(comparison->after, finding->node_after);
    bool same_count = before == after && before != NO_INDEX;
    edit->is_values = same_count && (edit->count == 0 || edit->is_values);
    edit->count += same_count ? before : 1;
    return true;
}

static bool note_element(struct edits *edits, const struct comparison *comparison,
                         const struct finding *finding)
{
    const struct places *places = &comparison->places;
    if (edits->last == NO_INDEX || strcmp(edits->edits[edits->last].base, places->before) != 0)
        edits->last = edit_at(edits, places->before, places->after, EDIT_LIST);
    if (edits->last == NO_INDEX)
        return false;
    if (!record_buffer_reserve(&edits->element_buffer, edits->element_count, 1,
                               sizeof *edits->elements))
        return fail(edits, edits->element_buffer.arena.status);
    edits->elements = edits->element_buffer.records;
    bool came = finding->kind == FOUND_ADDED, went = finding->kind == FOUND_REMOVED;
    const struct node *node = came ? &comparison->after->nodes[finding->node_after] : NULL;
    struct edit *edit = &edits->edits[edits->last];
    edits->elements[edits->element_count++] = (struct element_edit){
        .change = {came ? NO_INDEX : finding->index_before, went ? NO_INDEX : finding->index_after},
        .key = came ? node_key(node) : 0,
        .hash = came ? node_hash(node) : 0,
        .edit = edits->last};
    edit->count++;
    edit->gone_count += !came;
    edit->placed_count += !went;
    edit->has_moves = edit->has_moves || (!came && !went);
    return true;
}

bool edits_find(void *context, struct comparison *comparison, const struct finding *finding)
{
    struct edits *edits = context;
    if (finding->is_part)
        return note_value(edits, comparison, finding);
    if (finding->name == 0 && finding->kind != FOUND_CHANGED)
        return note_element(edits, comparison, finding);
    struct places *places = &comparison->places;
    struct places_mark mark = places_enter(places, comparison->names->names[finding->name],
                                           finding->index_before, finding->index_after);
    bool noted = note_value(edits, comparison, finding);
    places_leave(places, mark);
    return noted;
}

/* Groups the elements by list. */
static bool gather_elements(struct edits *edits)
{
    struct record_buffer buffer;
    uint32_t next = 0;
    if (edits->element_count == 0)
        return true;
    record_buffer_init(&buffer, edits->account);
    if (!record_buffer_reserve(&buffer, 0, edits->element_count, sizeof *edits->elements))
        return fail(edits, buffer.arena.status);
    struct element_edit *gathered = buffer.records;
    for (uint32_t i = 0; i < edits->count; i++) {
        struct edit *edit = &edits->edits[i];
        edit->first = next;
        next += edit->kind == EDIT_LIST ? edit->count : 0;
        edit->count = edit->kind == EDIT_LIST ? 0 : edit->count;
    }
    for (uint32_t i = 0; i < edits->element_count; i++) {
        struct edit *edit = &edits->edits[edits->elements[i].edit];
        gathered[edit->first + edit->count++] = edits->elements[i];
    }
    record_buffer_free(&edits->element_buffer);
    edits->element_buffer = buffer;
    edits->elements = gathered;
    return true;
}

static bool order_list(struct edits *edits, struct edit *edit)
{
    uint32_t gone = 0, placed = 0;
    size_t size = sizeof(uint64_t);
    edit->gone = arena_take(&edits->texts, edit->gone_count * size);
    edit->placed = arena_take(&edits->texts, edit->placed_count * size);
    if (!edit->gone || !edit->placed)
        return fail(edits, edits->texts.status);
    for (uint32_t i = edit->first; i < edit->first + edit->count; i++) {
        const struct list_change *change = &edits->elements[i].change;
        if (change->before != NO_INDEX)
            edit->gone[gone++] = (uint64_t)change->before << 32 | i;
        if (change->after != NO_INDEX)
            edit->placed[placed++] = (uint64_t)change->after << 32 | i;
    }
    ow_status status = sort_u64(edit->gone, gone, 32, edits->account);
    if (status == OW_OK)
        status = sort_u64(edit->placed, placed, 32, edits->account);
    return status == OW_OK || fail(edits, status);
}

static bool touch(struct edits *edits, uint64_t hash)
{
    uint32_t mask = edits->touched_slots - 1;
    uint32_t at = (uint32_t)spread(hash) & mask;
    while (edits->touched[at] != 0 && edits->touched[at] != hash)
        at = (at + 1) & mask;
    bool known = edits->touched[at] == hash;
    edits->touched[at] = hash;
    return !known;
}

/* Adds each pointer and all its prefixes. */
static bool touch_all(struct edits *edits)
{
    uint64_t steps = 1, slots = 64;
    for (uint32_t i = 0; i < edits->count; i++)
        for (const char *at = edits->edits[i].base; *at; at++)
            steps += *at == '/';
    while (slots < 2 * (steps + 1))
        slots *= 2;
    if (slots > UINT32_MAX / 2 || slots > SIZE_MAX / sizeof(uint64_t))
        return fail(edits, OW_TOO_MUCH_MEMORY);
    edits->touched_slots = (uint32_t)slots;
    edits->touched = arena_take(&edits->texts, (size_t)slots * sizeof(uint64_t));
    if (!edits->touched)
        return fail(edits, edits->texts.status);
    memset(edits->touched, 0, (size_t)slots * sizeof(uint64_t));
    for (uint32_t i = 0; i < edits->count; i++) {
        uint64_t hash = EMPTY_HASH;
        touch(edits, hash);
        for (const char *at = edits->edits[i].base; *at;) {
            size_t size = 1 + strcspn(at + 1, "/");
            hash = hash_on(hash, at, size);
            touch(edits, hash);
            at += size;
        }
    }
    return true;
}

bool edits_finish(struct edits *edits)
{
    if (edits->status != OW_OK || !gather_elements(edits))
        return false;
    for (uint32_t i = 0; i < edits->count; i++)
        if (edits->edits[i].kind == EDIT_LIST && !order_list(edits, &edits->edits[i]))
            return false;
    return touch_all(edits);
}

static const struct edit *find_edit(const struct edits *edits, uint64_t hash, const char *base,
                                    size_t size)
{
    uint32_t slot = edits->slot_count > 0 ? *slot_of(edits, hash, base, size) : 0;
    return slot > 0 ? &edits->edits[slot - 1] : NULL;
}

const struct edit *edits_at(const struct edits *edits, const char *base, size_t size)
{
    return find_edit(edits, hash_on(EMPTY_HASH, base, size), base, size);
}

bool edits_touch(const struct edits *edits, const char *base)
{
    uint64_t hash = hash_on(EMPTY_HASH, base, strlen(base));
    uint32_t mask = edits->touched_slots - 1;
    uint32_t at = (uint32_t)spread(hash) & mask;
    while (edits->touched[at] != 0 && edits->touched[at] != hash)
        at = (at + 1) & mask;
    return edits->touched[at] == hash;
}

/* The number of ascending places below a value. */
static uint32_t count_below(const uint64_t *places, uint32_t count, uint64_t value)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (places[middle] >> 32 < value)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The index of the element that is not among ascending places and has `stay` others before it that
 * are not. */
static uint32_t index_of_staying(const uint64_t *places, uint32_t count, uint64_t stay)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if ((places[middle] >> 32) - middle <= stay)
            low = middle + 1;
        else
            high = middle;
    }
    return (uint32_t)(stay + low);
}

uint32_t edits_element_before(const struct edit *list, uint32_t before)
{
    uint32_t gone = count_below(list->gone, list->gone_count, before);
    bool is_there = gone < list->gone_count && list->gone[gone] >> 32 == before;
    return is_there ? (uint32_t)list->gone[gone] : NO_INDEX;
}

uint32_t edits_index_after(const struct edits *edits, const struct edit *list, uint32_t before)
{
    uint32_t element = edits_element_before(list, before);
    if (element != NO_INDEX)
        return edits->elements[element].change.after;
    uint32_t gone = count_below(list->gone, list->gone_count, before);
    return index_of_staying(list->placed, list->placed_count, before - gone);
}

uint32_t edits_index_before(const struct edit *list, uint32_t after)
{
    uint32_t placed = count_below(list->placed, list->placed_count, after);
    return index_of_staying(list->gone, list->gone_count, after - placed);
}

static uint32_t number_of(const char *digits, size_t size)
{
    uint64_t number = 0;
    for (size_t i = 0; i < size && number < UINT32_MAX; i++)
        number = number * 10 + (uint64_t)(digits[i] - '0');
    return number < UINT32_MAX ? (uint32_t)number : NO_INDEX;
}

/* Translates a step of a pointer into the base to the other world; `list` is the edit of its list,
 * NULL: none. Returns false if the element was removed. */
static bool add_step(const struct edits *edits, const struct edit *list, const char *step,
                     size_t size, char *after, size_t *after_size)
{
    bool is_index = step[1] >= '0' && step[1] <= '9';
    uint32_t index = is_index ? number_of(step + 1, size - 1) : 0;
    if (is_index && list)
        index = edits_index_after(edits, list, index);
    size_t room = POINTER_ROOM - *after_size;
    int written = is_index ? snprintf(after + *after_size, room, "/%lu", (unsigned long)index)
                           : snprintf(after + *after_size, room, "%.*s", (int)size, step);
    *after_size += (size_t)written;
    return index != NO_INDEX;
}

bool edits_pointer(const struct edits *edits, const char *base, char after[POINTER_ROOM],
                   size_t *gone)
{
    uint64_t hash = EMPTY_HASH;
    size_t size = 0;
    *after = '\0';
    *gone = 0;
    for (const char *step = base; *step;) {
        size_t length = 1 + strcspn(step + 1, "/");
        const struct edit *edit = find_edit(edits, hash, base, (size_t)(step - base));
        *gone = (size_t)(step - base);
        if (edit && edit->kind != EDIT_LIST)
            return false;
        *gone += length;
        if (!add_step(edits, edit, step, length, after, &size))
            return false;
        hash = hash_on(hash, step, length);
        step += length;
    }
    return true;
}
