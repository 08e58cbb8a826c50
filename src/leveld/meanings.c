/* What values of a level mean: impassable tiles, timestamps as dates, places in cells. */
#include "meanings.h"

#include "leveld.h"
#include "parts/parts.h"

#include "../base/emit.h"
#include "../base/floats.h"

#include <stdio.h>
#include <string.h>

struct state {
    uint32_t width, height; /* of a cell, in pixels; 0: not yet known */
    bool is_noted;          /* the size is that of the map that a game uses */
    uint32_t x;             /* of the current record */
};

static bool ends_with(const char *path, const char *end)
{
    size_t size = strlen(path), end_size = strlen(end);
    return size >= end_size && strcmp(path + size - end_size, end) == 0;
}

float leveld_cells(uint32_t pixels, uint32_t cell)
{
    return in_thousandths((double)pixels / (cell > 0 ? cell : LEVELD_USUAL_CELL));
}

/* The second coordinate completes the place. */
static void emit_place(const struct state *state, uint32_t y, struct emitter *emit)
{
    emit_begin_array(emit, "place", 2);
    emit_float(emit, NULL, leveld_cells(state->x, state->width));
    emit_float(emit, NULL, leveld_cells(y, state->height));
    emit_end_array(emit);
}

static void emit_cell(uint16_t cell, struct emitter *emit)
{
    char text[40];
    if (!(cell & OW_LEVELD_IMPASSABLE))
        return;
    snprintf(text, sizeof text, "tile %d, impassable", cell & OW_LEVELD_TILE);
    emit_string(emit, "meaning", text);
}

static void emit_meaning(void *context, const char *path, const ow_event *event,
                         struct emitter *emit, struct arena *arena)
{
    char date[LEVELD_DATE];
    struct state *state = context;
    (void)arena;
    if (event->kind != OW_VALUE)
        return;
    if (strcmp(path, "/blocks/*/layers/*/*") == 0)
        emit_cell((uint16_t)event->value.integer, emit);
    else if (strcmp(path, "/blocks/*/timestamp") == 0 &&
             leveld_date(event->value.unsigned_64, date))
        emit_string(emit, "meaning", date);
    else if (!state->is_noted && strcmp(path, "/blocks/*/tile_width") == 0)
        state->width = (uint32_t)event->value.integer;
    else if (!state->is_noted && strcmp(path, "/blocks/*/tile_height") == 0)
        state->height = (uint32_t)event->value.integer;
    else if (ends_with(path, "/*/x"))
        state->x = (uint32_t)event->value.integer;
    else if (ends_with(path, "/*/y"))
        emit_place(state, (uint32_t)event->value.integer, emit);
}

static void note(void *context, const void *document, struct arena *arena)
{
    struct state *state = context;
    struct cell_size size = leveld_cell_size(document);
    (void)arena;
    state->width = size.width;
    state->height = size.height;
    state->is_noted = true;
}

static const char *const paths[] = {"/blocks/*/timestamp", "/blocks/*/layers/*/*", NULL};

static const char *const tables[] = {"/blocks", "/blocks/*", NULL};
#define IN_CELLS "list", "In cells of the map.", 2
static const struct decoded_field decoded[] = {{"/blocks/*/actors/*/place", IN_CELLS},
                                               {"/blocks/*/things/*/place", IN_CELLS},
                                               {"/blocks/*/triggers/*/place", IN_CELLS},
                                               {"/blocks/*/paths/*/points/*/place", IN_CELLS},
                                               {NULL, NULL, NULL, 0}};
#undef IN_CELLS

const struct meanings leveld_meanings = {.state_size = sizeof(struct state),
                                         .tables = tables,
                                         .note = note,
                                         .paths = paths,
                                         .decoded = decoded,
                                         .emit = emit_meaning,
                                         .set = leveld_set_decoded};
