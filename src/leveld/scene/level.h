/* What the files share that fill the scene of a level. */
#ifndef OW_SRC_LEVELD_SCENE_LEVEL_H
#define OW_SRC_LEVELD_SCENE_LEVEL_H

#include "../leveld.h"

#include "../../scene/build.h"

/* The types of one kind of objects: one for each id, and one for ids beyond the first MOST_TYPES. */
struct id_types {
    uint32_t *ids;  /* ascending, each once */
    ow_text *names; /* of the level's editor, empty where it has none */
    bool *face;     /* whether the flags of its things are a direction */
    uint32_t count, first_type, other_type;
};
enum { MOST_TYPES = 4096 };

/* What is known of an object by its id. */
struct object_type {
    uint32_t type; /* of the scene */
    bool faces;    /* its flags are a direction */
    ow_text name;  /* empty where it has none */
};

/* A place where an object stands or its area lies, whatever block it is from. */
struct object {
    uint32_t block, index; /* which record it is */
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
    const ow_leveld_mesh *mesh;                         /* NULL: none */
    struct arena scratch;                               /* until the scene is filled */
    double cell_width, cell_height;                     /* in pixels */
    bool is_guessed;                                    /* the size of a cell */
    bool has_told_size, has_told_layer, has_told_place; /* by a warning */
    uint32_t *groups; /* of each layer, OW_NONE before it is needed */
    uint32_t group_count;
    uint16_t layer_kind;
    uint32_t columns, rows; /* of the map, as far as there are cells */
    uint16_t top_tile;      /* the highest id that is used */
    struct id_types types[LEVELD_BLOCK_IDS];
    uint32_t path_type;
    bool has_labels;
};

/* Layers lie this far above each other: what stands on one stands out of the next. */
#define LAYER_STEP 0.125

/* How high above their layer things of each kind are drawn, in cells: none is hidden by its neighbour. */
#define AREA_HEIGHT 0.16
#define TAG_LEVEL   0.18
#define PATH_LEVEL  0.2
#define LABEL_LEVEL 0.5

/* See scene.c. The group of a layer, a place in the scene `height` above an object's layer, and a kind of
 * records of a block. */
uint32_t leveld_group_of(struct level_scene *scene, uint32_t layer);
void leveld_place(struct level_scene *scene, const struct object *object, double height,
                  float placed[3]);
uint16_t leveld_kind(struct level_scene *scene, const char *name, uint32_t block);

/* See objects.c. Object `index` of a block, on a layer that is there; the place of a path is its first
 * point. Whether the records of a block are drawn. */
struct object leveld_object(struct level_scene *scene, uint32_t block, uint32_t index);
bool leveld_is_drawn(const struct level_scene *scene, uint32_t block);
/* What all items of a level have in common: where the object stands, its colour and layer; its shape and
 * type are still to come. */
ow_scene_item leveld_item(struct level_scene *scene, const struct object *object, uint16_t kind);
void leveld_add_objects(struct level_scene *scene);

/* See paths.c: the ways of paths, and lines between objects that share a tag. */
void leveld_add_paths(struct level_scene *scene);
void leveld_add_tags(struct level_scene *scene);

/* See types.c. Finds the ids that there are; makes a type of each, once names are known. */
void leveld_find_ids(struct level_scene *scene);
void leveld_make_types(struct level_scene *scene);
void leveld_name_id(struct level_scene *scene, uint8_t block_id, uint64_t id, ow_text name);
struct object_type leveld_type_of(const struct level_scene *scene, uint8_t block_id, uint32_t id);
ow_color leveld_color_of_id(uint32_t id);
ow_color leveld_color_of_tile(uint16_t tile);

/* See markers.c: the shape that marks an object of a block. */
uint32_t leveld_marker(struct scene_builder *builder, uint8_t block_id, bool faces);
enum area_shape { AREA_RECTANGLE, AREA_CIRCLE, AREA_UNKNOWN };
uint32_t leveld_area_shape(struct scene_builder *builder, enum area_shape shape);

/* See tileset.c: the tileset that was asked for or that the level names, and the names in its config. */
void leveld_find_tileset(struct level_scene *scene);

#endif
