/* The scene of a build: an item for each block, in a right-handed frame.
 *
 * The game's frame is that of Unity, left-handed with y up. So z is negated in places, rotations
 * and shapes. */
#include "stage.h"

#include "../../base/angles.h"
#include "../../base/compiler.h"

#include <stdio.h>

/* Blocks farther out than this do not count for the middle of a build. */
static const double usual_reach = 1e6;

/* The middle of the blocks, in whole units, so that blocks on the game's grid stay on it. */
static struct vector find_middle(const ow_structure_build *build)
{
    struct scene_bounds bounds = {0};
    for (uint32_t i = 0; i < build->block_count; i++) {
        double at[3];
        ow_structure_position_of(build, i, at);
        if (!(fabs(at[0]) <= usual_reach && fabs(at[1]) <= usual_reach &&
              fabs(at[2]) <= usual_reach))
            continue;
        scene_include(&bounds, (struct vector){at[0], at[1], at[2]});
    }
    const double *least = bounds.least, *most = bounds.most;
    return vector_mirror_z((struct vector){round(rounded_to_double(least[0] + most[0]) / 2),
                                           round(rounded_to_double(least[1] + most[1]) / 2),
                                           round(rounded_to_double(least[2] + most[2]) / 2)});
}

static void add_roots(struct stage *stage)
{
    const ow_structure_build *build = stage->build;
    for (uint32_t i = 0; i < build->root_count && scene_go_on(stage->builder); i++) {
        char name[32];
        double degrees[3];
        for (int axis = 0; axis < 3; axis++)
            degrees[axis] = (double)build->roots[i].rotation[axis];
        snprintf(name, sizeof name, "root %u", (unsigned)i);
        scene_group(stage->builder, ow_text_of(name), stage->root, i, OW_NONE,
                    rotation_mirror_z(rotation_of_euler_zxy(degrees)));
    }
}

/* Blocks whose root does not exist form a group of their own. */
static uint32_t group_of(struct stage *stage, uint32_t index)
{
    uint32_t root = ow_structure_root_of(stage->build, index);
    if (root < stage->build->root_count)
        return root;
    if (stage->lost++ == 0)
        stage->nowhere = scene_group(stage->builder, OW_LITERAL("no root"), stage->root, OW_NONE,
                                     OW_NONE, (struct rotation){0, 0, 0, 1});
    return stage->nowhere;
}

static uint32_t type_of(struct stage *stage, uint8_t id)
{
    uint32_t *type = &stage->types[id];
    if (*type == OW_NONE) {
        char unknown[32];
        const char *name = structure_types[id].name;
        snprintf(unknown, sizeof unknown, "unknown type %u", id);
        *type = scene_type(stage->builder, ow_text_of(name ? name : unknown),
                           structure_look_of(id).color, 0);
    }
    return *type;
}

/* The block's own colour, or the typical colour of its material. */
static void paint_block(const ow_structure_build *build, const ow_structure_block *block,
                        const struct look *look, ow_scene_item *item)
{
    uint8_t own[4];
    item->color = look->color;
    if (!ow_structure_rgba_of(build, block, OW_STRUCTURE_RED_HIGH, own)) {
        item->flags |= OW_INFERRED_COLOR;
        return;
    }
    item->color = (ow_color){own[0], own[1], own[2], own[3]};
    if (look->is_glass && own[3] > look->color.alpha) {
        item->color.alpha = look->color.alpha;
        item->flags |= OW_INFERRED_COLOR;
    }
}

/* The order of the two axes is inferred; for a single axis it does not matter. */
static void turn_block(struct stage *stage, const ow_structure_block *block, ow_scene_item *item)
{
    const uint16_t *raw = structure_rotation_of(stage->build, block);
    double degrees[3] = {0};
    int turned = 0;
    for (int axis = 0; axis < 3 && raw; axis++) {
        degrees[axis] = structure_meant_degrees(raw[axis], stage->scale);
        turned += fmod(degrees[axis], 360) != 0;
    }
    if (!raw || turned > 1)
        item->flags |= OW_INFERRED_PLACE;
    scene_turn(rotation_mirror_z(rotation_of_euler_zxy(degrees)), item->rotation);
}

static void place_block(struct stage *stage, uint32_t index, ow_scene_item *item)
{
    double at[3];
    bool placed = ow_structure_position_of(stage->build, index, at);
    struct vector place = {at[0], at[1], at[2]};
    if (!placed || !vector_is_finite(place))
        item->flags |= OW_INFERRED_PLACE;
    scene_place(stage->builder, vector_mirror_z(place), item->position);
}

static void add_block(struct stage *stage, uint32_t index)
{
    const ow_structure_block *block = &stage->build->blocks[index];
    struct look look = structure_look_of(block->id);
    ow_scene_item item = {
        .kind = stage->block,
        .subject = index,
        .type = type_of(stage, block->id),
        .group = group_of(stage, index),
        .flags = look.is_certain ? 0 : OW_INFERRED_SHAPE,
    };
    item.shape = look.stand_in == CUSTOM ? structure_custom_shape(stage, block)
                                         : structure_stand_in(stage, look.stand_in);
    for (int axis = 0; axis < 3; axis++)
        item.scale[axis] = rounded_to_float(look.size);
    paint_block(stage->build, block, &look, &item);
    turn_block(stage, block, &item);
    place_block(stage, index, &item);
    scene_item(stage->builder, &item);
}

static void warn_about_doubts(struct stage *stage, const ow_structure_rotation_scale *found)
{
    if (found->other_scale > 0)
        scene_warn(stage->builder, "",
                   "blocks are rotated with %u as a full turn: then %u of %u angles are multiples "
                   "of 15 degrees; with %u, only %u are",
                   (unsigned)found->scale, (unsigned)found->fitting_count,
                   (unsigned)found->angle_count, (unsigned)found->other_scale,
                   (unsigned)found->other_fitting_count);
    if (stage->lost > 0)
        scene_warn(stage->builder, "/roots",
                   "blocks without a root, drawn at 0, 0, 0 because their position is unknown: %u",
                   (unsigned)stage->lost);
}

static void add_kinds(struct stage *stage)
{
    stage->root = scene_kind(stage->builder, "root", "/roots");
    stage->block = scene_kind(stage->builder, "block", "/blocks");
    stage->connection = scene_kind(stage->builder, "connection", "/blocks");
    stage->bearing = scene_kind(stage->builder, "bearing", "/blocks");
    stage->label = scene_kind(stage->builder, "label", "/blocks");
}

ow_status structure_scene(const void *document, struct scene_builder *builder, ow_error *error)
{
    (void)error;
    const ow_structure_build *build = document;
    ow_structure_rotation_scale found = ow_structure_find_rotation_scale(build);
    struct stage stage = {.build = build, .builder = builder, .scale = found.scale};
    for (int i = 0; i < STAND_INS; i++)
        stage.shapes[i] = OW_NONE;
    for (int i = 0; i < 256; i++)
        stage.types[i] = OW_NONE;
    builder->scene.unit_name = "block";
    scene_center(builder, find_middle(build));
    add_kinds(&stage);
    add_roots(&stage);
    scene_expect(builder, build->block_count, 0);
    for (uint32_t i = 0; i < build->block_count && scene_go_on(builder); i++)
        add_block(&stage, i);
    for (uint32_t i = 0; i < build->block_count && scene_go_on(builder); i++)
        structure_add_label(&stage, i);
    structure_add_links(&stage);
    warn_about_doubts(&stage, &found);
    return OW_OK;
}
