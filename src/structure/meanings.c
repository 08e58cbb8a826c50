/* What values of a build stand for: types of blocks by their numbers, colours of 16 bits. */
#include "meanings.h"

#include "structure.h"

#include "../base/emit.h"

#include <stdio.h>
#include <string.h>

struct state {
    uint16_t colors[UINT8_MAX + 1]; /* the table */
    unsigned color_count;
};

/* Which bits are red is in doubt: one source against the files of one library. */
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

static void emit_meaning(void *context, const char *path, const ow_event *event,
                         struct emitter *emit, struct arena *arena)
{
    struct state *state = context;
    (void)arena;
    if (event->kind != OW_VALUE || event->type != OW_INTEGER)
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
    (void)arena;
    for (uint32_t i = 0; build->colors && i < build->color_count && i <= UINT8_MAX; i++)
        note_color(context, i, build->colors[i]);
}

static const char *const paths[] = {"/blocks/*/id", "/blocks/*/color", "/blocks/*/color_index",
                                    "/colors/*", NULL};

const struct meanings structure_meanings = {.state_size = sizeof(struct state),
                                            .table = "/colors",
                                            .note = note,
                                            .paths = paths,
                                            .emit = emit_meaning};
