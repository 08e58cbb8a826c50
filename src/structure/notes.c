/* What fields mean, for the schema and the table of fields. A field may have no note. */
#include "structure.h"

const struct field_note structure_notes[] = {
    {"/version", "The version of the format."},
    {"/variant", "The variant that the file is read as. A missing switch has the value of the "
                 "named variant; without a name, of `game`."},
    {"/variant/name", "\"game\" or \"spec\". Text after a space is ignored by programs."},
    {"/variant/byte_order", "The byte order of numbers: lowest or highest byte first."},
    {"/variant/tables",
     "Whether both counts come before the tables, or each count before its own table."},
    {"/variant/string_prefix",
     "The form of the length of a block's name: seven bits per byte, or two bytes. u16_big has the "
     "high byte first in a little-endian file, as in files of the Java library JSW 1.0.0."},
    {"/variant/metadata_color_bytes", "The bytes per colour in metadata."},
    {"/variant/empty_custom_bounds", "Whether a custom block without vertices has min and max."},
    {"/variant/wide_index_from", "The smallest table of rotations whose indices take two bytes."},
    {"/variant/flipped_ids",
     "Types that have settings although `game` says that they have none, or the reverse."},
    {"/variant/group_count_bytes", "The bytes of a group's length in version 0."},
    {"/variant/group_value_bytes", "1 to 4: the bytes per value of a group, 2 or 4."},
    {"/rotations/*", "Three angles; 65535 is a full turn (according to one source; 32767 in files "
                     "of the Java library)."},
    {"/roots", "The parts of the build, each with its own position, in the order of their blocks."},
    {"/roots/*/position", "x, y and z; y is probably up."},
    {"/roots/*/last_block", "The index of its last block in the list of all blocks."},
    {"/blocks", "The blocks of all roots, root by root."},
    {"/blocks/*/position", "From version 1 on: relative to the middle of the root's bounds, in "
                           "32767ths of their size. In version 0: in the world."},
    {"/blocks/*/rotation_index", "The index of the rotation in the table."},
    {"/blocks/*/rotation", "Three angles; 65535 is a full turn (according to one source; 32767 in "
                           "files of the Java library)."},
    {"/blocks/*/id", "The number of the block's type."},
    {"/blocks/*/root", "The index of the block's root."},
    {"/blocks/*/mask", "1: has a name; 2: has connections; 4: has no metadata; 8: has no colour of "
                       "its own; 16: has no bearing; 32: has no integers; 64: its speed is above "
                       "1; 128: its speed is not 0 (from version 3 on)."},
    {"/blocks/*/speed", "If bit 64 of the mask is set, the speed itself; otherwise in 255ths."},
    {"/blocks/*/name", "The name that the player gave the block."},
    {"/blocks/*/signal", "The level of the block's signal, in 255ths."},
    {"/blocks/*/bearing",
     "The bearing that the block is attached to: its index in the list of all blocks."},
    {"/blocks/*/connections",
     "The blocks that this block is wired to: their indices in the list of all blocks."},
    {"/blocks/*/metadata/spare_bits",
     "The unused bits after the last boolean, in the last byte, if they are not 0."},
    {"/blocks/*/metadata/vectors/*",
     "x, y and z; y is probably up. In version 0 also the shape of a custom block."},
    {"/blocks/*/metadata/groups",
     "Lists of indices of blocks by slot; 65535 (below version 5: -1) means none. For example, a "
     "seat stores which connection belongs to which key."},
    {"/blocks/*/metadata/bytes", "Probably choices from lists."},
    {"/blocks/*/metadata/booleans", "Probably check boxes."},
    {"/blocks/*/metadata/floats",
     "Probably sliders; the first value of a tone generator is its frequency in hertz."},
    {"/blocks/*/metadata/min", "The coordinate of a vertex with the value 0."},
    {"/blocks/*/metadata/max", "The coordinate of a vertex with the highest value."},
    {"/blocks/*/metadata/vertices", "The vertices of a custom block, between min and max."},
    {"/blocks/*/metadata/formula", "Of the math block: the formula, in ASCII."},
    {"/blocks/*/metadata/inputs", "Of the math block: the connection of each input."},
    {"/blocks/*/metadata/slots",
     "Of the math block: the slot of each input, 0 for the variable A, 1 for B and so on."},
    {"/blocks/*/metadata/colors/*", "Red, green and blue, and alpha in a variant with four bytes."},
    {"/blocks/*/metadata/gradients/*/colors/*",
     "Red, green and blue, and alpha in a variant with four bytes."},
    {"/blocks/*/color_index", "The index of the colour in the table."},
    {"/blocks/*/color", "A colour of 16 bits, from the top: five of red, six of green, five of "
                        "blue (according to one source; in files of the Java library, red is "
                        "lowest). In version 0: red, green, blue and alpha."},
    {"/colors", "The table of colours of blocks, each of 16 bits; null if the file has no table, "
                "which differs from an empty table."},
    {"/rotations", "The table of rotations of blocks; null if the file has no table, which differs "
                   "from an empty table."},
    {"/roots/*/rotation", "Probably in degrees."},
    {"/roots/*/bounds_center",
     "The middle of the bounds of the root's blocks; positions are relative to it."},
    {"/roots/*/bounds_size", "The size of the bounds of the root's blocks."},
    {"/blocks/*/metadata", "The settings of a block. Their meaning depends on the type."},
    {"/roots/*", "A part of the build with its own position."},
    {"/blocks/*", "A block. It has exactly the fields that are in its bytes."},
    {"/blocks/*/metadata/gradients/*", "Colours and transparencies, each with a position from 0 to "
                                       "1. The two lists of a pair should have the same length."},
    {NULL, NULL},
};
