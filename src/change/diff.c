/* Differences between two worlds: first between two outlines, then inside the records that differ,
 * which are unfolded in batches. */
/* nodes, in both worlds */
#include "diff.h"

#include "../base/error.h"
#include "../base/sort.h"
#include "compare.h"
#include "report_change.h"

#include <string.h>

enum { UNFOLDED_AT_ONCE = 1 << 21, SHARE_OF_UNFOLDED = 8 };

/* The list or object of findings. */
struct context {
    const char *before, *after;
    size_t record_before, record_after;
};

struct noted {
    uint32_t context;
    uint32_t index_before, index_after, node_before, node_after;
    uint16_t name;
    uint8_t kind;
    bool is_part;
};

struct differ {
    struct outline_source sources[2];
    struct outline outlines[2], unfolded[2];
    struct comparison comparison;
    struct change_reporter changes;
    struct arena *account, texts;
    struct record_buffer context_buffer, noted_buffer;
    struct context *contexts;
    struct noted *noted;
    uint32_t context_count, noted_count;
    uint32_t *wanted[2], wanted_count[2]; /* folded nodes of a batch, ascending */
    uint32_t *roots[2];                   /* of their trees */
    ow_error *error;
    ow_status status;
};

static bool fail(struct differ *differ, ow_status status)
{
    if (differ->status == OW_OK)
        differ->status = error_limited(differ->error, status, arena_limit(differ->account));
    return false;
}

static bool set_context(struct differ *differ, const struct places *places)
{
    if (differ->context_count > 0) {
        const struct context *last = &differ->contexts[differ->context_count - 1];
        if (strcmp(last->before, places->before) == 0 && strcmp(last->after, places->after) == 0)
            return true;
    }
    if (!record_buffer_reserve(&differ->context_buffer, differ->context_count, 1,
                               sizeof *differ->contexts))
        return fail(differ, differ->context_buffer.arena.status);
    differ->contexts = differ->context_buffer.records;
    struct context context = {arena_string(&differ->texts, places->before),
                              arena_string(&differ->texts, places->after), places->record_before,
                              places->record_after};
    if (!context.before || !context.after)
        return fail(differ, differ->texts.status);
    differ->contexts[differ->context_count++] = context;
    return true;
}

/* Stores findings of the outlines: those inside records come between them. */
static bool note(void *context, const struct finding *finding)
{
    struct differ *differ = context;
    if (!set_context(differ, finding->places))
        return false;
    if (!record_buffer_reserve(&differ->noted_buffer, differ->noted_count, 1,
                               sizeof *differ->noted))
        return fail(differ, differ->noted_buffer.arena.status);
    differ->noted = differ->noted_buffer.records;
    differ->noted[differ->noted_count++] = (struct noted){
        .context = differ->context_count - 1,
        .index_before = finding->index_before,
        .index_after = finding->index_after,
        .node_before = finding->node_before,
        .node_after = finding->node_after,
        .name = finding->name,
        .kind = (uint8_t)finding->kind,
        .is_part = finding->is_part,
    };
    return true;
}

static bool report_finding(void *context, const struct finding *finding)
{
    struct differ *differ = context;
    const struct difference_sink *sink = differ->changes.sink;
    if (sink->find)
        return sink->find(sink->context, &differ->comparison, finding);
    return change_report(&differ->changes, &differ->comparison, finding);
}

/* Returns true if there may be differences inside the two nodes of a finding, at least one of them
 * folded. */
static bool has_inside(const struct noted *noted)
{
    return noted->kind == FOUND_FOLDED || noted->kind == FOUND_GUESSED;
}

/* The same, if neither is too large to be unfolded. Larger ones are reported as different
 * things. */
static bool is_folded(const struct differ *differ, const struct noted *noted)
{
    return has_inside(noted) &&
           differ->outlines[0].nodes[noted->node_before].size < UNFOLDED_AT_ONCE &&
           differ->outlines[1].nodes[noted->node_after].size < UNFOLDED_AT_ONCE;
}

/* Nodes to unfold at once: what the limit allows, so that a batch never runs out of memory. The
 * number of batches grows with nodes per byte of the limit, not with the size of the worlds. */
static uint64_t batch_size(const struct differ *differ)
{
    uint64_t most =
        arena_limit(differ->account) / SHARE_OF_UNFOLDED / (sizeof(struct node) + sizeof(ow_value));
    return most < UNFOLDED_AT_ONCE ? most : UNFOLDED_AT_ONCE;
}

/* Collects the nodes to unfold for findings from `from` on, as many as fit. Returns the finding
 * after them. */
static uint32_t gather(struct differ *differ, uint32_t from)
{
    uint64_t nodes = 0, most = batch_size(differ);
    uint32_t at = from;
    differ->wanted_count[0] = differ->wanted_count[1] = 0;
    for (; at < differ->noted_count && (nodes < most || at == from); at++) {
        const struct noted *noted = &differ->noted[at];
        if (!is_folded(differ, noted))
            continue;
        const uint32_t pair[] = {noted->node_before, noted->node_after};
        for (unsigned side = 0; side < 2; side++) {
            const struct node *node = &differ->outlines[side].nodes[pair[side]];
            nodes += (uint64_t)node->size + 1;
            if (node->kind != NODE_VALUE)
                differ->wanted[side][differ->wanted_count[side]++] = pair[side];
        }
    }
    return at;
}

static bool unfold(struct differ *differ, unsigned side)
{
    uint32_t *wanted = differ->wanted[side], count = differ->wanted_count[side];
    ow_status status = sort_u32(wanted, count, differ->account);
    if (status != OW_OK)
        return fail(differ, status);
    struct outline *unfolded = &differ->unfolded[side];
    outline_free(unfolded);
    if (count == 0)
        return true;
    status = outline_unfold(&differ->outlines[side], &differ->sources[side], wanted, count,
                            unfolded, differ->account, differ->error);
    if (status != OW_OK) {
        differ->status = status;
        return false;
    }
    uint32_t root = 0;
    for (uint32_t i = 0; i < count && root < unfolded->count; i++) {
        differ->roots[side][i] = root;
        root = node_end(unfolded->nodes, root);
    }
    return true;
}

/* The unfolded tree of a node; a single value is never folded. */
static const struct outline *find_tree(const struct differ *differ, unsigned side, uint32_t *node)
{
    if (differ->outlines[side].nodes[*node].kind == NODE_VALUE)
        return &differ->outlines[side];
    const uint32_t *wanted = differ->wanted[side];
    uint32_t low = 0, high = differ->wanted_count[side];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (wanted[middle] < *node)
            low = middle + 1;
        else
            high = middle;
    }
    *node = differ->roots[side][low];
    return &differ->unfolded[side];
}

static void set_places(struct places *places, const struct context *context)
{
    places->before_size = strlen(context->before);
    places->after_size = strlen(context->after);
    memcpy(places->before, context->before, places->before_size + 1);
    memcpy(places->after, context->after, places->after_size + 1);
    places->record_before = context->record_before;
    places->record_after = context->record_after;
}

static bool report_both(struct differ *differ, struct finding pair)
{
    pair.kind = FOUND_REMOVED;
    if (!report_finding(differ, &pair))
        return false;
    pair.kind = FOUND_ADDED;
    return report_finding(differ, &pair);
}

static bool report_noted(struct differ *differ, const struct noted *noted)
{
    struct comparison *comparison = &differ->comparison;
    struct finding finding = {.kind = (enum finding_kind)noted->kind,
                              .places = &comparison->places,
                              .name = noted->name,
                              .is_part = noted->is_part,
                              .index_before = noted->index_before,
                              .index_after = noted->index_after,
                              .node_before = noted->node_before,
                              .node_after = noted->node_after};
    set_places(&comparison->places, &differ->contexts[noted->context]);
    comparison->before = &differ->outlines[0];
    comparison->after = &differ->outlines[1];
    if (!has_inside(noted))
        return report_finding(differ, &finding);
    if (!is_folded(differ, noted))
        return report_both(differ, finding);
    comparison->before = find_tree(differ, 0, &finding.node_before);
    comparison->after = find_tree(differ, 1, &finding.node_after);
    compare_pair(comparison, finding, noted->kind == FOUND_GUESSED);
    if (comparison->status != OW_OK)
        return fail(differ, comparison->status);
    return !comparison->stopped;
}

static bool report_all(struct differ *differ)
{
    for (uint32_t at = 0; at < differ->noted_count;) {
        uint32_t to = gather(differ, at);
        if (!unfold(differ, 0) || !unfold(differ, 1))
            return false;
        for (; at < to; at++)
            if (!report_noted(differ, &differ->noted[at]))
                return false;
    }
    return true;
}

/* Allocates for one batch: each finding has one node of each world. */
static bool take_room(struct differ *differ)
{
    uint32_t most = differ->noted_count < UNFOLDED_AT_ONCE ? differ->noted_count : UNFOLDED_AT_ONCE;
    for (unsigned side = 0; side < 2; side++) {
        size_t size = ((size_t)most + 1) * sizeof(uint32_t);
        differ->wanted[side] = arena_take(&differ->texts, size);
        differ->roots[side] = arena_take(&differ->texts, size);
        if (!differ->wanted[side] || !differ->roots[side])
            return fail(differ, differ->texts.status);
    }
    return true;
}

static void find_differences(struct differ *differ)
{
    struct comparison *comparison = &differ->comparison;
    comparison->find = note;
    comparison->before = &differ->outlines[0];
    comparison->after = &differ->outlines[1];
    compare_nodes(comparison, 0, 0);
    if (comparison->status != OW_OK) {
        fail(differ, comparison->status);
        return;
    }
    comparison->find = report_finding;
    comparison->stopped = false;
    if (differ->status == OW_OK && take_room(differ))
        report_all(differ);
}

static void release(struct differ *differ)
{
    for (unsigned side = 0; side < 2; side++) {
        outline_free(&differ->outlines[side]);
        outline_free(&differ->unfolded[side]);
    }
    record_buffer_free(&differ->context_buffer);
    record_buffer_free(&differ->noted_buffer);
    arena_free(&differ->texts);
}

/* Stops at the first world that needs events, because both have to come as events then. */
static void make_outlines(struct differ *differ)
{
    const bool *needs_events = &differ->outlines[0].needs_events;
    for (unsigned side = 0; side < 2 && differ->status == OW_OK && !*needs_events; side++)
        differ->status = outline_make(&differ->outlines[side], &differ->sources[side],
                                      differ->account, differ->error);
}

ow_status diff_worlds(const struct outline_source *before, const struct outline_source *after,
                      const struct difference_sink *sink, struct arena *account, ow_error *error)
{
    struct differ differ = {.sources = {*before, *after}, .account = account, .error = error};
    differ.changes.sink = sink;
    differ.comparison =
        (struct comparison){.names = before->names, .account = account, .context = &differ};
    arena_share(&differ.texts, account);
    record_buffer_init(&differ.context_buffer, account);
    record_buffer_init(&differ.noted_buffer, account);
    make_outlines(&differ);
    if (differ.status == OW_OK &&
        (differ.outlines[0].needs_events || differ.outlines[1].needs_events)) {
        for (unsigned side = 0; side < 2; side++) {
            outline_free(&differ.outlines[side]);
            differ.sources[side].encode_list = NULL;
        }
        make_outlines(&differ);
    }
    if (differ.status == OW_OK && differ.outlines[0].count > 0 && differ.outlines[1].count > 0)
        find_differences(&differ);
    release(&differ);
    return differ.status;
}
