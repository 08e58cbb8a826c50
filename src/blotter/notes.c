/* What fields mean, for the schema and the table of fields. A field may have no note. */
#include "blotter.h"

const struct field_note blotter_notes[] = {
    {"/version", "The save format version. Games from 0.91.2 on write 7, 0.91 wrote 6; 5 and 4 are "
                 "older."},
    {"/save_type", "A whole world, or a part of one that can be placed anywhere."},
    {"/mods", "The mods that are recorded in the save. MHG is the game itself."},
    {"/mods/*/version", "Four numbers, the most significant first; -1 for an unused number."},
    {"/component_types", "The number of each type, valid only in this save."},
    {"/component_types/*/name", "Such as \"MHG.CircuitBoard\"."},
    {"/components", "The components, each after its parent."},
    {"/components/*/address", "The component's own number, which parents and wires refer to. Gaps "
                              "and any order are allowed."},
    {"/components/*/parent",
     "The address of the component that this one is attached to; 0 for none."},
    {"/components/*/type", "A number from component_types."},
    {"/components/*/rotation",
     "A quaternion (x, y, z, w), relative to the parent. [0, 0, 0, 1] means no rotation."},
    {"/components/*/inputs/*/exclusive", "A flag of old versions: 1 if set, 0 if not."},
    {"/components/*/outputs/*/on", "1 if the output is on, 0 if not."},
    {"/components/*/custom_data", "Data of the component's type, in base64. null means the length "
                                  "-1 (no data), which differs from the length 0."},
    {"/wires", "The wires."},
    {"/wires/*/first/kind",
     "The kind of the peg; a number if the byte in the file is neither kind."},
    {"/wires/*/first/component", "The address of the component that has the peg."},
    {"/wires/*/first/index", "The index among the component's pegs of this kind; the first is 0."},
    {"/wires/*/second/kind",
     "The kind of the peg; a number if the byte in the file is neither kind."},
    {"/wires/*/second/component", "The address of the component that has the peg."},
    {"/wires/*/second/index", "The index among the component's pegs of this kind; the first is 0."},
    {"/wires/*/circuit_state", "The wire's circuit state: the state of its output or, between two "
                               "inputs, the state of both."},
    {"/wires/*/rotation",
     "How far the wire is rotated from its default rotation. 0 in every real file."},
    {"/trailing", "Bytes after the end of the save. No real file has any."},
    {"/variant", "The early variant of version 5, which has the same number as the later variant."},
    {"/game_version", "The version of the game that made the save, such as [0, 92, 3, 57]; -1 for "
                      "an unused number."},
    {"/components/*/position",
     "x, y and z relative to the parent's origin; y is up. In thousandths of a game unit; before "
     "version 6, in units. A grid square is 0.3 units."},
    {"/wires/*/first", "One end of the wire."},
    {"/wires/*/second", "The other end."},
    {"/circuit_states", "The circuit states that are on. A world has one bit per state, with state "
                        "0 in the least significant bit of the first byte. A subassembly lists the "
                        "states that are on, in any order."},
    {"/components/*/inputs", "The input pegs in order, with the circuit state of each. Old "
                             "versions also have a flag, or only a flag."},
    {"/components/*/outputs", "The output pegs in order, with the circuit state of each; in "
                              "version 4, whether the output is on."},
    {"/mods/*", "A mod that the save was made with."},
    {"/component_types/*", "A number and the text id of its type."},
    {NULL, NULL},
};
