/* Numbers that identify the thing of a sample. */
#ifndef OW_SRC_PICTURE_IDENTITY_H
#define OW_SRC_PICTURE_IDENTITY_H

#include <overworld/scene.h>

/* 0 is nothing; then items, segments, labels, layers, grounds. */
static inline uint32_t identity_of_item(uint32_t item)
{
    return 1 + item;
}

static inline uint32_t identity_of_segment(const ow_scene *scene, uint32_t segment)
{
    return 1 + scene->item_count + segment;
}

static inline uint32_t identity_of_label(const ow_scene *scene, uint32_t label)
{
    return identity_of_segment(scene, scene->segment_count) + label;
}

static inline uint32_t identity_of_layer(const ow_scene *scene, uint32_t layer)
{
    return identity_of_label(scene, scene->label_count) + layer;
}

static inline uint32_t identity_of_ground(const ow_scene *scene, uint32_t ground)
{
    return identity_of_layer(scene, scene->layer_count) + ground;
}

/* Returns true if there are enough numbers. */
static inline bool identities_fit(const ow_scene *scene)
{
    return (uint64_t)scene->item_count + scene->segment_count + scene->label_count +
               scene->layer_count + scene->ground_count <
           UINT32_MAX - 16;
}

/* Finds the thing of a number. */
static inline ow_scene_part_kind identity_find(const ow_scene *scene, uint32_t id, uint32_t *index)
{
    const struct {
        ow_scene_part_kind part;
        uint32_t first;
    } parts[] = {{OW_IN_GROUNDS, identity_of_ground(scene, 0)},
                 {OW_IN_LAYERS, identity_of_layer(scene, 0)},
                 {OW_IN_LABELS, identity_of_label(scene, 0)},
                 {OW_IN_SEGMENTS, identity_of_segment(scene, 0)},
                 {OW_IN_ITEMS, identity_of_item(0)}};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (id >= parts[i].first) {
            *index = id - parts[i].first;
            return parts[i].part;
        }
    *index = 0;
    return OW_IN_NOTHING;
}

#endif
