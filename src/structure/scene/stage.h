/* Declarations that the parts of a build's scene share. */
#ifndef OW_SRC_STRUCTURE_SCENE_STAGE_H
#define OW_SRC_STRUCTURE_SCENE_STAGE_H

#include "../looks.h"
#include "../structure.h"

#include "../../scene/build.h"
#include "../../scene/scene.h"

struct stage {
    const ow_structure_build *build;
    struct scene_builder *builder;
    uint32_t scale;             /* of rotations */
    uint32_t shapes[STAND_INS]; /* OW_NONE until needed, like types */
    uint32_t types[256];
    uint32_t nowhere; /* the group of blocks whose root does not exist */
    uint32_t lost;    /* the number of these blocks */
    uint16_t root, block, connection, bearing, label;
};

/* Fills the scene of a build, see scenes/list.h. */
scene_filler structure_scene;

/* The scene's shape for blocks. */
uint32_t structure_stand_in(struct stage *stage, enum stand_in stand_in);

/* The shape of a custom block. */
uint32_t structure_custom_shape(struct stage *stage, const ow_structure_block *block);

/* Adds text: names, and the letters of gates. */
void structure_add_label(struct stage *stage, uint32_t index);

/* Adds connections and bearings of all blocks, which must be items already. */
void structure_add_links(struct stage *stage);

#endif
