/* Finds what differs between the text files of two folders. Keys are matched by name, elements of
 * lists by their order if the lists are short texts, and otherwise by place. */
#include "compare.h"

#include "../base/names.h"
#include "../base/text.h"

enum { RECORD_ROOM = 512, POINTER_ROOM = 1024, NAME_ROOM = 256, MOST_VALUES = 16 };
enum { MOST_ALIGNED = 64, LONGEST_ALIGNED = 256 };

/* One side of a difference. */
struct side {
    const struct text_file *file;
    const ow_jecs_node *node; /* NULL: missing */
    struct jecs_places places;
    char pointer[POINTER_ROOM];
    ow_value values[MOST_VALUES];
};

struct walk {
    struct text_comparison *comparison;
    struct arena *arena;
    const struct text_file *files[2];
    char record[RECORD_ROOM], name[NAME_ROOM];
    struct side sides[2];
    bool has_stopped;
    ow_status status;
};

static bool is_same_value(const ow_jecs_node *a, const ow_jecs_node *b)
{
    bool is_text = a->kind == OW_JECS_TEXT || a->kind == OW_JECS_EMPTY;
    if (is_text && (b->kind == OW_JECS_TEXT || b->kind == OW_JECS_EMPTY))
        return text_is_same(a->value, b->value);
    return a->kind == b->kind && a->child_count == b->child_count;
}

/* Whether two nodes have the same values in the same order. */
static bool is_same_node(const ow_jecs_node *a, const ow_jecs_node *b)
{
    const ow_jecs_node *other = b->first;
    if (!is_same_value(a, b))
        return false;
    for (const ow_jecs_node *child = a->first; child; child = child->next, other = other->next)
        if (!text_is_same(child->key, other->key) || !is_same_node(child, other))
            return false;
    return true;
}

static ow_value value_of(const ow_jecs_node *node)
{
    ow_value value = {.type = OW_BYTES};
    if (node && node->kind == OW_JECS_TEXT) {
        value.type = OW_TEXT;
        value.value.text = node->value;
    }
    return value;
}

static bool is_short_list(const ow_jecs_node *node)
{
    bool is_short = node && node->kind == OW_JECS_LIST && node->child_count <= MOST_VALUES;
    for (const ow_jecs_node *child = is_short ? node->first : NULL; child; child = child->next)
        is_short &= child->kind == OW_JECS_TEXT;
    return is_short;
}

/* Fills in the values of a side, and their count. NULL for records and long lists. */
static const ow_value *list_values(struct side *side, uint64_t *count)
{
    const ow_jecs_node *node = side->node;
    const bool is_list = is_short_list(node);
    *count = node && node->kind != OW_JECS_EMPTY ? 1 : 0;
    side->values[0] = value_of(node);
    if (node && (node->kind == OW_JECS_LIST || node->kind == OW_JECS_KEYS))
        *count = node->child_count;
    if (node && (node->kind == OW_JECS_KEYS || (node->kind == OW_JECS_LIST && !is_list)))
        return NULL;
    if (is_list) {
        unsigned i = 0;
        for (const ow_jecs_node *child = node->first; child; child = child->next)
            side->values[i++] = value_of(child);
    }
    return side->values;
}

static void report(struct walk *walk, ow_change *change)
{
    struct text_comparison *comparison = walk->comparison;
    uint64_t *const counts[] = {[OW_REMOVED] = &comparison->totals.removed,
                                [OW_ADDED] = &comparison->totals.added,
                                [OW_CHANGED] = &comparison->totals.changed};
    ++*counts[change->kind];
    change->record = walk->record;
    change->name = walk->name;
    if (comparison->visit && comparison->visit(comparison->context, change) == OW_STOP)
        walk->has_stopped = true;
}

/* Reports a changed value. One side may be NULL. */
static void report_values(struct walk *walk, const ow_jecs_node *before, const ow_jecs_node *after)
{
    const ow_jecs_node *const nodes[] = {before, after};
    ow_change change = {.kind = OW_CHANGED};
    for (unsigned i = 0; i < 2; i++) {
        struct side *side = &walk->sides[i];
        side->node = nodes[i];
        if (side->node)
            text_pointer(walk->files[i], side->node, &side->places, side->pointer,
                         sizeof side->pointer);
    }
    change.before = before ? walk->sides[0].pointer : NULL;
    change.after = after ? walk->sides[1].pointer : NULL;
    change.values_before = list_values(&walk->sides[0], &change.count_before);
    change.values_after = list_values(&walk->sides[1], &change.count_after);
    change.is_list = is_short_list(before) || is_short_list(after);
    report(walk, &change);
}

static void compare_jecs(struct walk *walk, const ow_jecs_node *before, const ow_jecs_node *after);

/* What is left of two lists between their equal ends. */
struct middle {
    const ow_jecs_node *first[2];
    uint32_t counts[2];
};

static struct middle find_middle(const ow_jecs_node *before, const ow_jecs_node *after)
{
    struct middle middle = {{before->first, after->first},
                            {before->child_count, after->child_count}};
    const ow_jecs_node *a = before->last, *b = after->last;
    uint32_t *counts = middle.counts;
    for (; counts[0] > 0 && counts[1] > 0 && is_same_node(middle.first[0], middle.first[1]);
         counts[0]--, counts[1]--) {
        middle.first[0] = middle.first[0]->next;
        middle.first[1] = middle.first[1]->next;
    }
    for (; counts[0] > 0 && counts[1] > 0 && is_same_node(a, b); counts[0]--, counts[1]--) {
        a = a->previous;
        b = b->previous;
    }
    return middle;
}

/* Compares elements of both lists by place, and reports those that one side has more. */
static void compare_run(struct walk *walk, struct middle run)
{
    for (uint32_t i = 0; (i < run.counts[0] || i < run.counts[1]) && !walk->has_stopped; i++) {
        const ow_jecs_node *nodes[2] = {NULL, NULL};
        for (unsigned side = 0; side < 2; side++) {
            if (i >= run.counts[side])
                continue;
            nodes[side] = run.first[side];
            run.first[side] = nodes[side]->next;
        }
        if (nodes[0] && nodes[1])
            compare_jecs(walk, nodes[0], nodes[1]);
        else
            report_values(walk, nodes[0], nodes[1]);
    }
}

/* Two short lists, and the lengths of the longest list that both have from two places on. */
struct alignment {
    const ow_jecs_node *nodes[2][MOST_ALIGNED];
    uint32_t counts[2];
    uint8_t common[MOST_ALIGNED + 1][MOST_ALIGNED + 1];
};

/* Only lists of short texts are aligned, so this takes little time. */
static bool open_alignment(struct alignment *alignment, const struct middle *middle)
{
    for (unsigned side = 0; side < 2; side++) {
        const ow_jecs_node *node = middle->first[side];
        if (middle->counts[side] > MOST_ALIGNED)
            return false;
        for (uint32_t i = 0; i < middle->counts[side]; i++, node = node->next) {
            if (node->kind != OW_JECS_TEXT || node->value.size > LONGEST_ALIGNED)
                return false;
            alignment->nodes[side][i] = node;
        }
        alignment->counts[side] = middle->counts[side];
    }
    memset(alignment->common, 0, sizeof alignment->common);
    return true;
}

static bool is_match(const struct alignment *alignment, uint32_t a, uint32_t b)
{
    return a < alignment->counts[0] && b < alignment->counts[1] &&
           is_same_node(alignment->nodes[0][a], alignment->nodes[1][b]);
}

static void find_common(struct alignment *alignment)
{
    for (uint32_t a = alignment->counts[0]; a-- > 0;) {
        for (uint32_t b = alignment->counts[1]; b-- > 0;) {
            const uint8_t *here = &alignment->common[a][b], *below = alignment->common[a + 1];
            uint8_t longest = here[1] > below[b] ? here[1] : below[b];
            if (is_match(alignment, a, b))
                longest = (uint8_t)(below[b + 1] + 1);
            alignment->common[a][b] = longest;
        }
    }
}

/* Compares what lies between the elements that both lists have. */
static void compare_aligned(struct walk *walk, struct alignment *alignment)
{
    const uint32_t *counts = alignment->counts;
    uint32_t a = 0, b = 0;
    find_common(alignment);
    while ((a < counts[0] || b < counts[1]) && !walk->has_stopped) {
        const uint32_t from[] = {a, b};
        while ((a < counts[0] || b < counts[1]) && !is_match(alignment, a, b)) {
            bool is_before = b == counts[1] || (a < counts[0] && alignment->common[a + 1][b] >=
                                                                     alignment->common[a][b + 1]);
            a += is_before;
            b += !is_before;
        }
        compare_run(walk, (struct middle){{a > from[0] ? alignment->nodes[0][from[0]] : NULL,
                                           b > from[1] ? alignment->nodes[1][from[1]] : NULL},
                                          {a - from[0], b - from[1]}});
        a++;
        b++;
    }
}

static void compare_lists(struct walk *walk, const ow_jecs_node *before, const ow_jecs_node *after)
{
    const struct middle middle = find_middle(before, after);
    struct alignment alignment;
    if (open_alignment(&alignment, &middle))
        compare_aligned(walk, &alignment);
    else
        compare_run(walk, middle);
}

/* Things of both sides by name: first those of `before`. */
struct pairing {
    struct named {
        ow_text name;
        const void *thing;
    } * list;
    uint32_t *partners; /* of those before: the index + 1 of the one after; 0: none */
    uint32_t before_count, count, filled;
    struct names names;
};

static bool open_pairing(struct walk *walk, struct pairing *pairing, uint32_t before_count,
                         uint32_t after_count)
{
    const uint32_t count = before_count + after_count;
    *pairing = (struct pairing){.before_count = before_count, .count = count};
    pairing->list = arena_take(walk->arena, count * sizeof *pairing->list);
    if (pairing->list)
        pairing->partners = arena_take(walk->arena, before_count * sizeof *pairing->partners);
    walk->status = pairing->partners ? OW_OK : walk->arena->status;
    return walk->status == OW_OK;
}

static void add_thing(struct pairing *pairing, ow_text name, const void *thing)
{
    pairing->list[pairing->filled++] = (struct named){name, thing};
}

/* Whether a thing is the second of its name on its side: a file with the older ending. */
static bool is_second(const struct pairing *pairing, uint32_t i)
{
    const uint32_t earlier = names_find_earlier(&pairing->names, i);
    if (earlier == NO_NAME)
        return false;
    return i < pairing->before_count || earlier >= pairing->before_count ||
           pairing->partners[earlier] != i + 1;
}

static bool pair_things(struct walk *walk, struct pairing *pairing)
{
    walk->status = names_init(&pairing->names, walk->arena, &pairing->list->name,
                              sizeof *pairing->list, pairing->count);
    if (walk->status != OW_OK)
        return false;
    memset(pairing->partners, 0, pairing->before_count * sizeof *pairing->partners);
    for (uint32_t i = pairing->before_count; i < pairing->count; i++) {
        const uint32_t earlier = names_find_earlier(&pairing->names, i);
        if (earlier < pairing->before_count && pairing->partners[earlier] == 0)
            pairing->partners[earlier] = i + 1;
    }
    return true;
}

/* Compares what has a partner and reports what has none. */
static void compare_paired(struct walk *walk, struct pairing *pairing,
                           void (*compare)(struct walk *walk, const void *before,
                                           const void *after))
{
    if (!pair_things(walk, pairing))
        return;
    for (uint32_t i = 0; i < pairing->count && !walk->has_stopped && walk->status == OW_OK; i++) {
        const uint32_t earlier = names_find_earlier(&pairing->names, i);
        const void *thing = pairing->list[i].thing;
        if (is_second(pairing, i) || (i < pairing->before_count && pairing->partners[i] != 0))
            continue;
        if (i < pairing->before_count)
            compare(walk, thing, NULL);
        else
            compare(walk, earlier == NO_NAME ? NULL : pairing->list[earlier].thing, thing);
    }
}

static void compare_keyed(struct walk *walk, const void *before, const void *after)
{
    if (before && after)
        compare_jecs(walk, before, after);
    else
        report_values(walk, before, after);
}

static void compare_keys(struct walk *walk, const ow_jecs_node *before, const ow_jecs_node *after)
{
    struct pairing pairing;
    if (!open_pairing(walk, &pairing, before->child_count, after->child_count))
        return;
    for (const ow_jecs_node *child = before->first; child; child = child->next)
        add_thing(&pairing, child->key, child);
    for (const ow_jecs_node *child = after->first; child; child = child->next)
        add_thing(&pairing, child->key, child);
    compare_paired(walk, &pairing, compare_keyed);
}

/* Without keys, a node may still be a record: an empty one. */
static bool are_records(const ow_jecs_node *a, const ow_jecs_node *b)
{
    return (a->kind == OW_JECS_KEYS && (b->kind == OW_JECS_KEYS || b->kind == OW_JECS_EMPTY)) ||
           (a->kind == OW_JECS_EMPTY && b->kind == OW_JECS_KEYS);
}

/* Recursion is as deep as a text can be nested. */
static void compare_jecs(struct walk *walk, const ow_jecs_node *before, const ow_jecs_node *after)
{
    if (walk->has_stopped || walk->status != OW_OK || is_same_node(before, after))
        return;
    if (are_records(before, after))
        compare_keys(walk, before, after);
    else if (before->kind == OW_JECS_LIST && after->kind == OW_JECS_LIST)
        compare_lists(walk, before, after);
    else
        report_values(walk, before, after);
}

/* Reports a whole file: one that only one folder has, or one that is not JECS. */
static void report_file(struct walk *walk, ow_change_kind kind)
{
    ow_change change = {.kind = kind};
    if (kind == OW_REMOVED)
        change.before = walk->record;
    else
        change.after = walk->record;
    report(walk, &change);
}

static void compare_files(struct walk *walk, const void *first, const void *second)
{
    const struct text_file *before = first, *after = second, *named = after ? after : before;
    walk->files[0] = before;
    walk->files[1] = after;
    text_pointer(named, NULL, NULL, walk->record, sizeof walk->record);
    walk->comparison->name(named, walk->name, sizeof walk->name);
    if (before && after && before->text && after->text) {
        compare_jecs(walk, before->text->root, after->text->root);
        return;
    }
    if (before && after && text_is_same(before->content, after->content))
        return;
    if (before)
        report_file(walk, OW_REMOVED);
    if (after && !walk->has_stopped)
        report_file(walk, OW_ADDED);
}

ow_status texts_compare(const struct texts *before, const struct texts *after,
                        struct text_comparison *comparison)
{
    struct walk walk = {.comparison = comparison, .arena = after->arena};
    struct pairing pairing;
    if (before->count + after->count == 0)
        return OW_OK;
    if (!open_pairing(&walk, &pairing, before->count, after->count))
        return walk.status;
    for (uint32_t i = 0; i < before->count; i++)
        add_thing(&pairing, before->files[i].stem, &before->files[i]);
    for (uint32_t i = 0; i < after->count; i++)
        add_thing(&pairing, after->files[i].stem, &after->files[i]);
    compare_paired(&walk, &pairing, compare_files);
    return walk.status;
}
