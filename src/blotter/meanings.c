/* What values of a save stand for: types by their numbers, what custom data says. */
#include "meanings.h"

#include "types/types.h"

#include "../base/emit.h"
#include "../base/memory.h"

#include <overworld/blotter.h>

#include <string.h>

enum { FEW_TYPES = 64 };

struct named_type {
    ow_text name; /* no data: no type has this number */
    const struct component_type *type;
};

struct state {
    struct named_type *types; /* by number */
    size_t room;              /* how many numbers they have a place for */
    uint16_t number;
    const struct component_type *type; /* of the component at hand */
};

/* Numbers are mostly small and close together, and walks are many and short: a table of all that there can be would
 * cost each of them more than what it passes. */
static bool make_room(struct state *state, struct arena *arena)
{
    size_t room = state->room ? state->room : FEW_TYPES;
    while (room <= state->number)
        room *= 2;
    if (room == state->room)
        return true;
    struct named_type *types = arena_take(arena, room * sizeof *types);
    if (!types)
        return false;
    memset(types, 0, room * sizeof *types);
    if (state->room > 0)
        memcpy(types, state->types, state->room * sizeof *types);
    state->types = types;
    state->room = room;
    return true;
}

static void note_type(struct state *state, ow_text name, struct arena *arena)
{
    if (!make_room(state, arena))
        return;
    struct named_type *type = &state->types[state->number];
    if (!type->name.data) /* of two that share a number, the first counts */
        *type = (struct named_type){name, type_of_name(name)};
}

static void emit_type(struct state *state, uint16_t number, struct emitter *emit)
{
    state->type = &type_unknown;
    if (number >= state->room || !state->types[number].name.data)
        return;
    state->type = state->types[number].type;
    emit_text(emit, "meaning", state->types[number].name);
}

static void emit_meaning(void *context, const char *path, const ow_event *event,
                         struct emitter *emit, struct arena *arena)
{
    struct state *state = context;
    if (strcmp(path, "/component_types/*/id") == 0)
        state->number = (uint16_t)event->value.integer;
    else if (strcmp(path, "/component_types/*/name") == 0)
        note_type(state, event->value.text, arena);
    else if (strcmp(path, "/components/*/type") == 0)
        emit_type(state, (uint16_t)event->value.integer, emit);
    else if (strcmp(path, "/components/*/custom_data") == 0 && state->type)
        type_emit_data(state->type, event->value.bytes, "meaning", emit);
}

static void note(void *context, const void *document, struct arena *arena)
{
    struct state *state = context;
    const ow_blotter_save *save = document;
    for (uint32_t i = 0; i < save->component_type_count && arena->status == OW_OK; i++) {
        state->number = save->component_types[i].id;
        note_type(state, save->component_types[i].name, arena);
    }
}

static const char *const paths[] = {"/components/*/type", "/components/*/custom_data", NULL};

const struct meanings blotter_meanings = {.state_size = sizeof(struct state),
                                          .table = "/component_types",
                                          .note = note,
                                          .paths = paths,
                                          .emit = emit_meaning};
