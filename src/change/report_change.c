/* Reporting findings as changes. */
#include "report_change.h"

#include <stdio.h>
#include <string.h>

enum { SHORT_LIST = 16 };

/* Sets the record of a change: the first `size` bytes of a pointer. */
static void set_record(struct change_reporter *reporter, ow_change *change, bool before,
                       const char *pointer, size_t size)
{
    const struct difference_sink *sink = reporter->sink;
    if (!sink->visit) /* no visitor */
        return;
    memcpy(reporter->record, pointer, size);
    reporter->record[size] = reporter->name[0] = reporter->group[0] = '\0';
    if (size > 0) {
        sink->name_record(sink->asked, before, reporter->record, reporter->name,
                          sizeof reporter->name);
        sink->find_group(sink->asked, before, reporter->record, reporter->group,
                         sizeof reporter->group);
    }
    change->record = size > 0 ? reporter->record : NULL;
    change->name = reporter->name;
    change->group = *reporter->group ? reporter->group : NULL;
}

static uint64_t *count_of(ow_change_totals *totals, ow_change_kind kind)
{
    switch (kind) {
    case OW_REMOVED:
        return &totals->removed;
    case OW_ADDED:
        return &totals->added;
    case OW_MOVED:
        return &totals->moved;
    case OW_CHANGED:
        break;
    }
    return &totals->changed;
}

static bool deliver(const struct change_reporter *reporter, const ow_change *change)
{
    const struct difference_sink *sink = reporter->sink;
    if (sink->totals)
        ++*count_of(sink->totals, change->kind);
    return !sink->visit || sink->visit(sink->context, change) != OW_STOP;
}

/* Two long lists, or their remaining parts: one change for each run. */
struct lists {
    const ow_value *before, *after; /* NULL: too many to report */
    uint64_t count_before, count_after;
    uint64_t from;       /* their start in the whole list */
    uint32_t row_length; /* see ow_change */
};

static bool report_run(struct change_reporter *reporter, struct places *places,
                       const struct lists *lists, uint64_t at, uint64_t count_before,
                       uint64_t count_after)
{
    uint32_t index = (uint32_t)(lists->from + at);
    struct places_mark mark = places_enter(places, NULL, index, index);
    ow_change change = {.kind = OW_CHANGED,
                        .before = places->before,
                        .after = places->after,
                        .values_before = lists->before ? lists->before + at : NULL,
                        .values_after = lists->after ? lists->after + at : NULL,
                        .count_before = count_before,
                        .count_after = count_after,
                        .is_run = true,
                        .row_length = lists->row_length};
    set_record(reporter, &change, false, places->after, places->record_after);
    bool more = deliver(reporter, &change);
    places_leave(places, mark);
    return more;
}

static bool report_runs(struct change_reporter *reporter, struct places *places,
                        const struct lists *lists)
{
    for (uint64_t at = 0; at < lists->count_after;) {
        uint64_t from = at;
        while (at < lists->count_after && !values_are_same(&lists->before[at], &lists->after[at]))
            at++;
        if (at > from && !report_run(reporter, places, lists, from, at - from, at - from))
            return false;
        at += at == from;
    }
    return true;
}

/* Reports lists of different lengths: what is between their common start and end. */
static bool report_middle(struct change_reporter *reporter, struct places *places,
                          const struct lists *lists)
{
    uint64_t from = 0, before = lists->count_before, after = lists->count_after;
    while (from < before && from < after &&
           values_are_same(&lists->before[from], &lists->after[from]))
        from++;
    while (before > from && after > from &&
           values_are_same(&lists->before[before - 1], &lists->after[after - 1])) {
        before--;
        after--;
    }
    return report_run(reporter, places, lists, from, before - from, after - from);
}

static const ow_value *values_of(const struct outline *outline, uint32_t node)
{
    return node == NO_NODE ? NULL : outline_values(outline, node);
}

static uint64_t value_count_of(const struct outline *outline, uint32_t node)
{
    if (node == NO_NODE)
        return 0;
    const struct node *of = &outline->nodes[node];
    return of->kind == NODE_VALUE ? 1 : of->kind == NODE_VALUES ? of->size : 0;
}

static bool is_list(const struct outline *outline, uint32_t node)
{
    return node == NO_NODE || outline->nodes[node].kind == NODE_VALUES;
}

static bool report_values(struct change_reporter *reporter, struct comparison *comparison,
                          const struct finding *finding)
{
    const struct outline *before = comparison->before, *after = comparison->after;
    uint32_t first = finding->node_before, second = finding->node_after;
    struct lists lists = {values_of(before, first),
                          values_of(after, second),
                          value_count_of(before, first),
                          value_count_of(after, second),
                          finding->is_part ? finding->index_before : 0,
                          0};
    const struct difference_sink *sink = reporter->sink;
    lists.row_length = sink->row_length(sink->asked, comparison->places.after);
    bool list = is_list(before, first) && is_list(after, second);
    if (list && (!lists.before || !lists.after) && finding->is_part)
        return report_run(reporter, &comparison->places, &lists, 0, lists.count_before,
                          lists.count_after);
    if (list &&
        (finding->is_part || lists.count_before > SHORT_LIST || lists.count_after > SHORT_LIST))
        return lists.count_before == lists.count_after
                   ? report_runs(reporter, &comparison->places, &lists)
                   : report_middle(reporter, &comparison->places, &lists);
    ow_change change = {.kind = OW_CHANGED,
                        .before = comparison->places.before,
                        .after = comparison->places.after,
                        .values_before = list || lists.count_before > 0 ? lists.before : NULL,
                        .values_after = list || lists.count_after > 0 ? lists.after : NULL,
                        .count_before = lists.count_before,
                        .count_after = lists.count_after,
                        .is_list = list};
    set_record(reporter, &change, false, change.after, comparison->places.record_after);
    return deliver(reporter, &change);
}

bool change_report(struct change_reporter *reporter, struct comparison *comparison,
                   const struct finding *finding)
{
    struct places *places = &comparison->places;
    if (finding->is_part)
        return report_values(reporter, comparison, finding);
    struct places_mark mark = places_enter(places, comparison->names->names[finding->name],
                                           finding->index_before, finding->index_after);
    ow_change change = {.before = finding->kind != FOUND_ADDED ? places->before : NULL,
                        .after = finding->kind != FOUND_REMOVED ? places->after : NULL};
    bool more;
    if (finding->kind == FOUND_CHANGED) {
        more = report_values(reporter, comparison, finding);
    } else {
        change.kind = finding->kind == FOUND_REMOVED ? OW_REMOVED
                      : finding->kind == FOUND_ADDED ? OW_ADDED
                                                     : OW_MOVED;
        bool before = finding->kind == FOUND_REMOVED, element = finding->name == 0;
        size_t record = before ? places->record_before : places->record_after;
        set_record(reporter, &change, before, before ? places->before : places->after,
                   !element ? record
                   : before ? places->before_size
                            : places->after_size);
        more = deliver(reporter, &change);
    }
    places_leave(places, mark);
    return more;
}
