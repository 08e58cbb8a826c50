/* Every kind of issue of a LevelD level: what it means, how that is known, what to do. The
 * documentation page and `overworld check --explain` are made from this table. The reference library
 * is the C++ one of the format's author; real levels are those of public games and of its editor. */
#include "codes.h"

#include "leveld.h"

#define CODE(name, severity, fix, meaning, advice)                                                 \
    [name] = {"LEVELD_" #name, severity, fix, meaning, advice}

const ow_issue_code leveld_issue_codes[LEVELD_CODE_COUNT + 1] = {
    CODE(TRUNCATED, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The file ends before the data that it announces. Either it was cut short, or a count in "
         "it is wrong. The reference library calls such a file corrupted.",
         "Get the file again, or save the level again from its editor. `overworld show` tells what "
         "stands before the break."),
    CODE(BROKEN, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A field holds what it cannot hold, such as a block id that does not exist. Blocks do not "
         "state their size, so nothing behind it can be read. The reference library refuses such a "
         "file.",
         "Get the file again, or save the level again from its editor. `overworld show` tells what "
         "stands before the break."),
    CODE(UNKNOWN_VERSION, OW_SEVERITY_ERROR, OW_NO_FIX,
         "The version is above 4, the newest one that is known. The specification tells readers to "
         "refuse such a file, and the reference library does.",
         "Look for a newer Overworld, or save the level with a program that writes version 4."),

    CODE(
        BYTE_ORDER, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
        "The numbers are in a byte order that nothing ever wrote in this version: 0 and 1 were "
        "little-endian, 3 and 4 are big-endian. No real level has this. What reads the file has to "
        "guess the order, as Overworld does; the reference library takes every file as big-endian.",
        "Convert the level to version 4."),
    CODE(OLD_VARIANT, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "The level is as writers made it in the format's first year, or for a few days later on: "
         "little-endian, or with another variant under the same version number. Such real levels "
         "exist, but the reference library of today takes every file as big-endian and knows one "
         "variant for each version, so it refuses them or reads nonsense.",
         "Convert the level to version 4, if a program of today is to read it."),
    CODE(NEWER_LAYOUT, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "The level says version 0, but it is big-endian and its blocks are those of version 4. No "
         "real "
         "level has this, and no program is known to write it; the reference library of today "
         "reads such "
         "a file, which is how it is known (that all of its blocks are those of version 4, not the "
         "map "
         "alone, is inferred). Older readers take it for nonsense.",
         "Convert the level to version 4."),
    CODE(META_MISSING, OW_SEVERITY_WARNING, OW_LOSSLESS_FIX,
         "There is no META block. The reference library reads such a level, but always writes one, "
         "and every real level has it.",
         "Add a META block to \"blocks\" in the JSON of the level."),
    CODE(META_NOT_FIRST, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "The META block is not the first. Any order is allowed, but the specification recommends "
         "this one, and every real level keeps to it.",
         "Nothing to do, or move the block to the front in the JSON of the level."),
    CODE(MESH_MISSING, OW_SEVERITY_WARNING, OW_NO_FIX,
         "There is no MESH block: the level has no map. The reference library reads such a level, "
         "but every real one has a map.",
         "Add a MESH block to the JSON of the level, or make the map in an editor."),
    CODE(BLOCK_REPEATED, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A META, MESH, THNG, TRIG or PATH block is followed by another of its kind. In the "
         "reference library the last one wins: what this one holds is never seen, and is gone once "
         "the level is saved. No real level has this.",
         "Move what is still needed into the last such block, and remove this one."),
    CODE(BLOCK_TOO_EARLY, OW_SEVERITY_WARNING, OW_NO_FIX,
         "A THNG, TRIG or PATH block in a level of version 0, 1 or 2, which did not have it yet. "
         "Programs of that time refuse the file; the reference library of today reads the block as "
         "in version 3, and so does Overworld. No real level has this.",
         "Convert the level to version 4."),
    CODE(ACTORS_REPLACED, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "Actors stand in a PLRS, NPCS or ITEM block before a THNG block. The reference library of "
         "today takes actors as things, and lets THNG replace all things before it: these actors "
         "are never seen. No real level has this.",
         "Move the actors into the THNG block, or their block behind it."),
    CODE(ACTORS_AS_THINGS, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "A PLRS, NPCS or ITEM block in version 3 or 4, where THNG took their place. The reference "
         "library still reads them, as things without tag and metadata, and writes them as THNG.",
         "Convert the level to version 4, which joins the actors to the things."),

    CODE(BAD_UTF8, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A text is not valid UTF-8. The specification names no encoding, but all text of real "
         "levels is valid UTF-8; in another encoding, letters beyond ASCII come out wrong.",
         "Correct the text in the JSON of the level."),
    CODE(DESCRIPTION_IS_PATH, OW_SEVERITY_INFO, OW_LOSSY_FIX,
         "The description is the path of a file on the author's computer. The format's editor "
         "keeps the path of its configuration there, for want of another place: the level opens "
         "only where that file is, and the path may tell the name of an account.",
         "Before the level is published, set the description to one that players may read."),

    CODE(WIDTH_ZERO, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "The map of a version 0, 1 or 2 level has width 0. Its height is the number of cells "
         "divided by the width: the reference library crashes over this.",
         "Set the width, of which the number of cells is a multiple."),
    CODE(LAYER_LENGTH, OW_SEVERITY_ERROR, OW_LOSSY_FIX,
         "A layer has more or fewer cells than width times height. The reference library refuses "
         "the file; but it multiplies in 32 bits, so it takes some huge maps that lack their cells "
         "as sound.",
         "Correct the width or the height, or give the layer the right number of cells."),
    CODE(CELLS_LEFT_OVER, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "The number of cells in a version 0, 1 or 2 level is not a multiple of the width. The "
         "cells behind the last full row are never seen, and the reference library drops them when "
         "it saves the level. No real level has this.",
         "Correct the width, or complete or remove the last row."),
    CODE(NO_LAYERS, OW_SEVERITY_WARNING, OW_NO_FIX,
         "The map has no layers, so it shows nothing. No real level has this.",
         "Add a layer of width times height cells, or make the map in an editor."),
    CODE(MAP_EMPTY, OW_SEVERITY_WARNING, OW_NO_FIX,
         "The map has no cells: its width or its height is 0. No real level has this.",
         "Make the map in an editor."),
    CODE(TILE_SIZE_ZERO, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "Tiles are 0 pixels wide or high. Things are placed in pixels, so where on the map they "
         "are cannot be told. No real level of a version with tile sizes (2 and later, and some of "
         "1) has this.",
         "Set tile_width and tile_height to the size of the game's tiles."),

    CODE(LAYER_MISSING, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A thing, trigger or path is on a layer that the map does not have (the first is 0). The "
         "reference library reads such a level; what a game does with it is open. No real level "
         "has this.",
         "Set layer_id to one of the layers, or add the layer."),
    CODE(ACTOR_OUTSIDE, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "An actor starts outside the map. In real levels all that starts anywhere starts inside.",
         "Move it into the map, or remove it."),
    CODE(THING_OUTSIDE, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A thing's centre is outside the map. In every real level all things are inside; the "
         "editor cannot show such a one.",
         "Move it into the map, or remove it."),
    CODE(TRIGGER_OUTSIDE, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A trigger's place (a rectangle's top left corner, a circle's centre) is outside the map. "
         "No real level has this; a rectangle there can never be entered.",
         "Move it into the map, or remove it."),
    CODE(POINT_OUTSIDE, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A point of a path is outside the map, so what follows the path leaves the map.",
         "Move the point into the map, or remove it."),
    CODE(THING_IN_WALL, OW_SEVERITY_INFO, OW_NO_FIX,
         "A thing's or actor's centre is in a cell of its layer that nothing can pass. It may be "
         "meant so; of 1,566 things in the real levels at hand two do, both in levels that try out "
         "the editor.",
         "Move it, if it is to be reached or to move."),
    CODE(THING_TWICE, OW_SEVERITY_INFO, OW_LOSSY_FIX,
         "Two things of the same id stand at the same place of the same layer, one hidden behind "
         "the other. In the one real level that has this it is a slip.",
         "Remove one of the two, unless the game wants two."),
    CODE(AREA_TYPE_UNKNOWN, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A trigger's area is neither a rectangle (0) nor a circle (1). The reference library "
         "reads it as an area without a size, which nothing can enter. No real level has this.",
         "Set area_type and the size of the area."),
    CODE(AREA_EMPTY, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A trigger's area is a rectangle of width or height 0 or a circle of radius 0, which "
         "nothing can enter. No real level has this.",
         "Give the area a size, or remove the trigger."),
    CODE(PATH_EMPTY, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A path has no points, so it leads nowhere. (No real level has any path yet; this goes by "
         "what paths are for.)",
         "Add points, or remove the path."),
    CODE(LOOP_TOO_SHORT, OW_SEVERITY_WARNING, OW_LOSSY_FIX,
         "A looping path has a single point, so it leads from this point to itself. (No real level "
         "has any path yet; this goes by what paths are for.)",
         "Add points, or set looping to 0."),
    CODE(LOOPING_NOT_BOOLEAN, OW_SEVERITY_INFO, OW_LOSSLESS_FIX,
         "Whether a path loops is neither 0 nor 1. The specification calls it a boolean; the "
         "reference library takes any value but 0 as true, and writes 1.",
         "Set looping to 1."),
    CODE(TAG_ALONE, OW_SEVERITY_INFO, OW_NO_FIX,
         "Only this object has its tag, in a level where other objects share theirs. Tags tie "
         "objects together (the editor draws a line between them), so the partner may be missing "
         "or its tag mistyped. One real level has this.",
         "Give the partner the same tag, or set the tag to 0, which stands for none."),
};
