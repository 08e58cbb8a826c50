/* Finding items that share space with others. Knows no format. */
#ifndef OW_SRC_SCENE_OVERLAPS_H
#define OW_SRC_SCENE_OVERLAPS_H

#include "../base/memory.h"

#include <overworld/scene.h>

/* Called with two items that overlap; the first one is not in group 0. */
typedef void (*overlap_visitor)(void *context, uint32_t item, uint32_t other);

/* Finds pairs of items that overlap and are in different groups. `groups` has one for each item. Two items
 * of group 0 are not compared. Pegs, marks that are not solid, and meshes take no space. What is shared has to be
 * deeper than a few hundredths of a unit. A pair may be found several times. `is_complete` becomes false if there
 * was too much to compare. */
ow_status scene_find_overlaps(const ow_scene *scene, const uint32_t *groups, struct arena *arena,
                              overlap_visitor visit, void *context, bool *is_complete);

#endif
