/* The repairs of a level: each fixes all issues of one code. The table of codes and fixes is in
 * repair.c. Its rows say if a fix moves or removes records (../../change/repair.h). Memory that
 * stays in the document comes from repair_take. */
#ifndef OW_SRC_LEVELD_REPAIR_REPAIR_H
#define OW_SRC_LEVELD_REPAIR_REPAIR_H

#include "../../change/repair.h"
#include "../codes.h"
#include "../leveld.h"

/* blocks.c */
ow_status leveld_add_meta(struct repair *repair);
ow_status leveld_move_meta(struct repair *repair);
ow_status leveld_remove_blocks(struct repair *repair);
ow_status leveld_join_actors(struct repair *repair);
ow_status leveld_fix_texts(struct repair *repair);
ow_status leveld_clear_description(struct repair *repair);

/* maps.c */
ow_status leveld_one_row(struct repair *repair);
ow_status leveld_fit_layers(struct repair *repair);
ow_status leveld_drop_cells(struct repair *repair);
ow_status leveld_set_tile_size(struct repair *repair);

/* objects.c */
ow_status leveld_move_inside(struct repair *repair);
ow_status leveld_lower_layers(struct repair *repair);
ow_status leveld_remove_objects(struct repair *repair);
ow_status leveld_open_paths(struct repair *repair);
ow_status leveld_close_paths(struct repair *repair);

#endif
