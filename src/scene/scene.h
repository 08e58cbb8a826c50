/* Calls on finished scenes, for drawing and choosing. */
#ifndef OW_SRC_SCENE_SCENE_H
#define OW_SRC_SCENE_SCENE_H

#include "../base/memory.h"
#include "../base/vectors.h"

#include <overworld/scene.h>

struct scene_bounds {
    double least[3], most[3];
    bool any;
};

/* Extends a box to contain a point, or another box, which may be empty. */
void scene_include(struct scene_bounds *bounds, struct vector point);
void scene_include_box(struct scene_bounds *bounds, const struct scene_bounds *other);

/* What is done for all items and segments is done for slices of them: by threads, if the caller
 * has any. There are always as many slices, of any size. */
enum { SCENE_SLICES = 16 };

static inline uint32_t scene_slice_first(uint32_t slice, uint32_t count)
{
    return (uint32_t)((uint64_t)count * slice / SCENE_SLICES);
}

static inline uint32_t scene_slice_end(uint32_t slice, uint32_t count)
{
    return scene_slice_first(slice + 1, count);
}

static inline struct vector scene_vector(const float values[3])
{
    return (struct vector){values[0], values[1], values[2]};
}

static inline struct rotation scene_rotation(const float values[4])
{
    return (struct rotation){values[0], values[1], values[2], values[3]};
}

/* The place of a shape's point in the scene, and of a point of a part's unit solid in its shape.
 * The solid extends from -0.5 to 0.5 on each axis; a mesh has its own size. */
struct vector scene_vertex(const ow_scene_item *item, struct vector local);
struct vector scene_part_vertex(const ow_scene_part *part, struct vector unit);

/* Corner 0 to 7 of the unit box: bit 0 is x, bit 1 y, bit 2 z. */
struct vector scene_corner(unsigned corner);

/* The box around each shape, in its own frame; NULL without memory. */
struct scene_bounds *scene_shape_bounds(const ow_scene *scene, struct arena *arena);

/* The bounding box of records that are neither hidden nor outliers. */
struct scene_bounds scene_bounds_of(const ow_scene *scene, const struct scene_bounds *shapes,
                                    const ow_options *options);

/* Flags outliers; finds the bounding box of the rest. Fails only without memory. */
ow_status scene_find_outlying(ow_scene *scene, const struct scene_bounds *shapes,
                              const ow_options *options, struct scene_bounds *bounds);

/* Hides roofs above visible layers, flags outliers, and computes the bounds of what is visible.
 * `options`: the caller's pool; NULL: this thread does all. */
ow_status scene_find_bounds(ow_scene *scene, const ow_options *options);

#endif
