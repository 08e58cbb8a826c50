/* Overlays of a picture: grid, scale bar, legend. */
#ifndef OW_SRC_PICTURE_OVERLAY_H
#define OW_SRC_PICTURE_OVERLAY_H

#include "job.h"

struct svg;

/* Target of text and boxes: pixels, clipped to the picture, or SVG. */
struct overlay {
    ow_color *pixels;
    int32_t width, height;
    struct svg *svg; /* instead of pixels */
};

/* Draws lines of the world's coordinates on its floor; over flat layers, which would hide them. */
void grid_draw(struct painter *painter);

/* The width of the legend in pixels, with its gap to the picture; 0: none. */
uint32_t legend_width(struct job *job);
void legend_draw(const struct job *job, const struct overlay *overlay);

/* Draws a bar in the plane of the picture, with its length. */
void scale_bar_draw(const struct job *job, const struct overlay *overlay);

/* The largest of 1, 2, 5, 10, 20 and so on (and 0.5, 0.2, down to 0.001) that is at most `most`. */
double round_length(double most);

/* Pixels per dot of text on a picture of this size. */
int32_t overlay_dot(const ow_picture_options *asked);

void overlay_box(const struct overlay *overlay, int32_t x, int32_t y, int32_t width, int32_t height,
                 ow_color color);

/* Draws a line of text from its upper left corner. */
void overlay_text(const struct overlay *overlay, int32_t x, int32_t y, int32_t dot, ow_text text,
                  ow_color color);

#endif
