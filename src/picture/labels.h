/* Labels in a picture: on surfaces, and upright over everything. */
#ifndef OW_SRC_PICTURE_LABELS_H
#define OW_SRC_PICTURE_LABELS_H

#include "faces.h"
#include "text.h"

/* An upright label with its rim of one dot, in pixels. */
struct label_place {
    uint32_t label;
    int32_t left, top, width, height, dot;
};

/* The lower left corner of a text on a surface, in the label's own coordinates, and the width of a
 * dot, in units. */
struct label_block {
    double left, bottom, dot;
};

struct label_block label_block_of(const ow_scene_label *label, const struct page *page);

/* Draws labels on surfaces, with all solids. */
void labels_draw(struct painter *painter);

/* Draws placed labels, last of all. */
void labels_draw_upright(struct painter *painter);

#endif
