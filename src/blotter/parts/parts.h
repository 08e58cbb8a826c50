/* The components and wires of a save as parts: declarations shared by finding, removing, extracting
 * and merging. */
#ifndef OW_SRC_BLOTTER_PARTS_PARTS_H
#define OW_SRC_BLOTTER_PARTS_PARTS_H

#include "../../change/parts.h"
#include "../blotter.h"
#include "../roster.h"

struct blotter_parts {
    const ow_blotter_save *save;
    struct roster_type *types;    /* by numeric type id */
    struct component_index index; /* this and the frames: see blotter_relate_parts */
    struct component_frames frames;
    uint32_t first_component, first_wire; /* index of the first of each among the parts */
};

ow_status blotter_open_parts(struct parts *parts, ow_error *error);
ow_status blotter_relate_parts(struct parts *parts, ow_error *error);
void blotter_fill_part(const struct parts *parts, const struct part_list *list, uint32_t index,
                       ow_part *part);
bool blotter_mark_wired(const struct parts *parts, uint32_t address, uint8_t *marks);
ow_status blotter_remove_parts(void *document, struct parts *parts, ow_error *error);

ow_status blotter_replace_type(void *document, ow_replaced what, ow_text from, ow_text to,
                               uint64_t *count, ow_error *error);
ow_status blotter_extract_parts(void *document, struct parts *parts, const struct part_notes *notes,
                                ow_error *error);
ow_status blotter_list_part_files(const void *part, ow_text title, const ow_allocator *allocator,
                                  ow_part_file_visitor visit, void *context);
ow_status blotter_merge_parts(void *world, void *part, const ow_placement *placement,
                              const struct part_notes *notes, ow_error *error);

ow_status blotter_rearrange_parts(void *document, struct parts *parts, const ow_rearrangement *how,
                                  const struct part_notes *notes, uint64_t *count, ow_error *error);
void blotter_find_origin(const struct parts *parts, ow_placement *placement);

/* Sets a component's position, rounded to whole thousandths. Returns false if the save cannot store
 * it. */
bool blotter_set_position(const ow_blotter_save *save, ow_blotter_component *component,
                          struct vector position);

/* The highest state of a peg; -1 if there is none. */
int32_t blotter_highest_state(const ow_blotter_save *save);

#endif
