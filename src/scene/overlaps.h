/* Finding items that share space with others. Knows no format. */
#ifndef OW_SRC_SCENE_OVERLAPS_H
#define OW_SRC_SCENE_OVERLAPS_H

#include "../base/memory.h"

#include <overworld/scene.h>

/* Called with two items that overlap; the first one is not in group 0. */
typedef void (*overlap_visitor)(void *context, uint32_t item, uint32_t other);

/* Finds pairs of items that overlap and are in different groups. Pegs, marks that are not solid,
 * meshes, and items whose looks are unknown take no space. A pair may be found several times.
 *
 * groups: the group of each item. Items of group 0 are not compared with each other.
 * is_complete: receives false if there was too much to compare; set if the result is OW_OK. */
ow_status scene_find_overlaps(const ow_scene *scene, const uint32_t *groups, struct arena *arena,
                              overlap_visitor visit, void *context, bool *is_complete);

#endif
