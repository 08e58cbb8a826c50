/* The error message for a loop of gates: one of its signals, and the source lines of its gates. */
#include "build.h"

#include "../../base/error.h"
#include "../../base/sort.h"
#include "../../base/utf8.h"

#include <string.h>

/* A waiting cell before a waiting cell: leads to a loop in the end. */
static uint32_t cell_before(const struct builder *builder, const uint32_t *waits, uint32_t number)
{
    const struct build_cell *cell = &builder->cells[number];
    for (unsigned i = first_awaited(cell); i < cell->input_count; i++) {
        uint32_t before = is_net(cell->in[i]) ? builder->nets[cell->in[i]].cell : NO_BIT;
        if (before != NO_BIT && builder->cells[before].kind != CELL_LATCH && waits[before] > 0)
            return before;
    }
    return NO_BIT;
}

/* A loop: its cells, and their output bits, ascending. */
struct loop {
    uint8_t *has; /* of each cell */
    uint64_t *bits;
    size_t count;
};

/* Finds the loop that a cell waits for. */
static ow_status find_loop(struct builder *builder, const uint32_t *waits, uint32_t cell,
                           struct loop *loop)
{
    *loop = (struct loop){
        .has = arena_take(&builder->arena, builder->cell_count),
        .bits = arena_take(&builder->arena, builder->cell_count * sizeof *loop->bits)};
    if (!loop->has || !loop->bits)
        return builder->arena.status;
    memset(loop->has, 0, builder->cell_count);
    /* in the loop from here on */
    for (uint32_t steps = 0; cell != NO_BIT && steps < builder->cell_count; steps++)
        cell = cell_before(builder, waits, cell);
    for (; cell != NO_BIT && !loop->has[cell]; cell = cell_before(builder, waits, cell)) {
        loop->has[cell] = 1;
        loop->bits[loop->count++] = builder->cells[cell].bit;
    }
    return sort_u64(loop->bits, loop->count, 0, &builder->arena);
}

static bool has_bit(const struct loop *loop, uint32_t bit)
{
    size_t at = first_not_below(loop->bits, loop->count, bit);
    return at < loop->count && loop->bits[at] == bit;
}

/* Returns true if a named net of the text is in the loop. Names made by synthesis are hidden. */
static bool is_signal_of_loop(struct builder *builder, const struct loop *loop, const char *at)
{
    struct member members[] = {{"hide_name", NULL}, {"bits", NULL}};
    uint64_t hidden;
    const char *element;
    uint32_t bit;
    if (!walk_members(&builder->walk, at, members, 2) ||
        (value_unsigned(&builder->walk, members[0].at, &hidden) && hidden != 0))
        return false;
    struct elements elements = walk_elements(&builder->walk, members[1].at);
    bool found = false;
    while (!found && next_element(&elements, &element))
        found = build_read_bit(builder, element, &bit) && has_bit(loop, bit);
    return found;
}

ow_status build_refuse_loop(struct builder *builder, const uint32_t *waits, uint32_t cell)
{
    static const char why[] = "is in a loop of gates without a latch, which cannot be built; "
                              "describe the storage as a latch or a flip-flop";
    struct object_walk names = walk_object(&builder->walk, builder->net_names);
    struct loop loop;
    struct json_token name;
    const char *at;
    ow_status status = find_loop(builder, waits, cell, &loop);
    if (status != OW_OK)
        return status;
    while (builder->net_names && *builder->net_names == '{' &&
           next_object_member(&names, &name, &at))
        if (is_signal_of_loop(builder, &loop, at))
            return build_refuse(builder, (ow_text){name.data, name.size}, why);
    for (uint32_t i = 0; i < builder->cell_count; i++)
        if (loop.has[i])
            return build_refuse(builder, builder->cells[i].name, why);
    return build_refuse(builder, builder->cells[cell].name, why);
}
