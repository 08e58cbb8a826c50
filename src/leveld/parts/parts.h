/* Layers, actors, things, triggers and paths of a level as parts, see change/parts.h. */
#ifndef OW_SRC_LEVELD_PARTS_PARTS_H
#define OW_SRC_LEVELD_PARTS_PARTS_H

#include "../../change/parts.h"
#include "../leveld.h"

/* The usual size of a cell in pixels, for levels that do not state it. */
enum { LEVELD_USUAL_CELL = 16 };

/* The size of a cell in pixels. */
struct cell_size {
    uint32_t width, height;
};
struct cell_size leveld_cell_size(const ow_leveld_level *level);

/* The map that counts; NULL if there is none. */
ow_leveld_mesh *leveld_map_of(const ow_leveld_level *level);

/* The layers of that map among the parts; NULL if there is none. */
const struct part_list *leveld_layers_of(const struct parts *parts, const ow_leveld_level *level);

ow_status leveld_open_parts(struct parts *parts, ow_error *error);
void leveld_fill_part(const struct parts *parts, const struct part_list *list, uint32_t index,
                      ow_part *part);
ow_status leveld_remove_parts(void *document, struct parts *parts, ow_error *error);
ow_status leveld_replace_type(void *document, ow_replaced what, ow_text from, ow_text to,
                              uint64_t *count, ow_error *error);
ow_status leveld_extract_parts(void *document, struct parts *parts, const struct part_notes *notes,
                               ow_error *error);
ow_status leveld_merge_parts(void *world, void *part, const ow_placement *placement,
                             const struct part_notes *notes, ow_error *error);

ow_status leveld_rearrange_parts(void *document, struct parts *parts, const ow_rearrangement *how,
                                 const struct part_notes *notes, uint64_t *count, ow_error *error);

#endif
