/* The appearance of each block type, for pictures and for what mirrors blocks. */
#ifndef OW_SRC_STRUCTURE_LOOKS_H
#define OW_SRC_STRUCTURE_LOOKS_H

#include <overworld/looks.h>

/* Shapes of blocks. Only metal, wood and glass are known to be cubes. */
enum stand_in {
    UNKNOWN, /* types that are in no table, and tools, which are never placed */
    CUBE,
    HALF,
    CUSTOM, /* from its own vertices, see custom.c */
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

/* The appearance of a block type. */
struct look {
    enum stand_in stand_in;
    ow_color color;
    double size; /* of its shape */
    bool is_certain;
    bool is_glass; /* transparent in any colour */
};
struct look structure_look_of(uint8_t id);

#endif
