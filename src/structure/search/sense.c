/* Whether what was read is plausible. This distinguishes the right variant from one that ends where
 * the file ends by chance. */
#include "search.h"

#include <math.h>

static bool are_finite(const float *values, size_t count)
{
    float sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i] * 0; /* not 0 if a value is not finite */
    return sum == 0;
}

/* From version 2 on. In older versions blocks store their roots. */
static const char *judge_last_blocks(const ow_structure_build *build)
{
    int64_t last = -1;
    for (uint32_t i = 0; i < build->root_count; i++) {
        if (build->roots[i].last_block <= last)
            return "the roots' last_block does not increase";
        last = build->roots[i].last_block;
    }
    return last + 1 == (int64_t)build->block_count
               ? NULL
               : "the last root does not end with the last block";
}

const char *structure_judge_roots(const ow_structure_build *build)
{
    for (uint32_t i = 0; i < build->root_count; i++) {
        const ow_structure_root *root = &build->roots[i];
        if (!are_finite(root->position, 3) || !are_finite(root->rotation, 3) ||
            !are_finite(root->bounds_center, 3) || !are_finite(root->bounds_size, 3))
            return "a root has a number that is infinite or not a number";
    }
    if (build->block_count == 0 && build->color_count + build->rotation_count > 0)
        return "there are tables but no blocks that could use them";
    return structure_has_last_block(build->version) ? judge_last_blocks(build) : NULL;
}

static bool is_ascii(ow_text text)
{
    for (size_t i = 0; i < text.size; i++)
        if ((unsigned char)text.data[i] >= 0x80 || text.data[i] == 0)
            return false;
    return true;
}

static const char *judge_metadata(const ow_structure_metadata *metadata)
{
    if (structure_spare_bits(metadata))
        return "unused bits are set after the last boolean";
    bool finite = are_finite(metadata->floats, metadata->float_count);
    for (uint32_t i = 0; i < metadata->vector_count; i++)
        finite = finite && are_finite(metadata->vectors[i], 3);
    for (uint32_t i = 0; i < metadata->gradient_count; i++) {
        const ow_structure_gradient *gradient = &metadata->gradients[i];
        finite = finite && are_finite(gradient->color_positions, gradient->color_position_count) &&
                 are_finite(gradient->alphas, gradient->alpha_count) &&
                 are_finite(gradient->alpha_positions, gradient->alpha_position_count);
    }
    if (!finite)
        return "metadata has a number that is infinite or not a number";
    return is_ascii(metadata->formula) ? NULL : "a formula is not ASCII";
}

static const char *judge_settings(const ow_structure_build *build,
                                  const ow_structure_settings *settings, uint8_t mask)
{
    if (!ow_text_is_utf8(settings->name))
        return "a name is not UTF-8";
    if (!(mask & OW_STRUCTURE_NO_BEARING) && settings->bearing >= build->block_count)
        return "a bearing does not exist";
    for (uint32_t i = 0; i < settings->connection_count; i++)
        if (settings->connections[i] >= build->block_count)
            return "a connection leads to a missing block";
    return settings->metadata ? judge_metadata(settings->metadata) : NULL;
}

const char *structure_judge_block(const ow_structure_build *build, const ow_structure_block *block)
{
    if (!structure_has_last_block(build->version) && block->root >= build->root_count)
        return "a block belongs to no root";
    if (build->version == 0 && !are_finite(block->world_position, 3))
        return "a block has a position that is infinite or not a number";
    if (build->rotation_count > 0 && block->rotation_index >= build->rotation_count)
        return "a rotation index is outside the table";
    if (build->color_count > 0 && !(block->mask & OW_STRUCTURE_NO_COLOR) &&
        block->color_index >= build->color_count)
        return "a colour index is outside the table";
    return block->settings ? judge_settings(build, block->settings, block->mask) : NULL;
}

bool structure_makes_sense(const ow_structure_build *build, const char **why)
{
    *why = structure_judge_roots(build);
    for (uint32_t i = 0; i < build->block_count && !*why; i++)
        *why = structure_judge_block(build, &build->blocks[i]);
    return !*why;
}
