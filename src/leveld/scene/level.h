/* Declarations shared by the files that fill the scene of a level. */
#ifndef OW_SRC_LEVELD_SCENE_LEVEL_H
#define OW_SRC_LEVELD_SCENE_LEVEL_H

#include "../leveld.h"

#include "../../scene/build.h"

/* Fills the scene of a level, see scenes/list.h. */
scene_filler leveld_scene;

/* The types of one kind of objects: one for each id, and one for all ids after the first
 * MOST_TYPES. */
struct id_types {
    uint32_t *ids;  /* ascending and unique */
    ow_text *names; /* from the level's editor, empty if there is none */
    bool *face;     /* whether the flags of its things are a direction */
    uint32_t count, first_type, other_type;
};
enum { MOST_TYPES = 4096 };

/* What an object's id says about it. */
struct object_type {
    uint32_t type; /* in the scene */
    bool faces;    /* its flags are a direction */
    ow_text name;  /* empty if there is none */
};

/* A place of an object or an area, from any block. */
struct object {
    uint32_t block, index; /* of its record */
    uint32_t id, tag, layer;
    uint16_t flags;
    double x, y;          /* the middle, in pixels */
    double width, height; /* of an area, in pixels */
    uint8_t area;         /* of a trigger */
};

struct level_scene {
    struct scene_builder *builder;
    const ow_leveld_level *level;
    struct leveld_last last;
    const ow_leveld_mesh *mesh;                               /* NULL if there is none */
    struct arena scratch;                                     /* until the scene is filled */
    double cell_width, cell_height;                           /* in pixels */
    bool is_guessed;                                          /* the size of a cell is guessed */
    bool has_warned_size, has_warned_layer, has_warned_place; /* by a warning */
    uint32_t *groups; /* of each layer, OW_NONE until it is used */
    uint32_t group_count;
    uint16_t layer_kind;
    uint32_t columns, rows; /* of the map, limited by its cells */
    uint16_t top_tile;      /* the highest id that occurs */
    struct id_types types[LEVELD_BLOCK_IDS];
    uint32_t path_type;
    bool has_labels;
};

/* The vertical distance of layers: objects on one layer rise above the next. */
#define LAYER_STEP 0.125

/* The height of each kind of objects above its layer, in cells, so that none is hidden by its
 * neighbour. */
#define AREA_HEIGHT 0.16
#define TAG_LEVEL   0.18
#define PATH_LEVEL  0.2
#define LABEL_LEVEL 0.5

/* See scene.c: the group of a layer, a place in the scene `height` above an object's layer, and the
 * scene's kind for the records of a block. */
uint32_t leveld_group_of(struct level_scene *scene, uint32_t layer);
void leveld_place(struct level_scene *scene, const struct object *object, double height,
                  float placed[3]);
uint16_t leveld_kind(struct level_scene *scene, const char *name, uint32_t block);

/* See objects.c: object `index` of a block, on an existing layer; the place of a path is its first
 * point. Whether the records of a block are drawn. */
struct object leveld_object(struct level_scene *scene, uint32_t block, uint32_t index);
bool leveld_is_drawn(const struct level_scene *scene, uint32_t block);
/* The common part of all items: place, colour and layer. The caller sets shape and type. */
ow_scene_item leveld_item(struct level_scene *scene, const struct object *object, uint16_t kind);
void leveld_add_objects(struct level_scene *scene);

/* See paths.c: paths, and lines between objects that share a tag. */
void leveld_add_paths(struct level_scene *scene);
void leveld_add_tags(struct level_scene *scene);

/* See types.c. Finds the ids that occur. Adds a type for each, once names are known. */
void leveld_find_ids(struct level_scene *scene);
void leveld_make_types(struct level_scene *scene);
void leveld_name_id(struct level_scene *scene, uint8_t block_id, uint64_t id, ow_text name);
struct object_type leveld_type_of(const struct level_scene *scene, uint8_t block_id, uint32_t id);
ow_color leveld_color_of_id(uint32_t id);
ow_color leveld_color_of_tile(uint16_t tile);

/* See markers.c: the shape for an object of a block. */
uint32_t leveld_marker(struct scene_builder *builder, uint8_t block_id, bool faces);
enum area_shape { AREA_RECTANGLE, AREA_CIRCLE, AREA_UNKNOWN };
uint32_t leveld_area_shape(struct scene_builder *builder, enum area_shape shape);

/* See tileset.c: the tileset of the options or of the level, and the names in its config. */
void leveld_find_tileset(struct level_scene *scene);

#endif
