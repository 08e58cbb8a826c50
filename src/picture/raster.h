/* Drawing convex faces into samples: rows of spans, with a depth buffer. */
#ifndef OW_SRC_PICTURE_RASTER_H
#define OW_SRC_PICTURE_RASTER_H

#include "camera.h"

/* A sample. */
struct sample {
    uint32_t depth; /* 0: empty */
    ow_color color; /* alpha is the side's code, for lines between sides */
    uint32_t id;
};

/* A window of the picture's samples, from left, top; `crossings` has two for each row. */
struct raster {
    struct sample *samples;
    uint8_t *opacities; /* of each used sample; NULL: there is a background */
    uint16_t *facings;  /* of each used sample: that of its face */
    int32_t (*crossings)[2];
    int32_t left, top, width, height;
    uint64_t visited;        /* visited samples */
    bool ids_of_see_through; /* translucent faces set the id of samples too */
};

enum { MOST_FACE_CORNERS = 20 };

/* A linear function over the picture: its value at steps 0, 0, and its change per step. */
struct plane {
    double at, by_x, by_y;
};

/* The surface of a face, by coordinates that are linear over it. */
struct surface {
    /* The colour at u, v, in 65536ths. Alpha 0: transparent; else the side's code, or the opacity
     * if is_seen_through. */
    ow_color (*color)(const struct surface *surface, ow_color face, int64_t u, int64_t v);
    const void *about;
    int32_t numbers[4];
    uint64_t inverse;     /* of one of the numbers, see quotient.h */
    bool in_perspective;  /* u and v are quotients by w */
    bool is_seen_through; /* alpha is an opacity */
    bool is_print;        /* keeps the side codes below it, so that no lines are drawn around it */
    struct plane u, v, w;
};

/* A flat face: its corners in order, in either direction. */
struct face {
    const struct spot *corners[MOST_FACE_CORNERS];
    unsigned count;
    ow_color color; /* as displayed; alpha is the side's code */
    uint32_t id;
    /* Code of the normal's direction; 0: unknown. Of faces in one plane, opaque ones are on top,
     * and of equals the last one drawn. */
    uint16_t facing;
    uint8_t opacity;               /* 255: opaque */
    const struct surface *surface; /* NULL: of one colour */
};

/* The code of the direction of a normal of any length. */
uint16_t facing_of(struct vector normal);

/* Clears every sample of a row to this colour. */
void raster_clear_row(struct raster *raster, int32_t row, ow_color color);
void raster_draw(struct raster *raster, const struct face *face);

/* Twice the area of a face in square steps; positive for the winding of a box seen from outside. */
int64_t face_area(const struct face *face);

/* Approximate cost of drawing a face, in samples. */
uint64_t raster_cost(const struct face *face);

#endif
