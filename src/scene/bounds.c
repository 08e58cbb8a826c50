/* The bounding boxes of shapes and scenes. */
#include "../base/pool.h"
#include "scene.h"

#include <math.h>

void scene_include(struct scene_bounds *bounds, struct vector point)
{
    const double axes[3] = {point.x, point.y, point.z};
    for (int i = 0; i < 3; i++) {
        if (!bounds->any || axes[i] < bounds->least[i])
            bounds->least[i] = axes[i];
        if (!bounds->any || axes[i] > bounds->most[i])
            bounds->most[i] = axes[i];
    }
    bounds->any = true;
}

void scene_include_box(struct scene_bounds *bounds, const struct scene_bounds *other)
{
    if (!other->any)
        return;
    scene_include(bounds, (struct vector){other->least[0], other->least[1], other->least[2]});
    scene_include(bounds, (struct vector){other->most[0], other->most[1], other->most[2]});
}

struct vector scene_vertex(const ow_scene_item *item, struct vector local)
{
    struct vector scaled = vector_multiply(local, scene_vector(item->scale));
    return vector_add(scene_vector(item->position),
                      vector_turn(scene_rotation(item->rotation), scaled));
}

struct vector scene_part_vertex(const ow_scene_part *part, struct vector unit)
{
    struct vector sized = vector_multiply(unit, scene_vector(part->size));
    return vector_add(scene_vector(part->center),
                      vector_turn(scene_rotation(part->rotation), sized));
}

/* The box around a shape, in its own frame. */
static struct scene_bounds bounds_of_shape(const ow_scene *scene, uint32_t shape)
{
    struct scene_bounds bounds = {0};
    const ow_scene_shape *about = &scene->shapes[shape];
    for (uint32_t i = 0; i < about->part_count; i++) {
        const ow_scene_part *part = &scene->parts[about->first_part + i];
        if (part->solid == OW_SOLID_MESH) {
            const ow_scene_mesh *mesh = &scene->meshes[part->mesh];
            for (uint32_t v = 0; v < mesh->vertex_count; v++)
                scene_include(
                    &bounds,
                    scene_part_vertex(part, scene_vector(scene->vertices[mesh->first_vertex + v])));
            continue;
        }
        for (unsigned corner = 0; corner < 8; corner++)
            scene_include(&bounds, scene_part_vertex(part, scene_corner(corner)));
    }
    return bounds;
}

struct vector scene_corner(unsigned corner)
{
    return (struct vector){corner & 1 ? 0.5 : -0.5, corner & 2 ? 0.5 : -0.5,
                           corner & 4 ? 0.5 : -0.5};
}

enum { NOT_SEEN = OW_HIDDEN | OW_OUTLYING };

/* Unlike fmax, this is no call, and the result is `b` if a number is NaN. */
static double larger(double a, double b)
{
    return a > b ? a : b;
}

/* Whether an item is well inside some bounds, as nearly all are: a rotation that is not a unit
 * stretches by no more than 1 + 3 times its length squared. */
static bool is_inside(const ow_scene_item *item, const struct scene_bounds *shape,
                      const struct scene_bounds *bounds)
{
    double reach = 0, stretch = 0, scale = 0;
    for (int i = 0; i < 3; i++) {
        reach += larger(fabs(shape->least[i]), fabs(shape->most[i]));
        scale = larger(scale, fabs((double)item->scale[i]));
    }
    for (int i = 0; i < 4; i++)
        stretch += (double)item->rotation[i] * (double)item->rotation[i];
    reach *= scale * (1 + 3 * stretch);
    bool is_inside = bounds->any;
    for (int i = 0; i < 3; i++) {
        double place = (double)item->position[i];
        is_inside =
            is_inside && place - reach > bounds->least[i] && place + reach < bounds->most[i];
    }
    return is_inside;
}

/* What slices of the items and segments are in. */
struct bounding {
    const ow_scene *scene;
    const struct scene_bounds *shapes;
    struct scene_bounds items[SCENE_SLICES], segments[SCENE_SLICES];
};

static void include_items(const struct bounding *bounding, uint32_t slice,
                          struct scene_bounds *bounds)
{
    const ow_scene *scene = bounding->scene;
    const struct scene_bounds *shapes = bounding->shapes;
    uint32_t end = scene_slice_end(slice, scene->item_count);
    for (uint32_t i = scene_slice_first(slice, scene->item_count); i < end; i++) {
        const ow_scene_item *item = &scene->items[i];
        const struct scene_bounds *shape = &shapes[item->shape];
        if (item->flags & NOT_SEEN || !shape->any || is_inside(item, shape, bounds))
            continue;
        for (unsigned corner = 0; corner < 8; corner++)
            scene_include(
                bounds,
                scene_vertex(item, (struct vector){corner & 1 ? shape->most[0] : shape->least[0],
                                                   corner & 2 ? shape->most[1] : shape->least[1],
                                                   corner & 4 ? shape->most[2] : shape->least[2]}));
    }
}

static void include_ground(const ow_scene_ground *ground, struct scene_bounds *bounds)
{
    struct vector corner = scene_vector(ground->position);
    size_t count = (size_t)ground->width * ground->height;
    for (size_t i = 0; i < count; i++)
        scene_include(bounds,
                      (struct vector){corner.x, corner.y + (double)ground->heights[i], corner.z});
    if (count > 0)
        scene_include(bounds,
                      (struct vector){corner.x + (double)ground->spacing * (ground->width - 1),
                                      corner.y + (double)ground->heights[0],
                                      corner.z + (double)ground->spacing * (ground->height - 1)});
    if (count > 0 && ground->has_water)
        scene_include(bounds,
                      (struct vector){corner.x, corner.y + (double)ground->water_level, corner.z});
}

static void include_segments(const ow_scene *scene, uint32_t slice, struct scene_bounds *bounds)
{
    uint32_t end = scene_slice_end(slice, scene->segment_count);
    for (uint32_t i = scene_slice_first(slice, scene->segment_count); i < end; i++) {
        if (scene->segments[i].flags & NOT_SEEN)
            continue;
        scene_include(bounds, scene_vector(scene->segments[i].from));
        scene_include(bounds, scene_vector(scene->segments[i].to));
    }
}

static void include_slice(void *context, uint32_t slice)
{
    struct bounding *bounding = context;
    struct scene_bounds items = {0}, segments = {0};
    include_items(bounding, slice, &items);
    include_segments(bounding->scene, slice, &segments);
    bounding->items[slice] = items;
    bounding->segments[slice] = segments;
}

static void include_others(const ow_scene *scene, struct scene_bounds *bounds)
{
    for (uint32_t i = 0; i < scene->layer_count; i++) {
        const ow_scene_layer *layer = &scene->layers[i];
        struct vector size = {layer->width, 0, layer->height};
        if (layer->flags & NOT_SEEN)
            continue;
        scene_include(bounds, scene_vector(layer->position));
        scene_include(bounds, vector_add(scene_vector(layer->position), size));
    }
    for (uint32_t i = 0; i < scene->ground_count; i++)
        if (!(scene->grounds[i].flags & NOT_SEEN))
            include_ground(&scene->grounds[i], bounds);
    for (uint32_t i = 0; i < scene->label_count; i++)
        if (!(scene->labels[i].flags & NOT_SEEN))
            scene_include(bounds, scene_vector(scene->labels[i].position));
}

struct scene_bounds scene_bounds_of(const ow_scene *scene, const struct scene_bounds *shapes,
                                    const ow_options *options)
{
    struct scene_bounds bounds = {0};
    struct bounding bounding = {.scene = scene, .shapes = shapes};
    pool_run(options, SCENE_SLICES, include_slice, &bounding);
    for (uint32_t i = 0; i < SCENE_SLICES; i++)
        scene_include_box(&bounds, &bounding.items[i]);
    for (uint32_t i = 0; i < SCENE_SLICES; i++)
        scene_include_box(&bounds, &bounding.segments[i]);
    include_others(scene, &bounds);
    return bounds;
}

struct scene_bounds *scene_shape_bounds(const ow_scene *scene, struct arena *arena)
{
    struct scene_bounds *shapes =
        arena_take(arena, ((size_t)scene->shape_count + 1) * sizeof *shapes);
    for (uint32_t i = 0; shapes && i < scene->shape_count; i++)
        shapes[i] = bounds_of_shape(scene, i);
    return shapes;
}

/* Hides roofs: a roof is shown only if what it covers is hidden. */
static void hide_roofs(ow_scene *scene)
{
    bool any_seen = false;
    for (uint32_t i = 0; i < scene->layer_count; i++) {
        ow_scene_layer *layer = &scene->layers[i];
        if (layer->flags & OW_ROOF && any_seen)
            layer->flags |= OW_HIDDEN;
        any_seen = any_seen || !(layer->flags & OW_HIDDEN);
    }
}

ow_status scene_find_bounds(ow_scene *scene, const ow_options *options)
{
    struct arena scratch;
    arena_share(&scratch, scene->owner);
    hide_roofs(scene);
    struct scene_bounds *shapes = scene_shape_bounds(scene, &scratch);
    ow_status status = shapes ? OW_OK : scratch.status;
    if (shapes) {
        struct scene_bounds bounds;
        status = scene_find_outlying(scene, shapes, options, &bounds);
        for (int i = 0; i < 3 && status == OW_OK; i++) {
            scene->least[i] = rounded_to_float(bounds.least[i]);
            scene->most[i] = rounded_to_float(bounds.most[i]);
        }
    }
    arena_free(&scratch);
    return status;
}
