/* The components of a save as a crowd: by address, what type each is, what it stands on and where. */
#ifndef OW_SRC_BLOTTER_ROSTER_H
#define OW_SRC_BLOTTER_ROSTER_H

#include "../base/vectors.h"
#include "blotter.h"
#include "index.h"
#include "mods/mods.h"

/* A number of a type: what the save calls it, and what is known of it. */
struct roster_type {
    ow_text name; /* empty where the save has none */
    const struct component_type *type;
};

/* Where a component stands in the world, in thousandths of the game's unit. */
struct component_frame {
    struct vector position;
    struct rotation rotation;
};

/* Makes an index of a save's components. */
ow_status blotter_index_components(const ow_blotter_save *save, struct component_index *index,
                                   struct arena *arena);

/* The highest number of a type that a component has; 0 where there is none. */
uint32_t blotter_highest_type(const ow_blotter_save *save);

/* What each number of a type stands for, up to the highest that a component has; those that the save does not
 * name stand for type_unknown. */
ow_status blotter_list_types(const ow_blotter_save *save, struct arena *arena,
                             struct roster_type **types);

/* Puts the types of mods in place of those that are not known otherwise. `mods` may be NULL. */
void blotter_add_mods(const ow_blotter_save *save, const ow_mods *mods, struct roster_type *types);

/* Which component each stands on; UINT32_MAX: on none that is there. */
void blotter_find_parents(const ow_blotter_save *save, const struct component_index *index,
                          uint32_t *parents);

/* Where each component stands. Circles of parents are broken where they are met. */
ow_status blotter_find_frames(const ow_blotter_save *save, uint32_t *parents, struct arena *arena,
                              struct component_frame **frames);

/* A component's own position (not in the world), in thousandths whatever the version. */
struct vector blotter_position_of(const ow_blotter_save *save,
                                  const ow_blotter_component *component);

/* Its own rotation, one unit long. */
struct rotation blotter_rotation_of(const ow_blotter_component *component);

#endif
