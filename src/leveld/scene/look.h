/* How a tileset is cut into tiles, as the files say that lie beside levels. */
#ifndef OW_SRC_LEVELD_SCENE_LOOK_H
#define OW_SRC_LEVELD_SCENE_LOOK_H

#include "../../base/memory.h"

#include <overworld/scene.h>

/* Zero where a file does not say it. */
struct look {
    uint32_t tile_width, tile_height, spacing_x, spacing_y;
    uint32_t left, top, width, height; /* of the part of the image that has tiles; 0: all of it */
    uint32_t count;
    ow_text image; /* as it stands in the file */
};

/* Reads the config of DGM-Level-Editor, or a clip of Rend; false where it is none. Text is put into the
 * arena. */
bool look_read(ow_bytes json, struct arena *arena, struct look *look);

/* Tells each name of a config: of thing number `id`, or of the action that a trigger has as its id. */
typedef void look_name(void *context, bool is_action, uint64_t id, ow_text name);
void look_read_names(ow_bytes json, struct arena *arena, look_name *take, void *context);

/* Reads what Rend writes as a level's description: the name of its textures. */
bool look_read_theme(ow_text description, struct arena *arena, ow_text *textures);

/* Cuts an image: fills a tileset whose tiles all lie within it. False where there is none. */
bool look_cut(const struct look *look, uint32_t width, uint32_t height, ow_scene_tileset *tileset);

#endif
