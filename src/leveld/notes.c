/* What fields mean, for the schema and the table of fields. A field may do without. */
#include "leveld.h"

const struct field_note leveld_notes[] = {
    {"/version", "The format version. 4 is what the reference writes since 2023."},
    {"/byte_order",
     "Of the numbers in the file. Versions 0 and 1 are little-endian, 3 and 4 big-endian, "
     "2 is either; another order is written and read, but no file has it."},
    {"/blocks",
     "The blocks, in the order of the file. Any may be missing or stand more than once."},
    {"/blocks/*/tile_width", "Of a cell, in pixels."},
    {"/blocks/*/tile_height", "Of a cell, in pixels."},
    {"/blocks/*/width", "Of the map, in cells."},
    {"/blocks/*/height",
     "Of the map, in cells. A layer of another length than width * height is kept as it "
     "is."},
    {"/blocks/*/actors/*/id", "The kind of actor."},
    {"/blocks/*/actors/*/x", "In pixels, from the left."},
    {"/blocks/*/actors/*/y", "In pixels, from the top."},
    {"/blocks/*/actors/*/flags", "Of the game's own meaning."},
    {"/blocks/*/things/*/id", "The kind of thing."},
    {"/blocks/*/things/*/tag", "Ties objects together that have the same; 0 ties none."},
    {"/blocks/*/things/*/x", "In pixels, from the left."},
    {"/blocks/*/things/*/y", "In pixels, from the top."},
    {"/blocks/*/things/*/layer_id", "The layer of the map that the object is on; the first is 0."},
    {"/blocks/*/things/*/flags", "Of the game's own meaning."},
    {"/blocks/*/triggers/*/x", "In pixels, from the left."},
    {"/blocks/*/triggers/*/y", "In pixels, from the top."},
    {"/blocks/*/triggers/*/layer_id",
     "The layer of the map that the object is on; the first is 0."},
    {"/blocks/*/triggers/*/area_type",
     "0: a rectangle, whose top left corner is at x, y. 1: a circle around x, y. Another "
     "number: nobody knows, and there is no size."},
    {"/blocks/*/triggers/*/width", "Of a rectangle, in pixels."},
    {"/blocks/*/triggers/*/height", "Of a rectangle, in pixels."},
    {"/blocks/*/triggers/*/radius", "Of a circle, in pixels."},
    {"/blocks/*/triggers/*/id", "The action."},
    {"/blocks/*/triggers/*/tag", "Ties objects together that have the same; 0 ties none."},
    {"/blocks/*/triggers/*/type", "How the trigger is set off."},
    {"/blocks/*/paths/*/looping",
     "0: the last point is the end. Another number, 1 as a rule: it leads to the first."},
    {"/blocks/*/paths/*/tag", "Ties objects together that have the same; 0 ties none."},
    {"/blocks/*/paths/*/layer_id", "The layer of the map that the object is on; the first is 0."},
    {"/blocks/*/paths/*/points/*/x", "In pixels, from the left."},
    {"/blocks/*/paths/*/points/*/y", "In pixels, from the top."},
    {"/blocks/*/paths/*/points/*/value", "Free: a time to wait, say."},
    {"/blocks/*/id",
     "What the block is: META has texts, MESH the map; PLRS, NPCS and ITEM are players, "
     "NPCs and items, which from version 3 on are things; THNG, TRIG and PATH are things, "
     "triggers and paths."},
    {"/blocks/*/timestamp", "Games write the seconds since 1970, editors 0."},
    {"/blocks/*/layers",
     "The cells of each layer: that at x, y is number y * width + x. 32768 and more is "
     "impassable; what is left of the number is the tile's id."},
    {"/blocks/*/things/*", "Where a thing starts; x and y are the centre of its sprite."},
    {"/blocks/*/triggers/*", "An area and the action that it sets off."},
    {"/blocks/*/paths/*", "A way to walk, from point to point."},
    {"/variant", "Which of the variants that share a version, where it is not the usual one: "
                 "short-meta has META without level_id and name, v4-layout says version 0 and is "
                 "version 4 in all "
                 "else, 1b has MESH with tile sizes, u64-counts takes 8 bytes for counts of layers "
                 "and triggers."},
    {NULL, NULL},
};
