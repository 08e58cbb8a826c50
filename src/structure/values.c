/* What the raw numbers of a build mean. None of this changes a file's length, so that no parse can
 * tell whether it is right: docs/structure.md says what is inferred. */
#include "structure.h"

#include "../base/compiler.h"

enum { POSITION_SCALE = 32767, SCALES = 3, STEPS_OF_15_DEGREES = 24 };

/* Of a full turn, the first choice at the front. */
static const uint32_t scales[SCALES] = {2047, 32767, 65535};

ow_structure_block_type ow_structure_block_type_at(const ow_structure_variant *variant, uint8_t id)
{
    const struct structure_type *type = &structure_types[id];
    return (ow_structure_block_type){
        .id = id,
        .known = type->name != NULL,
        .interactive = structure_is_interactive(variant ? variant : &ow_structure_game, id),
        .custom = type->custom,
        .name = type->name ? type->name : "unknown",
        .russian_name = type->name ? type->russian : "неизвестный",
    };
}

uint32_t ow_structure_root_of(const ow_structure_build *build, uint32_t block)
{
    if (!build || !build->roots)
        return build ? build->root_count : 0;
    uint32_t first = 0, behind = build->root_count;
    while (first < behind) {
        uint32_t middle = first + (behind - first) / 2;
        if (build->roots[middle].last_block < block)
            first = middle + 1;
        else
            behind = middle;
    }
    return first;
}

/* Not the specification's division, which a size of 0 would break. */
void ow_structure_position(const ow_structure_root *root, const int16_t raw[3], double position[3])
{
    for (int axis = 0; axis < 3 && position; axis++)
        position[axis] = 0;
    for (int axis = 0; axis < 3 && root && raw && position; axis++)
        position[axis] =
            rounded_to_double(raw[axis] * (double)root->bounds_size[axis] / POSITION_SCALE) +
            (double)root->bounds_center[axis];
}

/* Whether an angle is a multiple of 15 degrees, or a step beside it. */
static bool is_usual(uint32_t raw, uint32_t scale)
{
    int64_t scaled = (int64_t)raw * STEPS_OF_15_DEGREES;
    int64_t nearest = (scaled + scale / 2) / scale;
    int64_t off = scaled - nearest * scale;
    return off >= -STEPS_OF_15_DEGREES && off <= STEPS_OF_15_DEGREES;
}

struct tally {
    uint32_t telling, large;
    uint32_t usual[SCALES];
};

static void count_angles(struct tally *tally, const uint16_t angles[3])
{
    for (int axis = 0; axis < 3; axis++) {
        if (angles[axis] <= 1)
            continue;
        tally->telling++;
        tally->large += angles[axis] > scales[1];
        for (int i = 0; i < SCALES; i++)
            tally->usual[i] += is_usual(angles[axis], scales[i]);
    }
}

static int best_scale(const struct tally *tally)
{
    int best = tally->large > 0 ? SCALES - 1 : 0;
    for (int i = 1; i < SCALES && tally->large == 0; i++)
        if (tally->usual[i] > tally->usual[best])
            best = i;
    return best;
}

ow_structure_rotation_scale ow_structure_find_rotation_scale(const ow_structure_build *build)
{
    static const ow_structure_build none;
    struct tally tally = {0};
    build = build ? build : &none;
    for (uint32_t i = 0; build->rotations && i < build->rotation_count; i++)
        count_angles(&tally, build->rotations[i]);
    for (uint32_t i = 0; build->blocks && i < build->block_count && build->rotation_count == 0; i++)
        count_angles(&tally, build->blocks[i].rotation);
    int best = best_scale(&tally);
    ow_structure_rotation_scale found = {
        .scale = scales[best],
        .angle_count = tally.telling,
        .fitting_count = tally.usual[best],
        .large_count = tally.large,
    };
    for (int i = 0; i < SCALES; i++)
        if (i != best && tally.usual[i] > found.next_fitting_count)
            found.next_fitting_count = tally.usual[i];
    return found;
}

double ow_structure_degrees(uint16_t raw, uint32_t scale)
{
    return scale ? raw * 360.0 / scale : 0;
}

/* The specification's formula takes min away in the end, which is a slip: its encoding takes it away
 * before. */
void ow_structure_vertex(const ow_structure_metadata *metadata, const uint16_t raw[3],
                         uint32_t scale, double vertex[3])
{
    for (int axis = 0; axis < 3 && vertex; axis++)
        vertex[axis] = 0;
    for (int axis = 0; axis < 3 && metadata && raw && scale && vertex; axis++)
        vertex[axis] =
            rounded_to_double((double)raw[axis] / scale * (metadata->max - metadata->min)) +
            metadata->min;
}

double ow_structure_signal(uint8_t raw)
{
    return raw / 255.0;
}

double ow_structure_speed(const ow_structure_block *block)
{
    if (!block)
        return 0;
    return block->mask & OW_STRUCTURE_FAST ? block->speed : block->speed / 255.0;
}

/* The nearest of 256 steps: 31 and 63 become 255. */
static uint8_t widen(unsigned value, unsigned most)
{
    return (uint8_t)((value * 255 + most / 2) / most);
}

void ow_structure_rgb(uint16_t color, int bit_order, uint8_t rgb[3])
{
    if (!rgb)
        return;
    uint8_t low = widen(color & 31u, 31), high = widen(color >> 11, 31);
    rgb[0] = bit_order == OW_STRUCTURE_RED_HIGH ? high : low;
    rgb[1] = widen(color >> 5 & 63u, 63);
    rgb[2] = bit_order == OW_STRUCTURE_RED_HIGH ? low : high;
}

bool ow_structure_color_of(const ow_structure_build *build, const ow_structure_block *block,
                           uint16_t *color)
{
    if (!build || !block || !color || block->mask & OW_STRUCTURE_NO_COLOR)
        return false;
    bool table = build->color_count > 0;
    if (table && (!build->colors || block->color_index >= build->color_count))
        return false;
    *color = table ? build->colors[block->color_index] : block->color;
    return true;
}
