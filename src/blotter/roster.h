/* A save's components as a whole: by address, their types, parents and places. */
#ifndef OW_SRC_BLOTTER_ROSTER_H
#define OW_SRC_BLOTTER_ROSTER_H

#include "../base/vectors.h"
#include "blotter.h"
#include "index.h"
#include "mods/mods.h"

/* A numeric type id: its name in the save, and its known type. */
struct roster_type {
    ow_text name; /* empty if the save has none */
    const struct component_type *type;
};

/* A component's place in the world, in thousandths of a game unit. */
struct component_frame {
    struct vector position;
    struct rotation rotation;
};

/* Where the components of a save are. Only components that carry others keep their frames, and few
 * do. The frames of all others are found from these. */
struct component_frames {
    const ow_blotter_save *save;
    const uint32_t *parents;      /* of each component, or NO_COMPONENT */
    const uint32_t *slots;        /* of each component that carries others: its frame in `kept` */
    struct component_frame *kept; /* NULL: not found yet */
};

/* Creates an index of a save's components. */
ow_status blotter_index_components(const ow_blotter_save *save, struct component_index *index,
                                   struct arena *arena);

/* The save's name for a numeric type id: the first one. NULL if the save has none. */
const ow_text *blotter_name_of_type(const ow_blotter_save *save, uint16_t id);

/* Lists the type of each numeric id, up to the highest that a component has, or at least that of
 * id 0. Ids that the save does not name get type_unknown. `count`: how many there are; may be
 * NULL. */
ow_status blotter_list_types(const ow_blotter_save *save, struct arena *arena,
                             struct roster_type **types, uint32_t *count);

/* Replaces types that are not known by those of mods. `mods` may be NULL. */
void blotter_add_mods(const ow_mods *mods, struct roster_type *types, uint32_t count);

/* Finds each component's parent; UINT32_MAX if the save does not have it. */
void blotter_find_parents(const ow_blotter_save *save, const struct component_index *index,
                          uint32_t *parents);

/* Finds where each component is. Cycles of parents are broken. */
ow_status blotter_find_frames(const ow_blotter_save *save, uint32_t *parents, struct arena *arena,
                              struct component_frame **frames);

/* Finds the frames of components that carry others. Breaks cycles of parents, which must stay where
 * they are. */
ow_status blotter_find_carriers(const ow_blotter_save *save, uint32_t *parents, struct arena *arena,
                                struct component_frames *frames);

/* The frame of any component, and its position alone, which takes less time. That of a component
 * that carries no others is found from its record as it is now. */
struct component_frame blotter_frame_of(const struct component_frames *frames, uint32_t ordinal);
struct vector blotter_position_in_world(const struct component_frames *frames, uint32_t ordinal);

/* Finds where a component is from the frame of its parent; `below` NULL: it has none. */
struct component_frame blotter_frame_on(const ow_blotter_save *save, uint32_t ordinal,
                                        const struct component_frame *below);

/* A component's position relative to its parent, in thousandths in all versions. */
struct vector blotter_position_of(const ow_blotter_save *save,
                                  const ow_blotter_component *component);

/* A component's rotation relative to its parent, normalised. */
struct rotation blotter_rotation_of(const ow_blotter_component *component);

#endif
