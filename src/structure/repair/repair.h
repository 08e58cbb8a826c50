/* The repairs of a build: each fixes all issues of one code. The table of codes and fixes is in
 * repair.c. Its rows say if a fix moves or removes records (../../change/repair.h). Memory that
 * stays in the document comes from repair_take. */
#ifndef OW_SRC_STRUCTURE_REPAIR_REPAIR_H
#define OW_SRC_STRUCTURE_REPAIR_REPAIR_H

#include "../../change/repair.h"
#include "../codes.h"
#include "../structure.h"

/* The block that an issue refers to. */
static inline ow_structure_block *repair_block(const struct repair *repair, uint32_t issue)
{
    ow_structure_build *build = repair->document;
    return &build->blocks[repair->found[issue].at[0]];
}

/* tables.c */
ow_status structure_remove_tables(struct repair *repair);
ow_status structure_dissolve_tables(struct repair *repair);
ow_status structure_rebuild_colors(struct repair *repair);
ow_status structure_rebuild_rotations(struct repair *repair);

/* roots.c */
ow_status structure_fit_roots(struct repair *repair);
ow_status structure_fix_roots(struct repair *repair);
ow_status structure_fix_bounds(struct repair *repair);
ow_status structure_choose_root(struct repair *repair);

/* blocks.c */
ow_status structure_move_blocks(struct repair *repair);
ow_status structure_first_rotation(struct repair *repair);
ow_status structure_first_color(struct repair *repair);
ow_status structure_announce_speed(struct repair *repair);
ow_status structure_slow_blocks(struct repair *repair);
ow_status structure_clear_speed_bit(struct repair *repair);

/* settings.c */
ow_status structure_fix_names(struct repair *repair);
ow_status structure_remove_names(struct repair *repair);
ow_status structure_remove_bearings(struct repair *repair);
ow_status structure_remove_connections(struct repair *repair);
ow_status structure_remove_lists(struct repair *repair);

/* metadata.c */
ow_status structure_zero_metadata(struct repair *repair);
ow_status structure_clear_spare_bits(struct repair *repair);
ow_status structure_fix_vertex_bounds(struct repair *repair);
ow_status structure_shorten_gradients(struct repair *repair);
ow_status structure_fix_positions(struct repair *repair);
ow_status structure_fix_formulas(struct repair *repair);
ow_status structure_shorten_slots(struct repair *repair);

#endif
