/* Parse's lists that take over elements of another document, see record_runs.h. Include before the
 * lists. */
#ifndef OW_SRC_CODEC_PARSE_RUNS_H
#define OW_SRC_CODEC_PARSE_RUNS_H

#include "members.h"

/* Finds the run that an element refers to, and moves past it; NULL for other elements. */
PARSE_VERB const struct record_run *run_at(struct codec *c, struct json_cursor *cursor)
{
    uint64_t number = 0;
    if (json_peek(cursor) != '"' || cursor->end - cursor->at < 3 || cursor->at[1] != RUN_MARK)
        return NULL;
    const char *at = cursor->at + 2;
    for (; at < cursor->end && *at >= '0' && *at <= '9'; at++)
        number = number * 10 + (uint64_t)(*at - '0');
    if (at == cursor->end || *at != '"' || number >= c->reused->count)
        return NULL;
    cursor->at = at + 1;
    return &c->reused->runs[number];
}

PARSE_VERB void misplace(struct codec *c)
{
    c->reused->is_misplaced = true;
    fail_json(c, c->cursor.at, NULL, "this list has elements of another kind of list");
}

/* Counts the elements of the current array with all that it takes over. */
PARSE_VERB uint64_t count_with_runs(struct codec *c, size_t size)
{
    struct json_cursor scan = c->cursor;
    uint64_t count = 0;
    for (bool first = true; json_peek(&scan) != ']' && !scan.problem; first = false) {
        if (!first && !json_take(&scan, ',', "a comma"))
            break;
        const struct record_run *run = run_at(c, &scan);
        if (run &&
            (!c->list_kind || strcmp(run->kind, c->list_kind) != 0 || run->record_size != size))
            misplace(c);
        if (!run && !json_skip(&scan))
            break;
        count += run ? run->count : 1;
    }
    if (count > INT32_MAX)
        fail_json(c, c->cursor.at, NULL, "the array has more elements than a list can hold");
    return count;
}

PARSE_VERB bool begin_run(struct codec *c, struct taken_list *list, uint32_t index)
{
    struct parse_frame *frame = frame_of(c);
    struct json_cursor next = c->cursor;
    if (!frame->fresh && !json_take_if(&next, ','))
        return false;
    const struct record_run *run = run_at(c, &next);
    if (!run)
        return false;
    frame->fresh = false;
    c->cursor = next;
    memcpy(list->items + index * list->item_size, run->records, run->count * run->record_size);
    list->left = run->count;
    return true;
}

/* Returns true if the current element is taken over: then it is in its place. */
PARSE_VERB bool take_run(struct codec *c, uint32_t index)
{
    if (!c->reused || !healthy(c))
        return false;
    struct taken_list *list = &frame_of(c)->list;
    if (list->left == 0 && !begin_run(c, list, index))
        return false;
    list->left--;
    return true;
}

#undef RUN_LIST
#define RUN_LIST(c, name, items, count, call)                                                      \
    do {                                                                                           \
        (c)->list_kind = #call;                                                                    \
        KEEP_POINTER(items, begin_list(c, name, (items), &(count), sizeof *(items), NULL));        \
        for (uint32_t index_ = FIRST_ITEM(c); index_ < (count) && go_on(c, index_); index_++) {    \
            if (take_run(c, index_))                                                               \
                continue;                                                                          \
            call;                                                                                  \
        }                                                                                          \
        KEEP_POINTER(items, end_list(c, (items)));                                                 \
    } while (0)

#endif
