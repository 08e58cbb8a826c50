/* What fields mean, for the schema and the table of fields. A field may have no note. */
#include "leveld.h"

const struct field_note leveld_notes[] = {
    {"/version", "The format version. The reference library has written 4 since 2023."},
    {"/byte_order", "The byte order of the numbers in the file. Versions 0 and 1 are "
                    "little-endian, 3 and 4 big-endian; 2 can be either. Another order can be "
                    "written and read, but no real file has it."},
    {"/blocks", "The blocks, in the order of the file. A block may be missing or repeated."},
    {"/blocks/*/tile_width", "The width of a cell in pixels."},
    {"/blocks/*/tile_height", "The height of a cell in pixels."},
    {"/blocks/*/width", "The width of the map in cells."},
    {"/blocks/*/height", "The height of the map in cells. A layer with another length than width * "
                         "height is kept as it is."},
    {"/blocks/*/actors/*/id", "The kind of actor."},
    {"/blocks/*/actors/*/x", "In pixels from the left."},
    {"/blocks/*/actors/*/y", "In pixels from the top."},
    {"/blocks/*/actors/*/flags", "The meaning depends on the game."},
    {"/blocks/*/things/*/id", "The kind of thing."},
    {"/blocks/*/things/*/tag", "Links all objects with the same tag; 0 means no tag."},
    {"/blocks/*/things/*/x", "In pixels from the left."},
    {"/blocks/*/things/*/y", "In pixels from the top."},
    {"/blocks/*/things/*/layer_id", "The layer of the map that the object is on, counted from 0."},
    {"/blocks/*/things/*/flags", "The meaning depends on the game."},
    {"/blocks/*/triggers/*/x", "In pixels from the left."},
    {"/blocks/*/triggers/*/y", "In pixels from the top."},
    {"/blocks/*/triggers/*/layer_id",
     "The layer of the map that the object is on, counted from 0."},
    {"/blocks/*/triggers/*/area_type",
     "0: a rectangle with its top left corner at x, y. 1: a circle around x, y. Other numbers: "
     "unknown, without a size."},
    {"/blocks/*/triggers/*/width", "The width of a rectangle in pixels."},
    {"/blocks/*/triggers/*/height", "The height of a rectangle in pixels."},
    {"/blocks/*/triggers/*/radius", "The radius of a circle in pixels."},
    {"/blocks/*/triggers/*/id", "The action."},
    {"/blocks/*/triggers/*/tag", "Links all objects with the same tag; 0 means no tag."},
    {"/blocks/*/triggers/*/type", "How the trigger is activated."},
    {"/blocks/*/paths/*/looping", "0: the path ends at the last point. Other numbers, usually 1: "
                                  "the last point leads to the first."},
    {"/blocks/*/paths/*/tag", "Links all objects with the same tag; 0 means no tag."},
    {"/blocks/*/paths/*/layer_id", "The layer of the map that the object is on, counted from 0."},
    {"/blocks/*/paths/*/points/*/x", "In pixels from the left."},
    {"/blocks/*/paths/*/points/*/y", "In pixels from the top."},
    {"/blocks/*/paths/*/points/*/value", "Free for the game, such as a time to wait."},
    {"/blocks/*/id", "The kind of the block: META has texts, and MESH has the map. PLRS, NPCS and "
                     "ITEM are players, NPCs and items, which are things from version 3 on. THNG, "
                     "TRIG and PATH are things, triggers and paths."},
    {"/blocks/*/timestamp", "Games write the seconds since 1970; editors write 0."},
    {"/blocks/*/layers", "The cells of each layer: the cell at x, y has the index y * width + x. "
                         "32768 is added if a cell is impassable; the rest is the tile's id."},
    {"/blocks/*/things/*", "The start of a thing; x and y are the centre of its sprite."},
    {"/blocks/*/triggers/*", "An area and the action that it triggers."},
    {"/blocks/*/paths/*", "A route from point to point."},
    {"/variant", "The variant, if it is not the usual one of its version. short-meta: META has no "
                 "level_id and name. v4-layout: version 0, but otherwise like version 4. 1b: MESH "
                 "has tile sizes. u64-counts: counts of layers and triggers take 8 bytes."},
    {NULL, NULL},
};
