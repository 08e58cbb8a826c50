/* The board that a record stands on: what players call the place of a change. */
#include "board.h"
#include "blotter.h"
#include "index.h"

#include "../base/text.h"
#include "../change/pointer.h"

#include <inttypes.h>
#include <stdio.h>

static struct component_index *open_index(const ow_blotter_save *save, struct arena *arena)
{
    struct component_index *index = arena_take(arena, sizeof *index);
    if (!index)
        return NULL;
    index_init(index, arena, save->component_count);
    for (uint32_t i = 0; i < save->component_count; i++)
        index_note(index, i, save->components[i].address);
    return index_build(index) == OW_OK ? index : NULL;
}

static bool is_board(const ow_blotter_save *save, const ow_blotter_component *component)
{
    for (uint32_t i = 0; i < save->component_type_count; i++)
        if (save->component_types[i].id == component->type)
            return text_is_word(save->component_types[i].name, "MHG.CircuitBoard");
    return false;
}

/* The nearest board among the parents, which may form a cycle; NO_COMPONENT if there is none. */
static uint32_t board_below(const ow_blotter_save *save, const struct component_index *index,
                            uint32_t address)
{
    enum { MOST_PARENTS = 1000 };
    for (unsigned i = 0; i < MOST_PARENTS && address != 0; i++) {
        uint32_t at = index_find(index, address);
        if (at == NO_COMPONENT || is_board(save, &save->components[at]))
            return at;
        address = save->components[at].parent;
    }
    return NO_COMPONENT;
}

/* The board of a component that a wire ends at. */
static uint32_t board_of(const ow_blotter_save *save, const struct component_index *index,
                         uint32_t address)
{
    uint32_t at = index_find(index, address);
    return at == NO_COMPONENT ? at : board_below(save, index, save->components[at].parent);
}

void blotter_find_group(const void *document, struct arena *arena, void **state, const char *record,
                        char *text, size_t size)
{
    const ow_blotter_save *save = document;
    uint32_t at, board = NO_COMPONENT;
    bool is_wire = pointer_indexes(record, "/wires/*", &at);
    if (!is_wire && !pointer_indexes(record, "/components/*", &at))
        return;
    if (!*state && arena->status == OW_OK)
        *state = open_index(save, arena);
    const struct component_index *index = *state;
    if (!index)
        return;
    if (!is_wire) {
        board = board_below(save, index, save->components[at].parent);
    } else {
        const ow_blotter_wire *wire = &save->wires[at];
        board = board_of(save, index, wire->first.component);
        if (board != board_of(save, index, wire->second.component))
            return;
    }
    if (board != NO_COMPONENT)
        snprintf(text, size, "board C-%" PRIu32, save->components[board].address);
}
