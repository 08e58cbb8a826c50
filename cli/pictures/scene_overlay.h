/* A scene with things painted over, and with things of another scene in it. */
#ifndef OW_CLI_PICTURES_SCENE_OVERLAY_H
#define OW_CLI_PICTURES_SCENE_OVERLAY_H

#include <overworld/overworld.h>

/* The colour in which a thing is painted, by its kind and its index in the list of its kind; NULL: it stays as
 * it is. */
typedef const ow_color *(*overlay_tone)(void *context, uint16_t kind, uint32_t subject);

struct overlay {
    ow_scene scene; /* to be drawn, not to be given back: the rest of it is the other scenes' */
    const ow_scene *before;
    size_t item_room;
    uint32_t painted; /* by how much the shape in one colour stands behind a shape */
};

/* Begins an overlay of the scene after; both must live as long. All of these return false without memory. */
bool overlay_open(struct overlay *overlay, const ow_scene *before, const ow_scene *after);
void overlay_close(struct overlay *overlay);

/* Takes the colours of all that was not painted, and makes it lighter: so that few things stand out. */
void overlay_drain(struct overlay *overlay);

/* Marks neighbours in the cells of a layer, or vertices of the ground, by the JSON Pointer of their list. */
bool overlay_add_run(struct overlay *overlay, const char *list, uint64_t first, uint64_t count,
                     uint32_t row_length, ow_color color);

/* Paints things of the scene after; segments become so many times as wide. */
void overlay_paint(struct overlay *overlay, overlay_tone tone, void *context, float wider);

/* Adds the things of the scene before that have a colour. They are faint, have an outline and thinner bars, and are
 * drawn before all other translucent things. */
bool overlay_add_before(struct overlay *overlay, overlay_tone tone, void *context);

#endif
