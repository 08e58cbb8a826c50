/* Scenes as pictures: pixels, which are the same with every compiler and on every host, and SVG.
 *
 * Threads: several threads may draw the same scene. More in formats.h. */
#ifndef OVERWORLD_PICTURE_H
#define OVERWORLD_PICTURE_H

#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the camera is. Angles are in degrees. */
typedef enum ow_view_kind {
    OW_VIEW_USUAL, /* the scene's own `view`; OW_VIEW_ISO if it has none */
    OW_VIEW_ISO,   /* yaw 45, pitch 35.264: a cube is a regular hexagon */
    OW_VIEW_TOP,
    OW_VIEW_BOTTOM,
    OW_VIEW_FRONT, /* from +z */
    OW_VIEW_BACK,
    OW_VIEW_LEFT, /* from -x */
    OW_VIEW_RIGHT,
    OW_VIEW_CITY,  /* as the city's game: tilted by 48 from straight down, turned by 28 */
    OW_VIEW_GAME,  /* as Logic World's thumbnails: camera, framing, one sample per pixel */
    OW_VIEW_ANGLES /* yaw and pitch of ow_picture_options */
} ow_view_kind;

struct ow_picture;

/* How a picture is drawn. All members zero: 1200 x 900 pixels, the usual view, antialiasing, soft
 * shading and edges on a light background. */
typedef struct ow_picture_options {
    uint32_t width, height; /* in pixels, 1 to OW_PICTURE_LARGEST */
    ow_view_kind view;
    double yaw, pitch; /* for OW_VIEW_ANGLES: yaw from +z towards +x, pitch upwards */
    unsigned turn;     /* 0 to 3 additional quarter turns about y */
    bool perspective;
    bool transparent; /* no background */
    bool has_background;
    ow_color background;
    bool plain; /* no edges and no soft shading */
    /* per side of a pixel: 1 (no antialiasing) to 4; 0: as many as time allows */
    unsigned samples;
    bool without_states; /* draw wires and pegs as when off */
    bool labels;         /* draw OW_FACES_VIEWER labels too, over everything */
    bool grid;           /* lines of whole units on the floor, or over layers */
    bool scale_bar;      /* not with perspective */
    bool legend; /* types with colour and count, in extra space on the left; "~": inferred */
    const uint32_t *highlights; /* indices of marked items */
    size_t highlight_count;
    const uint32_t *highlight_segments;
    size_t highlight_segment_count;
    /* Limit of work, in samples, against hostile scenes. Antialiasing takes at most half of it
     * unless `samples` is set; beyond it faces are omitted. 0: about 10 seconds. */
    uint64_t budget;
    /* true: `target`, relative to the scene's origin, is at the centre of the picture, with
     * `scale` pixels per unit there. A perspective then has a vertical angle of 36 degrees and
     * omits what is around the camera. false: everything visible is framed. */
    bool is_framed;
    double target[3], scale;
    /* Receives finished rows of the picture while the rest is drawn: from `first`, below `end`.
     * Called on the calling thread, from the top to the bottom, once for each row. With `legend`
     * or `scale_bar`, which are drawn last, all rows come at the end. If drawing fails, the rest
     * of the rows does not come. NULL: none. */
    void (*take_rows)(void *context, const struct ow_picture *picture, uint32_t first,
                      uint32_t end);
    void *take_context;
    uint64_t reserved[1];
} ow_picture_options;

enum { OW_PICTURE_LARGEST = 16384 };

/* A picture. The pixel at x, y is pixels[y * width + x]; y points down. */
typedef struct ow_picture {
    uint32_t width, height;
    ow_color *pixels; /* without alpha multiplied in */
    /* fewer samples or omitted faces, because of the budget */
    bool has_less_detail;
    void *owner; /* the memory of `pixels` */
    uint64_t reserved[4];
} ow_picture;

/* Draws a scene. Parts that are not finite, or farther than 10^10 units away, are not drawn.
 * OW_VIEW_GAME uses one sample per pixel, no perspective and, unless set, no background.
 *
 * picture_options: NULL: all zero.
 * options: without `max_memory`, needs the picture's own size and at most about 400 MiB. With it,
 *   large pictures are drawn in more steps.
 * picture: receives the picture; release it with ow_picture_free. Zeroed on failure.
 * Returns OW_OK; OW_BAD_ARGUMENT if the size or the number of samples is too large.
 * Since 0.1. */
OW_API ow_status ow_picture_draw(const ow_scene *scene, const ow_picture_options *picture_options,
                                 const ow_options *options, ow_picture *picture, ow_error *error);

/* Releases a picture and zeroes it. NULL is allowed. Since 0.1. */
OW_API void ow_picture_free(ow_picture *picture);

/* Writes a line of text into a picture, in the bitmap font of labels. The picture may also be
 * built by the caller.
 *
 * left, top: upper left corner, in pixels.
 * width: in pixels; longer text ends with dots.
 * Since 0.1. */
OW_API void ow_picture_write_text(ow_picture *picture, uint32_t left, uint32_t top, uint32_t width,
                                  ow_text text, ow_color color);

/* Finds what is at a pixel of the picture that the same options give.
 *
 * x, y: in pixels.
 * part, index: receive the array of the scene and the index; OW_IN_NOTHING for the background.
 * Returns OW_OK; OW_BAD_ARGUMENT as for ow_picture_draw.
 * Since 0.1. */
OW_API ow_status ow_picture_pick(const ow_scene *scene, const ow_picture_options *picture_options,
                                 const ow_options *options, uint32_t x, uint32_t y,
                                 ow_scene_part_kind *part, uint32_t *index, ow_error *error);

/* Finds the place that is visible at the centre of a pixel of that picture.
 *
 * x, y: in pixels.
 * place: receives x, y, z in units, relative to the scene's origin.
 * found: receives false for the background; `place` is then unchanged.
 * Returns OW_OK; OW_BAD_ARGUMENT as for ow_picture_draw.
 * Since 0.1. */
OW_API ow_status ow_picture_find_place(const ow_scene *scene,
                                       const ow_picture_options *picture_options,
                                       const ow_options *options, uint32_t x, uint32_t y,
                                       double place[3], bool *found, ow_error *error);

/* Writes a scene as SVG: polygons grouped by colour, one unit per pixel. Polygons that intersect
 * in space may be in the wrong order.
 *
 * picture_options: NULL: all zero.
 * sink: receives the text.
 * Returns OW_OK; OW_TOO_MUCH_MEMORY above OW_SVG_MOST_FACES faces: draw pixels instead;
 * OW_WRITE_FAILED if the sink refused bytes.
 * Since 0.1. */
OW_API ow_status ow_picture_write_svg(const ow_scene *scene,
                                      const ow_picture_options *picture_options,
                                      const ow_options *options, const ow_sink *sink,
                                      ow_error *error);

enum { OW_SVG_MOST_FACES = 20000 };

#ifdef __cplusplus
}
#endif

#endif
