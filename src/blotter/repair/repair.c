/* The repair of each code of a save, and the rest of a truncated save. */
#include "repair.h"

#include "../blotter.h"
#include "../roster.h"

static ow_status remove_trailing(struct repair *repair)
{
    ow_blotter_save *save = repair->document;
    save->trailing = (ow_bytes){0};
    return OW_OK;
}

ow_status repair_index(const struct repair *repair, struct component_index *index)
{
    return blotter_index_components(repair->document, index, repair->arena);
}

/* A world may have no components if their count could be read. */
bool blotter_finish_salvaged(void *document, struct salvage *salvage)
{
    const ow_blotter_save *save = document;
    const struct salvage_list *list = salvage_find(salvage, "components");
    return save->component_count > 0 || (list && list->reached && list->announced == 0);
}

const struct remedy blotter_remedies[] = {
    REMEDY_BY_SALVAGE(TRUNCATED, "the complete records before that place are kept"),
    REMEDY_BY_SALVAGE(BROKEN, "the complete records before that place are kept"),
    REMEDY(BAD_UTF8, "mend-text", "each byte that is not valid UTF-8 becomes a question mark",
           blotter_fix_names, false),
    REMEDY(MOD_TWICE, "remove-mod", "the later entry is removed, with its version",
           blotter_remove_mods, true),
    REMEDY(TYPE_ID_TWICE, "remove-type",
           "the later text id is removed; components with this number have the first type",
           blotter_remove_types, true),
    REMEDY(TYPE_NAME_TWICE, "join-types",
           "components with the later number get the first number, and the later number is removed",
           blotter_join_types, true),
    REMEDY(TYPE_UNUSED, "remove-type", "the type is removed", blotter_remove_types, true),
    REMEDY(ADDRESS_ZERO, "new-address",
           "the component gets a free address, and wires that end at C-0 are changed to it",
           blotter_new_addresses, true),
    REMEDY(
        DUPLICATE_ADDRESS, "new-address",
        "the later component gets a free address; children and wires stay with the first component",
        blotter_new_addresses, true),
    REMEDY(PARENT_MISSING, "make-root",
           "the component becomes a root and keeps its place in the coordinates of its parent",
           blotter_make_roots, false),
    REMEDY(PARENT_CYCLE, "make-root",
           "the component becomes a root and keeps its place in the coordinates of its parent",
           blotter_make_roots, true),
    REMEDY(FIRST_NOT_ROOT, "order-components",
           "components are sorted so that each is after its parent", blotter_order_components,
           true),
    REMEDY(PARENT_AFTER_CHILD, "order-components",
           "components are sorted so that each is after its parent", blotter_order_components,
           true),
    REMEDY(TYPE_MISSING, "name-type",
           "the number gets a made-up text id, like a type of a missing mod", blotter_name_types,
           true),
    REMEDY(POSITION_NOT_FINITE, "zero-position",
           "coordinates that are infinite or not a number become 0", blotter_fix_positions, false),
    REMEDY(ROTATION_NOT_FINITE, "reset-rotation",
           "the rotation becomes [0, 0, 0, 1], which means no rotation", blotter_fix_rotations,
           false),
    REMEDY(ROTATION_NOT_UNIT, "scale-rotation", "the four numbers are divided by their length",
           blotter_fix_rotations, false),
    REMEDY(FLAG_NOT_BOOLEAN, "set-flag", "the flag becomes 1", blotter_fix_flags, false),
    REMEDY(PEG_KIND_UNKNOWN, "remove-wire", "the wire is removed", blotter_remove_wires, true),
    REMEDY(DANGLING_COMPONENT, "remove-wire", "the wire is removed", blotter_remove_wires, true),
    REMEDY(DANGLING_PEG, "remove-wire", "the wire is removed", blotter_remove_wires, true),
    REMEDY(WIRE_TO_ITSELF, "remove-wire", "the wire is removed", blotter_remove_wires, true),
    REMEDY(OUTPUTS_JOINED, "remove-wire", "the wire is removed", blotter_remove_wires, true),
    REMEDY(DUPLICATE_WIRE, "remove-wire", "the later wire is removed", blotter_remove_wires, true),
    REMEDY(WIRE_ROTATION, "reset-rotation", "the rotation of the wire becomes 0",
           blotter_straighten_wires, false),
    REMEDY(WIRE_ROTATION_NOT_FINITE, "reset-rotation", "the rotation of the wire becomes 0",
           blotter_straighten_wires, false),
    REMEDY(STATE_OUTSIDE, "add-states",
           "missing states are added, off; a negative id, or an id far beyond what the save can "
           "need, is replaced by a new one",
           blotter_fix_states, true),
    REMEDY(STATE_BYTES_TOO_FEW, "add-states",
           "missing states are added, off; a negative id, or an id far beyond what the save can "
           "need, is replaced by a new one",
           blotter_fix_states, true),
    REMEDY(OUTPUT_STATE_SHARED, "new-state",
           "the output gets its own state, which is on if the shared state is on",
           blotter_part_outputs, true),
    REMEDY(WIRE_STATE_DIFFERS, "set-state",
           "the wire gets the state of its output peg or, between two inputs, of the inputs",
           blotter_set_wire_states, true),
    REMEDY(STATE_BYTES_TOO_MANY, "trim-states", "unused bytes of states are removed",
           blotter_trim_states, false),
    REMEDY(ON_STATE_TWICE, "remove-state", "the later entry is removed", blotter_remove_on_states,
           true),
    REMEDY(ON_STATE_UNUSED, "remove-state", "the entry is removed", blotter_remove_on_states, true),
    REMEDY(TRAILING_BYTES, "remove-trailing", "the bytes after the footer are removed",
           remove_trailing, false),
    NO_MORE_REMEDIES,
};
