/* All kinds of issue of a Sandbox World build: what each means, how that is known, what to do. The
 * documentation page and `overworld check --explain` are generated from this table. */
#include "codes.h"

#include "structure.h"

#define CODE(name, severity, fix, meaning, advice)                                                 \
    [name] = {"STRUCTURE_" #name, severity, fix, meaning, advice}

const ow_issue_code structure_issue_codes[STRUCTURE_CODE_COUNT + 1] = {
    CODE(
        TRUNCATED, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
        "The file ends too early in every variant of the format that was tried; the reported place "
        "is from the variant that reads the most. Either the file was cut short (by a crash or a "
        "full disk while saving, or by an interrupted download), or a count in the file is wrong.",
        "Get the file again, or save the build again from the game. `overworld show` prints "
        "everything up to that place."),
    CODE(BROKEN, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "In every variant of the format that was tried, the file has an impossible value or "
         "continues after its end; the reported place is from the variant that reads the most. One "
         "known cause is the Java library JSW 1.1.0: it writes the coordinates of the vertices of "
         "custom blocks with 32 bits instead of 16.",
         "Get the file again, or save the build again from the game. `overworld show` prints "
         "everything up to that place."),
    CODE(UNKNOWN_VERSION, OW_SEVERITY_ERROR, OW_NO_FIX,
         "The version is above 6, the newest version that is described anywhere. Versions 7 and 8 "
         "are known to exist.",
         "Look for a newer Overworld, or save the build with a version of the game that writes "
         "version 6."),
    CODE(VARIANT_GUESSED, OW_SEVERITY_WARNING, OW_NO_FIX,
         "The file fits no variant of the format. The variant used reads the file to its end, but "
         "it has indices out of range, names that are not UTF-8 or similar errors. Each of these "
         "errors is reported separately. Everything shown of the file may be wrong.",
         "Look at the other errors. If a program changed the build, look for the mistake there."),
    CODE(VARIANT_NOT_UNIQUE, OW_SEVERITY_INFO, OW_NO_FIX,
         "The published specification does not define how some things are written, and the file "
         "fits more than one variant. Overworld uses the variant nearest to `game`, by the order "
         "in docs/explanation/structure-variants.md. The other variants read other blocks from the "
         "same bytes.",
         "Nothing to do, if the build looks right."),
    CODE(VARIANTS_NOT_ALL_TRIED, OW_SEVERITY_INFO, OW_NO_FIX,
         "The search for the variant stopped early because it would have taken too long. Other "
         "variants may fit as well.",
         "Nothing to do."),
    CODE(VARIANT_NOT_GAME, OW_SEVERITY_INFO, OW_NO_FIX,
         "The file does not fit the variant of the game's own files, but another variant.",
         "If the game does not read the build, convert it to the variant game."),
    CODE(TABLE_EMPTY, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "A table of colours or rotations has no entries. Real files without a table have the "
         "highest count instead (255 or 65535); a count of 0 is read in the same way.",
         "Set colors or rotations to null in the JSON of the build."),
    CODE(TABLE_NOT_WORTHWHILE, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "By the specification, this table should not be written: a table of colours needs more "
         "than 2 blocks with a colour per entry, and a table of rotations more than 1.2 blocks per "
         "entry (1.5 if an index takes two bytes). The build is read correctly anyway.",
         "Nothing to do."),
    CODE(COLOR_TWICE, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "The table of colours has the same colour twice. No real file has this. Reported once per "
         "table.",
         "Nothing to do."),
    CODE(COLOR_UNUSED, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "The table of colours has a colour that no block uses. In real files, every colour is "
         "used. Reported once per table.",
         "Nothing to do."),
    CODE(ROTATION_TWICE, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "The table of rotations has the same rotation twice. No real file has this. Reported once "
         "per table.",
         "Nothing to do."),
    CODE(ROTATION_UNUSED, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "The table of rotations has a rotation that no block uses. In real files, every rotation "
         "is used. Reported once per table.",
         "Nothing to do."),
    CODE(EMPTY_BUILD, OW_SEVERITY_INFO, OW_NO_FIX,
         "The build has no blocks. No real file has this.",
         "Nothing to do, if the build should be empty."),
    CODE(LAST_BLOCK_ORDER, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The last_block of a root is not higher than that of the root before. last_block is the "
         "index of the root's last block in the whole file (by the specification and by the game's "
         "real file). So it is ambiguous which blocks belong to the root.",
         "Correct last_block in the JSON of the build: it must increase from root to root."),
    CODE(LAST_BLOCK_END, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The last root does not end with the last block, or there are blocks but no roots. So "
         "some blocks belong to no root, or the root has blocks that do not exist. In every real "
         "file, the numbers agree.",
         "Set last_block of the last root to the number of blocks minus 1."),
    CODE(ROOT_NOT_FINITE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The position, rotation or bounds of a root contain a number that is infinite or not a "
         "number, so the places of its blocks are unknown.",
         "Set the number in the JSON of the build."),
    CODE(BOUNDS_SIZE, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "The bounds of a root have a size of zero or below on an axis. Positions of blocks are "
         "fractions of that size (the specification's formula divides by it), so all blocks would "
         "be at one place or mirrored. No real file has this; a single block has a size of 0.5 or "
         "1.",
         "Set bounds_size in the JSON of the build."),
    CODE(ROOT_OUTSIDE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A block of version 0 or 1 belongs to a root that does not exist. In these versions, "
         "every block has the index of its root; in every real file, that root exists.",
         "Correct root in the JSON of the build."),
    CODE(TYPE_UNKNOWN, OW_SEVERITY_WARNING, OW_NO_FIX,
         "Blocks have a type above 132, the highest known type. Either a newer version of the game "
         "wrote them, or the file is damaged. Whether the type has settings is inferred from what "
         "fits. Reported once per type.",
         "Nothing to do, if the game shows the blocks."),
    CODE(TYPE_DOUBTFUL, OW_SEVERITY_INFO, OW_NO_FIX,
         "Blocks have a type for which the sources disagree about settings: the published "
         "specification, or the Java library (for type 126), contradicts the way the file is read. "
         "Overworld follows one source, which was written from the game's own code.",
         "Nothing to do, if the build looks right."),
    CODE(TYPE_OF_TOOL, OW_SEVERITY_WARNING, OW_NO_FIX,
         "Blocks have a type that is a tool in the player's hand and cannot be placed (according "
         "to one source). No real file has one. Reported once per type.",
         "Nothing to do, if the game shows the blocks."),
    CODE(POSITION_OUTSIDE, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A coordinate of a block is -32768. By the specification, positions are 32767ths of the "
         "size of the bounds, from their middle. Positions in files of the game reach up to half "
         "of that, and in files of the Java library up to all of it. No real file has this.",
         "Set the coordinate to -32767 in the JSON of the build."),
    CODE(POSITION_NOT_FINITE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A coordinate of a version 0 block is infinite or not a number, so the place of the block "
         "is unknown.",
         "Set the coordinate in the JSON of the build."),
    CODE(ROTATION_OUTSIDE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The rotation of a block is not in the table of rotations.",
         "Correct rotation_index in the JSON of the build, or add the rotation to the table."),
    CODE(COLOR_OUTSIDE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The colour of a block is not in the table of colours.",
         "Correct color_index in the JSON of the build, or add the colour to the table."),
    CODE(MASK_MEANINGLESS, OW_SEVERITY_INFO, OW_NO_FIX,
         "Blocks of a type without settings have a mask that announces a name, connections, "
         "metadata, a bearing or integers. By the specification, only types with settings have "
         "these. In files of the Java library, such masks announce nothing; what the game writes "
         "is unknown.",
         "Nothing to do."),
    CODE(SPEED_UNANNOUNCED, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "The speed of a block is not 0, but by bit 8 of its mask it is (according to the "
         "specification). In real files, they agree.",
         "Add 128 to the mask, or set the speed to 0."),
    CODE(SPEED_ZERO, OW_SEVERITY_INFO, OW_NO_FIX,
         "The speed of a block is 0, but by bit 8 of its mask it is not (according to the "
         "specification). Speeds below 1/255 are rounded down to 0 (inferred).",
         "Nothing to do."),
    CODE(FAST_WITHOUT_SPEED, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "By bit 7 of a block's mask, the speed is above 1, but the speed is 0 or bit 8 says that "
         "it is 0 (according to the specification). No real file has this.",
         "Subtract 64 from the mask, or set the speed."),
    CODE(SPEED_BIT_EARLY, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "Bit 8 of a block's mask is set in a version before 3. From version 3 on, the bit means "
         "that the speed is not 0. In real files of earlier versions, it is clear.",
         "Subtract 128 from the mask."),
    CODE(NAME_NOT_UTF8, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "The name of a block is not valid UTF-8, which the specification requires. No real file "
         "has this.",
         "Correct the name in the JSON of the build."),
    CODE(NAME_EMPTY, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "A block's mask announces a name from the player, but the name is empty. No real file has "
         "this.",
         "Nothing to do."),
    CODE(BEARING_OUTSIDE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The bearing of a block does not exist: its index is beyond the last block.",
         "Correct the bearing, or add 16 to the mask, which means \"no bearing\", and remove the "
         "bearing."),
    CODE(BEARING_TO_ITSELF, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A block is its own bearing. No real file has this.",
         "Correct the bearing, or add 16 to the mask, which means \"no bearing\", and remove the "
         "bearing."),
    CODE(BEARING_OTHER_TYPE, OW_SEVERITY_INFO, OW_NO_FIX,
         "A block has another block as its bearing, but neither is a bearing (type 12). By the "
         "specification, the field names the bearing that a block is attached to; by another "
         "source, the block that is attached to a bearing. In the only known file with this field, "
         "from the Java library, one of the two is a bearing.",
         "Nothing to do, if the build moves as it should."),
    CODE(CONNECTION_OUTSIDE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A connection leads to a block that does not exist: its index is beyond the last block.",
         "Remove the connection, or correct the index."),
    CODE(CONNECTION_TO_ITSELF, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A block is connected to itself. No real file has this.",
         "Remove the connection, unless it is intended."),
    CODE(CONNECTION_TWICE, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "A block is connected to the same block twice. No real file has this.",
         "Remove one of the two connections."),
    CODE(CONNECTION_TO_PASSIVE, OW_SEVERITY_INFO, OW_LOSSY_FIX,
         "A connection leads to a block of a type without settings, which has no signal to set. No "
         "real file has this (inferred: by the specification, only types with settings have a "
         "signal).",
         "Nothing to do, or remove the connection."),
    CODE(LIST_EMPTY, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "A block's mask announces connections or integers, but the list is empty. In real files, "
         "the mask then says that there is no list (bits 2 and 6, by the specification).",
         "Nothing to do."),
    CODE(METADATA_NOT_FINITE, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A number in a block's metadata is infinite or not a number. No real file has this.",
         "Set the number in the JSON of the build."),
    CODE(SPARE_BITS, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "In the byte with the last booleans of a block, unused bits are set. In real files, they "
         "are 0. That the highest bit is the first boolean is inferred from the Java library; if "
         "the lowest bit were the first, these bits would be booleans.",
         "Find out what the bits are, then remove spare_bits from the JSON of the build."),
    CODE(VERTEX_BOUNDS, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A custom block has vertices, but the lowest coordinate of their range is not below the "
         "highest. By the specification's formula, vertices are fractions of the difference, so "
         "all vertices would be at one place or mirrored.",
         "Correct min and max in the JSON of the build."),
    CODE(GRADIENT_KEYS, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A gradient has different numbers of colours and positions, or of transparencies and "
         "positions. By the specification, each colour and each transparency has one position. "
         "Reported once per block.",
         "Correct the lists in the JSON of the build."),
    CODE(GRADIENT_POSITION, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A position in a gradient is outside 0 to 1, the range of the specification. Reported "
         "once per block.",
         "Correct the position in the JSON of the build."),
    CODE(FORMULA_NOT_ASCII, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "The formula of a math block is not ASCII text, which the specification requires.",
         "Correct the formula in the JSON of the build."),
    CODE(SLOTS_DIFFER, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A math block has different numbers of inputs and slots. By the specification, each input "
         "belongs to the slot with the same index. In the game's real file, the numbers agree.",
         "Correct inputs or slots in the JSON of the build."),
};
