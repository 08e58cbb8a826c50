/* All kinds of issue of a LevelD level: what each means, how that is known, what to do. The
 * documentation page and `overworld check --explain` are generated from this table. The reference
 * library is the C++ library of the format's author. Real levels are those of public games and of
 * the author's editor. */
#include "codes.h"

#include "leveld.h"

#define CODE(name, severity, fix, meaning, advice)                                                 \
    [name] = {"LEVELD_" #name, severity, fix, meaning, advice}

const ow_issue_code leveld_issue_codes[LEVELD_CODE_COUNT + 1] = {
    CODE(TRUNCATED, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The file ends too early: it announces more data than it has. Either it was cut short, or "
         "a count in the file is wrong. The reference library calls such a file corrupted.",
         "Get the file again, or save the level again from its editor. `overworld show` prints "
         "everything up to that place."),
    CODE(BROKEN, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A field has an impossible value, such as an unknown block id. Blocks do not state their "
         "size, so nothing after the field can be read. The reference library refuses such a file.",
         "Get the file again, or save the level again from its editor. `overworld show` prints "
         "everything up to that place."),
    CODE(UNKNOWN_VERSION, OW_SEVERITY_ERROR, OW_NO_FIX,
         "The version is above 4, the newest known version. The specification tells readers to "
         "refuse such a file, and the reference library does.",
         "Look for a newer Overworld, or save the level with a program that writes version 4."),

    CODE(
        BYTE_ORDER, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
        "The numbers are in a byte order that no known program wrote in this version: versions 0 "
        "and 1 were little-endian, 3 and 4 are big-endian. No real level has this. Readers have to "
        "guess the order, as Overworld does; the reference library reads every file as big-endian.",
        "Convert the level to version 4."),
    CODE(OLD_VARIANT, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "The level was written in the format's first year, or in a few later days: it is "
         "little-endian, or it has another variant of its version number. Such real levels exist. "
         "But today's reference library reads every file as big-endian and knows one variant per "
         "version, so it refuses these levels or reads nonsense.",
         "Convert the level to version 4 if a current program should read it."),
    CODE(NEWER_LAYOUT, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "The level has version 0, but it is big-endian and its blocks are those of version 4. No "
         "real level has this, and no program is known to write it. That it is possible is known "
         "from today's reference library, which reads such a file. (It is inferred that all blocks "
         "are those of version 4, not only the map.) Older readers take the file for nonsense.",
         "Convert the level to version 4."),
    CODE(META_MISSING, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "There is no META block. The reference library reads such a level, but it always writes "
         "the block, and every real level has it.",
         "Add a META block to \"blocks\" in the JSON of the level."),
    CODE(META_NOT_FIRST, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "The META block is not the first block. Any order is allowed, but the specification "
         "recommends META first, and every real level has it first.",
         "Nothing to do, or move the block to the front in the JSON of the level."),
    CODE(MESH_MISSING, OW_SEVERITY_WARNING, OW_NO_FIX,
         "There is no MESH block, so the level has no map. The reference library reads such a "
         "level, but every real level has a map.",
         "Add a MESH block to the JSON of the level, or make the map in an editor."),
    CODE(BLOCK_REPEATED, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "Another block of the same kind follows this META, MESH, THNG, TRIG or PATH block. In the "
         "reference library, only the last block counts: this block has no effect, and it is gone "
         "when the level is saved. No real level has this.",
         "Move the data that is still needed into the last block of this kind, and remove this "
         "block."),
    CODE(BLOCK_TOO_EARLY, OW_SEVERITY_WARNING, OW_NO_FIX,
         "The level has a THNG, TRIG or PATH block, but its version is 0, 1 or 2, which did not "
         "have such blocks. Programs of that time refuse the file. Today's reference library reads "
         "the block as in version 3, and so does Overworld. No real level has this.",
         "Convert the level to version 4."),
    CODE(ACTORS_REPLACED, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "There are actors in a PLRS, NPCS or ITEM block before a THNG block. Today's reference "
         "library reads actors as things, and THNG replaces all things before it, so these actors "
         "have no effect. No real level has this.",
         "Move the actors into the THNG block, or move their block after it."),
    CODE(ACTORS_AS_THINGS, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "The level has a PLRS, NPCS or ITEM block, but its version is 3 or 4, in which THNG "
         "replaced them. The reference library still reads the actors as things without tag and "
         "metadata, and writes them as THNG.",
         "Convert the level to version 4, which joins the actors to the things."),

    CODE(BAD_UTF8, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A text is not valid UTF-8. The specification names no encoding, but all texts of real "
         "levels are valid UTF-8. In another encoding, letters beyond ASCII are displayed wrong.",
         "Correct the text in the JSON of the level."),
    CODE(DESCRIPTION_IS_PATH, OW_SEVERITY_INFO, OW_LOSSY_FIX,
         "The description is the path of a file on the author's computer. The format's editor "
         "stores the path of its configuration there, because it has no other place. The level "
         "opens only if that file exists, and the path may reveal the name of an account.",
         "Before you publish the level, set the description to a text for players."),

    CODE(WIDTH_ZERO, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The map of a version 0, 1 or 2 level has width 0. Its height is the number of cells "
         "divided by the width, so the reference library crashes.",
         "Set a width that divides the number of cells."),
    CODE(LAYER_LENGTH, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The number of cells in a layer is not width times height. The reference library refuses "
         "the file. But it multiplies in 32 bits, so it accepts some huge maps whose cells are "
         "missing.",
         "Correct the width or the height, or give the layer the right number of cells."),
    CODE(CELLS_LEFT_OVER, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "The number of cells in a version 0, 1 or 2 level is not a multiple of the width. The "
         "cells after the last full row have no effect, and the reference library drops them when "
         "it saves the level. No real level has this.",
         "Correct the width, or complete or remove the last row."),
    CODE(NO_LAYERS, OW_SEVERITY_WARNING, OW_NO_FIX,
         "The map has no layers, so it shows nothing. No real level has this.",
         "Add a layer of width times height cells, or make the map in an editor."),
    CODE(MAP_EMPTY, OW_SEVERITY_WARNING, OW_NO_FIX,
         "The map has no cells: its width or its height is 0. No real level has this.",
         "Make the map in an editor."),
    CODE(TILE_SIZE_ZERO, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "Tiles are 0 pixels wide or high. Things are placed in pixels, so their cells on the map "
         "are unknown. No real level of a version with tile sizes (2 and later, and some of 1) has "
         "this.",
         "Set tile_width and tile_height to the size of the game's tiles."),

    CODE(LAYER_MISSING, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A thing, trigger or path is on a layer that the map does not have (layers are counted "
         "from 0). The reference library reads such a level; what a game does with it is unknown. "
         "No real level has this.",
         "Set layer_id to one of the layers, or add the layer."),
    CODE(ACTOR_OUTSIDE, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "An actor starts outside the map. In real levels, all actors start inside.",
         "Move the actor into the map, or remove it."),
    CODE(THING_OUTSIDE, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "The centre of a thing is outside the map. In every real level all things are inside, and "
         "the editor cannot show a thing outside.",
         "Move the thing into the map, or remove it."),
    CODE(TRIGGER_OUTSIDE, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "The position of a trigger (the top left corner of a rectangle, the centre of a circle) "
         "is outside the map. No real level has this; a rectangle there can never be entered.",
         "Move the trigger into the map, or remove it."),
    CODE(POINT_OUTSIDE, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A point of a path is outside the map, so anything that follows the path leaves the map.",
         "Move the point into the map, or remove it."),
    CODE(THING_IN_WALL, OW_SEVERITY_INFO, OW_NO_FIX,
         "The centre of a thing or actor is in an impassable cell of its layer. This may be "
         "intended: 2 of 1,566 things in the real levels are in such cells, both in levels that "
         "try out the editor.",
         "Move it if it should be reachable or should move."),
    CODE(THING_TWICE, OW_SEVERITY_INFO, OW_LOSSY_FIX,
         "Two things with the same id are at the same place of the same layer, so one hides the "
         "other. In the only real level that has this, it is a mistake.",
         "Remove one of the two things, unless the game needs both."),
    CODE(AREA_TYPE_UNKNOWN, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "The area of a trigger is neither a rectangle (0) nor a circle (1). The reference library "
         "reads it as an area without a size, which nothing can enter. No real level has this.",
         "Set area_type and the size of the area."),
    CODE(AREA_EMPTY, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A trigger's area is a rectangle of width or height 0 or a circle of radius 0, which "
         "nothing can enter. No real level has this.",
         "Give the area a size, or remove the trigger."),
    CODE(PATH_EMPTY, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A path has no points, so it leads nowhere. (No real level has a path yet; this follows "
         "from the purpose of paths.)",
         "Add points, or remove the path."),
    CODE(LOOP_TOO_SHORT, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A looping path has only one point, so it leads from this point back to it. (No real "
         "level has a path yet; this follows from the purpose of paths.)",
         "Add points, or set looping to 0."),
    CODE(LOOPING_NOT_BOOLEAN, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "The \"looping\" of a path is neither 0 nor 1. The specification calls it a boolean. The "
         "reference library takes every value except 0 as true, and writes 1.",
         "Set looping to 1."),
    CODE(TAG_ALONE, OW_SEVERITY_INFO, OW_NO_FIX,
         "Only this object has its tag, in a level where other objects share theirs. Tags link "
         "objects (the editor draws a line between them), so the partner may be missing or the tag "
         "may be mistyped. One real level has this.",
         "Give the partner the same tag, or set the tag to 0, which means \"no tag\"."),
};
