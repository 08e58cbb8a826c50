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
};

void forget_marks(struct scene *scene);

/* What it takes to look at a scene and to choose from it: unit, bounds, view, kinds, types. */
void add_short_facts(ow_json_writer *writer, const ow_scene *scene);

/* An array whose records are one field, as an object {"count": N, "fields": [...]}. */
void add_plain_array(ow_json_writer *writer, const char *name, const void *records,
                     const char *type, unsigned width, size_t stride, uint64_t count);

#endif
