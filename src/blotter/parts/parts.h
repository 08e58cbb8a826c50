/* The components and wires of a save as parts: what finding, removing, extracting and merging share. */
#ifndef OW_SRC_BLOTTER_PARTS_PARTS_H
#define OW_SRC_BLOTTER_PARTS_PARTS_H

#include "../../base/vectors.h"
#include "../../change/parts.h"
#include "../blotter.h"
#include "../index.h"
#include "../types/types.h"

/* A number of a type: what the save calls it, and what is known of it. */
struct part_type {
    ow_text name; /* empty where the save has none */
    const struct component_type *type;
};

/* Where a component stands in the world, in thousandths of the game's unit. */
struct part_frame {
    struct vector position;
    struct rotation rotation;
};

struct blotter_parts {
    const ow_blotter_save *save;
    struct component_index index;
    struct part_type *types; /* by number */
    struct part_frame *frames;
    uint32_t first_component, first_wire; /* ordinals among the parts */
};

ow_status blotter_open_parts(struct parts *parts, ow_error *error);
void blotter_tell_part(const struct parts *parts, const struct part_list *list, uint32_t index,
                       ow_part *part);
ow_status blotter_remove_parts(void *document, const struct parts *parts, ow_error *error);

/* Makes an index of a save's components. */
ow_status blotter_index_components(const ow_blotter_save *save, struct component_index *index,
                                   struct arena *arena);

/* A component's own position, in thousandths whatever the version. */
struct vector blotter_position_of(const ow_blotter_save *save,
                                  const ow_blotter_component *component);

/* The highest state that a peg has; -1 where none has one. */
int32_t blotter_highest_state(const ow_blotter_save *save);

#endif
