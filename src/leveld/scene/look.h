/* How a tileset is cut into tiles, according to files beside levels. */
#ifndef OW_SRC_LEVELD_SCENE_LOOK_H
#define OW_SRC_LEVELD_SCENE_LOOK_H

#include "../../base/memory.h"

#include <overworld/scene.h>

/* Values that a file does not state are 0. */
struct look {
    uint32_t tile_width, tile_height, spacing_x, spacing_y;
    uint32_t left, top, width, height; /* of the part of the image with tiles; 0: all of it */
    uint32_t count;
    ow_text image; /* as written in the file */
};

/* Reads the config of DGM-Level-Editor, or a clip of Rend. Returns false for other files. Text is
 * stored in the arena. */
bool look_read(ow_bytes json, struct arena *arena, struct look *look);

/* Called for each name of a config: of thing number `id`, or of the action with that id, which
 * triggers refer to. */
typedef void look_name(void *context, bool is_action, uint64_t id, ow_text name);
void look_read_names(ow_bytes json, struct arena *arena, look_name *take, void *context);

/* Reads a description that Rend writes into levels: the name of its textures. */
bool look_read_theme(ow_text description, struct arena *arena, ow_text *textures);

/* Fills a tileset whose tiles are all within an image. Returns false if there is none. */
bool look_cut(const struct look *look, uint32_t width, uint32_t height, ow_scene_tileset *tileset);

#endif
