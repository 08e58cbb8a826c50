/* The shapes of blocks, each made of a few pieces, in the frame of the scene: Unity's forward, +z,
 * is -z here. All of them are invented. */
#include "stage.h"

enum lie { UPRIGHT, ALONG_X, ALONG_Z }; /* the axis of a cylinder */

struct piece {
    ow_solid solid;
    enum lie lie;
    float x, y, z, width, height, depth; /* middle and size before it is rotated */
    ow_color color;                      /* alpha 0: the block's own colour */
};

#define DARK_GREY                                                                                  \
    {                                                                                              \
        44, 47, 54, 255                                                                            \
    }
#define LIGHT_GREY                                                                                 \
    {                                                                                              \
        176, 180, 186, 255                                                                         \
    }
#define RED_KNOB                                                                                   \
    {                                                                                              \
        206, 60, 52, 255                                                                           \
    }
#define LIT                                                                                        \
    {                                                                                              \
        255, 240, 178, 255                                                                         \
    }
#define OWN                                                                                        \
    {                                                                                              \
        0, 0, 0, 0                                                                                 \
    }

static const struct piece cube[] = {{OW_BOX, UPRIGHT, 0, 0, 0, 1, 1, 1, OWN}};
static const struct piece half[] = {{OW_WEDGE, UPRIGHT, 0, 0, 0, 1, 1, 1, OWN}};
static const struct piece pixel[] = {
    {OW_BOX, UPRIGHT, 0, 0, 0, 0.96f, 0.96f, 0.96f, OWN},
};
static const struct piece device[] = {
    {OW_BOX, UPRIGHT, 0, -0.1f, 0, 1, 0.6f, 1, OWN},
    {OW_BOX, UPRIGHT, 0, 0.24f, 0, 0.64f, 0.1f, 0.64f, DARK_GREY},
    {OW_BOX, UPRIGHT, 0, 0.24f, -0.41f, 0.2f, 0.1f, 0.08f, LIT},
};
static const struct piece gate[] = {{OW_BOX, UPRIGHT, 0, -0.1f, 0, 1, 0.6f, 1, OWN}};
static const struct piece lever[] = {
    {OW_BOX, UPRIGHT, 0, -0.2f, 0, 1, 0.4f, 1, OWN},
    {OW_BOX, UPRIGHT, 0, 0.03f, 0, 0.4f, 0.08f, 0.7f, DARK_GREY},
    {OW_BOX, UPRIGHT, 0, 0.2f, 0.14f, 0.18f, 0.5f, 0.18f, RED_KNOB},
};
static const struct piece button[] = {
    {OW_BOX, UPRIGHT, 0, -0.2f, 0, 1, 0.4f, 1, OWN},
    {OW_CYLINDER, UPRIGHT, 0, 0.08f, 0, 0.6f, 0.2f, 0.6f, RED_KNOB},
};
static const struct piece slider[] = {
    {OW_BOX, UPRIGHT, 0, -0.2f, 0, 1, 0.4f, 1, OWN},
    {OW_BOX, UPRIGHT, 0, 0.02f, 0, 0.16f, 0.06f, 0.84f, DARK_GREY},
    {OW_BOX, UPRIGHT, 0, 0.1f, 0.12f, 0.44f, 0.24f, 0.16f, RED_KNOB},
};
static const struct piece screen[] = {
    {OW_BOX, UPRIGHT, 0, 0, 0, 1, 0.9f, 0.4f, OWN},
    {OW_BOX, UPRIGHT, 0, 0, -0.21f, 0.86f, 0.74f, 0.04f, {96, 156, 196, 255}},
};
static const struct piece lamp[] = {
    {OW_BOX, UPRIGHT, 0, 0, 0.1f, 0.84f, 0.84f, 0.8f, OWN},
    {OW_CYLINDER, ALONG_Z, 0, 0, -0.38f, 0.7f, 0.2f, 0.7f, LIT},
};
static const struct piece camera[] = {
    {OW_BOX, UPRIGHT, 0, 0, 0.1f, 0.7f, 0.7f, 0.7f, OWN},
    {OW_CYLINDER, ALONG_Z, 0, 0, -0.34f, 0.44f, 0.3f, 0.44f, DARK_GREY},
    {OW_CYLINDER, ALONG_Z, 0, 0, -0.48f, 0.32f, 0.04f, 0.32f, {120, 180, 220, 255}},
};
static const struct piece seat[] = {
    {OW_BOX, UPRIGHT, 0, -0.42f, 0, 0.7f, 0.16f, 0.7f, DARK_GREY},
    {OW_BOX, UPRIGHT, 0, -0.22f, -0.04f, 0.86f, 0.24f, 0.86f, OWN},
    {OW_BOX, UPRIGHT, 0, 0.2f, 0.36f, 0.8f, 0.66f, 0.2f, OWN},
};
static const struct piece table[] = {
    {OW_BOX, UPRIGHT, 0, 0.43f, 0, 1, 0.14f, 1, OWN},
    {OW_BOX, UPRIGHT, 0, -0.07f, 0, 0.2f, 0.86f, 0.2f, OWN},
    {OW_BOX, UPRIGHT, 0, -0.46f, 0, 0.6f, 0.08f, 0.6f, OWN},
};
static const struct piece sign[] = {{OW_BOX, UPRIGHT, 0, 0, 0, 1, 0.7f, 0.16f, OWN}};
static const struct piece sticker[] = {{OW_BOX, UPRIGHT, 0, 0, 0, 0.9f, 0.9f, 0.04f, OWN}};
static const struct piece chest[] = {
    {OW_BOX, UPRIGHT, 0, -0.1f, 0, 0.92f, 0.8f, 0.92f, OWN},
    {OW_BOX, UPRIGHT, 0, 0.36f, 0, 1, 0.16f, 1, DARK_GREY},
};
static const struct piece ladder[] = {
    {OW_BOX, UPRIGHT, -0.4f, 0, 0, 0.12f, 1, 0.12f, OWN},
    {OW_BOX, UPRIGHT, 0.4f, 0, 0, 0.12f, 1, 0.12f, OWN},
    {OW_BOX, UPRIGHT, 0, -0.34f, 0, 0.7f, 0.1f, 0.1f, OWN},
    {OW_BOX, UPRIGHT, 0, 0, 0, 0.7f, 0.1f, 0.1f, OWN},
    {OW_BOX, UPRIGHT, 0, 0.34f, 0, 0.7f, 0.1f, 0.1f, OWN},
};
static const struct piece beam[] = {{OW_BOX, UPRIGHT, 0, 0, 0, 0.36f, 0.36f, 1, OWN}};
/* The direction of a bearing's axis is not known: it is upright in one sample build (the song) and
 * points forward in another (the car). */
static const struct piece bearing[] = {
    {OW_BOX, UPRIGHT, 0, 0, 0, 0.84f, 0.84f, 0.84f, OWN},
    {OW_CYLINDER, UPRIGHT, 0, 0, 0, 0.56f, 1, 0.56f, LIGHT_GREY},
    {OW_CYLINDER, ALONG_Z, 0, 0, 0, 0.56f, 1, 0.56f, LIGHT_GREY},
};
static const struct piece wheel[] = {
    {OW_CYLINDER, ALONG_X, 0, 0, 0, 1, 0.6f, 1, OWN},
    {OW_CYLINDER, ALONG_X, 0, 0, 0, 0.52f, 0.68f, 0.52f, LIGHT_GREY},
};
static const struct piece spring[] = {
    {OW_CYLINDER, UPRIGHT, 0, 0, 0, 0.3f, 1, 0.3f, OWN},
    {OW_CYLINDER, UPRIGHT, 0, -0.3f, 0, 0.7f, 0.12f, 0.7f, RED_KNOB},
    {OW_CYLINDER, UPRIGHT, 0, 0, 0, 0.7f, 0.12f, 0.7f, RED_KNOB},
    {OW_CYLINDER, UPRIGHT, 0, 0.3f, 0, 0.7f, 0.12f, 0.7f, RED_KNOB},
};
static const struct piece engine[] = {
    {OW_BOX, UPRIGHT, 0, -0.15f, 0, 1, 0.7f, 1, OWN},
    {OW_CYLINDER, UPRIGHT, -0.24f, 0.3f, -0.24f, 0.36f, 0.3f, 0.36f, DARK_GREY},
    {OW_CYLINDER, UPRIGHT, 0.24f, 0.3f, -0.24f, 0.36f, 0.3f, 0.36f, DARK_GREY},
    {OW_CYLINDER, UPRIGHT, -0.24f, 0.3f, 0.24f, 0.36f, 0.3f, 0.36f, DARK_GREY},
    {OW_CYLINDER, UPRIGHT, 0.24f, 0.3f, 0.24f, 0.36f, 0.3f, 0.36f, DARK_GREY},
};
static const struct piece thruster[] = {
    {OW_CYLINDER, ALONG_Z, 0, 0, -0.1f, 0.84f, 0.8f, 0.84f, OWN},
    {OW_CYLINDER, ALONG_Z, 0, 0, 0.38f, 0.64f, 0.24f, 0.64f, DARK_GREY},
    {OW_CYLINDER, ALONG_Z, 0, 0, 0.49f, 0.48f, 0.04f, 0.48f, {250, 150, 60, 255}},
};
static const struct piece propeller[] = {
    {OW_CYLINDER, ALONG_Z, 0, 0, 0, 0.3f, 0.5f, 0.3f, DARK_GREY},
    {OW_BOX, UPRIGHT, 0, 0, -0.1f, 1, 0.2f, 0.08f, OWN},
    {OW_BOX, UPRIGHT, 0, 0, -0.1f, 0.2f, 1, 0.08f, OWN},
};
static const struct piece wing[] = {
    {OW_WEDGE, UPRIGHT, 0, 0, 0, 1, 0.2f, 1, OWN},
};
static const struct piece buoy[] = {
    {OW_CYLINDER, ALONG_Z, 0, 0, 0, 0.9f, 1, 0.9f, OWN},
    {OW_CYLINDER, ALONG_Z, 0, 0, 0, 0.92f, 0.3f, 0.92f, {240, 238, 230, 255}},
};
static const struct piece hover[] = {
    {OW_CYLINDER, UPRIGHT, 0, 0.1f, 0, 1, 0.4f, 1, OWN},
    {OW_CYLINDER, UPRIGHT, 0, -0.2f, 0, 0.7f, 0.24f, 0.7f, DARK_GREY},
};
static const struct piece cannon[] = {
    {OW_BOX, UPRIGHT, 0, 0, 0.15f, 0.8f, 0.7f, 0.7f, OWN},
    {OW_CYLINDER, ALONG_Z, 0, 0.06f, -0.5f, 0.26f, 0.9f, 0.26f, OWN},
    {OW_CYLINDER, ALONG_Z, 0, 0.06f, -0.9f, 0.34f, 0.2f, 0.34f, DARK_GREY},
};
static const struct piece bomb[] = {
    {OW_CYLINDER, ALONG_Z, 0, 0, -0.1f, 0.66f, 0.8f, 0.66f, OWN},
    {OW_BOX, UPRIGHT, 0, 0, 0.4f, 0.7f, 0.06f, 0.2f, DARK_GREY},
    {OW_BOX, UPRIGHT, 0, 0, 0.4f, 0.06f, 0.7f, 0.2f, DARK_GREY},
};
static const struct piece saw[] = {
    {OW_CYLINDER, ALONG_X, 0, 0, 0, 1, 0.08f, 1, OWN},
    {OW_CYLINDER, ALONG_X, 0, 0, 0, 0.3f, 0.3f, 0.3f, DARK_GREY},
};

#define PIECES(list)                                                                               \
    {                                                                                              \
        list, sizeof(list) / sizeof *(list)                                                        \
    }

static const struct {
    const struct piece *pieces;
    size_t count;
} stand_ins[STAND_INS] = {
    [UNKNOWN] = PIECES(cube),      [CUBE] = PIECES(cube),
    [HALF] = PIECES(half),         [CUSTOM] = PIECES(cube),
    [PIXEL] = PIECES(pixel),       [DEVICE] = PIECES(device),
    [GATE] = PIECES(gate),         [SWITCH] = PIECES(lever),
    [BUTTON] = PIECES(button),     [SLIDER] = PIECES(slider),
    [SCREEN] = PIECES(screen),     [LAMP] = PIECES(lamp),
    [CAMERA] = PIECES(camera),     [SEAT] = PIECES(seat),
    [TABLE] = PIECES(table),       [SIGN] = PIECES(sign),
    [STICKER] = PIECES(sticker),   [CHEST] = PIECES(chest),
    [LADDER] = PIECES(ladder),     [BEAM] = PIECES(beam),
    [BEARING] = PIECES(bearing),   [WHEEL] = PIECES(wheel),
    [SPRING] = PIECES(spring),     [ENGINE] = PIECES(engine),
    [THRUSTER] = PIECES(thruster), [PROPELLER] = PIECES(propeller),
    [WING] = PIECES(wing),         [FLOAT] = PIECES(buoy),
    [HOVER] = PIECES(hover),       [CANNON] = PIECES(cannon),
    [BOMB] = PIECES(bomb),         [SAW] = PIECES(saw),
};

static void add_piece(struct scene_builder *builder, const struct piece *piece, bool hatched)
{
    static const float eighth = 0.70710678f; /* sine and cosine of 45 degrees */
    ow_scene_part part = {
        .solid = piece->solid,
        .paint = piece->color.alpha ? OW_PAINT_PART : OW_PAINT_ITEM,
        .material = hatched ? OW_HATCHED : OW_PLAIN,
        .center = {piece->x, piece->y, piece->z},
        .size = {piece->width, piece->height, piece->depth},
        .color = piece->color,
    };
    if (piece->lie == ALONG_X)
        part.rotation[2] = part.rotation[3] = eighth;
    else if (piece->lie == ALONG_Z)
        part.rotation[0] = part.rotation[3] = eighth;
    scene_part(builder, &part);
}

uint32_t structure_stand_in(struct stage *stage, enum stand_in stand_in)
{
    uint32_t *shape = &stage->shapes[stand_in];
    if (*shape == OW_NONE) {
        *shape = scene_shape(stage->builder, NULL);
        for (size_t i = 0; i < stand_ins[stand_in].count; i++)
            add_piece(stage->builder, &stand_ins[stand_in].pieces[i], stand_in == UNKNOWN);
    }
    return *shape;
}
