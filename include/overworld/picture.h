/* A scene as a picture: pixels, the same with every compiler and on every host, and SVG. */
#ifndef OVERWORLD_PICTURE_H
#define OVERWORLD_PICTURE_H

#include "scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Where the scene is looked at from. Angles are degrees. */
typedef enum ow_view_kind {
    OW_VIEW_USUAL, /* what the scene's own `view` asks for, else OW_VIEW_ISO */
    OW_VIEW_ISO,   /* yaw 45, pitch 35.264: a cube is a regular hexagon */
    OW_VIEW_TOP,
    OW_VIEW_BOTTOM,
    OW_VIEW_FRONT, /* from +z */
    OW_VIEW_BACK,
    OW_VIEW_LEFT, /* from -x */
    OW_VIEW_RIGHT,
    OW_VIEW_CITY,  /* as the city's own game: tilted by 48 from straight down, turned by 28 */
    OW_VIEW_GAME,  /* as Logic World's own thumbnails: camera, framing, one sample a pixel */
    OW_VIEW_ANGLES /* yaw and pitch of the picture's options */
} ow_view_kind;

/* How a picture is drawn. All members zero: 1200 x 900 pixels, the usual view, antialiased, soft shade
 * and edges on a light background. */
typedef struct ow_picture_options {
    uint32_t width, height; /* 1 to OW_PICTURE_LARGEST */
    ow_view_kind view;
    double yaw,
        pitch;     /* of OW_VIEW_ANGLES: the camera stands at yaw from +z towards +x, pitch up */
    unsigned turn; /* 0 to 3 quarter turns more about y */
    bool perspective;
    bool transparent; /* no background */
    bool has_background;
    ow_color background;
    bool plain; /* no edges and no soft shade */
    unsigned
        samples; /* along a pixel's side: 1 (no antialiasing) to 4; 0: as many as time allows */
    bool without_states; /* wires and pegs as when off */
    bool labels;         /* those with OW_FACES_VIEWER too, over everything */
    bool grid;           /* lines of whole units on the floor, or over layers */
    bool scale_bar;      /* in the picture's plane; not in perspective */
    bool legend; /* types by colour and number, in room of its own on the left; "~": inferred */
    const uint32_t *highlights; /* items to be marked, highlight_count of them */
    size_t highlight_count;
    const uint32_t *highlight_segments;
    size_t highlight_segment_count;
    /* Most work, in samples that are looked at, for hostile scenes: antialiasing takes at most half of
     * it unless samples are asked for; beyond it faces are left out. 0: what takes about 6 s. */
    uint64_t budget;
    /* Whether `target`, a place around the scene's origin, stands in the middle of the picture with `scale`
     * pixels in a unit there, and not all that is seen is framed. A perspective then takes in 36 degrees
     * from top to bottom, and leaves out what stands around the eye. */
    bool is_framed;
    double target[3], scale;
    uint64_t reserved[3];
} ow_picture_options;

enum { OW_PICTURE_LARGEST = 16384 };

/* A drawn picture: pixel x, y stands at pixels[y * width + x], y downwards. */
typedef struct ow_picture {
    uint32_t width, height;
    ow_color *pixels; /* alpha not multiplied in */
    /* To keep the budget: fewer samples than were asked for, or something left out. */
    bool has_less_detail;
    void *owner; /* the memory behind it */
    uint64_t reserved[4];
} ow_picture;

/* Draws a scene. Options may be NULL. The picture is given back with ow_picture_free. Without a limit
 * in `options`, memory is the picture's own and at most about 400 MiB; with one, large pictures are
 * drawn in more steps. OW_BAD_ARGUMENT for a size or a number of samples that is too large. What is not
 * finite, or farther than 10^10 units away, is not drawn. OW_VIEW_GAME takes one sample a pixel, has no
 * perspective and, unless one is asked for, no background. */
OW_API ow_status ow_picture_draw(const ow_scene *scene, const ow_picture_options *picture_options,
                                 const ow_options *options, ow_picture *picture, ow_error *error);

/* Gives a picture back and zeroes it. NULL is fine. */
OW_API void ow_picture_free(ow_picture *picture);

/* Writes a line of text into a picture, or into pixels that the caller laid out in one, at its upper left
 * corner, in the bitmap font that labels have; what is longer than `width` pixels ends with dots. */
OW_API void ow_picture_write_text(ow_picture *picture, uint32_t left, uint32_t top, uint32_t width,
                                  ow_text text, ow_color color);

/* Which part of the scene stands at a pixel of the picture that the same options give: its kind, and
 * its index in *index. OW_IN_NOTHING for background. */
OW_API ow_status ow_picture_pick(const ow_scene *scene, const ow_picture_options *picture_options,
                                 const ow_options *options, uint32_t x, uint32_t y,
                                 ow_scene_part_kind *part, uint32_t *index, ow_error *error);

/* The place around the scene's origin that is seen in the middle of a pixel of that picture. *found is false, and
 * place as it was, where that is background. */
OW_API ow_status ow_picture_find_place(const ow_scene *scene,
                                       const ow_picture_options *picture_options,
                                       const ow_options *options, uint32_t x, uint32_t y,
                                       double place[3], bool *found, ow_error *error);

/* Writes a scene as SVG: polygons grouped by colour, one unit a pixel. In three dimensions what passes
 * through each other may come in the wrong order. OW_TOO_MUCH_MEMORY above OW_SVG_MOST_FACES faces:
 * then pixels are the better picture. */
OW_API ow_status ow_picture_write_svg(const ow_scene *scene,
                                      const ow_picture_options *picture_options,
                                      const ow_options *options, const ow_sink *sink,
                                      ow_error *error);

enum { OW_SVG_MOST_FACES = 20000 };

#ifdef __cplusplus
}
#endif

#endif
