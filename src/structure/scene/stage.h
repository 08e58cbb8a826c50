/* What the parts of a build's scene share. */
#ifndef OW_SRC_STRUCTURE_SCENE_STAGE_H
#define OW_SRC_STRUCTURE_SCENE_STAGE_H

#include "../structure.h"

#include "../../scene/build.h"
#include "../../scene/scene.h"

/* Solids that stand for blocks, of which only metal, wood and glass are known to be cubes. */
enum stand_in {
    UNKNOWN, /* types that no table has, and tools, which are never placed */
    CUBE,
    HALF,
    CUSTOM, /* by its own vertices, see custom.c */
    PIXEL,
    DEVICE,
    GATE,
    SWITCH,
    BUTTON,
    SLIDER,
    SCREEN,
    LAMP,
    CAMERA,
    SEAT,
    TABLE,
    SIGN,
    STICKER,
    CHEST,
    LADDER,
    BEAM,
    BEARING,
    WHEEL,
    SPRING,
    ENGINE,
    THRUSTER,
    PROPELLER,
    WING,
    FLOAT,
    HOVER,
    CANNON,
    BOMB,
    SAW,
    STAND_INS
};

struct stage {
    const ow_structure_build *build;
    struct scene_builder *builder;
    uint32_t scale;             /* of rotations */
    uint32_t shapes[STAND_INS]; /* OW_NONE before one was needed, as of types */
    uint32_t types[256];
    uint32_t nowhere; /* the group of blocks whose root is not there */
    uint32_t lost;    /* how many these are */
    uint16_t root, block, connection, bearing, label;
};

/* How blocks of a type look. */
struct look {
    enum stand_in stand_in;
    ow_color color;
    double size; /* of its stand-in */
    bool is_certain;
    bool is_glass; /* seen through whatever its colour */
};
struct look structure_look_of(uint8_t id);

/* The shape that stands for blocks. */
uint32_t structure_stand_in(struct stage *stage, enum stand_in stand_in);

/* The shape of a custom block. */
uint32_t structure_custom_shape(struct stage *stage, const ow_structure_block *block);

/* What can be read: names, and the letters of gates. */
void structure_add_label(struct stage *stage, uint32_t index);

/* Connections and bearings of all blocks, which are items by now. */
void structure_add_links(struct stage *stage);

#endif
