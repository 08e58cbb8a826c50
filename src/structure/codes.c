/* Every kind of issue of a Sandbox World build: what it means, how that is known, what to do. The
 * documentation page and `overworld check --explain` are made from this table. */
#include "codes.h"

#include "structure.h"

#define CODE(name, severity, fix, meaning, advice)                                                 \
    [name] = {"STRUCTURE_" #name, severity, fix, meaning, advice}

const ow_issue_code structure_issue_codes[STRUCTURE_CODE_COUNT + 1] = {
    CODE(TRUNCATED, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The file ends before the data that it announces, in every variant of the format that "
         "was tried; the place is where the variant that gets furthest breaks off. Either it was"
         " cut short (a crash or a full disk while saving, an interrupted download), or a count "
         "in it is wrong.",
         "Get the file again, or save the build again from the game. `overworld show` tells what"
         " stands before the break."),
    CODE(BROKEN, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The file holds what cannot be, or goes on where it should end, in every variant of the"
         " format that was tried; the place is where the variant that gets furthest breaks off. "
         "Custom blocks that the Java library JSW 1.1.0 writes with 32 bits for each coordinate "
         "of a vertex, where 16 belong, are read so.",
         "Get the file again, or save the build again from the game. `overworld show` tells what"
         " stands before the break."),
    CODE(UNKNOWN_VERSION, OW_SEVERITY_ERROR, OW_NO_FIX,
         "The version is above 6, the newest that is described anywhere. 7 and 8 are known to "
         "exist.",
         "Look for a newer Overworld, or save the build with a version of the game that writes "
         "version 6."),
    CODE(VARIANT_GUESSED, OW_SEVERITY_WARNING, OW_NO_FIX,
         "No variant was found in which the file makes sense: the one that is used ends where "
         "the file ends, but has indices out of range, names that are not UTF-8 or the like. "
         "Each of these is reported on its own. What the file shows may be wrong altogether.",
         "Look at the other errors; where the build was changed by a program, look for the "
         "mistake there."),
    CODE(VARIANT_NOT_UNIQUE, OW_SEVERITY_INFO, OW_NO_FIX,
         "The published specification leaves open how some things are written, and the file fits"
         " more than one variant. The one nearest to `game`, by the order in "
         "docs/explanation/structure-variants.md, "
         "is used; the others give other blocks from the same bytes.",
         "Nothing to do, if the build looks right."),
    CODE(VARIANTS_NOT_ALL_TRIED, OW_SEVERITY_INFO, OW_NO_FIX,
         "The search for the variant ended before all were tried, because it would have taken "
         "too long. Others may fit as well.",
         "Nothing to do."),
    CODE(VARIANT_NOT_GAME, OW_SEVERITY_INFO, OW_NO_FIX,
         "The file fits a variant other than the one that files of the game fit.",
         "Convert the build to the variant game, if the game does not read it."),
    CODE(TABLE_EMPTY, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "A table of colours or rotations that has no entries. Real files without a table say so "
         "by the highest count (255 or 65535); a count of 0 is read as the same.",
         "Set colors or rotations to null in the JSON of the build."),
    CODE(TABLE_NOT_WORTHWHILE, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "A table that the specification says is not written: one of colours where there are not"
         " more than two blocks with a colour for each entry, or one of rotations where there "
         "are not more than 1.2 blocks for each (1.5 where an index takes two bytes). The build "
         "reads all the same.",
         "Nothing to do."),
    CODE(COLOR_TWICE, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "The table of colours has the same colour twice. No real file has this. Told once for a"
         " table.",
         "Nothing to do."),
    CODE(COLOR_UNUSED, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "The table of colours has one that no block has. In real files each is used. Told once "
         "for a table.",
         "Nothing to do."),
    CODE(ROTATION_TWICE, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "The table of rotations has the same rotation twice. No real file has this. Told once "
         "for a table.",
         "Nothing to do."),
    CODE(ROTATION_UNUSED, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "The table of rotations has one that no block has. In real files each is used. Told "
         "once for a table.",
         "Nothing to do."),
    CODE(EMPTY_BUILD, OW_SEVERITY_INFO, OW_NO_FIX,
         "The build has no blocks at all. No real file is so.",
         "Nothing to do, if it is meant to be empty."),
    CODE(LAST_BLOCK_ORDER, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A root's last_block is not higher than that of the root before it. It is the index of "
         "the root's last block, counted through the whole file (the specification, and the real "
         "file of the game): it is open which blocks belong to the root.",
         "Correct last_block in the JSON of the build: it rises from root to root."),
    CODE(LAST_BLOCK_END, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The last root does not end with the last block, or there are blocks and no roots: "
         "blocks belong to no root, or the root to blocks that do not exist. In every real file "
         "they agree.",
         "Set last_block of the last root to the number of blocks minus 1."),
    CODE(ROOT_NOT_FINITE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A root's place, rotation or bounds have a number that is infinite or none at all, so "
         "nobody can tell where its blocks are.",
         "Set the number in the JSON of the build."),
    CODE(BOUNDS_SIZE, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "The bounds of a root have a size that is zero or negative on an axis. Positions of "
         "blocks are parts of that size (the specification's formula divides by it): all of them "
         "fall together or are mirrored. No real file has this; a single block has a size of 0.5 "
         "or 1.",
         "Set bounds_size in the JSON of the build."),
    CODE(ROOT_OUTSIDE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A block of version 0 or 1 is of a root that does not exist. Every block names its root"
         " by its index there; in every real file it exists.",
         "Correct root in the JSON of the build."),
    CODE(TYPE_UNKNOWN, OW_SEVERITY_WARNING, OW_NO_FIX,
         "Blocks of a type above 132, the highest that any source has (told once for a type): of"
         " a newer version of the game, or the file is damaged. Whether the type has settings is"
         " inferred from what fits.",
         "Nothing to do, if the game shows the blocks."),
    CODE(TYPE_DOUBTFUL, OW_SEVERITY_INFO, OW_NO_FIX,
         "Blocks of a type whose settings are in doubt: the published specification, or (of type"
         " 126) the Java library, says otherwise than the file is read. What the file is read by"
         " comes from one source, which was written from the game's own code.",
         "Nothing to do, if the build looks right."),
    CODE(TYPE_OF_TOOL, OW_SEVERITY_WARNING, OW_NO_FIX,
         "Blocks of a type that is a tool in the player's hand and never placed (told once for a"
         " type; by one source). No real file has one.",
         "Nothing to do, if the game shows the blocks."),
    CODE(POSITION_OUTSIDE, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A coordinate of a block is -32768. Positions are 32767ths of the size of the bounds, "
         "from their middle (the specification): those of the game reach half of that, those of "
         "the Java library all of it. No real file has this.",
         "Set it to -32767 in the JSON of the build."),
    CODE(POSITION_NOT_FINITE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A coordinate of a block of version 0 is infinite or no number at all, so nobody can "
         "tell where the block is.",
         "Set the coordinate in the JSON of the build."),
    CODE(ROTATION_OUTSIDE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A block's rotation is an entry that the table of rotations does not have.",
         "Correct rotation_index in the JSON of the build, or add the rotation to the table."),
    CODE(COLOR_OUTSIDE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A block's colour is an entry that the table of colours does not have.",
         "Correct color_index in the JSON of the build, or add the colour to the table."),
    CODE(MASK_MEANINGLESS, OW_SEVERITY_INFO, OW_NO_FIX,
         "Blocks of a type without settings whose mask announces a name, connections, metadata, "
         "a bearing or integers, which by the specification only types with settings have. In "
         "the Java library's files such masks announce nothing; what the game writes is not "
         "known.",
         "Nothing to do."),
    CODE(SPEED_UNANNOUNCED, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "A block's speed is not zero, though its mask says that it is (bit 8, by the "
         "specification). In real files the two agree.",
         "Add 128 to the mask, or set the speed to 0."),
    CODE(SPEED_ZERO, OW_SEVERITY_INFO, OW_NO_FIX,
         "A block's speed is 0, though its mask says that it is not (bit 8, by the "
         "specification). A speed below 1/255 is cut off to that (inferred).",
         "Nothing to do."),
    CODE(FAST_WITHOUT_SPEED, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A block's mask says that its speed is above 1 (bit 7, by the specification), but it is"
         " 0, or bit 8 says so. No real file has this.",
         "Subtract 64 from the mask, or set the speed."),
    CODE(SPEED_BIT_EARLY, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "A block's mask has bit 8, which says from version 3 on that the speed is not zero, in "
         "a version before. In real files it is clear there.",
         "Subtract 128 from the mask."),
    CODE(NAME_NOT_UTF8, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A block's name is not valid UTF-8, which the specification asks for. No real file has "
         "this.",
         "Correct the name in the JSON of the build."),
    CODE(NAME_EMPTY, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "A block's mask announces a name that the player gave, and it is empty. No real file "
         "has this.",
         "Nothing to do."),
    CODE(
        BEARING_OUTSIDE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
        "A block is attached to a bearing that does not exist: its index is beyond the last block.",
        "Correct the bearing, or add 16 to the mask, which says that there is none, and remove "
        "it."),
    CODE(BEARING_TO_ITSELF, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A block is attached to itself as its bearing. No real file has this.",
         "Correct the bearing, or add 16 to the mask, which says that there is none, and remove "
         "it."),
    CODE(BEARING_OTHER_TYPE, OW_SEVERITY_INFO, OW_NO_FIX,
         "A block names another as its bearing, and neither is one (type 12). By the "
         "specification the field names the bearing that a block hangs on, by another source the"
         " block that hangs on a bearing; in the one file at hand that uses it, of the Java "
         "library, one of the two is one.",
         "Nothing to do, if the build moves as it should."),
    CODE(CONNECTION_OUTSIDE, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A connection leads to a block that does not exist: its index is beyond the last block.",
         "Remove the connection, or correct the index."),
    CODE(CONNECTION_TO_ITSELF, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A block is connected to itself. No real file has this.",
         "Remove the connection, unless it is meant so."),
    CODE(CONNECTION_TWICE, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "A block is connected to the same block twice. No real file has this.",
         "Remove one of the two."),
    CODE(CONNECTION_TO_PASSIVE, OW_SEVERITY_INFO, OW_LOSSY_FIX,
         "A connection leads to a block of a type without settings, which has no signal to set. "
         "No real file has this (inferred: the specification gives a signal to types with "
         "settings alone).",
         "Nothing to do, or remove the connection."),
    CODE(LIST_EMPTY, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "A block's mask announces connections or integers, and there are none. In real files "
         "the mask says so then (bits 2 and 6, by the specification).",
         "Nothing to do."),
    CODE(METADATA_NOT_FINITE, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A number in a block's metadata is infinite or none at all. No real file has this.",
         "Set the number in the JSON of the build."),
    CODE(SPARE_BITS, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "Bits are set behind the last of a block's booleans, in the byte that they share. In "
         "real files they are zero. That the first boolean is the highest bit is inferred from "
         "the Java library; were it the lowest, such bits would be booleans.",
         "Remove spare_bits from the JSON of the build, once you know what they are."),
    CODE(VERTEX_BOUNDS, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A custom block has vertices between a lowest and a highest coordinate, and the lowest "
         "is not below the highest. By the specification's formula vertices are parts of the "
         "difference: all fall together or are mirrored.",
         "Correct min and max in the JSON of the build."),
    CODE(GRADIENT_KEYS, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A gradient has more or fewer colours than positions of colours, or transparencies than"
         " positions of these. By the specification each has one. Told once for a block.",
         "Correct the lists in the JSON of the build."),
    CODE(GRADIENT_POSITION, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A position in a gradient is not from 0 to 1, as the specification has it. Told once "
         "for a block.",
         "Correct the position in the JSON of the build."),
    CODE(FORMULA_NOT_ASCII, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "The formula of a math block is not ASCII text, which the specification asks for.",
         "Correct the formula in the JSON of the build."),
    CODE(SLOTS_DIFFER, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A math block has more or fewer inputs than slots. By the specification an input's "
         "place in the one list is that of its slot in the other; in the real file of the game "
         "they agree.",
         "Correct inputs or slots in the JSON of the build."),
};
