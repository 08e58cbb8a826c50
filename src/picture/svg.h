/* What the files share that write a picture as SVG. */
#ifndef OW_SRC_PICTURE_SVG_H
#define OW_SRC_PICTURE_SVG_H

#include "job.h"

#include "../base/output.h"

/* A flat face, its corners in `points`, in steps of 256ths of a pixel. */
struct svg_face {
    uint32_t first, count;
    int32_t left, top, right, bottom;
    int64_t depth; /* of its middle */
    uint32_t id;
    ow_color color;
    uint8_t opacity;
    bool is_round; /* goes on into the next one of its kind, with no line between */
};

struct svg {
    struct job job;
    struct output output;
    struct svg_face *faces;
    struct spot *points;
    uint32_t *order; /* the faces from the farthest to the nearest */
    uint32_t face_count, point_count, point_room;
    bool is_full; /* there are more faces than there may be */
};

/* Text with numbers: as printf has it. */
void svg_put(struct svg *svg, const char *format, ...) OW_PRINTF(2, 3);

/* A number with at most two digits behind the point, of 256ths; and of one with four. */
void svg_put_steps(struct svg *svg, int64_t steps);
void svg_put_number(struct svg *svg, double number);

/* See svg_order.c: settles the order. False without memory. */
bool svg_order(struct svg *svg);

/* See svg_tiles.c. Writes the layers; false where they have too many pieces or there is no memory. */
bool svg_write_layers(struct svg *svg);

/* See svg_text.c. */
void svg_write_labels(struct svg *svg);

#endif
