/* What fields mean, for the schema and the table of fields. A field may do without. */
#include "blotter.h"

const struct field_note blotter_notes[] = {
    {"/version", "The save format version. Games from 0.91.2 on write 7, 0.91 wrote 6; 5 and 4 are "
                 "older."},
    {"/save_type", "A whole world, or a part of one that can be placed anywhere."},
    {"/mods", "The mods that asked to be noted in saves. MHG is the game itself."},
    {"/mods/*/version", "Four numbers, the most significant first; -1 where one is not used."},
    {"/component_types", "Which number stands for which type, in this save alone."},
    {"/component_types/*/name", "Such as \"MHG.CircuitBoard\"."},
    {"/components", "The components, each after its parent."},
    {"/components/*/address",
     "The component's own number, by which parents and wires refer to it. Gaps and any "
     "order are fine."},
    {"/components/*/parent", "The address of the component that this one stands on; 0 for none."},
    {"/components/*/type", "A number from component_types."},
    {"/components/*/rotation",
     "A quaternion, x, y, z and w, relative to the parent. [0, 0, 0, 1] turns nothing."},
    {"/components/*/inputs/*/exclusive", "A flag of old versions: 1 set, 0 not."},
    {"/components/*/outputs/*/on", "1 if the output is on, 0 if not."},
    {"/components/*/custom_data",
     "What the component's type keeps of itself, in base64. null is the length -1 (nothing "
     "at all), which a file keeps apart from the length 0."},
    {"/wires", "The wires."},
    {"/wires/*/first/kind", "Which kind of peg; a number where the byte in the file is neither."},
    {"/wires/*/first/component", "The address of the component that has the peg."},
    {"/wires/*/first/index", "Which of the component's pegs of this kind; the first is 0."},
    {"/wires/*/second/kind", "Which kind of peg; a number where the byte in the file is neither."},
    {"/wires/*/second/component", "The address of the component that has the peg."},
    {"/wires/*/second/index", "Which of the component's pegs of this kind; the first is 0."},
    {"/wires/*/circuit_state",
     "The wire's circuit state: that of its output or, between two inputs, that of both."},
    {"/wires/*/rotation",
     "How far the wire is turned from where the game would turn it by itself. 0 in every "
     "real file."},
    {"/trailing", "Bytes behind the end of the save. No real file has any."},
    {"/variant", "The early variant of version 5, which shares its number with the later one."},
    {"/game_version",
     "The game that made the save, such as [0, 92, 3, 57]; -1 where a number is not used."},
    {"/components/*/position",
     "x, y and z from the parent's origin; y is up. In thousandths of a game unit, before "
     "version 6 in units. A grid square is 0.3 units."},
    {"/wires/*/first", "An end of the wire."},
    {"/wires/*/second", "The other end."},
    {"/circuit_states",
     "Which circuit states are on. A world has a bit for each, state 0 in the least "
     "significant bit of the first byte; a subassembly lists those that are on, in any "
     "order."},
    {"/components/*/inputs",
     "The pegs that take a signal, in their order: the circuit state of each, in old "
     "versions with a flag or only that."},
    {"/components/*/outputs",
     "The pegs that give a signal, in their order: the circuit state of each; in version 4 "
     "whether it is on."},
    {"/mods/*", "A mod that the save was made with."},
    {"/component_types/*", "A number and the text id of the type that it stands for."},
    {NULL, NULL},
};
