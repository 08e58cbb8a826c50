/* The objects of a level: things, actors, areas of triggers. */
#include "level.h"

#include "../../base/angles.h"

#include <math.h>
#include <stdio.h>

/* More labels would not be readable. */
enum { MOST_LABELS = 10000 };

/* A scene has 65,535 kinds, so further blocks are omitted. */
enum { MOST_BLOCKS = 16000 };

bool leveld_is_drawn(const struct level_scene *scene, uint32_t block)
{
    const ow_leveld_block *about = &scene->level->blocks[block];
    return about->count > 0 && about->id >= OW_LEVELD_PLRS && about->id <= OW_LEVELD_PATH &&
           leveld_is_seen(scene->level, &scene->last, block);
}

/* An object on a missing layer is drawn on the top one. */
static uint32_t layer_of(struct level_scene *scene, uint32_t layer_id)
{
    if (layer_id < scene->group_count)
        return layer_id;
    if (!scene->has_told_layer)
        scene_warn(scene->builder, NULL,
                   "objects on layer %u, which does not exist, are drawn on layer %u",
                   (unsigned)layer_id, (unsigned)(scene->group_count - 1));
    scene->has_told_layer = true;
    return scene->group_count - 1;
}

static struct object trigger_object(const ow_leveld_trigger *trigger)
{
    struct object object = {.id = trigger->id,
                            .tag = trigger->tag,
                            .layer = trigger->layer_id,
                            .x = trigger->x,
                            .y = trigger->y,
                            .area = trigger->area_type};
    if (trigger->area_type == OW_LEVELD_RECTANGLE) {
        object.width = trigger->width;
        object.height = trigger->height;
        object.x += object.width / 2;
        object.y += object.height / 2;
    } else if (trigger->area_type == OW_LEVELD_CIRCLE) {
        object.width = object.height = 2.0 * trigger->radius;
    }
    return object;
}

static struct object path_object(const ow_leveld_path *path)
{
    struct object object = {.tag = path->tag, .layer = path->layer_id};
    if (path->points && path->point_count > 0) {
        object.x = path->points[0].x;
        object.y = path->points[0].y;
    }
    return object;
}

struct object leveld_object(struct level_scene *scene, uint32_t block, uint32_t index)
{
    const ow_leveld_block *about = &scene->level->blocks[block];
    struct object object;
    if (about->id == OW_LEVELD_THNG) {
        const ow_leveld_thing *thing = &about->things[index];
        object = (struct object){.id = thing->id,
                                 .tag = thing->tag,
                                 .layer = thing->layer_id,
                                 .flags = thing->flags,
                                 .x = thing->x,
                                 .y = thing->y};
    } else if (about->id == OW_LEVELD_TRIG) {
        object = trigger_object(&about->triggers[index]);
    } else if (about->id == OW_LEVELD_PATH) {
        object = path_object(&about->paths[index]);
    } else {
        const ow_leveld_actor *actor = &about->actors[index];
        object =
            (struct object){.id = actor->id, .flags = actor->flags, .x = actor->x, .y = actor->y};
    }
    object.block = block;
    object.index = index;
    object.layer = layer_of(scene, object.layer);
    return object;
}

ow_scene_item leveld_item(struct level_scene *scene, const struct object *object, uint16_t kind)
{
    ow_scene_item item = {.rotation = {0, 0, 0, 1},
                          .scale = {1, 1, 1},
                          .color = leveld_color_of_id(object->id),
                          .group = leveld_group_of(scene, object->layer),
                          .subject = object->index,
                          .kind = kind,
                          .flags = OW_INFERRED_SHAPE | OW_INFERRED_COLOR};
    leveld_place(scene, object, 0, item.position);
    if (scene->is_guessed)
        item.flags |= OW_INFERRED_PLACE;
    return item;
}

/* Flags 0 to 7 are steps of 45 degrees, 0 right and 2 down, as one game uses them. */
static void add_thing(struct level_scene *scene, const struct object *object,
                      const struct object_type *type, uint16_t kind)
{
    enum { STEP = 45 };
    ow_scene_item item = leveld_item(scene, object, kind);
    uint8_t block_id = scene->level->blocks[object->block].id;
    item.shape = leveld_marker(scene->builder, block_id, type->faces);
    item.type = type->type;
    if (type->faces) {
        scene_turn(rotation_about((struct vector){0, 1, 0}, -STEP * (double)object->flags),
                   item.rotation);
        item.flags |= OW_INFERRED_PLACE;
    }
    scene_item(scene->builder, &item);
}

/* The extent of an area in cells; a small mark if it is 0. */
static float extent_of(double pixels, double cell)
{
    const double smallest = 0.25;
    double cells = rounded_to_double(pixels / cell);
    return rounded_to_float(cells > smallest ? cells : smallest);
}

static void add_area(struct level_scene *scene, const struct object *object,
                     const struct object_type *type, uint16_t kind)
{
    ow_scene_item item = leveld_item(scene, object, kind);
    enum area_shape area = object->area == OW_LEVELD_RECTANGLE ? AREA_RECTANGLE
                           : object->area == OW_LEVELD_CIRCLE  ? AREA_CIRCLE
                                                               : AREA_UNKNOWN;
    item.shape = leveld_area_shape(scene->builder, area);
    item.type = type->type;
    item.scale[0] = extent_of(object->width, scene->cell_width);
    item.scale[1] = (float)AREA_HEIGHT;
    item.scale[2] = extent_of(object->height, scene->cell_height);
    if (area != AREA_UNKNOWN)
        item.flags &= (uint16_t)~OW_INFERRED_SHAPE;
    scene_item(scene->builder, &item);
}

/* The name of an object, or its id if it has no name. */
static void add_label(struct level_scene *scene, const struct object *object, ow_text name,
                      uint16_t kind)
{
    char number[16];
    ow_scene_label label = {.rotation = {0, 0, 0, 1},
                            .font_size = 0.4f,
                            .kind = kind,
                            .flags = OW_FACES_VIEWER,
                            .text = name,
                            .color = {22, 24, 36, 255},
                            .group = leveld_group_of(scene, object->layer),
                            .subject = object->index};
    if (label.text.size == 0) {
        snprintf(number, sizeof number, "%u", (unsigned)object->id);
        label.text = ow_text_of(number);
    }
    leveld_place(scene, object, LABEL_LEVEL, label.position);
    scene_label(scene->builder, &label);
}

static void add_block(struct level_scene *scene, uint32_t index)
{
    const ow_leveld_block *block = &scene->level->blocks[index];
    uint16_t kind = leveld_kind(scene, leveld_words[block->id].name, index);
    uint16_t label_kind = scene->has_labels ? leveld_kind(scene, "label", index) : 0;
    for (uint32_t i = 0; i < block->count && scene_go_on(scene->builder); i++) {
        struct object object = leveld_object(scene, index, i);
        struct object_type type = leveld_type_of(scene, block->id, object.id);
        if (block->id == OW_LEVELD_TRIG)
            add_area(scene, &object, &type, kind);
        else
            add_thing(scene, &object, &type, kind);
        if (scene->has_labels)
            add_label(scene, &object, type.name, label_kind);
    }
}

/* Counts objects, and the segments that they may need: one for each point of a path. */
static void expect(struct level_scene *scene)
{
    uint64_t items = 0, labels = 0, segments = 0;
    for (uint32_t i = 0; i < scene->level->block_count; i++) {
        const ow_leveld_block *block = &scene->level->blocks[i];
        if (!leveld_is_drawn(scene, i))
            continue;
        items += block->count;
        if (block->id != OW_LEVELD_PATH)
            labels += block->count;
        for (uint32_t k = 0; k < block->count && block->id == OW_LEVELD_PATH; k++)
            segments += block->paths[k].point_count;
    }
    scene->has_labels = labels <= MOST_LABELS;
    if (!scene->has_labels)
        scene_warn(scene->builder, NULL, "there are more than %d objects: none has a label",
                   (int)MOST_LABELS);
    if (items < SIZE_MAX && segments < SIZE_MAX)
        scene_expect(scene->builder, (size_t)items, (size_t)segments);
}

void leveld_add_objects(struct level_scene *scene)
{
    uint32_t blocks = 0;
    expect(scene);
    for (uint32_t i = 0; i < scene->level->block_count; i++) {
        if (!leveld_is_drawn(scene, i) || scene->level->blocks[i].id == OW_LEVELD_PATH)
            continue;
        if (blocks++ < MOST_BLOCKS)
            add_block(scene, i);
        else if (blocks == MOST_BLOCKS + 1)
            scene_warn(scene->builder, NULL,
                       "there are more than %d blocks of objects: the others are not drawn",
                       (int)MOST_BLOCKS);
    }
}
