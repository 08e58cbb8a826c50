/* What values of a save mean: types by their numbers, custom data, places in squares and rotations
 * in degrees. */
#include "meanings.h"

#include "blotter.h"
#include "types/types.h"

#include "../base/angles.h"
#include "../base/emit.h"
#include "../base/floats.h"
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
    size_t room;              /* size of the array */
    uint16_t number;
    const struct component_type *type; /* of the current component */

    /* The current component's position in thousandths, and its rotation; how many values are
     * valid. */
    double position[3], rotation[4];
    unsigned positions, rotations;
};

/* Numbers are mostly small and close together, and there are many short walks. So the table grows:
 * a table for all possible numbers would cost most walks more time than the walk itself. */
static bool grow_types(struct state *state, struct arena *arena)
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
    if (!grow_types(state, arena))
        return;
    struct named_type *type = &state->types[state->number];
    if (!type->name.data) /* of two types with the same number, the first counts */
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

float blotter_squares(double thousandths)
{
    return in_thousandths(thousandths / SQUARE);
}

static void note_position(struct state *state, const ow_event *event)
{
    double *axis = &state->position[event->index % 3];
    bool sound = true;
    if (event->index == 0)
        state->positions = 0;
    if (event->type == OW_INTEGER)
        *axis = (double)event->value.integer;
    else
        sound = blotter_thousandths(&event->value.number, axis);
    state->positions += sound;
}

static void note_rotation(struct state *state, const ow_event *event)
{
    if (event->index == 0)
        state->rotations = 0;
    state->rotation[event->index % 4] = (double)event->value.number;
    state->rotations += isfinite(event->value.number) != 0;
}

static void emit_three(struct emitter *emit, const char *name, const float values[3])
{
    emit_begin_array(emit, name, 3);
    for (int axis = 0; axis < 3; axis++)
        emit_float(emit, NULL, values[axis]);
    emit_end_array(emit);
}

static void emit_place(const struct state *state, struct emitter *emit)
{
    float squares[3];
    if (state->positions != 3)
        return;
    for (int axis = 0; axis < 3; axis++)
        squares[axis] = blotter_squares(state->position[axis]);
    emit_three(emit, "place", squares);
}

bool blotter_find_degrees(const double rotation[4], float degrees[3])
{
    struct rotation quaternion = {rotation[0], rotation[1], rotation[2], rotation[3]};
    double exact[3], square = 0;
    for (int i = 0; i < 4; i++)
        square = rounded_to_double(square + rounded_to_double(rotation[i] * rotation[i]));
    if (!(square > 0) || !isfinite(square))
        return false;
    rotation_find_euler_zxy(rotation_unit(quaternion), exact);
    for (int axis = 0; axis < 3; axis++)
        degrees[axis] = add_floats(in_thousandths(exact[axis]), 0); /* avoids -0 */
    return true;
}

static void emit_degrees(const struct state *state, struct emitter *emit)
{
    float degrees[3];
    if (state->rotations == 4 && blotter_find_degrees(state->rotation, degrees))
        emit_three(emit, "degrees", degrees);
}

static void emit_meaning(void *context, const char *path, const ow_event *event,
                         struct emitter *emit, struct arena *arena)
{
    struct state *state = context;
    bool ends = event->kind == OW_END_ARRAY;
    if (strcmp(path, "/components/*/position/*") == 0)
        note_position(state, event);
    else if (strcmp(path, "/components/*/rotation/*") == 0)
        note_rotation(state, event);
    else if (ends && strcmp(path, "/components/*/position") == 0)
        emit_place(state, emit);
    else if (ends && strcmp(path, "/components/*/rotation") == 0)
        emit_degrees(state, emit);
    else if (strcmp(path, "/component_types/*/id") == 0)
        state->number = (uint16_t)event->value.integer;
    else if (strcmp(path, "/component_types/*/name") == 0)
        note_type(state, event->value.text, arena);
    else if (strcmp(path, "/components/*/type") == 0)
        emit_type(state, (uint16_t)event->value.integer, emit);
    else if (strcmp(path, "/components/*/custom_data") == 0 && state->type)
        type_emit_data(state->type, event->value.bytes, emit);
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
static const char *const sources[] = {"/components/*/position", "/components/*/rotation", NULL};
static const char *const tables[] = {"/component_types", "/component_types/*", NULL};
#define OF_DATA "object", "The fields of custom data, of components that have such.", 0
static const struct decoded_field decoded[] = {
    {"/components/*/place", "list", "In squares, relative to the parent.", 3},
    {"/components/*/degrees", "list", "The rotation in degrees: first about z, then x, then y.", 3},
    {"/components/*/board", OF_DATA},
    {"/components/*/switch", OF_DATA},
    {"/components/*/button", OF_DATA},
    {"/components/*/display", OF_DATA},
    {"/components/*/label", OF_DATA},
    {"/components/*/mount", OF_DATA},
    {"/components/*/delayer", OF_DATA},
    {"/components/*/timer", OF_DATA},
    {"/components/*/cpu", OF_DATA},
    {NULL, NULL, NULL, 0}};
#undef OF_DATA

const struct meanings blotter_meanings = {.state_size = sizeof(struct state),
                                          .tables = tables,
                                          .sources = sources,
                                          .note = note,
                                          .paths = paths,
                                          .decoded = decoded,
                                          .list_inside = type_list_fields,
                                          .emit = emit_meaning,
                                          .set = blotter_set_decoded};
