/* What holds of any scene, whatever it was made of. */
#include "scenes.h"

#include <math.h>

#define EXPECT(condition)                                                                          \
    do {                                                                                           \
        if (!(condition))                                                                          \
            return #condition;                                                                     \
    } while (0)

static bool is_finite(const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i]))
            return false;
    return true;
}

static bool is_rotation(const float rotation[4])
{
    float sum = 0;
    for (int i = 0; i < 4; i++)
        sum += rotation[i] * rotation[i];
    return fabsf(sum - 1) < 1e-3f;
}

static bool is_index(uint32_t index, uint32_t count)
{
    return index < count;
}

static bool is_index_or_none(uint32_t index, uint32_t count)
{
    return index < count || index == OW_NONE;
}

static const char *shape_fault(const ow_scene *scene)
{
    for (uint32_t i = 0; i < scene->shape_count; i++)
        EXPECT((uint64_t)scene->shapes[i].first_part + scene->shapes[i].part_count <=
               scene->part_count);
    for (uint32_t i = 0; i < scene->part_count; i++) {
        const ow_scene_part *part = &scene->parts[i];
        EXPECT((unsigned)part->solid <= OW_SOLID_MESH);
        EXPECT((unsigned)part->paint <= OW_PAINT_ITEM_VALUE);
        EXPECT((unsigned)part->material <= OW_HATCHED);
        EXPECT(part->solid != OW_SOLID_MESH || is_index(part->mesh, scene->mesh_count));
        EXPECT(is_finite(part->center, 3) && is_finite(part->size, 3));
        EXPECT(is_rotation(part->rotation));
        EXPECT(part->solid != OW_WEDGE || (part->low >= 0 && part->low <= 1));
    }
    for (uint32_t i = 0; i < scene->mesh_count; i++) {
        const ow_scene_mesh *mesh = &scene->meshes[i];
        EXPECT((uint64_t)mesh->first_vertex + mesh->vertex_count <= scene->vertex_count);
        EXPECT((uint64_t)mesh->first_triangle + mesh->triangle_count <= scene->triangle_count);
        EXPECT(is_finite(scene->vertices[mesh->first_vertex], (size_t)mesh->vertex_count * 3));
        for (uint32_t t = 0; t < mesh->triangle_count; t++)
            for (int k = 0; k < 3; k++)
                EXPECT(scene->triangles[mesh->first_triangle + t][k] < mesh->vertex_count);
    }
    return NULL;
}

/* The states that an item's shape asks for are there. */
static bool has_its_states(const ow_scene *scene, const ow_scene_item *item)
{
    const ow_scene_shape *shape = &scene->shapes[item->shape];
    for (uint32_t i = 0; i < shape->part_count; i++) {
        const ow_scene_part *part = &scene->parts[shape->first_part + i];
        bool asks = part->paint >= OW_PAINT_STATE && part->paint != OW_PAINT_ITEM_VALUE;
        if (asks && (uint64_t)item->first_state + part->state >= scene->state_count)
            return false;
    }
    return true;
}

static const char *item_fault(const ow_scene *scene)
{
    for (uint32_t i = 0; i < scene->item_count; i++) {
        const ow_scene_item *item = &scene->items[i];
        EXPECT(is_finite(item->position, 3) && is_finite(item->scale, 3));
        EXPECT(is_rotation(item->rotation));
        EXPECT(is_index(item->shape, scene->shape_count));
        EXPECT(is_index_or_none(item->type, scene->type_count));
        EXPECT(is_index_or_none(item->group, scene->group_count));
        EXPECT(is_index(item->kind, scene->kind_count));
        EXPECT(has_its_states(scene, item));
    }
    return NULL;
}

static const char *other_fault(const ow_scene *scene)
{
    for (uint32_t i = 0; i < scene->segment_count; i++) {
        const ow_scene_segment *segment = &scene->segments[i];
        EXPECT(is_finite(segment->from, 3) && is_finite(segment->to, 3));
        EXPECT(is_finite(&segment->width, 1) && is_finite(&segment->thickness, 1));
        EXPECT(is_finite(&segment->roll, 1));
        EXPECT(is_index_or_none(segment->group, scene->group_count));
        EXPECT(is_index(segment->kind, scene->kind_count));
    }
    for (uint32_t i = 0; i < scene->label_count; i++) {
        const ow_scene_label *label = &scene->labels[i];
        EXPECT(is_finite(label->position, 3) && is_rotation(label->rotation));
        EXPECT(is_finite(label->size, 2) && is_finite(&label->font_size, 1));
        EXPECT(is_index_or_none(label->group, scene->group_count));
        EXPECT(is_index(label->kind, scene->kind_count));
    }
    for (uint32_t i = 0; i < scene->group_count; i++) {
        EXPECT(is_index_or_none(scene->groups[i].parent, scene->group_count));
        EXPECT(is_index(scene->groups[i].kind, scene->kind_count));
        EXPECT(is_rotation(scene->groups[i].rotation));
    }
    return NULL;
}

static const char *field_fault(const ow_scene *scene)
{
    for (uint32_t i = 0; i < scene->layer_count; i++) {
        const ow_scene_layer *layer = &scene->layers[i];
        EXPECT(is_finite(layer->position, 3));
        EXPECT(layer->cell_count <= (uint64_t)layer->width * layer->height);
        EXPECT(is_index_or_none(layer->group, scene->group_count));
        EXPECT(is_index(layer->kind, scene->kind_count));
    }
    for (uint32_t i = 0; i < scene->ground_count; i++) {
        const ow_scene_ground *ground = &scene->grounds[i];
        size_t count = (size_t)ground->width * ground->height;
        EXPECT(is_finite(ground->heights, count) && is_finite(ground->position, 3));
        EXPECT(isfinite(ground->spacing) && is_index(ground->kind, scene->kind_count));
    }
    const ow_scene_tileset *tileset = &scene->tileset;
    if (tileset->image.pixels && tileset->count > 0) {
        uint64_t rows = (tileset->count + tileset->columns - 1) / tileset->columns;
        EXPECT(tileset->columns > 0 && tileset->tile_width > 0 && tileset->tile_height > 0);
        EXPECT(tileset->left + (uint64_t)tileset->columns * tileset->tile_width +
                   (uint64_t)(tileset->columns - 1) * tileset->spacing_x <=
               tileset->image.width);
        EXPECT(tileset->top + rows * tileset->tile_height + (rows - 1) * tileset->spacing_y <=
               tileset->image.height);
    }
    EXPECT(is_finite(scene->least, 3) && is_finite(scene->most, 3));
    return NULL;
}

const char *scene_fault(const ow_scene *scene)
{
    const char *fault = shape_fault(scene);
    if (!fault)
        fault = item_fault(scene);
    if (!fault)
        fault = other_fault(scene);
    return fault ? fault : field_fault(scene);
}
