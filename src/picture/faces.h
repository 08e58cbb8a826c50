/* The faces of solids that can be seen, in their light. */
#ifndef OW_SRC_PICTURE_FACES_H
#define OW_SRC_PICTURE_FACES_H

#include "light.h"
#include "raster.h"
#include "solid.h"

/* What is drawn this time round: what hides first, then what is seen through. */
enum painter_pass { PASS_SOLID, PASS_SEEN_THROUGH, PASS_HIGHLIGHTS };

/* The part of the picture that a highlighted thing takes, in steps. */
struct ring {
    uint32_t id; /* 0: none */
    int32_t left, right, top, bottom;
    bool is_behind; /* the eye; or of unknown size, as a mesh is */
};

struct painter {
    struct projection projection;
    struct camera camera;
    struct light light;
    struct raster raster;
    enum painter_pass pass;
    unsigned samples; /* along a pixel's side */
    double pixels_in_unit;
    bool like_game;             /* boards as Logic World's thumbnails have them */
    const uint8_t *highlighted; /* a bit for each thing, or NULL */
    struct ring ring;
    /* Of what is worked on: over half of `budget`, faces that cost more than `share` are left out. */
    uint64_t budget, share;
    bool is_tight, has_less_detail;
    const struct label_place *places; /* of labels that stand upright on the picture */
    uint32_t place_count;
    /* Takes faces in place of the raster: SVG. NULL: the raster draws them. */
    void (*take_face)(void *context, const struct face *face);
    void *take_context;
};

/* A solid_visitor: draws a solid's faces; context is a painter. */
bool painter_draw_solid(void *context, const struct solid *solid);

/* Draws a face in the light that falls on it, unless it costs too much. */
void painter_draw_face(struct painter *painter, struct face *face);

/* A line `width` pixels wide between two points, so far before them that it does not sink in; as
 * opaque as its colour's alpha. */
void painter_draw_line(struct painter *painter, struct spot from, struct spot to, double width,
                       ow_color color, uint32_t id);

struct spot painter_spot(const struct painter *painter, struct vector seen);

bool painter_is_highlighted(const struct painter *painter, uint32_t id);

#endif
