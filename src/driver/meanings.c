/* What values stand for: told behind them, to visitors that ask for it. */
#include "meanings.h"

#include "../base/emit.h"
#include "../base/memory.h"

#include <stdio.h>
#include <string.h>

ow_status meanings_open(struct meaning_walk *walk, const struct meanings *meanings,
                        ow_visitor visit, void *context, struct arena *arena)
{
    *walk = (struct meaning_walk){
        .meanings = meanings, .visit = visit, .context = context, .arena = arena};
    walk->state = arena_take(arena, meanings->state_size);
    if (!walk->state)
        return arena->status;
    memset(walk->state, 0, meanings->state_size);
    return OW_OK;
}

/* The root has no step of its own. A path that is too long has no meaning. */
static void set_path(struct meaning_walk *walk, const ow_event *event)
{
    size_t base = walk->depth > 0 ? walk->lengths[walk->depth - 1] : 0;
    walk->path[base] = '\0';
    if (walk->depth > 0)
        snprintf(walk->path + base, sizeof walk->path - base, "/%s",
                 event->name ? event->name : "*");
}

/* What a format tells becomes events of no bytes, at the place of the value. */
static ow_visit pass_on(void *context, const ow_event *event)
{
    struct meaning_walk *walk = context;
    ow_event told = *event;
    told.derived = true;
    told.offset = walk->value->offset;
    walk->wish = walk->visit(walk->context, &told);
    return walk->wish;
}

static ow_visit nobody(void *context, const ow_event *event)
{
    (void)context, (void)event;
    return OW_STOP;
}

static void tell(struct meaning_walk *walk, const ow_event *event, bool seen)
{
    struct emitter emit = {.visit = seen ? pass_on : nobody, .context = walk};
    walk->value = event;
    walk->meanings->tell(walk->state, walk->path, event, &emit, walk->arena);
}

static ow_visit begin(struct meaning_walk *walk, const ow_event *event)
{
    bool table = walk->meanings->table && strcmp(walk->path, walk->meanings->table) == 0;
    ow_visit wish = walk->hidden ? OW_GO_ON : walk->visit(walk->context, event);
    if (wish == OW_STOP || walk->depth == MEANING_DEPTH)
        return OW_STOP;
    walk->lengths[walk->depth++] = strlen(walk->path);
    walk->in_table |= table;
    if (table)
        tell(walk, event, false);
    if (wish == OW_SKIP)
        walk->hidden = walk->depth;
    return wish == OW_SKIP && !walk->in_table ? OW_SKIP : OW_GO_ON;
}

static ow_visit end(struct meaning_walk *walk, const ow_event *event)
{
    if (walk->depth == walk->hidden)
        walk->hidden = 0;
    walk->path[walk->lengths[--walk->depth]] = '\0';
    if (walk->in_table && strcmp(walk->path, walk->meanings->table) == 0)
        walk->in_table = false;
    return walk->hidden ? OW_GO_ON : walk->visit(walk->context, event);
}

ow_visit meanings_visit(void *context, const ow_event *event)
{
    struct meaning_walk *walk = context;
    if (event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY)
        return end(walk, event);
    set_path(walk, event);
    if (event->kind != OW_VALUE)
        return begin(walk, event);
    walk->wish = walk->hidden ? OW_GO_ON : walk->visit(walk->context, event);
    if (walk->wish != OW_STOP)
        tell(walk, event, !walk->hidden);
    return walk->arena->status != OW_OK ? OW_STOP : walk->wish;
}
