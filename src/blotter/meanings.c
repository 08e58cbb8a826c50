/* What values of a save stand for: types by their numbers, what custom data says. */
#include "meanings.h"

#include "types/types.h"

#include "../base/emit.h"
#include "../base/memory.h"

#include <string.h>

enum { TYPES = UINT16_MAX + 1 };

struct state {
    ow_text *names; /* of types, by number; NULL before the first */
    uint16_t number;
    const struct component_type *type; /* of the component at hand */
};

static void note_name(struct state *state, ow_text name, struct arena *arena)
{
    if (!state->names) {
        state->names = arena_take(arena, TYPES * sizeof *state->names);
        if (!state->names)
            return;
        memset(state->names, 0, TYPES * sizeof *state->names);
    }
    if (!state->names[state->number].data) /* of two that share a number, the first counts */
        state->names[state->number] = name;
}

static void tell_type(struct state *state, uint16_t number, struct emitter *emit)
{
    state->type = &type_unknown;
    if (!state->names || !state->names[number].data)
        return;
    state->type = type_of_name(state->names[number]);
    emit_text(emit, "meaning", state->names[number]);
}

static void tell(void *context, const char *path, const ow_event *event, struct emitter *emit,
                 struct arena *arena)
{
    struct state *state = context;
    if (strcmp(path, "/component_types/*/id") == 0)
        state->number = (uint16_t)event->value.integer;
    else if (strcmp(path, "/component_types/*/name") == 0)
        note_name(state, event->value.text, arena);
    else if (strcmp(path, "/components/*/type") == 0)
        tell_type(state, (uint16_t)event->value.integer, emit);
    else if (strcmp(path, "/components/*/custom_data") == 0 && state->type)
        type_tell_data(state->type, event->value.bytes, "meaning", emit);
}

const struct meanings blotter_meanings = {
    .state_size = sizeof(struct state), .table = "/component_types", .tell = tell};
