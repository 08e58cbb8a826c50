/* How things look: colours, solids and materials, for what a format knows of its things and for
 * scenes. */
#ifndef OVERWORLD_LOOKS_H
#define OVERWORLD_LOOKS_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A colour in sRGB; alpha 255 is opaque. */
typedef struct ow_color {
    uint8_t red, green, blue, alpha;
} ow_color;

/* No index. */
#define OW_NONE UINT32_MAX

/* The solid of a part. It fills the part's size around its centre. */
typedef enum ow_solid {
    OW_BOX,
    OW_WEDGE,     /* a box whose top slopes from full height at +z to `low` times that at -z */
    OW_CYLINDER,  /* vertical: a circle in x and z */
    OW_SOLID_MESH /* triangles of a mesh, scaled by the size, around the centre */
} ow_solid;

/* Where a part's colour comes from. */
typedef enum ow_paint {
    OW_PAINT_PART,       /* its own */
    OW_PAINT_ITEM,       /* the item's */
    OW_PAINT_STATE,      /* its own, or color_on while the item's state is on */
    OW_PAINT_ITEM_STATE, /* its own, or the item's while the item's state is on */
    /* The item's colour or the part's own. The item's first four states, first state lowest, make
     * the number of a bit of `values`; if it is set, the item's. */
    OW_PAINT_ITEM_VALUE
} ow_paint;

typedef enum ow_material {
    OW_PLAIN,
    OW_BOARD,  /* squares of one unit, from the corner of least x and z; dark rims */
    OW_MARK,   /* not solid in its game: translucent, with an outline */
    OW_HATCHED /* plain with strokes: impassable, or unknown looks */
} ow_material;

/* Flags: what is not known of a thing's looks. */
enum {
    OW_INFERRED_SHAPE = 1, /* the true shape is unknown */
    OW_INFERRED_COLOR = 2, /* the true colour is unknown */
    OW_INFERRED_PLACE = 4, /* the place or rotation is not certain */
};

#ifdef __cplusplus
}
#endif

#endif
