/* Convex faces into samples: rows of spans, nearest first. */
#ifndef OW_SRC_PICTURE_RASTER_H
#define OW_SRC_PICTURE_RASTER_H

#include "camera.h"

/* What a sample shows. */
struct sample {
    uint32_t depth; /* 0: nothing */
    ow_color color; /* alpha is no part of it: which side of what was drawn, for lines between */
    uint32_t id;
};

/* A window of the picture's samples: it begins at left, top; `crossings` has two for each row. */
struct raster {
    struct sample *samples;
    int32_t (*crossings)[2];
    int32_t left, top, width, height;
    uint64_t visited; /* samples that were looked at */
};

enum { MOST_FACE_CORNERS = 20 };

/* What a face is covered with, by coordinates u, v that change evenly over the picture. */
struct surface {
    /* Colour at u, v, in 65536ths; no alpha: nothing there. */
    ow_color (*color)(const struct surface *surface, ow_color face, int64_t u, int64_t v);
    const void *about;
    int32_t numbers[4];
    double u, v, u_by_x, u_by_y, v_by_x, v_by_y; /* at steps 0, 0, and for each step */
};

/* A flat face: its corners in order around it, one way or the other. */
struct face {
    const struct spot *corners[MOST_FACE_CORNERS];
    unsigned count;
    ow_color color; /* as it is seen; alpha names the side */
    uint32_t id;
    const struct surface *surface; /* NULL: of one colour */
};

void raster_clear(struct raster *raster);
void raster_draw(struct raster *raster, const struct face *face);

/* Twice the area of a face in square steps, positive where its corners go round as those of a box do
 * that is seen from outside. */
int64_t face_area(const struct face *face);

#endif
