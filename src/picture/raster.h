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
    uint8_t *opacities; /* of each sample that shows something; NULL: there is a background */
    uint16_t *facings;  /* of each sample that shows something: as of the face that it is of */
    int32_t (*crossings)[2];
    int32_t left, top, width, height;
    uint64_t visited;        /* samples that were looked at */
    bool ids_of_see_through; /* what is seen through gives its samples its own number */
};

enum { MOST_FACE_CORNERS = 20 };

/* A number over the picture: what it is at steps 0, 0, and how it changes with each step. */
struct plane {
    double at, by_x, by_y;
};

/* What a face is covered with, by coordinates that change evenly over it. */
struct surface {
    /* The colour at u, v, in 65536ths. Alpha 0: nothing is there; else it is the side's name, or the
     * opacity where is_seen_through. */
    ow_color (*color)(const struct surface *surface, ow_color face, int64_t u, int64_t v);
    const void *about;
    int32_t numbers[4];
    bool in_perspective;  /* u and v are quotients by w */
    bool is_seen_through; /* alpha is one: what is behind shows as far as it says */
    bool is_print; /* what it lies on keeps its samples, so that no lines are drawn around it */
    struct plane u, v, w;
};

/* A flat face: its corners in order around it, one way or the other. */
struct face {
    const struct spot *corners[MOST_FACE_CORNERS];
    unsigned count;
    ow_color color; /* as it is seen; alpha names the side */
    uint32_t id;
    /* Names the direction of the normal; 0: not known. Of faces in one plane those that hide what is
     * behind them come before those that do not, then the last one drawn. */
    uint16_t facing;
    uint8_t opacity;               /* 255: hides what is behind it */
    const struct surface *surface; /* NULL: of one colour */
};

/* Names the direction of a face whose normal, of any length, is this. */
uint16_t facing_of(struct vector normal);

/* Makes every sample of a row show nothing, in this colour. */
void raster_clear_row(struct raster *raster, int32_t row, ow_color color);
void raster_draw(struct raster *raster, const struct face *face);

/* Twice the area of a face in square steps, positive where its corners go round as those of a box do
 * that is seen from outside. */
int64_t face_area(const struct face *face);

/* About how many samples' work it is to draw a face. */
uint64_t raster_cost(const struct face *face);

#endif
