/* Comparing two trees of fields. */
#include "compare.h"

#include "match.h"

#include <stdio.h>
#include <string.h>

struct places_mark places_enter(struct places *places, const char *name, uint32_t index_before,
                                uint32_t index_after)
{
    struct places_mark mark = {places->before_size, places->after_size, places->record_before,
                               places->record_after};
    const uint32_t indexes[] = {index_before, index_after};
    char *const texts[] = {places->before, places->after};
    size_t *const sizes[] = {&places->before_size, &places->after_size};
    for (unsigned side = 0; side < 2; side++) {
        size_t room = POINTER_ROOM - *sizes[side];
        int size =
            name ? snprintf(texts[side] + *sizes[side], room, "/%s", name)
                 : snprintf(texts[side] + *sizes[side], room, "/%lu", (unsigned long)indexes[side]);
        *sizes[side] += (size_t)size;
    }
    return mark;
}

void places_leave(struct places *places, struct places_mark mark)
{
    places->before[places->before_size = mark.before_size] = '\0';
    places->after[places->after_size = mark.after_size] = '\0';
    places->record_before = mark.record_before;
    places->record_after = mark.record_after;
}

static void find(struct comparison *comparison, const struct finding *finding)
{
    if (comparison->stopped || comparison->status != OW_OK)
        return;
    struct finding found = *finding;
    found.places = &comparison->places;
    comparison->stopped = !comparison->find(comparison->context, &found);
}

/* An empty list does not show the kind of its elements. */
static bool are_lists(const struct node *before, const struct node *after)
{
    bool first = before->kind == NODE_ARRAY || before->size == 0;
    bool second = after->kind == NODE_ARRAY || after->size == 0;
    return before->kind != NODE_VALUE && after->kind != NODE_VALUE && before->kind != NODE_OBJECT &&
           after->kind != NODE_OBJECT && first && second;
}

/* Returns true if two nodes have comparable nodes inside. */
static bool can_enter(const struct node *before, const struct node *after)
{
    return are_lists(before, after) || (before->kind == NODE_OBJECT && after->kind == NODE_OBJECT);
}

static bool are_values(const struct node *node)
{
    return node->kind == NODE_VALUES || node->kind == NODE_LONG;
}

/* The parts of a list of values; a short list is its only part. */
static uint32_t part_of(const struct node *nodes, uint32_t list, uint32_t part)
{
    if (nodes[list].kind == NODE_VALUES)
        return part == 0 && nodes[list].size > 0 ? list : NO_NODE;
    return list + 1 + part < node_end(nodes, list) ? list + 1 + part : NO_NODE;
}

/* Compares lists of values, at least one of them long, place by place. */
static void compare_parts(struct comparison *comparison, uint32_t before, uint32_t after)
{
    const struct node *first = comparison->before->nodes, *second = comparison->after->nodes;
    struct finding pair = {.is_part = true};
    for (uint32_t part = 0;; part++) {
        pair.node_before = part_of(first, before, part);
        pair.node_after = part_of(second, after, part);
        pair.index_before = pair.index_after = part * PART;
        bool both = pair.node_before != NO_NODE && pair.node_after != NO_NODE;
        if (pair.node_before == NO_NODE && pair.node_after == NO_NODE)
            return;
        pair.kind = both ? FOUND_FOLDED : FOUND_CHANGED;
        if (!both || node_hash(&first[pair.node_before]) != node_hash(&second[pair.node_after]))
            find(comparison, &pair);
    }
}

static void find_both(struct comparison *comparison, struct finding pair)
{
    pair.kind = FOUND_REMOVED;
    find(comparison, &pair);
    pair.kind = FOUND_ADDED;
    find(comparison, &pair);
}

void compare_pair(struct comparison *comparison, struct finding pair, bool guess)
{
    const struct node *before = &comparison->before->nodes[pair.node_before];
    const struct node *after = &comparison->after->nodes[pair.node_after];
    if (node_hash(before) == node_hash(after) || comparison->stopped || comparison->status != OW_OK)
        return;
    bool in_parts = are_values(before) && are_values(after) &&
                    (before->kind == NODE_LONG || after->kind == NODE_LONG);
    if (!in_parts && (before->folded || after->folded)) {
        pair.kind = guess ? FOUND_GUESSED : FOUND_FOLDED;
        find(comparison, &pair);
    } else if (guess && !compare_are_alike(comparison, pair.node_before, pair.node_after)) {
        find_both(comparison, pair);
    } else if (!in_parts && !can_enter(before, after)) {
        pair.kind = FOUND_CHANGED;
        find(comparison, &pair);
    } else {
        struct places_mark mark =
            places_enter(&comparison->places, comparison->names->names[pair.name],
                         pair.index_before, pair.index_after);
        if (!pair.name && after->kind == NODE_OBJECT) {
            comparison->places.record_before = comparison->places.before_size;
            comparison->places.record_after = comparison->places.after_size;
        }
        if (in_parts)
            compare_parts(comparison, pair.node_before, pair.node_after);
        else
            compare_nodes(comparison, pair.node_before, pair.node_after);
        places_leave(&comparison->places, mark);
    }
}

/* Finds a field by name; 0: none. No field precedes a node, so 0 is free. */
static uint32_t field_of(const struct outline *outline, uint32_t object, uint16_t name)
{
    const struct node *nodes = outline->nodes;
    for (uint32_t at = object + 1; at < node_end(nodes, object); at = node_end(nodes, at))
        if (nodes[at].name == name)
            return at;
    return 0;
}

static void compare_objects(struct comparison *comparison, uint32_t before, uint32_t after)
{
    const struct node *nodes = comparison->before->nodes;
    for (uint32_t at = before + 1; at < node_end(nodes, before); at = node_end(nodes, at))
        if (field_of(comparison->after, after, nodes[at].name) == 0)
            find(comparison, &(struct finding){
                                 .kind = FOUND_REMOVED, .name = nodes[at].name, .node_before = at});
    nodes = comparison->after->nodes;
    for (uint32_t at = after + 1; at < node_end(nodes, after); at = node_end(nodes, at)) {
        struct finding pair = {.kind = FOUND_ADDED, .name = nodes[at].name, .node_after = at};
        pair.node_before = field_of(comparison->before, before, nodes[at].name);
        if (pair.node_before == 0)
            find(comparison, &pair);
        else
            compare_pair(comparison, pair, false);
    }
}

/* Reports unpaired elements of the old list at their old places, between the elements that are in
 * both lists. */
static void find_removed(struct comparison *comparison, const struct matching *matching,
                         uint32_t *next, uint32_t to)
{
    for (; *next < to; ++*next)
        if (matching->before.partners[*next] == NO_PARTNER)
            find(comparison,
                 &(struct finding){.kind = FOUND_REMOVED,
                                   .index_before = *next,
                                   .node_before = matched_node(&matching->before, *next)});
}

static void compare_elements(struct comparison *comparison, const struct matching *matching)
{
    uint32_t next = 0, anchor = 0;
    for (uint32_t i = 0; i < matching->after.count; i++) {
        for (anchor = anchor < i ? i : anchor; anchor < matching->after.count; anchor++)
            if (matching->after.partners[anchor] != NO_PARTNER && !matching->moved[anchor])
                break;
        find_removed(comparison, matching, &next,
                     anchor < matching->after.count ? matching->after.partners[anchor]
                                                    : matching->before.count);
        struct finding pair = {.kind = FOUND_ADDED,
                               .index_before = matching->after.partners[i],
                               .index_after = i,
                               .node_after = matched_node(&matching->after, i)};
        if (pair.index_before == NO_PARTNER) {
            find(comparison, &pair);
            continue;
        }
        pair.node_before = matched_node(&matching->before, pair.index_before);
        pair.kind = FOUND_MOVED;
        if (matching->moved[i])
            find(comparison, &pair);
        compare_pair(comparison, pair, matching->guessed[i]);
    }
    find_removed(comparison, matching, &next, matching->before.count);
}

static void compare_lists(struct comparison *comparison, uint32_t before, uint32_t after)
{
    struct matching matching = {0};
    ow_status status = matching_make(&matching, comparison->before, before, comparison->after,
                                     after, comparison->account);
    if (status == OW_OK)
        compare_elements(comparison, &matching);
    else if (comparison->status == OW_OK)
        comparison->status = status;
    matching_free(&matching);
}

void compare_nodes(struct comparison *comparison, uint32_t before, uint32_t after)
{
    const struct node *first = &comparison->before->nodes[before];
    const struct node *second = &comparison->after->nodes[after];
    if (node_hash(first) == node_hash(second))
        return;
    if (first->kind == NODE_OBJECT && second->kind == NODE_OBJECT)
        compare_objects(comparison, before, after);
    else if (are_lists(first, second))
        compare_lists(comparison, before, after);
}

bool compare_are_alike(const struct comparison *comparison, uint32_t before, uint32_t after)
{
    const struct node *nodes = comparison->after->nodes, *others = comparison->before->nodes;
    uint32_t same = 0, all = 0;
    if (nodes[after].kind != NODE_OBJECT || others[before].kind != NODE_OBJECT)
        return nodes[after].kind == others[before].kind ||
               (are_values(&nodes[after]) && are_values(&others[before]));
    for (uint32_t at = after + 1; at < node_end(nodes, after); at = node_end(nodes, at)) {
        uint32_t other = field_of(comparison->before, before, nodes[at].name);
        same += other > 0 && node_hash(&others[other]) == node_hash(&nodes[at]);
        all++;
    }
    return 2 * same >= all;
}

bool values_are_same(const ow_value *first, const ow_value *second)
{
    if (first->type != second->type)
        return false;
    switch (first->type) {
    case OW_FLOAT:
        return memcmp(&first->value.number, &second->value.number, sizeof(float)) == 0;
    case OW_TEXT:
        return first->value.text.size == second->value.text.size &&
               (first->value.text.size == 0 ||
                memcmp(first->value.text.data, second->value.text.data, first->value.text.size) ==
                    0);
    case OW_BYTES:
        return first->value.bytes.size == second->value.bytes.size &&
               !first->value.bytes.data == !second->value.bytes.data &&
               (first->value.bytes.size == 0 ||
                memcmp(first->value.bytes.data, second->value.bytes.data,
                       first->value.bytes.size) == 0);
    default:
        return first->value.integer == second->value.integer;
    }
}
