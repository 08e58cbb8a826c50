/* What lies over a picture: its grid, its scale, its legend. */
#ifndef OW_SRC_PICTURE_OVERLAY_H
#define OW_SRC_PICTURE_OVERLAY_H

#include "job.h"

struct svg;

/* Where text and boxes go: onto pixels, where what is beyond the picture is left out, or into SVG. */
struct overlay {
    ow_color *pixels;
    int32_t width, height;
    struct svg *svg; /* in place of pixels */
};

/* Lines of the world's own coordinates on its floor; over flat layers, which would hide them. */
void grid_draw(struct painter *painter);

/* How wide a legend is in pixels, with what stands between it and the picture; 0 without one. */
uint32_t legend_width(struct job *job);
void legend_draw(const struct job *job, const struct overlay *overlay);

/* A bar in the plane of the picture, with its length. */
void scale_bar_draw(const struct job *job, const struct overlay *overlay);

/* The largest of 1, 2, 5, 10, 20 and so on (and 0.5, 0.2, down to 0.001) that is at most `most`. */
double round_length(double most);

/* How many pixels a dot of text is wide on a picture of that size. */
int32_t overlay_dot(const ow_picture_options *asked);

void overlay_box(const struct overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height,
                 ow_color color);

/* Text of one line from its upper left corner on. */
void overlay_text(const struct overlay *overlay, int32_t x, int32_t y, int32_t dot, ow_text text,
                  ow_color color);

#endif
