/* Repairs the tables of colours and rotations. */
#include "repair.h"

#include "../../base/sort.h"

enum { INDEX_BITS = 16 };

static bool is_of_colors(const struct repair *repair, uint32_t issue)
{
    const char *shape = repair->shapes->text[repair->found[issue].shape];
    return strncmp(shape, "/colors", sizeof "/colors" - 1) == 0;
}

static bool has_color(const ow_structure_block *block)
{
    return !(block->mask & OW_STRUCTURE_NO_COLOR);
}

ow_status structure_remove_tables(struct repair *repair)
{
    ow_structure_build *build = repair->document;
    for (uint32_t i = 0; i < repair->count; i++) {
        if (is_of_colors(repair, i))
            build->colors = NULL;
        else
            build->rotations = NULL;
    }
    return OW_OK;
}

/* A table stays if blocks refer to entries outside it: another repair handles these. */
static void dissolve_colors(ow_structure_build *build)
{
    for (uint32_t i = 0; i < build->block_count; i++)
        if (has_color(&build->blocks[i]) && build->blocks[i].color_index >= build->color_count)
            return;
    for (uint32_t i = 0; i < build->block_count; i++)
        if (has_color(&build->blocks[i]))
            build->blocks[i].color = build->colors[build->blocks[i].color_index];
    build->colors = NULL;
    build->color_count = 0;
}

static void dissolve_rotations(ow_structure_build *build)
{
    for (uint32_t i = 0; i < build->block_count; i++)
        if (build->blocks[i].rotation_index >= build->rotation_count)
            return;
    for (uint32_t i = 0; i < build->block_count; i++)
        memcpy(build->blocks[i].rotation, build->rotations[build->blocks[i].rotation_index],
               sizeof build->blocks[i].rotation);
    build->rotations = NULL;
    build->rotation_count = 0;
}

ow_status structure_dissolve_tables(struct repair *repair)
{
    for (uint32_t i = 0; i < repair->count; i++) {
        if (is_of_colors(repair, i))
            dissolve_colors(repair->document);
        else
            dissolve_rotations(repair->document);
    }
    return OW_OK;
}

/* A table in which duplicate or unused entries are removed: `keys` has each as its value << 16 |
 * its index. */
struct table {
    uint64_t *keys;
    uint16_t *moved; /* new index of each entry */
    bool *used;
    uint32_t count;
};

static ow_status open_table(struct repair *repair, uint32_t count, struct table *table)
{
    table->count = count;
    table->keys = arena_take(repair->arena, count * sizeof *table->keys);
    table->moved = arena_take(repair->arena, count * sizeof *table->moved);
    table->used = arena_take(repair->arena, count * sizeof *table->used);
    if (!table->keys || !table->moved || !table->used)
        return repair->arena->status;
    memset(table->used, 0, count * sizeof *table->used);
    return OW_OK;
}

/* Computes the new index of each entry: duplicates are joined with the first of their value, and
 * entries that no block uses are removed. */
static ow_status place_entries(struct repair *repair, struct table *table)
{
    ow_status status = sort_u64(table->keys, table->count, INDEX_BITS, repair->arena);
    for (uint32_t i = 0, first = 0; status == OW_OK && i < table->count; i++) {
        if (table->keys[i] >> INDEX_BITS != table->keys[first] >> INDEX_BITS)
            first = i;
        uint16_t entry = (uint16_t)table->keys[i], same = (uint16_t)table->keys[first];
        table->moved[entry] = same;
        table->used[same] |= table->used[entry];
    }
    return status;
}

/* Renumbers the remaining entries and moves `entries`. Returns how many remain. */
static uint32_t close_up(struct table *table, void *entries, size_t size)
{
    uint8_t *bytes = entries;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < table->count; i++) {
        if (table->moved[i] != i) {
            table->moved[i] =
                table->moved[table->moved[i]]; /* the first of its value, which has been moved */
        } else if (table->used[i]) {
            memmove(bytes + kept * size, bytes + i * size, size);
            table->moved[i] = (uint16_t)kept++;
        } else {
            table->moved[i] = 0;
        }
    }
    return kept;
}

ow_status structure_rebuild_colors(struct repair *repair)
{
    ow_structure_build *build = repair->document;
    struct table table;
    ow_status status = open_table(repair, build->color_count, &table);
    for (uint32_t i = 0; status == OW_OK && i < build->color_count; i++)
        table.keys[i] = (uint64_t)build->colors[i] << INDEX_BITS | i;
    for (uint32_t i = 0; status == OW_OK && i < build->block_count; i++) {
        const ow_structure_block *block = &build->blocks[i];
        if (!has_color(block))
            continue;
        if (block->color_index >= build->color_count)
            return OW_OK;
        table.used[block->color_index] = true;
    }
    if (status == OW_OK)
        status = place_entries(repair, &table);
    if (status != OW_OK)
        return status;
    build->color_count = close_up(&table, build->colors, sizeof *build->colors);
    for (uint32_t i = 0; i < build->block_count; i++)
        if (has_color(&build->blocks[i]) && build->color_count > 0)
            build->blocks[i].color_index = (uint8_t)table.moved[build->blocks[i].color_index];
    build->colors = build->color_count > 0 ? build->colors : NULL;
    return OW_OK;
}

ow_status structure_rebuild_rotations(struct repair *repair)
{
    ow_structure_build *build = repair->document;
    struct table table;
    ow_status status = open_table(repair, build->rotation_count, &table);
    for (uint32_t i = 0; status == OW_OK && i < build->rotation_count; i++) {
        const uint16_t *angles = build->rotations[i];
        table.keys[i] =
            (uint64_t)angles[0] << 48 | (uint64_t)angles[1] << 32 | (uint64_t)angles[2] << 16 | i;
    }
    for (uint32_t i = 0; status == OW_OK && i < build->block_count; i++) {
        if (build->blocks[i].rotation_index >= build->rotation_count)
            return OW_OK;
        table.used[build->blocks[i].rotation_index] = true;
    }
    if (status == OW_OK)
        status = place_entries(repair, &table);
    if (status != OW_OK)
        return status;
    build->rotation_count = close_up(&table, build->rotations, sizeof *build->rotations);
    for (uint32_t i = 0; i < build->block_count; i++)
        build->blocks[i].rotation_index = table.moved[build->blocks[i].rotation_index];
    build->rotations = build->rotation_count > 0 ? build->rotations : NULL;
    return OW_OK;
}
