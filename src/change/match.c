/* Pairing the elements of two lists. */
#include "match.h"

#include "../base/sort.h"

#include <string.h>

struct matcher {
    struct matching *matching;
    const struct outline *before, *after;
    struct arena *account;
    ow_status status;
};

static uint64_t id_of(const struct node *node)
{
    const uint64_t key = node_key(node);
    return key ? key : node_hash(node);
}

static void *take(struct matcher *matcher, struct arena *arena, size_t count, size_t size)
{
    bool fits = count < SIZE_MAX / size;
    void *memory = fits ? arena_take(arena, count * size + 1) : NULL; /* never empty */
    if (!memory)
        matcher->status = fits ? arena->status : OW_TOO_MUCH_MEMORY;
    return memory;
}

static bool list_elements(struct matcher *matcher, const struct outline *outline, uint32_t list,
                          struct matched_list *elements)
{
    const struct node *nodes = outline->nodes;
    struct arena *arena = &matcher->matching->arena;
    uint32_t end = node_end(nodes, list), count = 0;
    for (uint32_t at = list + 1; at < end; at = node_end(nodes, at))
        count++;
    *elements = (struct matched_list){.first = list + 1, .count = count};
    elements->partners = take(matcher, arena, count, sizeof *elements->partners);
    if (!elements->partners)
        return false;
    for (uint32_t i = 0; i < count; i++)
        elements->partners[i] = NO_PARTNER;
    if (count == end - list - 1)
        return true;
    elements->nodes = take(matcher, arena, count, sizeof *elements->nodes);
    if (!elements->nodes)
        return false;
    for (uint32_t at = list + 1, i = 0; at < end; at = node_end(nodes, at))
        elements->nodes[i++] = at;
    return true;
}

static const struct node *node_of(const struct outline *outline, const struct matched_list *list,
                                  uint32_t element)
{
    return &outline->nodes[matched_node(list, element)];
}

static void pair(struct matcher *matcher, uint32_t before, uint32_t after)
{
    matcher->matching->before.partners[before] = after;
    matcher->matching->after.partners[after] = before;
}

/* Sort key: half of an id in the high half, the element in the low. */
struct sorted {
    uint64_t *keys;
    uint32_t count;
};

static uint64_t half_of(uint64_t id, bool low)
{
    return low ? id << 32 : id & ~(uint64_t)UINT32_MAX;
}

static uint32_t count_alike(const struct sorted *sorted)
{
    uint32_t count = 1;
    while (count < sorted->count && sorted->keys[count] >> 32 == sorted->keys[0] >> 32)
        count++;
    return count;
}

static struct sorted cut_off(struct sorted *sorted, uint32_t count)
{
    struct sorted part = {sorted->keys, count};
    sorted->keys += count;
    sorted->count -= count;
    return part;
}

static void sort_by_low_half(struct matcher *matcher, const struct outline *outline,
                             const struct matched_list *list, struct sorted *sorted)
{
    for (uint32_t i = 0; i < sorted->count; i++) {
        uint32_t element = (uint32_t)sorted->keys[i];
        sorted->keys[i] = half_of(id_of(node_of(outline, list, element)), true) | element;
    }
    ow_status status = sort_u64(sorted->keys, sorted->count, 32, matcher->account);
    matcher->status = matcher->status == OW_OK ? status : matcher->status;
}

/* Pairs elements with equal ids, or equal halves of an id, in order. */
static void pair_alike(struct matcher *matcher, struct sorted before, struct sorted after)
{
    uint32_t count = before.count < after.count ? before.count : after.count;
    for (uint32_t i = 0; i < count; i++)
        pair(matcher, (uint32_t)before.keys[i], (uint32_t)after.keys[i]);
}

static void join(struct matcher *matcher, struct sorted before, struct sorted after, bool low)
{
    struct matching *matching = matcher->matching;
    while (before.count > 0 && after.count > 0 && matcher->status == OW_OK) {
        uint64_t first = before.keys[0] >> 32, second = after.keys[0] >> 32;
        struct sorted left = {before.keys, 0}, right = {after.keys, 0};
        if (first <= second)
            left = cut_off(&before, count_alike(&before));
        if (second <= first)
            right = cut_off(&after, count_alike(&after));
        if (left.count == 0 || right.count == 0)
            continue;
        if (low) {
            pair_alike(matcher, left, right);
        } else {
            sort_by_low_half(matcher, matcher->before, &matching->before, &left);
            sort_by_low_half(matcher, matcher->after, &matching->after, &right);
            join(matcher, left, right, true); /* recursion ends here */
        }
    }
}

static struct sorted sort_by_high_half(struct matcher *matcher, const struct outline *outline,
                                       const struct matched_list *list, uint32_t from, uint32_t to,
                                       struct arena *scratch)
{
    struct sorted sorted = {take(matcher, scratch, to - from, sizeof *sorted.keys), 0};
    if (!sorted.keys)
        return sorted;
    for (uint32_t i = from; i < to; i++)
        sorted.keys[sorted.count++] = half_of(id_of(node_of(outline, list, i)), false) | i;
    ow_status status = sort_u64(sorted.keys, sorted.count, 32, matcher->account);
    matcher->status = matcher->status == OW_OK ? status : matcher->status;
    return sorted;
}

/* Lists usually share their start and end, which then need no sorting. */
static void pair_by_id(struct matcher *matcher)
{
    struct matched_list *before = &matcher->matching->before, *after = &matcher->matching->after;
    uint32_t first = 0, left = before->count, right = after->count;
    while (first < left && first < right &&
           id_of(node_of(matcher->before, before, first)) ==
               id_of(node_of(matcher->after, after, first))) {
        pair(matcher, first, first);
        first++;
    }
    while (left > first && right > first &&
           id_of(node_of(matcher->before, before, left - 1)) ==
               id_of(node_of(matcher->after, after, right - 1)))
        pair(matcher, --left, --right);
    struct arena scratch;
    arena_share(&scratch, matcher->account);
    struct sorted a = sort_by_high_half(matcher, matcher->before, before, first, left, &scratch);
    struct sorted b = sort_by_high_half(matcher, matcher->after, after, first, right, &scratch);
    if (a.keys && b.keys)
        join(matcher, a, b, false);
    arena_free(&scratch);
}

/* Marks the moved elements: all but a longest ascending run of partners. `ends[n]` is the last
 * element of the best run of n + 1 elements, `previous` the one before it in that run. */
static void find_moved(struct matcher *matcher, uint32_t *ends, uint32_t *previous)
{
    const struct matched_list *after = &matcher->matching->after;
    bool *moved = matcher->matching->moved;
    uint32_t length = 0;
    for (uint32_t i = 0; i < after->count; i++) {
        moved[i] = after->partners[i] != NO_PARTNER;
        if (!moved[i])
            continue;
        uint32_t low = 0, high = length;
        /* as usual */
        if (length > 0 && after->partners[ends[length - 1]] < after->partners[i])
            low = length;
        while (low < high) {
            uint32_t middle = low + (high - low) / 2;
            if (after->partners[ends[middle]] < after->partners[i])
                low = middle + 1;
            else
                high = middle;
        }
        previous[i] = low > 0 ? ends[low - 1] : NO_PARTNER;
        ends[low] = i;
        length = low == length ? length + 1 : length;
    }
    for (uint32_t i = length > 0 ? ends[length - 1] : NO_PARTNER; i != NO_PARTNER; i = previous[i])
        moved[i] = false;
}

/* Pairs elements without partners that are between the same paired ones, in order. */
static void guess(struct matcher *matcher)
{
    struct matched_list *before = &matcher->matching->before, *after = &matcher->matching->after;
    uint32_t at = 0;
    for (uint32_t i = 0; i < after->count; i++) {
        bool anchor = after->partners[i] != NO_PARTNER && !matcher->matching->moved[i];
        if (anchor)
            at = after->partners[i] + 1;
        if (after->partners[i] != NO_PARTNER || node_key(node_of(matcher->after, after, i)))
            continue;
        /* A moved element leaves its place to the next. */
        while (at < before->count && before->partners[at] != NO_PARTNER &&
               matcher->matching->moved[before->partners[at]])
            at++;
        if (at < before->count && before->partners[at] == NO_PARTNER &&
            !node_key(node_of(matcher->before, before, at))) {
            pair(matcher, at++, i);
            matcher->matching->guessed[i] = true;
        }
    }
}

static void match(struct matcher *matcher)
{
    struct matching *matching = matcher->matching;
    uint32_t count = matching->after.count;
    matching->moved = take(matcher, &matching->arena, count, sizeof *matching->moved);
    matching->guessed = take(matcher, &matching->arena, count, sizeof *matching->guessed);
    struct arena scratch;
    arena_share(&scratch, matcher->account);
    uint32_t *ends = take(matcher, &scratch, count, sizeof *ends);
    uint32_t *previous = take(matcher, &scratch, count, sizeof *previous);
    if (matcher->status == OW_OK) {
        memset(matching->guessed, 0, count * sizeof *matching->guessed);
        pair_by_id(matcher);
    }
    if (matcher->status == OW_OK) {
        find_moved(matcher, ends, previous);
        guess(matcher);
    }
    arena_free(&scratch);
}

ow_status matching_make(struct matching *matching, const struct outline *before,
                        uint32_t list_before, const struct outline *after, uint32_t list_after,
                        struct arena *account)
{
    struct matcher matcher = {matching, before, after, account, OW_OK};
    *matching = (struct matching){0};
    arena_share(&matching->arena, account);
    if (list_elements(&matcher, before, list_before, &matching->before) &&
        list_elements(&matcher, after, list_after, &matching->after))
        match(&matcher);
    return matcher.status;
}

void matching_free(struct matching *matching)
{
    arena_free(&matching->arena);
    *matching = (struct matching){0};
}
