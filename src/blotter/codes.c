/* Every kind of issue of a Logic World save: what it means, how that is known, what to do. The
 * documentation page and `overworld check --explain` are made from this table. */
#include "codes.h"

#include "blotter.h"

#define CODE(name, severity, fix, meaning, advice)                                                 \
    [name] = {"BLOTTER_" #name, severity, fix, meaning, advice}

const ow_issue_code blotter_issue_codes[BLOTTER_CODE_COUNT + 1] = {
    CODE(TRUNCATED, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The file ends before the data that it announces. Either it was cut short (a crash or a "
         "full disk while saving, an interrupted download), or a count in it is wrong.",
         "Get the file again, or use the game's backup of it. `overworld show` tells what stands "
         "before the break."),
    CODE(BROKEN, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A field holds what it cannot hold, such as a negative count or a footer that is not the "
         "footer. The bytes before it are probably damaged: from there on nothing can be trusted.",
         "Get the file again, or use the game's backup of it. `overworld show` tells what stands "
         "before the break."),
    CODE(
        UNKNOWN_VERSION, OW_SEVERITY_ERROR, OW_NO_FIX,
        "The save format version is none that is known (4 to 7). Nothing is published about "
        "versions 1 to 3; a higher one is from a newer game than this program knows.",
        "Look for a newer Overworld, or save the world with a game version that writes Blotter 7."),
    CODE(BAD_UTF8, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "The text id of a mod or of a component type is not valid UTF-8, which the specification "
         "asks for. No real save has this. The game replaces such bytes when it reads them, so the "
         "id will probably match nothing.",
         "Correct the id in the JSON of the save."),
    CODE(MOD_TWICE, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "The list of mods names the same mod twice. No real save has this.",
         "Remove one of the two from the JSON of the save."),
    CODE(
        TYPE_ID_TWICE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
        "The component IDs map gives the same number to two text ids, so it is open which type the "
        "components with this number are.",
        "Give one of the two another number in the JSON of the save, and to its components too."),
    CODE(TYPE_NAME_TWICE, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "The component IDs map gives two numbers to the same text id. No real save has this.",
         "Use one number for all components of this type and remove the other."),
    CODE(TYPE_UNUSED, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "The component IDs map of a version 6 or 7 save lists a type that no component has. In "
         "real "
         "saves of these versions it lists used types only (up to version 5 it lists every type of "
         "the game, which is not reported).",
         "Nothing to do."),
    CODE(EMPTY_SUBASSEMBLY, OW_SEVERITY_ERROR, OW_NO_FIX,
         "A subassembly without components. The specification asks for at least one; a world may "
         "be empty.",
         "Save the subassembly again from the game."),
    CODE(SEVERAL_ROOTS, OW_SEVERITY_WARNING, OW_NO_FIX,
         "A subassembly of version 5 with more than one root component (one whose parent is "
         "C-0). Several roots are allowed from version 6 on.",
         "Convert the file to version 7, or join the roots under one board."),
    CODE(FIRST_NOT_ROOT, OW_SEVERITY_ERROR, OW_LOSSLESS_FIX,
         "The first component has a parent. The specification asks for a root (parent C-0) there; "
         "every real save keeps to it.",
         "List the components so that each comes after its parent."),
    CODE(ADDRESS_ZERO, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A component has the address C-0, which stands for no component at all: its children and "
         "its wires cannot be told from roots and errors.",
         "Give it a free address, and change the parents and wires that mean it."),
    CODE(DUPLICATE_ADDRESS, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "Two components have the same address, so it is open which one a parent or a wire means.",
         "Give one of them a free address, and change the parents and wires that mean it."),
    CODE(PARENT_MISSING, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A component's parent is not in the file.",
         "Correct the parent, or make the component a root (parent 0)."),
    CODE(PARENT_AFTER_CHILD, OW_SEVERITY_ERROR, OW_LOSSLESS_FIX,
         "A component is listed before its parent. The specification asks for parents first; every "
         "real save keeps to it.",
         "List the components so that each comes after its parent."),
    CODE(PARENT_CYCLE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A component is its own ancestor: following parents from it leads back to it.",
         "Correct one parent of the circle, or make it a root (parent 0)."),
    CODE(TYPE_MISSING, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A component's type is a number that the component IDs map does not have, so nobody can "
         "tell what it is.",
         "Add the type to component_types in the JSON of the save, or correct the number."),
    CODE(POSITION_NOT_FINITE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A coordinate of a component is infinite or not a number (versions 4 and 5, where "
         "positions are floats).",
         "Set the coordinate in the JSON of the save."),
    CODE(ROTATION_NOT_FINITE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A component's rotation holds an infinite number or none at all.",
         "Set the rotation in the JSON of the save; [0, 0, 0, 1] turns nothing."),
    CODE(ROTATION_NOT_UNIT, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A component's rotation is a quaternion whose length is not 1 (by more than 0.001), so it "
         "would scale or skew. No real save has this.",
         "Divide the four numbers by their length."),
    CODE(FLAG_NOT_BOOLEAN, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A peg's flag in a version 4 or early version 5 save is neither 0 nor 1.",
         "Set it to 1 if it is meant to be set."),
    CODE(CUSTOM_DATA_ODD, OW_SEVERITY_WARNING, OW_NO_FIX,
         "A component's custom data is not what its type has: too short, too long, or with a size "
         "or "
         "a length in it that cannot be. What types have is gathered from real saves "
         "(docs/reference/blotter.md), "
         "which all keep to it; a mod may have changed a type.",
         "Look at it with `overworld show`, and set custom_data as other components of the type "
         "have "
         "it."),
    CODE(STATE_OUTSIDE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A peg or wire has a circuit state id that is negative, or beyond the states that the "
         "world stores.",
         "Give it an id that exists; pegs that are joined by wires share one."),
    CODE(OUTPUT_STATE_SHARED, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "An output has the same circuit state as an input. In every real save an output's state "
         "is its own (inferred: no published text says so).",
         "Give the output a state id that nothing else has."),
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
         "A wire's circuit state is not that of its output peg or, between two inputs, not theirs. "
         "In every real save it is.",
         "Set the wire's circuit_state to that of its output peg, or else to that of its inputs."),
    CODE(INPUT_STATES_DIFFER, OW_SEVERITY_WARNING, OW_NO_FIX,
         "A wire, or a through peg, joins two inputs whose circuit states differ. In every real "
         "save "
         "they are the same, for joined inputs are on and off together.",
         "Give all inputs that are joined one circuit state."),
    CODE(DUPLICATE_WIRE, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "Two wires join the same two pegs. It does no harm; one real subassembly has eight.",
         "Nothing to do, or remove one of the two."),
    CODE(WIRE_ROTATION, OW_SEVERITY_INFO, OW_LOSSY_FIX,
         "A wire's rotation is not 0. The format has room for it, but no real save uses it.",
         "Nothing to do."),
    CODE(WIRE_ROTATION_NOT_FINITE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A wire's rotation is infinite or not a number.", "Set it to 0."),
    CODE(STATE_BYTES_TOO_FEW, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The world stores fewer circuit states than its pegs and wires refer to.",
         "Append zero bytes to circuit_states until the highest state id has its bit."),
    CODE(STATE_BYTES_TOO_MANY, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "The world stores more bytes of circuit states than its highest state id needs (one byte "
         "for eight). In real saves the two agree.",
         "Shorten circuit_states, or leave it: nothing refers to the rest."),
    CODE(ON_STATE_TWICE, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "The list of states that are on names one twice. No real save has this.",
         "Remove one of the two."),
    CODE(ON_STATE_UNUSED, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "The list of states that are on names one that no peg has. No real save has this.",
         "Remove it from circuit_states."),
    CODE(TRAILING_BYTES, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "Bytes follow the footer, where the file should end. No real save has this; something "
         "else may have been glued on.",
         "Remove \"trailing\" from the JSON of the save, once you know what it is."),
};
