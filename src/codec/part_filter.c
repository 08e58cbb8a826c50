/* Walking to a part of a document, step by step of its pointer. */
#include "part_filter.h"

#include <stdio.h>
#include <string.h>

static size_t step_size(const char *rest)
{
    return *rest == '/' ? strcspn(rest + 1, "/") : 0;
}

void part_filter_open(struct part_filter *filter, const char *pointer, ow_visitor visit,
                      void *context)
{
    *filter = (struct part_filter){.rest = pointer, .visit = visit, .context = context};
    struct part_request *part = &filter->part;
    for (const char *at = pointer; *at && part->depth < PATH_DEPTH; part->depth++) {
        uint64_t index = 0;
        for (++at; *at && *at != '/'; at++)
            index = *at >= '0' && *at <= '9' && index <= UINT32_MAX
                        ? index * 10 + (uint64_t)(*at - '0')
                        : UINT32_MAX;
        part->indexes[part->depth] = index < UINT32_MAX ? (uint32_t)index : UINT32_MAX;
    }
}

/* Returns true if the container that has just begun is the next step of the pointer. Names in
 * layouts need no escaping. */
static bool is_on_path(const struct part_filter *filter, const ow_event *event)
{
    char digits[24];
    const char *name = event->name;
    size_t size = step_size(filter->rest);
    if (!name) {
        snprintf(digits, sizeof digits, "%llu", (unsigned long long)event->index);
        name = digits;
    }
    return strlen(name) == size && memcmp(name, filter->rest + 1, size) == 0;
}

static bool is_meaning(const ow_event *event)
{
    return event->derived && event->name && strcmp(event->name, "meaning") == 0;
}

/* Returns true if an element of the requested list is in range. Its meaning, which has no index,
 * goes with it. */
static bool is_in_range(struct part_filter *filter, const ow_event *event)
{
    const struct part_request *part = &filter->part;
    if (part->count == 0 || filter->depth != filter->target)
        return true;
    if (!is_meaning(event))
        filter->in_range = event->index >= part->first && event->index - part->first < part->count;
    return filter->in_range;
}

static ow_visit walk_inside(struct part_filter *filter, const ow_event *event)
{
    bool ends = event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY;
    bool begins = event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    filter->depth -= ends;
    ow_visit result = OW_SKIP;
    if (is_in_range(filter, event))
        result = filter->visit(filter->context, event);
    filter->depth += begins;
    if (ends && filter->depth + 1 == filter->target)
        return OW_STOP;
    return result == OW_LEAVE && filter->behind ? OW_GO_ON : result; /* a meaning may follow */
}

/* The meaning of a value comes after it, see ow_options.meanings. */
static ow_visit walk_behind(struct part_filter *filter, const ow_event *event)
{
    bool begins = event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    if (filter->meaning == 0 && !is_meaning(event))
        return OW_STOP;
    filter->meaning += begins;
    filter->meaning -= !begins && event->kind != OW_VALUE;
    ow_visit result = filter->visit(filter->context, event);
    return filter->meaning == 0 ? OW_STOP : result;
}

ow_visit part_filter_visit(void *context, const ow_event *event)
{
    struct part_filter *filter = context;
    if (filter->behind)
        return walk_behind(filter, event);
    if (filter->target > 0)
        return walk_inside(filter, event);
    bool value = event->kind == OW_VALUE;
    if (event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY) {
        filter->depth--;
        return OW_GO_ON;
    }
    if (filter->depth > 0 && !is_on_path(filter, event)) {
        filter->depth += !value; /* skipped containers have an end event too */
        return value ? OW_GO_ON : OW_SKIP;
    }
    const char *rest =
        filter->depth > 0 ? filter->rest + 1 + step_size(filter->rest) : filter->rest;
    if (*rest == '\0') {
        filter->target = filter->depth + 1;
        filter->behind = value;
        return walk_inside(filter, event);
    }
    if (value)
        return OW_GO_ON;
    filter->rest = rest;
    filter->depth++;
    return OW_GO_ON;
}
