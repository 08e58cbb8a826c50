/* The fix of each code of a save, and what is left of one that breaks off. */
#include "repair.h"

#include "../blotter.h"

static ow_status remove_trailing(struct repair *repair)
{
    ow_blotter_save *save = repair->document;
    save->trailing = (ow_bytes){0};
    return OW_OK;
}

ow_status repair_index(const struct repair *repair, struct component_index *index)
{
    const ow_blotter_save *save = repair->document;
    ow_status status = index_init(index, repair->arena, save->component_count);
    for (uint32_t i = 0; status == OW_OK && i < save->component_count; i++)
        index_note(index, i, save->components[i].address);
    return status == OW_OK ? index_build(index, repair->arena) : status;
}

/* A world may have no components, if that could be read. */
bool blotter_settle_salvaged(void *document, const struct salvage *salvage)
{
    const ow_blotter_save *save = document;
    const struct salvage_list *list = salvage_find(salvage, "components");
    return save->component_count > 0 || (list && list->reached && list->announced == 0);
}

const struct remedy blotter_remedies[] = {
    {{"salvage", "what is complete before the break is kept"}, TRUNCATED, NULL, true},
    {{"salvage", "what is complete before the break is kept"}, BROKEN, NULL, true},
    {{"mend-text", "each byte that is not UTF-8 becomes a question mark"},
     BAD_UTF8,
     blotter_mend_names,
     false},
    {{"remove-mod", "the later entry is removed, with the version that it states"},
     MOD_TWICE,
     blotter_remove_mods,
     true},
    {{"remove-type", "the later text id is removed: components with the number are of the first"},
     TYPE_ID_TWICE,
     blotter_remove_types,
     true},
    {{"join-types", "components of the later number get the first one, and the later is removed"},
     TYPE_NAME_TWICE,
     blotter_join_types,
     true},
    {{"remove-type", "the type is removed"}, TYPE_UNUSED, blotter_remove_types, true},
    {{"new-address", "the component gets a free address, and the wires that end at C-0 follow it"},
     ADDRESS_ZERO,
     blotter_new_addresses,
     true},
    {{"new-address",
      "the later component gets a free address; children and wires stay with the first"},
     DUPLICATE_ADDRESS,
     blotter_new_addresses,
     true},
    {{"make-root", "the component becomes a root, at the place that it had on its parent"},
     PARENT_MISSING,
     blotter_make_roots,
     false},
    {{"make-root", "the component becomes a root, at the place that it had on its parent"},
     PARENT_CYCLE,
     blotter_make_roots,
     true},
    {{"order-components", "components are listed so that each comes behind its parent"},
     FIRST_NOT_ROOT,
     blotter_order_components,
     true},
    {{"order-components", "components are listed so that each comes behind its parent"},
     PARENT_AFTER_CHILD,
     blotter_order_components,
     true},
    {{"name-type", "the number gets a made-up text id, as of a mod that is not there"},
     TYPE_MISSING,
     blotter_name_types,
     true},
    {{"zero-position", "the coordinates that are no numbers become 0"},
     POSITION_NOT_FINITE,
     blotter_mend_positions,
     false},
    {{"reset-rotation", "the component is not turned any more"},
     ROTATION_NOT_FINITE,
     blotter_mend_rotations,
     false},
    {{"scale-rotation", "the four numbers are divided by their length"},
     ROTATION_NOT_UNIT,
     blotter_mend_rotations,
     false},
    {{"set-flag", "the flag becomes 1"}, FLAG_NOT_BOOLEAN, blotter_mend_flags, false},
    {{"remove-wire", "the wire is removed"}, PEG_KIND_UNKNOWN, blotter_remove_wires, true},
    {{"remove-wire", "the wire is removed"}, DANGLING_COMPONENT, blotter_remove_wires, true},
    {{"remove-wire", "the wire is removed"}, DANGLING_PEG, blotter_remove_wires, true},
    {{"remove-wire", "the wire is removed"}, WIRE_TO_ITSELF, blotter_remove_wires, true},
    {{"remove-wire", "the wire is removed"}, OUTPUTS_JOINED, blotter_remove_wires, true},
    {{"remove-wire", "the later wire is removed"}, DUPLICATE_WIRE, blotter_remove_wires, true},
    {{"reset-rotation", "the wire is not turned any more"},
     WIRE_ROTATION,
     blotter_straighten_wires,
     false},
    {{"reset-rotation", "the wire is not turned any more"},
     WIRE_ROTATION_NOT_FINITE,
     blotter_straighten_wires,
     false},
    {{"add-states",
      "the states that are missing are stored, off; an id that is negative or far beyond "
      "what the save can need is replaced by a new one"},
     STATE_OUTSIDE,
     blotter_mend_states,
     true},
    {{"add-states",
      "the states that are missing are stored, off; an id that is negative or far beyond "
      "what the save can need is replaced by a new one"},
     STATE_BYTES_TOO_FEW,
     blotter_mend_states,
     true},
    {{"new-state", "the output gets a state of its own, which is on if the shared one is"},
     OUTPUT_STATE_SHARED,
     blotter_part_outputs,
     true},
    {{"set-state", "the wire gets the state of its output peg, or else of its inputs"},
     WIRE_STATE_DIFFERS,
     blotter_set_wire_states,
     true},
    {{"trim-states", "the bytes that no state needs are removed"},
     STATE_BYTES_TOO_MANY,
     blotter_trim_states,
     false},
    {{"remove-state", "the later entry is removed"},
     ON_STATE_TWICE,
     blotter_remove_on_states,
     true},
    {{"remove-state", "the entry is removed"}, ON_STATE_UNUSED, blotter_remove_on_states, true},
    {{"remove-trailing", "the bytes behind the footer are removed"},
     TRAILING_BYTES,
     remove_trailing,
     false},
    {{NULL, NULL}, 0, NULL, false},
};
