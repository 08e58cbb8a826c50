/* Small scenes made by hand. */
#ifndef OW_TESTS_SUPPORT_BUILT_SCENES_H
#define OW_TESTS_SUPPORT_BUILT_SCENES_H

#include "../../src/scene/build.h"

#include <overworld/picture.h>

/* Begins a scene with one kind, type and group, in a light that leaves every colour as it is. */
void begin_scene(struct scene_builder *builder);

/* Adds a shape of one part; what the part leaves out is a box of the item's colour, one unit
 * large. */
uint32_t add_shape(struct scene_builder *builder, ow_scene_part part);

/* Adds an item of a shape. */
void add_item(struct scene_builder *builder, uint32_t shape, float x, float y, float z,
              ow_color color);

ow_scene end_scene(struct scene_builder *builder);

/* Draws what has to be drawable. */
ow_picture draw(const ow_scene *scene, const ow_picture_options *options);

ow_color pixel_of(const ow_picture *picture, uint32_t x, uint32_t y);

bool same_color(ow_color a, ow_color b);

#define assert_color(found, expected)                                                              \
    do {                                                                                           \
        ow_color color_ = (found);                                                                 \
        if (!same_color(color_, expected))                                                         \
            ROW_FAILED("%u %u %u %u is not %s\n", color_.red, color_.green, color_.blue,           \
                       color_.alpha, #expected);                                                   \
    } while (0)

/* A square picture without background, lines, shade and antialiasing. */
ow_picture_options plain_options(ow_view_kind view, uint32_t side);

/* FNV-1a over the pixels. */
uint64_t hash_of(const ow_picture *picture);

#endif
