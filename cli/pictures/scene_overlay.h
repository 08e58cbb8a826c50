/* A scene with items coloured, and with items of another scene in it. */
#ifndef OW_CLI_PICTURES_SCENE_OVERLAY_H
#define OW_CLI_PICTURES_SCENE_OVERLAY_H

#include <overworld/overworld.h>

/* The colour of an item, by its kind and its index in the list of its kind; NULL: unchanged. */
typedef const ow_color *(*overlay_tone)(void *context, uint16_t kind, uint32_t subject);

struct overlay {
    ow_scene scene; /* to be drawn, not released: most of it belongs to the other scenes */
    const ow_scene *before;
    size_t item_room;
    uint32_t painted; /* distance from a shape to its copy in one colour */
};

/* Begins an overlay of the scene after; both scenes must stay valid. All these functions return
 * false if memory runs out. */
bool overlay_open(struct overlay *overlay, const ow_scene *before, const ow_scene *after);
void overlay_close(struct overlay *overlay);

/* Removes the colour of everything that was not painted and makes it lighter, so that the rest
 * stands out. */
void overlay_drain(struct overlay *overlay);

/* Marks neighbouring cells of a layer, or vertices of the ground, by the JSON Pointer of their
 * list. */
bool overlay_add_run(struct overlay *overlay, const char *list, uint64_t first, uint64_t count,
                     uint32_t row_length, ow_color color);

/* Colours items of the scene after; the width of segments is multiplied by `wider`. */
void overlay_paint(struct overlay *overlay, overlay_tone tone, void *context, float wider);

/* Adds the items of the scene before that have a colour. They are faint, have an outline and
 * thinner bars, and are drawn before all other translucent items. */
bool overlay_add_before(struct overlay *overlay, overlay_tone tone, void *context);

#endif
