/* Writing a picture as SVG: shared data and calls. */
#ifndef OW_SRC_PICTURE_SVG_H
#define OW_SRC_PICTURE_SVG_H

#include "job.h"

#include "../base/output.h"

/* A flat face, its corners in `points`, in steps of 256ths of a pixel. */
struct svg_face {
    uint32_t first, count;
    int32_t left, top, right, bottom;
    int64_t depth;             /* of its middle */
    int32_t farthest, nearest; /* depths of its corners */
    uint32_t id;
    ow_color color;
    uint8_t opacity;
    bool is_label;    /* is written as text */
    uint32_t squares; /* of a board: number in `squares`, from 1 on; 0: none */
    bool is_round;    /* continues in the next one of its kind, without a line */
};

/* Limit of work of each of the two passes of svg_order. The rest is ordered by the depths of
 * centres. Clipping a face by another takes as long as 48 tests of a pair (measured: 100 ns and 2
 * ns), comparing their depths as long as 2. */
enum { MOST_LOOKS = 60000000 };

struct svg {
    struct job job;
    struct output output;
    struct svg_face *faces;
    struct spot *points;
    struct surface *squares; /* surfaces of boards */
    uint32_t squares_count, square_lines;
    uint32_t *order; /* the faces from the farthest to the nearest */
    uint32_t face_count, point_count, point_room;
    bool is_full;   /* there are too many faces */
    uint64_t looks; /* work of svg_order, limited by MOST_LOOKS */
};

/* Writes text with numbers, like printf. */
void svg_put(struct svg *svg, const char *format, ...) OW_PRINTF(2, 3);

/* Writes a number of 256ths with at most two decimals; a number with four. */
void svg_put_steps(struct svg *svg, int64_t steps);
void svg_put_number(struct svg *svg, double number);

/* Faces that are cut in two need more room. */
enum { SVG_FACE_ROOM = 2 * OW_SVG_MOST_FACES };

/* Sets the corners of face number `which`, the rest as in `like`. Returns false without memory. */
bool svg_set_face(struct svg *svg, uint32_t which, const struct svg_face *like,
                  const struct spot *corners, unsigned count);

/* See svg_order.c: finds the order. Returns false without memory. */
bool svg_order(struct svg *svg);

/* See svg_tiles.c. Writes the layers; returns false for too many pieces, or without memory. */
bool svg_write_layers(struct svg *svg);

/* See svg_squares.c: records the surface of a board's face, and writes it. */
void svg_note_squares(struct svg *svg, struct svg_face *face, const struct surface *surface);
void svg_write_squares(struct svg *svg, const struct svg_face *face);

/* See svg_text.c: a label on a surface, upright labels, and overlays. */
void svg_write_label(struct svg *svg, uint32_t label);
void svg_write_upright(struct svg *svg);
void svg_put_box(struct svg *svg, int32_t x, int32_t y, int32_t width, int32_t height,
                 ow_color color);
void svg_put_line(struct svg *svg, int32_t x, int32_t y, int32_t dot, ow_text text, ow_color color);

#endif
