/* What values of a level stand for: tiles that nothing passes, timestamps as dates. */
#include "meanings.h"

#include "leveld.h"

#include "../base/emit.h"

#include <stdio.h>
#include <string.h>

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
    (void)context, (void)arena;
    if (strcmp(path, "/blocks/*/layers/*/*") == 0)
        emit_cell((uint16_t)event->value.integer, emit);
    else if (strcmp(path, "/blocks/*/timestamp") == 0 &&
             leveld_date(event->value.unsigned_64, date))
        emit_string(emit, "meaning", date);
}

static const char *const paths[] = {"/blocks/*/timestamp", "/blocks/*/layers/*/*", NULL};

const struct meanings leveld_meanings = {.state_size = 1, .paths = paths, .emit = emit_meaning};
