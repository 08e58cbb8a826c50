/* Converts which blocks belong to which root. Up to version 1 each block stores its root. From
 * version 2 on each root stores its last block, so blocks are in the order of their roots and none
 * is without a root. */
#include "convert.h"

#include "../../base/error.h"

enum { MOST_NUMBERED_ROOTS = UINT8_MAX + 1 };

/* A new order of blocks, and the blocks that refer to others. */
struct order {
    uint16_t *place; /* new index by old index */
    uint32_t count;
};

static uint16_t new_place(const struct order *order, uint16_t block)
{
    return block < order->count ? order->place[block] : block;
}

static void renumber_group(const ow_structure_build *build, ow_structure_group *group,
                           const struct order *order)
{
    bool wide = structure_group_value_bytes(build->version, &build->variant) == 4;
    for (uint32_t i = 0; i < group->value_count; i++) {
        int32_t value = ow_structure_group_value(build, group, i);
        if (value < 0 || value > UINT16_MAX)
            continue;
        uint16_t place = new_place(order, (uint16_t)value);
        if (wide)
            group->wide_values[i] = place;
        else
            group->values[i] = place;
    }
}

static void renumber(const ow_structure_build *build, ow_structure_block *block,
                     const struct order *order)
{
    ow_structure_settings *settings = block->settings;
    if (!settings)
        return;
    if (!(block->mask & OW_STRUCTURE_NO_BEARING))
        settings->bearing = new_place(order, settings->bearing);
    for (uint32_t i = 0; i < settings->connection_count; i++)
        settings->connections[i] = new_place(order, settings->connections[i]);
    for (uint32_t i = 0; settings->metadata && i < settings->metadata->group_count; i++)
        renumber_group(build, &settings->metadata->groups[i], order);
}

/* Sorts blocks by root; the blocks of one root keep their order. `first` has the index of each
 * root's first block. */
static ow_status sort_blocks(struct change *change, uint32_t *first)
{
    ow_structure_build *to = change->to;
    struct arena *arena = change->conversion->arena;
    uint64_t moved = 0;
    ow_structure_block *sorted = arena_take(arena, to->block_count * sizeof *sorted);
    struct order order = {.count = to->block_count};
    order.place = arena_take(arena, to->block_count * sizeof *order.place);
    if (!sorted || !order.place)
        return arena->status;
    for (uint32_t i = 0; i < to->block_count; i++) {
        order.place[i] = (uint16_t)first[to->blocks[i].root]++;
        moved += order.place[i] != i;
        sorted[order.place[i]] = to->blocks[i];
    }
    if (moved == 0)
        return OW_OK;
    to->blocks = sorted;
    for (uint32_t i = 0; i < to->block_count; i++)
        renumber(to, &to->blocks[i], &order);
    losses_note(&change->conversion->losses, moved,
                "blocks moved to their root, which changed their index", "/blocks");
    return OW_OK;
}

/* Assigns blocks whose root does not exist to the last root. */
static void adopt_blocks(struct change *change)
{
    ow_structure_build *to = change->to;
    for (uint32_t i = 0; i < to->block_count; i++) {
        ow_structure_block *block = &to->blocks[i];
        change->block = i;
        lose(change, "blocks of missing roots, moved to the last root", "root",
             block->root >= to->root_count);
        if (block->root >= to->root_count)
            block->root = (uint8_t)(to->root_count - 1);
    }
}

/* A root without blocks has no last block. */
static void drop_empty_roots(struct change *change, const uint32_t *behind)
{
    ow_structure_build *to = change->to;
    uint32_t kept = 0, begin = 0;
    for (uint32_t i = 0; i < to->root_count; i++) {
        bool empty = behind[i] == begin;
        losses_note(&change->conversion->losses, empty,
                    "dropped roots without blocks, which this version cannot store", "/roots/%u",
                    i);
        if (empty)
            continue;
        to->roots[kept] = to->roots[i];
        to->roots[kept++].last_block = (uint16_t)(behind[i] - 1);
        begin = behind[i];
    }
    to->root_count = kept;
}

static ow_status give_last_blocks(struct change *change)
{
    ow_structure_build *to = change->to;
    uint32_t *place = arena_take(change->conversion->arena, (to->root_count + 1) * sizeof *place);
    if (!place)
        return change->conversion->arena->status;
    losses_note(&change->conversion->losses, to->root_count == 0 ? to->block_count : 0,
                "blocks without a root", "/blocks");
    if (to->root_count > 0) {
        adopt_blocks(change);
        memset(place, 0, (to->root_count + 1) * sizeof *place);
        for (uint32_t i = 0; i < to->block_count; i++)
            place[to->blocks[i].root + 1]++;
        for (uint32_t i = 0; i < to->root_count; i++)
            place[i + 1] += place[i];
        ow_status status = sort_blocks(change, place); /* now place[i] is the end of root i */
        if (status != OW_OK)
            return status;
        drop_empty_roots(change, place);
    }
    for (uint32_t i = 0; i < to->block_count; i++)
        to->blocks[i].root = 0;
    return OW_OK;
}

/* Notes each root's last_block that its blocks would not reproduce. */
static void note_lost_last_blocks(struct change *change)
{
    const ow_structure_build *from = change->from;
    int64_t before = -1;
    for (uint32_t i = 0; i < from->root_count; i++) {
        int64_t last = from->roots[i].last_block;
        losses_note(&change->conversion->losses, last <= before || last >= from->block_count,
                    "last_block values of roots without blocks", "/roots/%u/last_block", i);
        before = last;
    }
}

static ow_status give_root_numbers(struct change *change, ow_error *error)
{
    const ow_structure_build *from = change->from;
    ow_structure_build *to = change->to;
    if (from->root_count > MOST_NUMBERED_ROOTS)
        return error_set(
            error, OW_BAD_VALUE, 0, "/roots",
            "the build has %u roots; version %u can store %d, because the number takes one byte",
            from->root_count, to->version, MOST_NUMBERED_ROOTS);
    note_lost_last_blocks(change);
    for (uint32_t i = 0; i < to->block_count; i++) {
        uint32_t root = ow_structure_root_of(from, i);
        change->block = i;
        lose(change, "blocks after the end of the last root, added to the last root", "root",
             root >= to->root_count);
        if (root >= to->root_count)
            root = to->root_count > 0 ? to->root_count - 1 : 0;
        to->blocks[i].root = (uint8_t)root;
    }
    for (uint32_t i = 0; i < to->root_count; i++)
        to->roots[i].last_block = 0;
    return OW_OK;
}

ow_status structure_convert_roots(struct change *change, ow_error *error)
{
    bool was = structure_has_last_block(change->from->version);
    bool is = structure_has_last_block(change->to->version);
    if (!was && is)
        return give_last_blocks(change);
    return was && !is ? give_root_numbers(change, error) : OW_OK;
}
