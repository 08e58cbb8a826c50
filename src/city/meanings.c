/* What values of a city stand for: things by their place in the table of names. */
#include "meanings.h"

#include "../base/emit.h"
#include "../base/memory.h"

#include <string.h>

struct state {
    ow_text *names; /* of the table; NULL before it, and where it is too long to keep */
    uint64_t count;
};

/* A count that no file could have room for is no reason to fail: nothing is told then. */
static void open_table(struct state *state, const ow_event *event, struct arena *arena)
{
    const uint64_t most = UINT32_MAX / sizeof *state->names;
    state->count = 0;
    if (event->count == 0 || event->count > most)
        return;
    state->names = arena_take(arena, (size_t)event->count * sizeof *state->names);
    arena->status = OW_OK;
    if (!state->names)
        return;
    memset(state->names, 0, (size_t)event->count * sizeof *state->names);
    state->count = event->count;
}

static void tell(void *context, const char *path, const ow_event *event, struct emitter *emit,
                 struct arena *arena)
{
    struct state *state = context;
    if (strcmp(path, "/meta_things") == 0) {
        open_table(state, event, arena);
    } else if (strcmp(path, "/meta_things/*") == 0) {
        if (event->index < state->count)
            state->names[event->index] = event->value.text;
    } else if (strcmp(path, "/things/*/meta_thing") == 0) {
        uint64_t kind = (uint64_t)event->value.integer;
        if (kind < state->count && state->names[kind].data)
            emit_text(emit, "meaning", state->names[kind]);
    }
}

const struct meanings city_meanings = {
    .state_size = sizeof(struct state), .table = "/meta_things", .tell = tell};
