/* Removes roots and blocks from a build. */
#include "parts.h"

#include "../../base/error.h"

static uint32_t new_number(const uint32_t *numbers, uint32_t count, uint32_t block)
{
    return block < count ? numbers[block] : block;
}

static void renumber_group(const ow_structure_build *build, ow_structure_group *group,
                           const uint32_t *numbers, uint32_t count)
{
    bool wide = structure_group_value_bytes(build->version, &build->variant) == 4;
    for (uint32_t i = 0; i < group->value_count; i++) {
        int32_t value = ow_structure_group_value(build, group, i);
        if (value < 0)
            continue;
        uint32_t number = new_number(numbers, count, (uint32_t)value);
        if (wide)
            group->wide_values[i] = number == NO_PART ? -1 : (int32_t)number;
        else
            group->values[i] = number == NO_PART ? UINT16_MAX : (uint16_t)number;
    }
}

static void renumber_connections(ow_structure_settings *settings, const uint32_t *numbers,
                                 uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < settings->connection_count; i++) {
        uint32_t number = new_number(numbers, count, settings->connections[i]);
        if (number != NO_PART)
            settings->connections[kept++] = (uint16_t)number;
    }
    settings->connection_count = kept;
}

void structure_renumber(const ow_structure_build *build, ow_structure_block *block,
                        const uint32_t *numbers, uint32_t count)
{
    ow_structure_settings *settings = block->settings;
    if (!settings)
        return;
    if (!(block->mask & OW_STRUCTURE_NO_BEARING)) {
        uint32_t bearing = new_number(numbers, count, settings->bearing);
        block->mask |= bearing == NO_PART ? OW_STRUCTURE_NO_BEARING : 0;
        settings->bearing = bearing == NO_PART ? 0 : (uint16_t)bearing;
    }
    renumber_connections(settings, numbers, count);
    for (uint32_t i = 0; settings->metadata && i < settings->metadata->group_count; i++)
        renumber_group(build, &settings->metadata->groups[i], numbers, count);
}

/* The new number of each part, NO_PART if it is removed; *kept is how many stay. */
static uint32_t *number_kept(const uint8_t *gone, uint32_t count, struct arena *arena,
                             uint32_t *kept)
{
    uint32_t *numbers = arena_take(arena, count * sizeof *numbers);
    *kept = 0;
    for (uint32_t i = 0; numbers && i < count; i++)
        numbers[i] = gone[i] ? NO_PART : (*kept)++;
    return numbers;
}

/* The roots to remove: selected ones and, in versions where roots store their last block, those
 * without any block left. */
static uint8_t *find_lost_roots(const ow_structure_build *build, const struct parts *parts,
                                struct arena *arena)
{
    const struct build_parts *own = parts->own;
    enum { CHOSEN_ROOT = 1, HAD_BLOCKS = 2, HAS_BLOCKS = 4 };
    uint8_t *lost = arena_take(arena, build->root_count);
    if (!lost)
        return NULL;
    for (uint32_t i = 0; i < build->root_count; i++)
        lost[i] = parts->chosen[own->first_root + i];
    for (uint32_t i = 0; i < build->block_count; i++)
        if (own->root_of[i] < build->root_count)
            lost[own->root_of[i]] |=
                parts->chosen[own->first_block + i] ? HAD_BLOCKS : HAD_BLOCKS | HAS_BLOCKS;
    for (uint32_t i = 0; i < build->root_count; i++) {
        bool emptied = structure_has_last_block(build->version) && lost[i] & HAD_BLOCKS &&
                       !(lost[i] & HAS_BLOCKS);
        lost[i] = lost[i] & CHOSEN_ROOT || emptied;
    }
    return lost;
}

/* Sets the last block of a remaining root, among those that remain. */
static void move_last_block(const ow_structure_build *build, ow_structure_root *root,
                            const uint32_t *numbers, uint32_t kept)
{
    uint32_t last = root->last_block;
    if (last >= build->block_count) {
        root->last_block = (uint16_t)(last - (build->block_count - kept));
        return;
    }
    while (last > 0 && numbers[last] == NO_PART)
        last--;
    root->last_block = numbers[last] == NO_PART ? 0 : (uint16_t)numbers[last];
}

static void remove_chosen(ow_structure_build *build, const struct parts *parts, const uint8_t *lost,
                          const uint32_t *blocks, uint32_t kept, const uint32_t *roots)
{
    const struct build_parts *own = parts->own;
    for (uint32_t i = 0; i < build->block_count; i++) {
        ow_structure_block *block = &build->blocks[i];
        if (blocks[i] == NO_PART)
            continue;
        structure_renumber(build, block, blocks, build->block_count);
        if (!structure_has_last_block(build->version) && block->root < build->root_count)
            block->root = (uint8_t)roots[block->root];
    }
    for (uint32_t i = 0; i < build->root_count; i++)
        if (structure_has_last_block(build->version) && !lost[i])
            move_last_block(build, &build->roots[i], blocks, kept);
    build->root_count =
        parts_leave_out(build->roots, build->root_count, sizeof *build->roots, lost);
    build->block_count = parts_leave_out(build->blocks, build->block_count, sizeof *build->blocks,
                                         parts->chosen + own->first_block);
}

ow_status structure_remove_parts(void *document, struct parts *parts, ow_error *error)
{
    ow_structure_build *build = document;
    const struct build_parts *own = parts->own;
    struct arena scratch;
    uint32_t kept_blocks, kept_roots;
    arena_share(&scratch, &parts->arena);
    const uint32_t *blocks =
        number_kept(parts->chosen + own->first_block, build->block_count, &scratch, &kept_blocks);
    const uint8_t *lost = blocks ? find_lost_roots(build, parts, &scratch) : NULL;
    const uint32_t *roots =
        lost ? number_kept(lost, build->root_count, &scratch, &kept_roots) : NULL;
    ow_status status = roots ? OW_OK : scratch.status;
    if (status == OW_OK)
        remove_chosen(build, parts, lost, blocks, kept_blocks, roots);
    arena_free(&scratch);
    return status == OW_OK ? OW_OK : error_limited(error, status, arena_limit(&parts->arena));
}
