/* Worlds for the tests of glTF. */
#ifndef OW_TESTS_PICTURE_GLTF_WORLDS_H
#define OW_TESTS_PICTURE_GLTF_WORLDS_H

#include "gltf_file.h"

#include "scene/build.h"

enum { THINGS, WIRES };

extern const struct rotation no_turn;
extern const ow_scene_item standing;
extern const ow_scene_part cube;

/* A builder with a kind of things, a kind of wires, and two groups: "root" and on it "board". */
struct scene_builder begin_world(void);
ow_scene finish_world(struct scene_builder *builder);

uint32_t add_solid(struct scene_builder *builder, const ow_scene_part *part);
void stand_item(struct scene_builder *builder, uint32_t shape, float x, float y, float z);

/* The world as glTF, read back, of which gltf_assert_sound has made sure. */
struct gltf_file written_world(struct scene_builder *builder, const ow_gltf_options *asked);

/* Things of all sorts, the same each time. */
ow_scene varied_scene(void);

#endif
