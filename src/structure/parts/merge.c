/* Extracts some roots and blocks of a build, and merges them into another. */
#include "tables.h"

#include "../../base/error.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_BLOCKS = UINT16_MAX, MOST_ROOTS = UINT16_MAX, MOST_NUMBERED_ROOTS = UINT8_MAX + 1 };

/* The root of a selected block is kept; everything else is removed. */
ow_status structure_extract_parts(void *document, struct parts *parts,
                                  const struct part_notes *notes, ow_error *error)
{
    ow_structure_build *build = document;
    const struct build_parts *own = parts->own;
    (void)notes;
    for (uint32_t i = 0; i < build->block_count; i++)
        if (parts->chosen[own->first_block + i] && own->root_of[i] < build->root_count)
            parts->chosen[own->first_root + own->root_of[i]] = 1;
    for (uint32_t i = 0; i < parts->count; i++)
        parts->chosen[i] ^= 1;
    ow_status status = structure_remove_parts(build, parts, error);
    return status == OW_OK ? tables_shorten(build, error) : status;
}

static ow_status check_placement(const ow_placement *placement, ow_error *error)
{
    if (placement->quarter_turns % 4 != 0 || placement->under != 0)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "--turn and --under do not work for builds");
    return OW_OK;
}

/* Roots define their blocks by the last one. So blocks after the world's last root would get into
 * the part's first root. */
static ow_status check_room(const ow_structure_build *world, const ow_structure_build *part,
                            ow_error *error)
{
    uint32_t last = world->root_count;
    if ((uint64_t)world->block_count + part->block_count > MOST_BLOCKS)
        return error_set(error, OW_BAD_VALUE, 0, NULL,
                         "a build has at most 65,535 blocks; this one would have %llu",
                         (unsigned long long)world->block_count + part->block_count);
    uint32_t most =
        structure_has_last_block(world->version) ? MOST_ROOTS : (uint32_t)MOST_NUMBERED_ROOTS;
    if ((uint64_t)world->root_count + part->root_count > most)
        return error_set(error, OW_BAD_VALUE, 0, NULL,
                         "version %u has at most %u roots; this build would have %llu",
                         world->version, (unsigned)most,
                         (unsigned long long)world->root_count + part->root_count);
    if (!structure_has_last_block(world->version) || world->block_count == 0)
        return OW_OK;
    if (last == 0 || world->roots[last - 1].last_block + 1u != world->block_count)
        return error_set(error, OW_BAD_VALUE, 0, "/roots",
                         "the last root of the world does not end with its last block: inserted "
                         "blocks would belong to no root or to a wrong one");
    return OW_OK;
}

static bool move_place(float place[3], const double by[3])
{
    for (int axis = 0; axis < 3; axis++) {
        double moved = rounded_to_double((double)place[axis] + by[axis]);
        if (by[axis] == 0) /* exact, bit for bit */
            continue;
        if (!(fabs(moved) <= (double)FLT_MAX))
            return false;
        place[axis] = rounded_to_float(moved);
    }
    return true;
}

/* In later versions, blocks are relative to the bounds of their root and move with them. */
static ow_status move_all(ow_structure_build *part, const double by[3], ow_error *error)
{
    bool fits = true;
    for (uint32_t i = 0; i < part->root_count; i++) {
        fits = fits && move_place(part->roots[i].position, by);
        if (part->version > 0)
            fits = fits && move_place(part->roots[i].bounds_center, by);
    }
    for (uint32_t i = 0; part->version == 0 && i < part->block_count; i++)
        fits = fits && move_place(part->blocks[i].world_position, by);
    return fits ? OW_OK
                : error_set(error, OW_BAD_VALUE, 0, NULL,
                            "the part would be farther away than a build can store");
}

static void renumber_all(const ow_structure_build *world, ow_structure_build *part,
                         const uint32_t *numbers)
{
    bool says_last = structure_has_last_block(part->version);
    for (uint32_t i = 0; i < part->block_count; i++) {
        structure_renumber(part, &part->blocks[i], numbers, UINT16_MAX + 1);
        if (!says_last)
            part->blocks[i].root = (uint8_t)(part->blocks[i].root + world->root_count);
    }
    for (uint32_t i = 0; says_last && i < part->root_count; i++)
        part->roots[i].last_block = (uint16_t)numbers[part->roots[i].last_block];
}

/* References to blocks that do not exist stay invalid. */
static ow_status renumber(const ow_structure_build *world, ow_structure_build *part,
                          ow_error *error)
{
    struct arena scratch;
    arena_share(&scratch, world->owner);
    uint32_t *numbers = arena_take(&scratch, (UINT16_MAX + 1) * sizeof *numbers);
    ow_status status = numbers ? OW_OK : error_plain(error, scratch.status);
    for (uint32_t i = 0; numbers && i <= UINT16_MAX; i++)
        numbers[i] = i + world->block_count < UINT16_MAX ? i + world->block_count : UINT16_MAX;
    if (numbers)
        renumber_all(world, part, numbers);
    arena_free(&scratch);
    return status;
}

static ow_status add_all(ow_structure_build *world, const ow_structure_build *part, ow_error *error)
{
    if (part->root_count > 0) {
        ow_structure_root *roots = ow_list_insert(world->owner, world->roots, world->root_count,
                                                  OW_AT_THE_END, part->root_count, error);
        if (!roots)
            return error->status;
        memcpy(roots, part->roots, part->root_count * sizeof *roots);
    }
    if (part->block_count > 0) {
        ow_structure_block *blocks = ow_list_insert(world->owner, world->blocks, world->block_count,
                                                    OW_AT_THE_END, part->block_count, error);
        if (!blocks)
            return error->status;
        memcpy(blocks, part->blocks, part->block_count * sizeof *blocks);
    }
    return OW_OK;
}

ow_status structure_merge_parts(void *document, void *joined, const ow_placement *placement,
                                const struct part_notes *notes, ow_error *error)
{
    ow_structure_build *world = document, *part = joined;
    (void)notes;
    ow_status status = check_placement(placement, error);
    if (status == OW_OK)
        status = check_room(world, part, error);
    if (status == OW_OK)
        status = move_all(part, placement->at, error);
    if (status == OW_OK)
        status = tables_join(world, part, error);
    if (status == OW_OK)
        status = renumber(world, part, error);
    return status == OW_OK ? add_all(world, part, error) : status;
}
