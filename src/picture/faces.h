/* The visible faces of solids, with light. */
#ifndef OW_SRC_PICTURE_FACES_H
#define OW_SRC_PICTURE_FACES_H

#include "light.h"
#include "raster.h"
#include "solid.h"

/* The drawing pass: opaque things first, then translucent ones. */
enum painter_pass { PASS_SOLID, PASS_SEEN_THROUGH, PASS_HIGHLIGHTS };

/* The extent of a highlighted thing on the picture, in steps. */
struct ring {
    uint32_t id; /* 0: none */
    int32_t left, right, top, bottom;
    bool is_behind; /* behind the eye; or of unknown size, like a mesh */
};

struct painter {
    struct projection projection;
    struct camera camera;
    struct light light;
    struct raster raster;
    enum painter_pass pass;
    unsigned samples; /* per side of a pixel */
    double pixels_in_unit;
    bool like_game;             /* draw boards as in Logic World's thumbnails */
    const uint8_t *highlighted; /* a bit for each thing, or NULL */
    struct ring ring;
    /* Limits of work: when the raster has visited more than `enough`, faces that cost more than
     * `share` are omitted. `enough` is half of `budget`, or a strip's part of that. */
    uint64_t budget, enough, share;
    bool is_tight, has_less_detail;
    struct vector *normals;           /* of two rows of vertices, for grounds */
    const struct label_place *places; /* of upright labels */
    uint32_t place_count;
    /* Receives faces instead of the raster, for SVG. NULL: the raster draws them. */
    void (*take_face)(void *context, const struct face *face);
    void *take_context;
};

/* A solid_visitor: draws a solid's faces; context is a painter. */
bool painter_draw_solid(void *context, const struct solid *solid);

/* Draws a face with light, unless it costs too much. */
void painter_draw_face(struct painter *painter, struct face *face);

/* Draws a line `width` pixels wide, slightly in front so that it does not sink in; its opacity is
 * the colour's alpha. */
void painter_draw_line(struct painter *painter, struct spot from, struct spot to, double width,
                       ow_color color, uint32_t id);

struct spot painter_spot(const struct painter *painter, struct vector seen);

bool painter_is_highlighted(const struct painter *painter, uint32_t id);

#endif
