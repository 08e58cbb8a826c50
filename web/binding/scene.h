/* Scenes for JavaScript: what the calls of a scene share. */
#ifndef OW_BINDING_SCENE_H
#define OW_BINDING_SCENE_H

#include "binding.h"

struct scene {
    ow_options options; /* options of its world */
    ow_scene scene;
    /* Marks of a comparison, see marks.c. */
    uint32_t *items, *segments;
    size_t marked_items, marked_segments;
    ow_scene added; /* drawn in addition, see added.c */
};

void forget_marks(struct scene *scene);

/* A bit for each record of each list that scenes show. */
enum { MOST_KINDS = 64 };

struct records {
    uint8_t *bits[MOST_KINDS];
    uint64_t counts[MOST_KINDS]; /* number of bits */
};

bool is_noted(const struct records *records, uint16_t kind, uint32_t subject);

/* Changed cells of a layer, or changed vertices of a ground. */
struct run {
    uint32_t layer, ground; /* one of them OW_NONE */
    uint64_t from, count;
};

/* Adds to the pictures of a scene the removed parts, as they are in the scene `before`, and sheets
 * over changed cells and heights. Returns false if memory runs out. */
bool add_removed(struct scene *scene, const ow_scene *before, const struct records *removed);
bool add_sheets(struct scene *scene, const struct run *runs, size_t count);
void forget_added(struct scene *scene);

/* Joins a scene and what was added to it, until split_scene. Returns false if memory runs out. */
bool join_scene(const struct scene *scene, ow_scene *both);
void split_scene(const struct scene *scene, ow_scene *both);

/* Makes room for one more record in a malloc'ed array, given by the address of its pointer. The
 * record is zeroed and counted. Returns NULL if memory runs out. */
void *room_for_one(void *array_of, uint32_t *count, size_t size);

/* Adds the facts for viewing and selecting: unit, bounds, view, kinds, types. */
void add_short_facts(ow_json_writer *writer, const ow_scene *scene);

/* Adds an array whose records have one field, as an object {"count": N, "fields": [...]}. */
void add_plain_array(ow_json_writer *writer, const char *name, const void *records,
                     const char *type, unsigned width, size_t stride, uint64_t count);

#endif
