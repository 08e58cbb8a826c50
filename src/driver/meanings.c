/* Meanings of values: events after the values, for visitors that ask for them. */
#include "meanings.h"

#include "../base/memory.h"
#include "../codec/places.h"

#include <string.h>

ow_status meanings_open(struct meaning_walk *walk, const struct meanings *meanings,
                        ow_visitor visit, void *context, struct list_places *places,
                        struct arena *arena)
{
    *walk = (struct meaning_walk){
        .meanings = meanings, .visit = visit, .context = context, .places = places, .arena = arena};
    walk->state = arena_take(arena, meanings->state_size);
    if (!walk->state)
        return arena->status;
    memset(walk->state, 0, meanings->state_size);
    return OW_OK;
}

void meanings_note(struct meaning_walk *walk, const void *document)
{
    if (!walk->meanings->note)
        return;
    walk->meanings->note(walk->state, document, walk->arena);
    walk->has_tables = true;
}

/* A meaning becomes events of no bytes at the place of the value. */
static ow_visit pass_on(void *context, const ow_event *event)
{
    struct meaning_walk *walk = context;
    ow_event meaning = *event;
    meaning.derived = true;
    meaning.offset = walk->value->offset;
    walk->result = walk->visit(walk->context, &meaning);
    return walk->result;
}

static ow_visit nobody(void *context, const ow_event *event)
{
    (void)context, (void)event;
    return OW_STOP;
}

static void emit_meaning(struct meaning_walk *walk, const ow_event *event, bool seen)
{
    walk->emit.visit = seen ? pass_on : nobody;
    walk->emit.context = walk;
    walk->emit.stopped = false;
    walk->value = event;
    walk->meanings->emit(walk->state, walk->pattern.text, event, &walk->emit, walk->arena);
}

static bool is_listed(const struct meaning_walk *walk, const char *const *patterns)
{
    for (; patterns && *patterns; patterns++)
        if (strcmp(walk->pattern.text, *patterns) == 0)
            return true;
    return false;
}

/* Returns true if the members of the container are needed, whatever the visitor returned. */
static bool is_table(const struct meaning_walk *walk)
{
    return (!walk->has_tables && is_listed(walk, walk->meanings->tables)) ||
           is_listed(walk, walk->meanings->sources);
}

static ow_visit begin(struct meaning_walk *walk, const ow_event *event)
{
    bool table = is_table(walk);
    bool is_noted = walk->has_tables && is_listed(walk, walk->meanings->tables);
    ow_visit result = walk->hidden ? OW_SKIP : walk->visit(walk->context, event);
    if (result == OW_STOP || !pattern_enter(&walk->pattern))
        return OW_STOP;
    if (table && walk->places)
        places_keep_all(walk->places);
    if (!is_noted && (table || !walk->hidden))
        emit_meaning(walk, event, false);
    if (result == OW_SKIP && !walk->hidden)
        walk->hidden = walk->pattern.depth;
    return result == OW_SKIP && !table ? OW_SKIP : OW_GO_ON;
}

static ow_visit end(struct meaning_walk *walk, const ow_event *event)
{
    if (walk->pattern.depth == walk->hidden)
        walk->hidden = 0;
    pattern_leave(&walk->pattern);
    walk->result = walk->hidden ? OW_GO_ON : walk->visit(walk->context, event);
    if (walk->result != OW_STOP)
        emit_meaning(walk, event, !walk->hidden);
    return walk->result;
}

static ow_visit visit(struct meaning_walk *walk, const ow_event *event)
{
    ow_visit result;
    if (event->kind == OW_END_OBJECT || event->kind == OW_END_ARRAY) {
        result = end(walk, event);
        return walk->arena->status != OW_OK ? OW_STOP : result;
    }
    pattern_move(&walk->pattern, event);
    if (event->kind != OW_VALUE)
        return begin(walk, event);
    walk->result = walk->hidden ? OW_GO_ON : walk->visit(walk->context, event);
    if (walk->result != OW_STOP)
        emit_meaning(walk, event, !walk->hidden);
    return walk->arena->status != OW_OK ? OW_STOP : walk->result;
}

/* Nothing is left out: a meaning may follow. */
ow_visit meanings_visit(void *context, const ow_event *event)
{
    ow_visit result = visit(context, event);
    return result == OW_LEAVE ? OW_GO_ON : result;
}
