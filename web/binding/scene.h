/* Scenes for JavaScript: what the calls of a scene share. */
#ifndef OW_BINDING_SCENE_H
#define OW_BINDING_SCENE_H

#include "binding.h"

struct scene {
    ow_options options; /* of the world that it is of */
    ow_scene scene;
    /* What a comparison marked, see marks.c. */
    uint32_t *items, *segments;
    size_t marked_items, marked_segments;
    ow_scene added; /* what is drawn besides, see added.c */
};

void forget_marks(struct scene *scene);

/* A bit for each record of each list that scenes show. */
enum { MOST_KINDS = 64 };

struct records {
    uint8_t *bits[MOST_KINDS];
    uint64_t counts[MOST_KINDS]; /* of records that there are bits for */
};

bool is_noted(const struct records *records, uint16_t kind, uint32_t subject);

/* Cells of a layer, or vertices of a ground, that a comparison found changed. */
struct run {
    uint32_t layer, ground; /* one of them OW_NONE */
    uint64_t from, count;
};

/* Adds to the pictures of a scene what was removed, as it stands in the scene `before`, and
 * sheets over what changed of layers and grounds. False without memory. */
bool add_removed(struct scene *scene, const ow_scene *before, const struct records *removed);
bool add_sheets(struct scene *scene, const struct run *runs, size_t count);
void forget_added(struct scene *scene);

/* A scene with all that was added to it, to be given back with split_scene. False without
 * memory. */
bool join_scene(const struct scene *scene, ow_scene *both);
void split_scene(const struct scene *scene, ow_scene *both);

/* Room for one more behind so many records of a size, in an array of malloc that is pointed to;
 * zeroed and counted. NULL without memory. */
void *room_for_one(void *array_of, uint32_t *count, size_t size);

/* What it takes to look at a scene and to choose from it: unit, bounds, view, kinds, types. */
void add_short_facts(ow_json_writer *writer, const ow_scene *scene);

/* An array whose records are one field, as an object {"count": N, "fields": [...]}. */
void add_plain_array(ow_json_writer *writer, const char *name, const void *records,
                     const char *type, unsigned width, size_t stride, uint64_t count);

#endif
