/* All kinds of issue of a Logic World save: what each means, how that is known, what to do. The
 * documentation page and `overworld check --explain` are generated from this table. */
#include "codes.h"

#include "blotter.h"

#define CODE(name, severity, fix, meaning, advice)                                                 \
    [name] = {"BLOTTER_" #name, severity, fix, meaning, advice}

const ow_issue_code blotter_issue_codes[BLOTTER_CODE_COUNT + 1] = {
    CODE(TRUNCATED, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The file ends too early: it announces more data than it has. Either it was cut short (by "
         "a crash or a full disk while saving, or by an interrupted download), or a count in the "
         "file is wrong.",
         "Get the file again, or use the game's backup of it. `overworld show` prints everything "
         "up to that place."),
    CODE(BROKEN, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A field has an impossible value, such as a negative count or a wrong footer. The bytes "
         "before the field are probably damaged, and nothing after it can be trusted.",
         "Get the file again, or use the game's backup of it. `overworld show` prints everything "
         "up to that place."),
    CODE(
        UNKNOWN_VERSION, OW_SEVERITY_ERROR, OW_NO_FIX,
        "The save format version is unknown; versions 4 to 7 are known. Nothing is published about "
        "versions 1 to 3. A higher version is from a game newer than this program.",
        "Look for a newer Overworld, or save the world with a game version that writes Blotter 7."),
    CODE(BAD_UTF8, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "The text id of a mod or of a component type is not valid UTF-8, which the specification "
         "requires. No real save has this. The game replaces such bytes when it reads them, so the "
         "id probably matches nothing.",
         "Correct the id in the JSON of the save."),
    CODE(MOD_TWICE, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "The list of mods has the same mod twice. No real save has this.",
         "Remove one of the two entries from the JSON of the save."),
    CODE(TYPE_ID_TWICE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The component IDs map gives the same number to two text ids. So the type of the "
         "components with this number is ambiguous.",
         "In the JSON of the save, give one of the two ids another number, and also change the "
         "number in its components."),
    CODE(TYPE_NAME_TWICE, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "The component IDs map gives two numbers to the same text id. No real save has this.",
         "Use one number for all components of this type, and remove the other number."),
    CODE(TYPE_UNUSED, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "The component IDs map of a version 6 or 7 save lists a type that no component has. In "
         "real saves of these versions, the map lists only used types. (Up to version 5, it lists "
         "every type of the game; that is not reported.)",
         "Nothing to do."),
    CODE(EMPTY_SUBASSEMBLY, OW_SEVERITY_ERROR, OW_NO_FIX,
         "The subassembly has no components. The specification requires at least one; only a world "
         "may be empty.",
         "Save the subassembly again from the game."),
    CODE(SEVERAL_ROOTS, OW_SEVERITY_WARNING, OW_NO_FIX,
         "A subassembly of version 5 has more than one root component (a component whose parent is "
         "C-0). Several roots are allowed only from version 6 on.",
         "Convert the file to version 7, or join the roots under one board."),
    CODE(FIRST_NOT_ROOT, OW_SEVERITY_ERROR, OW_LOSSLESS_FIX,
         "The first component has a parent. The specification requires a root (parent C-0) in this "
         "place, and every real save has one.",
         "List the components so that each comes after its parent."),
    CODE(ADDRESS_ZERO, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A component has the address C-0. C-0 means \"no component\", so children of this "
         "component look like roots, and wires to it look like errors.",
         "Give the component a free address. Change the parents and wires that refer to it."),
    CODE(DUPLICATE_ADDRESS, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "Two components have the same address. So a parent or a wire with this address is "
         "ambiguous.",
         "Give one of the two components a free address. Change the parents and wires that refer "
         "to it."),
    CODE(PARENT_MISSING, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The parent of a component is not in the file.",
         "Correct the parent, or make the component a root (parent 0)."),
    CODE(PARENT_AFTER_CHILD, OW_SEVERITY_ERROR, OW_LOSSLESS_FIX,
         "A component is listed before its parent. The specification requires parents first, and "
         "every real save has this order.",
         "List the components so that each comes after its parent."),
    CODE(PARENT_CYCLE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A component is its own ancestor: its chain of parents leads back to it.",
         "Correct one parent in the loop, or make one component a root (parent 0)."),
    CODE(TYPE_MISSING, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The type number of a component is not in the component IDs map, so the type is unknown.",
         "Add the type to component_types in the JSON of the save, or correct the number."),
    CODE(POSITION_NOT_FINITE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A coordinate of a component is infinite or not a number. (Only versions 4 and 5, where "
         "positions are floats.)",
         "Set the coordinate in the JSON of the save."),
    CODE(ROTATION_NOT_FINITE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A component's rotation contains a number that is infinite or not a number.",
         "Set the rotation in the JSON of the save; [0, 0, 0, 1] means no rotation."),
    CODE(ROTATION_NOT_UNIT, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A component's rotation is a quaternion whose length differs from 1 by more than 0.001, "
         "so it would scale or skew the component. No real save has this.",
         "Divide the four numbers by the length of the quaternion."),
    CODE(FLAG_NOT_BOOLEAN, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A peg's flag in a version 4 or early version 5 save is neither 0 nor 1.",
         "Set the flag to 1 if it should be set, otherwise to 0."),
    CODE(CUSTOM_DATA_ODD, OW_SEVERITY_WARNING, OW_NO_FIX,
         "A component's custom data does not match its type: it is too short or too long, or "
         "contains an impossible size or length. The layout of custom data is inferred from real "
         "saves (docs/reference/blotter.md), which all follow it. A mod may have changed the type.",
         "Look at the data with `overworld show`, and set custom_data as in other components of "
         "this type."),
    CODE(COMPONENTS_OVERLAP, OW_SEVERITY_WARNING, OW_NO_FIX,
         "The bodies of two components share space. No real save has this, and the game does not "
         "let a player build it (inferred). Pegs, wires, a component and what it carries, and "
         "components whose looks are unknown are not compared. One earlier component is named for "
         "each component that overlaps any. Worlds of more than 262,144 components are not "
         "searched.",
         "Put one of the two elsewhere, for example with `overworld move`, or remove it."),
    CODE(STATE_OUTSIDE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A peg or wire has a circuit state id that is negative or higher than the states that the "
         "world stores.",
         "Use a state id that exists; pegs joined by wires share one id."),
    CODE(OUTPUT_STATE_SHARED, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "An output has the same circuit state as an input. In every real save, each output has "
         "its own state (inferred: no published text says so).",
         "Give the output a state id that nothing else uses."),
    CODE(PEG_KIND_UNKNOWN, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A wire's end is neither an input nor an output.",
         "Correct the kind, or remove the wire."),
    CODE(DANGLING_COMPONENT, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A wire ends at a component that is not in the file.",
         "Remove the wire, or correct the address."),
    CODE(DANGLING_PEG, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A wire ends at a peg that its component does not have.",
         "Remove the wire, or correct the index."),
    CODE(WIRE_TO_ITSELF, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "Both ends of a wire are the same peg, so it joins nothing. No real save has this.",
         "Remove the wire."),
    CODE(OUTPUTS_JOINED, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A wire joins two outputs. No real save has this, and the game does not let a player do "
         "it (inferred).",
         "Remove the wire."),
    CODE(WIRE_STATE_DIFFERS, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "A wire's circuit state differs from that of its output peg or, between two inputs, from "
         "theirs. In every real save, they are equal.",
         "Set the wire's circuit_state to that of its output peg or, between two inputs, to that "
         "of the inputs."),
    CODE(INPUT_STATES_DIFFER, OW_SEVERITY_WARNING, OW_NO_FIX,
         "A wire or a through peg joins two inputs whose circuit states differ. In every real save "
         "they are equal, because joined inputs are on and off together.",
         "Give all joined inputs the same circuit state."),
    CODE(DUPLICATE_WIRE, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "Two wires join the same two pegs. This does no harm; one real subassembly has eight such "
         "wires.",
         "Nothing to do, or remove one of the two wires."),
    CODE(WIRE_ROTATION, OW_SEVERITY_INFO, OW_LOSSY_FIX,
         "A wire's rotation is not 0. The format has room for it, but no real save uses it.",
         "Nothing to do."),
    CODE(WIRE_ROTATION_NOT_FINITE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A wire's rotation is infinite or not a number.", "Set the rotation to 0."),
    CODE(STATE_BYTES_TOO_FEW, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The world stores fewer circuit states than its pegs and wires refer to.",
         "Append zero bytes to circuit_states until the highest state id has its bit."),
    CODE(STATE_BYTES_TOO_MANY, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "The world stores more bytes of circuit states than its highest state id needs (one byte "
         "for eight states). In real saves, the numbers agree.",
         "Shorten circuit_states, or leave it: the extra bytes are unused."),
    CODE(ON_STATE_TWICE, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "The list of states that are on has the same state twice. No real save has this.",
         "Remove one of the two entries."),
    CODE(ON_STATE_UNUSED, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "The list of states that are on has a state that no peg uses. No real save has this.",
         "Remove the state from circuit_states."),
    CODE(TRAILING_BYTES, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "There are bytes after the footer, where the file should end. No real save has this; "
         "perhaps other data was appended.",
         "Find out what the bytes are, then remove \"trailing\" from the JSON of the save."),
};
