/* What values of a build mean: types of blocks by their numbers, colours of 16 bits, places in
 * blocks. */
#include "meanings.h"

#include "structure.h"

#include "../base/emit.h"

#include <stdio.h>
#include <string.h>

struct state {
    uint16_t colors[UINT8_MAX + 1]; /* the table of colours */
    unsigned color_count;
    ow_structure_root *roots; /* of the file, or collected from events */
    uint32_t root_count, room;
    bool has_last_blocks;
    uint32_t block; /* the current block, and its position */
    int16_t position[3];
    unsigned axes; /* how many coordinates are whole numbers */
};

/* Which bits are red is in doubt: one source contradicts the files of one library. */
static void emit_color(uint16_t color, struct emitter *emit)
{
    uint8_t rgb[3], reversed[3];
    char text[48];
    ow_structure_rgb(color, OW_STRUCTURE_RED_HIGH, rgb);
    ow_structure_rgb(color, OW_STRUCTURE_RED_LOW, reversed);
    int used = snprintf(text, sizeof text, "#%02x%02x%02x", rgb[0], rgb[1], rgb[2]);
    if (memcmp(rgb, reversed, sizeof rgb) != 0)
        snprintf(text + used, sizeof text - (size_t)used, ", or #%02x%02x%02x if red is low",
                 reversed[0], reversed[1], reversed[2]);
    emit_string(emit, "meaning", text);
}

static void note_color(struct state *state, uint64_t index, uint16_t color)
{
    if (index <= UINT8_MAX) {
        state->colors[index] = color;
        state->color_count = (unsigned)index + 1;
    }
}

static bool note_root(struct state *state, struct arena *arena)
{
    if (state->root_count == state->room) {
        uint32_t room = state->room ? 2 * state->room : 8;
        ow_structure_root *roots = arena_take(arena, room * sizeof *roots);
        if (!roots)
            return false;
        if (state->root_count > 0)
            memcpy(roots, state->roots, state->root_count * sizeof *roots);
        state->roots = roots;
        state->room = room;
    }
    state->roots[state->root_count++] = (ow_structure_root){0};
    return true;
}

static void note_of_root(struct state *state, const char *field, const ow_event *event)
{
    if (state->room == 0) /* no roots, or the document's own */
        return;
    ow_structure_root *root = &state->roots[state->root_count - 1];
    unsigned axis = (unsigned)(event->index % 3);
    if (strcmp(field, "bounds_center/*") == 0)
        root->bounds_center[axis] = event->value.number;
    else if (strcmp(field, "bounds_size/*") == 0)
        root->bounds_size[axis] = event->value.number;
    else if (strcmp(field, "last_block") == 0) {
        root->last_block = (uint16_t)event->value.integer;
        state->has_last_blocks = true;
    }
}

static void note_position(struct state *state, const ow_event *event)
{
    if (event->index == 0)
        state->axes = 0;
    if (event->type != OW_INTEGER)
        return;
    state->position[event->index % 3] = (int16_t)event->value.integer;
    state->axes++;
}

static void emit_place(const struct state *state, uint32_t root, struct emitter *emit)
{
    float place[3];
    if (state->axes != 3 || root >= state->root_count)
        return;
    structure_shown_place(&state->roots[root], state->position, place);
    emit_begin_array(emit, "place", 3);
    for (int axis = 0; axis < 3; axis++)
        emit_float(emit, NULL, place[axis]);
    emit_end_array(emit);
}

static uint32_t root_of_block(const struct state *state)
{
    uint32_t root = 0;
    while (root < state->root_count && state->roots[root].last_block < state->block)
        root++;
    return root;
}

/* Handles roots and blocks. Returns false if the event belongs to something else. */
static bool emit_places(struct state *state, const char *path, const ow_event *event,
                        struct emitter *emit, struct arena *arena)
{
    static const char of_root[] = "/roots/*/";
    if (strncmp(path, of_root, sizeof of_root - 1) == 0) {
        if (event->kind == OW_VALUE)
            note_of_root(state, path + sizeof of_root - 1, event);
    } else if (strcmp(path, "/roots/*") == 0) {
        if (event->kind == OW_BEGIN_OBJECT)
            note_root(state, arena);
    } else if (strcmp(path, "/blocks/*") == 0) {
        state->block = (uint32_t)event->index;
    } else if (strcmp(path, "/blocks/*/position/*") == 0) {
        note_position(state, event);
    } else if (strcmp(path, "/blocks/*/position") == 0) {
        if (event->kind == OW_END_ARRAY && state->has_last_blocks)
            emit_place(state, root_of_block(state), emit);
    } else if (strcmp(path, "/blocks/*/root") == 0) {
        emit_place(state, (uint32_t)event->value.integer, emit);
    } else {
        return false;
    }
    return true;
}

static void emit_meaning(void *context, const char *path, const ow_event *event,
                         struct emitter *emit, struct arena *arena)
{
    struct state *state = context;
    if (emit_places(state, path, event, emit, arena) || event->kind != OW_VALUE ||
        event->type != OW_INTEGER)
        return;
    uint64_t value = (uint64_t)event->value.integer;
    if (strcmp(path, "/colors/*") == 0) {
        note_color(state, event->index, (uint16_t)value);
        emit_color((uint16_t)value, emit);
    } else if (strcmp(path, "/blocks/*/color") == 0) {
        emit_color((uint16_t)value, emit);
    } else if (strcmp(path, "/blocks/*/color_index") == 0 && value < state->color_count) {
        emit_color(state->colors[value], emit);
    } else if (strcmp(path, "/blocks/*/id") == 0) {
        emit_string(emit, "meaning",
                    ow_structure_block_type_at(&ow_structure_game, (uint8_t)value).name);
    }
}

static void note(void *context, const void *document, struct arena *arena)
{
    const ow_structure_build *build = document;
    struct state *state = context;
    (void)arena;
    state->roots = build->roots;
    state->root_count = build->roots ? build->root_count : 0;
    state->has_last_blocks = structure_has_last_block(build->version);
    for (uint32_t i = 0; build->colors && i < build->color_count; i++)
        note_color(context, i, build->colors[i]);
}

static const char *const sources[] = {"/blocks/*/position", NULL};
static const char *const tables[] = {
    "/colors", "/roots", "/roots/*", "/roots/*/bounds_center", "/roots/*/bounds_size", NULL};
static const struct decoded_field decoded[] = {
    {"/blocks/*/place", "list", "In blocks, relative to the root.", 3}, {NULL, NULL, NULL, 0}};
static const char *const paths[] = {"/blocks/*/id", "/blocks/*/color", "/blocks/*/color_index",
                                    "/colors/*", NULL};

const struct meanings structure_meanings = {.state_size = sizeof(struct state),
                                            .tables = tables,
                                            .sources = sources,
                                            .note = note,
                                            .paths = paths,
                                            .decoded = decoded,
                                            .emit = emit_meaning,
                                            .set = structure_set_decoded};
