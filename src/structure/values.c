/* What the raw numbers of a build mean. None of this changes a file's length, so parsing cannot
 * show whether it is right: docs/reference/structure.md says what is inferred. */
#include "structure.h"

#include "../base/compiler.h"

enum { POSITION_SCALE = 32767, SCALES = 3, STEPS_OF_15_DEGREES = 24, LARGE = 32767 };

/* Steps of a full turn, the default first. */
static const uint32_t scales[SCALES] = {OW_STRUCTURE_FULL_TURN, 32767, 2047};

ow_structure_block_type ow_structure_block_type_at(const ow_structure_variant *variant, uint8_t id)
{
    const struct structure_type *type = &structure_types[id];
    return (ow_structure_block_type){
        .id = id,
        .known = type->name != NULL,
        .interactive = structure_is_interactive(variant ? variant : &ow_structure_game, id),
        .custom = type->kind == TYPE_CUSTOM,
        .tool = type->kind == TYPE_TOOL,
        .name = type->name ? type->name : "unknown",
        .russian_name = type->name ? type->russian : "неизвестный",
    };
}

uint32_t ow_structure_root_of(const ow_structure_build *build, uint32_t block)
{
    if (!build || !build->roots)
        return build ? build->root_count : 0;
    if (!structure_has_last_block(build->version))
        return build->blocks && block < build->block_count &&
                       build->blocks[block].root < build->root_count
                   ? build->blocks[block].root
                   : build->root_count;
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

/* Unlike the specification's formula, does not divide: a size of 0 would make it fail. */
void ow_structure_position(const ow_structure_root *root, const int16_t raw[3], double position[3])
{
    for (int axis = 0; axis < 3 && position; axis++)
        position[axis] = 0;
    for (int axis = 0; axis < 3 && root && raw && position; axis++)
        position[axis] =
            rounded_to_double(raw[axis] * (double)root->bounds_size[axis] / POSITION_SCALE) +
            (double)root->bounds_center[axis];
}

bool ow_structure_position_of(const ow_structure_build *build, uint32_t block, double position[3])
{
    uint32_t root = ow_structure_root_of(build, block);
    ow_structure_position(NULL, NULL, position);
    if (!build || !position || !build->blocks || block >= build->block_count ||
        root >= build->root_count)
        return false;
    if (build->version > 0)
        ow_structure_position(&build->roots[root], build->blocks[block].position, position);
    for (int axis = 0; axis < 3 && build->version == 0; axis++)
        position[axis] = (double)build->blocks[block].world_position[axis];
    return true;
}

/* Finds the nearest multiple of 15 degrees. Returns whether the angle differs by at most one
 * step. */
static bool is_usual(uint32_t raw, uint32_t scale, int64_t *multiple)
{
    int64_t scaled = (int64_t)raw * STEPS_OF_15_DEGREES;
    *multiple = (scaled + scale / 2) / scale;
    int64_t off = scaled - *multiple * scale;
    return off >= -STEPS_OF_15_DEGREES && off <= STEPS_OF_15_DEGREES;
}

double structure_meant_degrees(uint16_t raw, uint32_t scale)
{
    int64_t multiple;
    return rounded_to_double(scale && is_usual(raw, scale, &multiple)
                                 ? 15.0 * (double)multiple
                                 : ow_structure_degrees(raw, scale));
}

struct tally {
    uint32_t deciding, large;
    uint32_t usual[SCALES];
};

static void count_angles(struct tally *tally, const uint16_t angles[3])
{
    for (int axis = 0; axis < 3; axis++) {
        if (angles[axis] <= 1)
            continue;
        tally->deciding++;
        tally->large += angles[axis] > LARGE;
        for (int i = 0; i < SCALES; i++) {
            int64_t multiple;
            tally->usual[i] += is_usual(angles[axis], scales[i], &multiple);
        }
    }
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
    ow_structure_rotation_scale found = {
        .scale = scales[0],
        .angle_count = tally.deciding,
        .fitting_count = tally.usual[0],
        .large_count = tally.large,
    };
    uint32_t most = tally.usual[0];
    for (int i = 1; i < SCALES && tally.large == 0; i++) {
        if (tally.usual[i] <= most)
            continue;
        most = found.other_fitting_count = tally.usual[i];
        found.other_scale = scales[i];
    }
    return found;
}

double ow_structure_degrees(uint16_t raw, uint32_t scale)
{
    return scale ? raw * 360.0 / scale : 0;
}

/* The specification's formula subtracts min at the end, which is an error: its encoding subtracts
 * min before. */
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

uint32_t structure_count_vertices(const ow_structure_build *build,
                                  const ow_structure_metadata *metadata)
{
    return build->version == 0 ? metadata->vector_count : metadata->vertex_count;
}

void structure_find_vertex(const ow_structure_build *build, const ow_structure_metadata *metadata,
                           uint32_t index, uint32_t scale, double vertex[3])
{
    if (build->version > 0)
        ow_structure_vertex(metadata, metadata->vertices[index], scale, vertex);
    for (int axis = 0; axis < 3 && build->version == 0; axis++)
        vertex[axis] = (double)metadata->vectors[index][axis];
}

/* In versions below 4 the sizes of the faces had a height; half of it is added to their middles. */
static void fix_height(const ow_structure_build *build, const ow_structure_metadata *metadata,
                       uint32_t scale, uint32_t index, double vertex[3])
{
    enum { UPPER, UPPER_SIZE, LOWER, LOWER_SIZE, Y = 1 };
    double size[3];
    if (index == UPPER_SIZE || index == LOWER_SIZE) {
        vertex[Y] = 0;
        return;
    }
    structure_find_vertex(build, metadata, index + 1, scale, size);
    vertex[Y] += index == UPPER ? size[Y] / 2 : -size[Y] / 2;
}

uint32_t ow_structure_shape(const ow_structure_build *build, const ow_structure_block *block,
                            uint32_t scale, double (*vertices)[3], uint32_t most)
{
    enum { FACES = 4, FIRST_WITHOUT_FACES = 4 };
    const ow_structure_metadata *metadata =
        block && block->settings ? block->settings->metadata : NULL;
    if (!build || !metadata || !structure_is_custom(block->id) ||
        (build->version == 0 ? !metadata->vectors : !metadata->vertices))
        return 0;
    uint32_t count = structure_count_vertices(build, metadata);
    bool fixed = build->version < FIRST_WITHOUT_FACES && count >= FACES;
    for (uint32_t i = 0; i < count && i < most && vertices; i++) {
        structure_find_vertex(build, metadata, i, scale, vertices[i]);
        if (fixed && i < FACES)
            fix_height(build, metadata, scale, i, vertices[i]);
    }
    return count;
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

/* Extends a number of `bits` bits to eight by repeating its high bits. */
static uint8_t widen(unsigned value, unsigned bits)
{
    return (uint8_t)(value << (8 - bits) | value >> (2 * bits - 8));
}

void ow_structure_rgb(uint16_t color, int bit_order, uint8_t rgb[3])
{
    if (!rgb)
        return;
    uint8_t low = widen(color & 31u, 5), high = widen(color >> 11, 5);
    rgb[0] = bit_order == OW_STRUCTURE_RED_HIGH ? high : low;
    rgb[1] = widen(color >> 5 & 63u, 6);
    rgb[2] = bit_order == OW_STRUCTURE_RED_HIGH ? low : high;
}

bool ow_structure_color_of(const ow_structure_build *build, const ow_structure_block *block,
                           uint16_t *color)
{
    if (!build || !block || !color || build->version == 0 || block->mask & OW_STRUCTURE_NO_COLOR)
        return false;
    bool table = build->color_count > 0;
    if (table && (!build->colors || block->color_index >= build->color_count))
        return false;
    *color = table ? build->colors[block->color_index] : block->color;
    return true;
}

bool ow_structure_rgba_of(const ow_structure_build *build, const ow_structure_block *block,
                          int bit_order, uint8_t rgba[4])
{
    uint16_t color;
    if (!build || !block || !rgba || block->mask & OW_STRUCTURE_NO_COLOR)
        return false;
    if (build->version == 0) {
        for (int i = 0; i < 4; i++)
            rgba[i] = block->rgba[i];
        return true;
    }
    if (!ow_structure_color_of(build, block, &color))
        return false;
    ow_structure_rgb(color, bit_order, rgba);
    rgba[3] = UINT8_MAX;
    return true;
}

int32_t ow_structure_group_value(const ow_structure_build *build, const ow_structure_group *group,
                                 uint32_t index)
{
    if (!build || !group || !group->values || index >= group->value_count)
        return -1;
    if (structure_group_value_bytes(build->version, &build->variant) == 4)
        return group->wide_values[index];
    return group->values[index] == UINT16_MAX ? -1 : group->values[index];
}

int32_t ow_structure_extra_byte(const ow_structure_build *build,
                                const ow_structure_metadata *metadata, uint32_t index)
{
    if (!build || !metadata || !metadata->bytes || index >= metadata->byte_count)
        return 0;
    return structure_has_wide_bytes(build->version) ? metadata->wide_bytes[index]
                                                    : metadata->bytes[index];
}

char ow_structure_variable(uint8_t slot)
{
    return slot < 26 ? (char)('A' + slot) : 0;
}

bool ow_structure_frequency(const ow_structure_block *block, double *hertz)
{
    const ow_structure_metadata *metadata =
        block && block->settings ? block->settings->metadata : NULL;
    if (!metadata || !hertz || block->id != OW_STRUCTURE_TONE_GENERATOR ||
        metadata->float_count == 0 || !metadata->floats)
        return false;
    *hertz = (double)metadata->floats[0];
    return true;
}
