/* The faces of solids that can be seen, in their light. */
#ifndef OW_SRC_PICTURE_FACES_H
#define OW_SRC_PICTURE_FACES_H

#include "light.h"
#include "raster.h"
#include "solid.h"

struct painter {
    struct gaze gaze;
    struct camera camera;
    struct light light;
    struct raster raster;
    bool like_game; /* boards as Logic World's thumbnails have them */
    double samples_in_unit;
};

/* A solid_visitor: draws a solid's faces; context is a painter. */
bool painter_draw_solid(void *context, const struct solid *solid);

#endif
