/* What values of a city stand for: things by their place in the table of names. */
#include "meanings.h"

#include "../base/emit.h"
#include "../base/memory.h"

#include <overworld/city.h>

#include <string.h>

struct state {
    const ow_text *names; /* of the table; NULL before it, and where it is too long to keep */
    uint64_t count;
    ow_text *kept; /* the same, where events bring them; NULL where they are the document's own */
};

/* A count that no file could have room for is no reason to fail: nothing is told then. */
static void open_table(struct state *state, const ow_event *event, struct arena *arena)
{
    const uint64_t most = UINT32_MAX / sizeof *state->kept;
    state->count = 0;
    if (event->count == 0 || event->count > most)
        return;
    state->kept = arena_take(arena, (size_t)event->count * sizeof *state->kept);
    arena->status = OW_OK;
    if (!state->kept)
        return;
    memset(state->kept, 0, (size_t)event->count * sizeof *state->kept);
    state->names = state->kept;
    state->count = event->count;
}

static void emit_meaning(void *context, const char *path, const ow_event *event,
                         struct emitter *emit, struct arena *arena)
{
    struct state *state = context;
    if (strcmp(path, "/meta_things") == 0) {
        open_table(state, event, arena);
    } else if (strcmp(path, "/meta_things/*") == 0) {
        if (state->kept && event->index < state->count)
            state->kept[event->index] = event->value.text;
    } else if (strcmp(path, "/things/*/meta_thing") == 0) {
        uint64_t kind = (uint64_t)event->value.integer;
        if (kind < state->count && state->names[kind].data)
            emit_text(emit, "meaning", state->names[kind]);
    }
}

static void note(void *context, const void *document, struct arena *arena)
{
    struct state *state = context;
    const ow_city_save *city = document;
    (void)arena;
    state->names = city->meta_things;
    state->count = city->meta_things ? city->meta_thing_count : 0;
}

static const char *const paths[] = {"/things/*/meta_thing", NULL};

const struct meanings city_meanings = {.state_size = sizeof(struct state),
                                       .table = "/meta_things",
                                       .note = note,
                                       .paths = paths,
                                       .emit = emit_meaning};
