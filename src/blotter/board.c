/* The board that a record stands on: what players call the place of a change. */
#include "board.h"
#include "roster.h"

#include "../base/text.h"
#include "../change/pointer.h"

#include <inttypes.h>
#include <stdio.h>

static struct component_index *open_index(const ow_blotter_save *save, struct arena *arena)
{
    struct component_index *index = arena_take(arena, sizeof *index);
    return index && blotter_index_components(save, index, arena) == OW_OK ? index : NULL;
}

static bool is_board(const ow_blotter_save *save, const ow_blotter_component *component)
{
    const ow_text *type = blotter_name_of_type(save, component->type);
    return type && text_is_word(*type, "MHG.CircuitBoard");
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
