/* What fields mean, for the schema and the table of fields. A field may do without. */
#include "structure.h"

const struct field_note structure_notes[] = {
    {"/version", "The version of the format."},
    {"/variant", "How the file is read, where its specification leaves that open. A switch that is "
                 "left out is as the named variant has it; without a name as `game` has it."},
    {"/variant/name", "\"game\" or \"spec\". What follows after a blank is for people."},
    {"/variant/byte_order", "Which byte of a number comes first, the lowest or the highest."},
    {"/variant/tables", "Whether both counts stand before the tables, or each before its own."},
    {"/variant/string_prefix",
     "What stands before a block's name: its length in seven bits a byte, or in two bytes. u16_big "
     "has the "
     "high byte first in a little-endian file, as the Java library JSW wrote it in 1.0.0."},
    {"/variant/metadata_color_bytes", "How many bytes a colour in metadata takes."},
    {"/variant/empty_custom_bounds", "Whether a custom block without vertices has min and max."},
    {"/variant/wide_index_from", "The least number of rotations whose index takes two bytes."},
    {"/variant/flipped_ids",
     "Types that have settings though `game` says that they have none, or the other way "
     "round."},
    {"/variant/group_count_bytes", "How many bytes the length of a group takes in version 0."},
    {"/variant/group_value_bytes", "1 to 4: how many bytes a value of a group takes, 2 or 4."},
    {"/rotations/*",
     "Three angles, of which 65535 is a full turn (by one source; in files of the Java library "
     "32767)."},
    {"/roots",
     "The parts of the build, each with a place of its own, in the order of their blocks."},
    {"/roots/*/position", "x, y and z; y presumably is up."},
    {"/roots/*/last_block", "The index of its last block in the list of all blocks."},
    {"/blocks", "The blocks of all roots, one after another."},
    {"/blocks/*/position", "From version 1 on from the middle of the root's bounds, in 32767ths of "
                           "their size; in version 0 "
                           "in the world."},
    {"/blocks/*/rotation_index", "Which rotation of the table."},
    {"/blocks/*/rotation",
     "Three angles, of which 65535 is a full turn (by one source; in files of the Java library "
     "32767)."},
    {"/blocks/*/id", "The number of its type."},
    {"/blocks/*/root", "The index of its root."},
    {"/blocks/*/mask",
     "1: has a name; 2: has connections; 4: has no metadata; 8: has no colour of its own; "
     "16: is on no bearing; 32: has no integers; 64: its speed is above 1; 128: its speed "
     "is not 0 (from version 3 on)."},
    {"/blocks/*/speed", "Where the mask has 64, the speed itself; otherwise in 255ths."},
    {"/blocks/*/name", "What the player called it."},
    {"/blocks/*/signal", "The level of its signal, in 255ths."},
    {"/blocks/*/bearing", "The index of the bearing that it is on, in the list of all blocks."},
    {"/blocks/*/connections",
     "The indices of the blocks that it is wired to, in the list of all blocks."},
    {"/blocks/*/metadata/spare_bits",
     "What stands in the bits behind the last boolean, in the last byte of all, where that "
     "is not 0."},
    {"/blocks/*/metadata/vectors/*",
     "x, y and z; y presumably is up. In version 0 the shape of a custom block, too."},
    {"/blocks/*/metadata/groups",
     "Lists of indices of blocks by slot, of which 65535, below version 5 -1, stands for none: a "
     "seat keeps in them which connection belongs to which key, say."},
    {"/blocks/*/metadata/bytes", "Presumably what was chosen from lists."},
    {"/blocks/*/metadata/booleans", "Presumably boxes that are ticked."},
    {"/blocks/*/metadata/floats",
     "Presumably sliders; of a tone generator its frequency in hertz comes first."},
    {"/blocks/*/metadata/min", "What a vertex of 0 stands for."},
    {"/blocks/*/metadata/max", "What the highest vertex stands for."},
    {"/blocks/*/metadata/vertices", "The shape of a custom block, between min and max."},
    {"/blocks/*/metadata/formula", "Of the math block: ASCII."},
    {"/blocks/*/metadata/inputs", "Of the math block: which connection each input is."},
    {"/blocks/*/metadata/slots", "Of the math block: in which slot each input stands, 0 for the "
                                 "variable A, 1 for B and so on."},
    {"/blocks/*/metadata/colors/*", "Red, green, blue and, in a variant of four bytes, alpha."},
    {"/blocks/*/metadata/gradients/*/colors/*",
     "Red, green, blue and, in a variant of four bytes, alpha."},
    {"/blocks/*/color_index", "Which colour of the table."},
    {"/blocks/*/color",
     "A colour of 16 bits: five of red at the top, six of green, five of blue (by one source; in "
     "files "
     "of the Java library red is low). In version 0 red, green, blue and alpha."},
    {"/colors",
     "The table of colours of blocks, each of 16 bits; null where the file has none, which "
     "it keeps apart from an empty one."},
    {"/rotations",
     "The table of rotations of blocks; null where the file has none, which it keeps apart "
     "from an empty one."},
    {"/roots/*/rotation", "Presumably in degrees."},
    {"/roots/*/bounds_center",
     "The middle of what its blocks take, from which their positions count."},
    {"/roots/*/bounds_size", "The whole size of what its blocks take."},
    {"/blocks/*/metadata",
     "The settings of a block that its type has. What each of them means is the type's "
     "own."},
    {"/roots/*", "A part of the build with a place of its own."},
    {"/blocks/*", "A block. It has exactly the fields that its bytes have."},
    {"/blocks/*/metadata/gradients/*",
     "Colours and how much they cover, each with places from 0 to 1. The lists of a pair "
     "ought to be of one length."},
    {NULL, NULL},
};
