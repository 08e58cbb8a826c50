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
ow_status blotter_remove_parts(void *document, struct parts *parts, ow_error *error);

/* Makes an index of a save's components. */
ow_status blotter_index_components(const ow_blotter_save *save, struct component_index *index,
                                   struct arena *arena);

/* A component's own position (not in the world), in thousandths whatever the version. */
struct vector blotter_position_of(const ow_blotter_save *save,
                                  const ow_blotter_component *component);

ow_status blotter_replace_type(void *document, ow_replaced what, ow_text from, ow_text to,
                               uint64_t *count, ow_error *error);
ow_status blotter_extract_parts(void *document, struct parts *parts, const struct part_notes *notes,
                                ow_error *error);
void blotter_tell_part_files(ow_text title, ow_part_file_visitor visit, void *context);
ow_status blotter_merge_parts(void *world, void *part, const ow_placement *placement,
                              const struct part_notes *notes, ow_error *error);

/* Sets it, rounded to whole thousandths. False where a save has no room for it. */
bool blotter_set_position(const ow_blotter_save *save, ow_blotter_component *component,
                          struct vector position);

/* Whether a state is on in a world, which has a bit for each. */
static inline bool blotter_bit_is_on(const ow_blotter_save *save, int32_t state)
{
    const ow_bytes *bits = &save->circuit_states.bits;
    return state >= 0 && (uint32_t)state / 8 < bits->size && bits->data[state / 8] >> state % 8 & 1;
}

/* The highest state that a peg has; -1 where none has one. */
int32_t blotter_highest_state(const ow_blotter_save *save);

#endif
