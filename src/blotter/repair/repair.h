/* The repairs of a save: each fixes all issues of one code. The table of codes and fixes is in
 * repair.c. Its rows say if a fix moves or removes records (../../change/repair.h). Memory that
 * stays in the document comes from repair_take. */
#ifndef OW_SRC_BLOTTER_REPAIR_REPAIR_H
#define OW_SRC_BLOTTER_REPAIR_REPAIR_H

#include "../../change/repair.h"
#include "../codes.h"
#include "../index.h"

#include <overworld/blotter.h>

/* Creates an index of components by address, in the memory of the repair. */
ow_status repair_index(const struct repair *repair, struct component_index *index);

/* components.c */
ow_status blotter_order_components(struct repair *repair);
ow_status blotter_new_addresses(struct repair *repair);
ow_status blotter_make_roots(struct repair *repair);
ow_status blotter_fix_positions(struct repair *repair);
ow_status blotter_fix_rotations(struct repair *repair);
ow_status blotter_fix_flags(struct repair *repair);

/* types.c */
ow_status blotter_fix_names(struct repair *repair);
ow_status blotter_remove_mods(struct repair *repair);
ow_status blotter_remove_types(struct repair *repair);
ow_status blotter_join_types(struct repair *repair);
ow_status blotter_name_types(struct repair *repair);

/* wires.c */
ow_status blotter_remove_wires(struct repair *repair);
ow_status blotter_set_wire_states(struct repair *repair);
ow_status blotter_straighten_wires(struct repair *repair);

/* states.c */
ow_status blotter_fix_states(struct repair *repair);
ow_status blotter_part_outputs(struct repair *repair);
ow_status blotter_trim_states(struct repair *repair);
ow_status blotter_remove_on_states(struct repair *repair);

#endif
