/* The tables of every format, made from the layouts by scripts/make-tables.py. */
#include "tables.h"

#include <stddef.h>

/* clang-format off */

static const struct table_node blotter_nodes[] = {
    {"", 0, 1, 0, 0, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"version", 0, 0, 2, NOT_THERE, 0, NOT_THERE, NOT_THERE, 0, false},
    {"variant", 0, 0, 3, NOT_THERE, 1, NOT_THERE, NOT_THERE, 0, false},
    {"game_version", 0, 0, 4, NOT_THERE, NOT_THERE, NOT_THERE, 2, 4, false},
    {"save_type", 0, 0, 5, NOT_THERE, 6, NOT_THERE, NOT_THERE, 0, false},
    {"component_count", 0, 0, 6, NOT_THERE, 7, NOT_THERE, NOT_THERE, 0, false},
    {"wire_count", 0, 0, 7, NOT_THERE, 8, NOT_THERE, NOT_THERE, 0, false},
    {"mod_count", 0, 0, 8, NOT_THERE, 9, NOT_THERE, NOT_THERE, 0, false},
    {"mods", 0, 9, 12, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 8, 10, 0, 1, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"id", 9, 0, 11, NOT_THERE, 0, NOT_THERE, NOT_THERE, 0, false},
    {"version", 9, 0, 0, NOT_THERE, NOT_THERE, NOT_THERE, 1, 4, false},
    {"component_type_count", 0, 0, 13, NOT_THERE, 10, NOT_THERE, NOT_THERE, 0, false},
    {"component_types", 0, 14, 17, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 13, 15, 0, 2, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"id", 14, 0, 16, NOT_THERE, 0, NOT_THERE, NOT_THERE, 0, false},
    {"name", 14, 0, 0, NOT_THERE, 1, NOT_THERE, NOT_THERE, 0, false},
    {"components", 0, 18, 34, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 17, 19, 0, 3, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"address", 18, 0, 20, NOT_THERE, 0, NOT_THERE, NOT_THERE, 0, false},
    {"parent", 18, 0, 21, NOT_THERE, 1, NOT_THERE, NOT_THERE, 0, false},
    {"type", 18, 0, 22, NOT_THERE, 2, 3, NOT_THERE, 0, false},
    {"position", 18, 0, 23, NOT_THERE, NOT_THERE, NOT_THERE, 4, 3, false},
    {"rotation", 18, 0, 24, NOT_THERE, NOT_THERE, NOT_THERE, 7, 4, false},
    {"input_count", 18, 0, 25, NOT_THERE, 11, NOT_THERE, NOT_THERE, 0, false},
    {"inputs", 18, 26, 29, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 25, 27, 0, 4, 2, NOT_THERE, NOT_THERE, 0, false},
    {"exclusive", 26, 0, 28, NOT_THERE, 0, NOT_THERE, NOT_THERE, 0, false},
    {"circuit_state", 26, 0, 0, NOT_THERE, 1, NOT_THERE, NOT_THERE, 0, false},
    {"output_count", 18, 0, 30, NOT_THERE, 12, NOT_THERE, NOT_THERE, 0, false},
    {"outputs", 18, 31, 33, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 30, 32, 0, 5, 1, NOT_THERE, NOT_THERE, 0, false},
    {"on", 31, 0, 0, NOT_THERE, 0, NOT_THERE, NOT_THERE, 0, false},
    {"custom_data", 18, 0, 0, NOT_THERE, 13, 14, NOT_THERE, 0, false},
    {"wires", 0, 35, 46, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 34, 36, 0, 6, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"first", 35, 37, 40, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"kind", 36, 0, 38, NOT_THERE, 0, NOT_THERE, NOT_THERE, 0, false},
    {"component", 36, 0, 39, NOT_THERE, 1, NOT_THERE, NOT_THERE, 0, false},
    {"index", 36, 0, 0, NOT_THERE, 2, NOT_THERE, NOT_THERE, 0, false},
    {"second", 35, 41, 44, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"kind", 40, 0, 42, NOT_THERE, 3, NOT_THERE, NOT_THERE, 0, false},
    {"component", 40, 0, 43, NOT_THERE, 4, NOT_THERE, NOT_THERE, 0, false},
    {"index", 40, 0, 0, NOT_THERE, 5, NOT_THERE, NOT_THERE, 0, false},
    {"circuit_state", 35, 0, 45, NOT_THERE, 6, NOT_THERE, NOT_THERE, 0, false},
    {"rotation", 35, 0, 0, NOT_THERE, 7, NOT_THERE, NOT_THERE, 0, false},
    {"circuit_state_count", 0, 0, 47, NOT_THERE, 11, NOT_THERE, NOT_THERE, 0, false},
    {"circuit_states", 0, 48, 49, NOT_THERE, 12, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 47, 0, 0, 7, 0, NOT_THERE, NOT_THERE, 0, false},
    {"trailing", 0, 0, 0, NOT_THERE, 13, NOT_THERE, NOT_THERE, 0, false},
};

static const struct table_column blotter_world[] = {
    {"version", "INTEGER", "The save format version. Games from 0.91.2 on write 7, 0.91 wrote 6; 5 and 4 are older."},
    {"variant", "TEXT", "The early variant of version 5, which shares its number with the later one."},
    {"game_version_0", "INTEGER", "The game that made the save, such as [0, 92, 3, 57]; -1 where a number is not used."},
    {"game_version_1", "INTEGER", NULL},
    {"game_version_2", "INTEGER", NULL},
    {"game_version_3", "INTEGER", NULL},
    {"save_type", "TEXT", "A whole world, or a part of one that can be placed anywhere."},
    {"component_count", "INTEGER", NULL},
    {"wire_count", "INTEGER", NULL},
    {"mod_count", "INTEGER", NULL},
    {"component_type_count", "INTEGER", NULL},
    {"circuit_state_count", "INTEGER", NULL},
    {"circuit_states", "BLOB", "Which circuit states are on. A world has a bit for each, state 0 in the least significant bit of the first byte; a subassembly lists those that are on, in any order."},
    {"trailing", "BLOB", "Bytes behind the end of the save. No real file has any."},
};

static const struct table_column blotter_mods[] = {
    {"id", "TEXT", NULL},
    {"version_0", "INTEGER", "Four numbers, the most significant first; -1 where one is not used."},
    {"version_1", "INTEGER", NULL},
    {"version_2", "INTEGER", NULL},
    {"version_3", "INTEGER", NULL},
};

static const struct table_column blotter_component_types[] = {
    {"id", "INTEGER", NULL},
    {"name", "TEXT", "Such as \"MHG.CircuitBoard\"."},
};

static const struct table_column blotter_components[] = {
    {"address", "INTEGER", "The component's own number, by which parents and wires refer to it. Gaps and any order are fine."},
    {"parent", "INTEGER", "The address of the component that this one stands on; 0 for none."},
    {"type", "INTEGER", "A number from component_types."},
    {"type_meaning", "TEXT", "What it stands for."},
    {"position_x", "", "x, y and z from the parent's origin; y is up. In thousandths of a game unit, before version 6 in units. A grid square is 0.3 units."},
    {"position_y", "", NULL},
    {"position_z", "", NULL},
    {"rotation_x", "REAL", "A quaternion, x, y, z and w, relative to the parent. [0, 0, 0, 1] turns nothing."},
    {"rotation_y", "REAL", NULL},
    {"rotation_z", "REAL", NULL},
    {"rotation_w", "REAL", NULL},
    {"input_count", "INTEGER", NULL},
    {"output_count", "INTEGER", NULL},
    {"custom_data", "BLOB", "What the component's type keeps of itself. null is the length -1 (nothing at all), which a file keeps apart from the length 0."},
    {"custom_data_meaning", "TEXT", "What it stands for."},
};

static const struct table_column blotter_inputs[] = {
    {"exclusive", "INTEGER", "A flag of old versions: 1 set, 0 not."},
    {"circuit_state", "INTEGER", NULL},
    {"value", "INTEGER", NULL},
};

static const struct table_column blotter_outputs[] = {
    {"on", "INTEGER", "1 if the output is on, 0 if not."},
    {"value", "INTEGER", NULL},
};

static const struct table_column blotter_wires[] = {
    {"first_kind", "TEXT", "Which kind of peg; a number where the byte in the file is neither."},
    {"first_component", "INTEGER", "The address of the component that has the peg."},
    {"first_index", "INTEGER", "Which of the component's pegs of this kind; the first is 0."},
    {"second_kind", "TEXT", "Which kind of peg; a number where the byte in the file is neither."},
    {"second_component", "INTEGER", "The address of the component that has the peg."},
    {"second_index", "INTEGER", "Which of the component's pegs of this kind; the first is 0."},
    {"circuit_state", "INTEGER", "The wire's circuit state: that of its output or, between two inputs, that of both."},
    {"rotation", "REAL", "How far the wire is turned from where the game would turn it by itself. 0 in every real file."},
};

static const struct table_column blotter_circuit_states[] = {
    {"value", "INTEGER", NULL},
};

static const struct table blotter_tables[] = {
    {"world", "", 0, 0, false, {0}, blotter_world, 14},
    {"mods", "/mods/*", 9, 1, true, {1}, blotter_mods, 5},
    {"component_types", "/component_types/*", 14, 1, true, {2}, blotter_component_types, 2},
    {"components", "/components/*", 18, 1, true, {3}, blotter_components, 15},
    {"inputs", "/components/*/inputs/*", 26, 2, true, {3, 4}, blotter_inputs, 3},
    {"outputs", "/components/*/outputs/*", 31, 2, true, {3, 5}, blotter_outputs, 2},
    {"wires", "/wires/*", 35, 1, true, {6}, blotter_wires, 8},
    {"circuit_states", "/circuit_states/*", 48, 1, true, {7}, blotter_circuit_states, 1},
};

static const struct table_node leveld_nodes[] = {
    {"", 0, 1, 0, 0, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"version", 0, 0, 2, NOT_THERE, 0, NOT_THERE, NOT_THERE, 0, false},
    {"byte_order", 0, 0, 3, NOT_THERE, 1, NOT_THERE, NOT_THERE, 0, false},
    {"variant", 0, 0, 4, NOT_THERE, 2, NOT_THERE, NOT_THERE, 0, false},
    {"blocks", 0, 5, 0, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 4, 6, 0, 1, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"id", 5, 0, 7, NOT_THERE, 0, NOT_THERE, NOT_THERE, 0, false},
    {"timestamp", 5, 0, 8, NOT_THERE, 1, 2, NOT_THERE, 0, false},
    {"level_id", 5, 0, 9, NOT_THERE, 3, NOT_THERE, NOT_THERE, 0, false},
    {"name", 5, 0, 10, NOT_THERE, 4, NOT_THERE, NOT_THERE, 0, false},
    {"author", 5, 0, 11, NOT_THERE, 5, NOT_THERE, NOT_THERE, 0, false},
    {"description", 5, 0, 12, NOT_THERE, 6, NOT_THERE, NOT_THERE, 0, false},
    {"tile_width", 5, 0, 13, NOT_THERE, 7, NOT_THERE, NOT_THERE, 0, false},
    {"tile_height", 5, 0, 14, NOT_THERE, 8, NOT_THERE, NOT_THERE, 0, false},
    {"width", 5, 0, 15, NOT_THERE, 9, NOT_THERE, NOT_THERE, 0, false},
    {"height", 5, 0, 16, NOT_THERE, 10, NOT_THERE, NOT_THERE, 0, false},
    {"layer_count", 5, 0, 17, NOT_THERE, 11, NOT_THERE, NOT_THERE, 0, false},
    {"layers", 5, 18, 20, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 17, 19, 0, 2, 0, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 18, 0, 0, 3, 0, 1, NOT_THERE, 0, false},
    {"actor_count", 5, 0, 21, NOT_THERE, 12, NOT_THERE, NOT_THERE, 0, false},
    {"actors", 5, 22, 27, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 21, 23, 0, 4, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"id", 22, 0, 24, NOT_THERE, 0, NOT_THERE, NOT_THERE, 0, false},
    {"x", 22, 0, 25, NOT_THERE, 1, NOT_THERE, NOT_THERE, 0, false},
    {"y", 22, 0, 26, NOT_THERE, 2, NOT_THERE, NOT_THERE, 0, false},
    {"flags", 22, 0, 0, NOT_THERE, 3, NOT_THERE, NOT_THERE, 0, false},
    {"thing_count", 5, 0, 28, NOT_THERE, 13, NOT_THERE, NOT_THERE, 0, false},
    {"things", 5, 29, 37, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 28, 30, 0, 5, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"id", 29, 0, 31, NOT_THERE, 0, NOT_THERE, NOT_THERE, 0, false},
    {"tag", 29, 0, 32, NOT_THERE, 1, NOT_THERE, NOT_THERE, 0, false},
    {"x", 29, 0, 33, NOT_THERE, 2, NOT_THERE, NOT_THERE, 0, false},
    {"y", 29, 0, 34, NOT_THERE, 3, NOT_THERE, NOT_THERE, 0, false},
    {"layer_id", 29, 0, 35, NOT_THERE, 4, NOT_THERE, NOT_THERE, 0, false},
    {"flags", 29, 0, 36, NOT_THERE, 5, NOT_THERE, NOT_THERE, 0, false},
    {"metadata", 29, 0, 0, NOT_THERE, 6, NOT_THERE, NOT_THERE, 0, false},
    {"trigger_count", 5, 0, 38, NOT_THERE, 14, NOT_THERE, NOT_THERE, 0, false},
    {"triggers", 5, 39, 56, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 38, 40, 0, 6, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"x", 39, 0, 41, NOT_THERE, 0, NOT_THERE, NOT_THERE, 0, false},
    {"y", 39, 0, 42, NOT_THERE, 1, NOT_THERE, NOT_THERE, 0, false},
    {"layer_id", 39, 0, 43, NOT_THERE, 2, NOT_THERE, NOT_THERE, 0, false},
    {"area_type", 39, 0, 44, NOT_THERE, 3, NOT_THERE, NOT_THERE, 0, false},
    {"width", 39, 0, 45, NOT_THERE, 4, NOT_THERE, NOT_THERE, 0, false},
    {"height", 39, 0, 46, NOT_THERE, 5, NOT_THERE, NOT_THERE, 0, false},
    {"radius", 39, 0, 47, NOT_THERE, 6, NOT_THERE, NOT_THERE, 0, false},
    {"id", 39, 0, 48, NOT_THERE, 7, NOT_THERE, NOT_THERE, 0, false},
    {"tag", 39, 0, 49, NOT_THERE, 8, NOT_THERE, NOT_THERE, 0, false},
    {"type", 39, 0, 50, NOT_THERE, 9, NOT_THERE, NOT_THERE, 0, false},
    {"a1", 39, 0, 51, NOT_THERE, 10, NOT_THERE, NOT_THERE, 0, false},
    {"a2", 39, 0, 52, NOT_THERE, 11, NOT_THERE, NOT_THERE, 0, false},
    {"a3", 39, 0, 53, NOT_THERE, 12, NOT_THERE, NOT_THERE, 0, false},
    {"a4", 39, 0, 54, NOT_THERE, 13, NOT_THERE, NOT_THERE, 0, false},
    {"a5", 39, 0, 55, NOT_THERE, 14, NOT_THERE, NOT_THERE, 0, false},
    {"metadata", 39, 0, 0, NOT_THERE, 15, NOT_THERE, NOT_THERE, 0, false},
    {"path_count", 5, 0, 57, NOT_THERE, 15, NOT_THERE, NOT_THERE, 0, false},
    {"paths", 5, 58, 0, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 57, 59, 0, 7, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"looping", 58, 0, 60, NOT_THERE, 0, NOT_THERE, NOT_THERE, 0, false},
    {"tag", 58, 0, 61, NOT_THERE, 1, NOT_THERE, NOT_THERE, 0, false},
    {"layer_id", 58, 0, 62, NOT_THERE, 2, NOT_THERE, NOT_THERE, 0, false},
    {"point_count", 58, 0, 63, NOT_THERE, 3, NOT_THERE, NOT_THERE, 0, false},
    {"points", 58, 64, 0, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 63, 65, 0, 8, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"x", 64, 0, 66, NOT_THERE, 0, NOT_THERE, NOT_THERE, 0, false},
    {"y", 64, 0, 67, NOT_THERE, 1, NOT_THERE, NOT_THERE, 0, false},
    {"value", 64, 0, 0, NOT_THERE, 2, NOT_THERE, NOT_THERE, 0, false},
};

static const struct table_column leveld_world[] = {
    {"version", "INTEGER", "The format version. 4 is what the reference writes since 2023."},
    {"byte_order", "TEXT", "Of the numbers in the file. Versions 0 and 1 are little-endian, 3 and 4 big-endian, 2 is either; another order is written and read, but no file has it."},
    {"variant", "TEXT", "Which of the variants that share a version, where it is not the usual one: short-meta has META without level_id and name, v4-layout says version 0 and is version 4 in all else, 1b has MESH with tile sizes, u64-counts takes 8 bytes for counts of layers and triggers."},
};

static const struct table_column leveld_blocks[] = {
    {"id", "TEXT", "What the block is: META has texts, MESH the map; PLRS, NPCS and ITEM are players, NPCs and items, which from version 3 on are things; THNG, TRIG and PATH are things, triggers and paths."},
    {"timestamp", "INTEGER", "Games write the seconds since 1970, editors 0."},
    {"timestamp_meaning", "TEXT", "What it stands for."},
    {"level_id", "TEXT", NULL},
    {"name", "TEXT", NULL},
    {"author", "TEXT", NULL},
    {"description", "TEXT", NULL},
    {"tile_width", "INTEGER", "Of a cell, in pixels."},
    {"tile_height", "INTEGER", "Of a cell, in pixels."},
    {"width", "INTEGER", "Of the map, in cells."},
    {"height", "INTEGER", "Of the map, in cells. A layer of another length than width * height is kept as it is."},
    {"layer_count", "INTEGER", NULL},
    {"actor_count", "INTEGER", NULL},
    {"thing_count", "INTEGER", NULL},
    {"trigger_count", "INTEGER", NULL},
    {"path_count", "INTEGER", NULL},
};

static const struct table_column leveld_layers[] = {
    {"count", "INTEGER", NULL},
};

static const struct table_column leveld_layers_values[] = {
    {"value", "INTEGER", NULL},
    {"value_meaning", "TEXT", "What it stands for."},
};

static const struct table_column leveld_actors[] = {
    {"id", "INTEGER", "The kind of actor."},
    {"x", "INTEGER", "In pixels, from the left."},
    {"y", "INTEGER", "In pixels, from the top."},
    {"flags", "INTEGER", "Of the game's own meaning."},
};

static const struct table_column leveld_things[] = {
    {"id", "INTEGER", "The kind of thing."},
    {"tag", "INTEGER", "Ties objects together that have the same; 0 ties none."},
    {"x", "INTEGER", "In pixels, from the left."},
    {"y", "INTEGER", "In pixels, from the top."},
    {"layer_id", "INTEGER", "The layer of the map that the object is on; the first is 0."},
    {"flags", "INTEGER", "Of the game's own meaning."},
    {"metadata", "TEXT", NULL},
};

static const struct table_column leveld_triggers[] = {
    {"x", "INTEGER", "In pixels, from the left."},
    {"y", "INTEGER", "In pixels, from the top."},
    {"layer_id", "INTEGER", "The layer of the map that the object is on; the first is 0."},
    {"area_type", "INTEGER", "0: a rectangle, whose top left corner is at x, y. 1: a circle around x, y. Another number: nobody knows, and there is no size."},
    {"width", "INTEGER", "Of a rectangle, in pixels."},
    {"height", "INTEGER", "Of a rectangle, in pixels."},
    {"radius", "INTEGER", "Of a circle, in pixels."},
    {"id", "INTEGER", "The action."},
    {"tag", "INTEGER", "Ties objects together that have the same; 0 ties none."},
    {"type", "INTEGER", "How the trigger is set off."},
    {"a1", "INTEGER", NULL},
    {"a2", "INTEGER", NULL},
    {"a3", "INTEGER", NULL},
    {"a4", "INTEGER", NULL},
    {"a5", "INTEGER", NULL},
    {"metadata", "TEXT", NULL},
};

static const struct table_column leveld_paths[] = {
    {"looping", "INTEGER", "0: the last point is the end. Another number, 1 as a rule: it leads to the first."},
    {"tag", "INTEGER", "Ties objects together that have the same; 0 ties none."},
    {"layer_id", "INTEGER", "The layer of the map that the object is on; the first is 0."},
    {"point_count", "INTEGER", NULL},
};

static const struct table_column leveld_points[] = {
    {"x", "INTEGER", "In pixels, from the left."},
    {"y", "INTEGER", "In pixels, from the top."},
    {"value", "INTEGER", "Free: a time to wait, say."},
};

static const struct table leveld_tables[] = {
    {"world", "", 0, 0, false, {0}, leveld_world, 3},
    {"blocks", "/blocks/*", 5, 1, true, {1}, leveld_blocks, 16},
    {"layers", "/blocks/*/layers/*", 18, 2, true, {1, 2}, leveld_layers, 1},
    {"layers_values", "/blocks/*/layers/*/*", 19, 3, true, {1, 2, 3}, leveld_layers_values, 2},
    {"actors", "/blocks/*/actors/*", 22, 2, true, {1, 4}, leveld_actors, 4},
    {"things", "/blocks/*/things/*", 29, 2, true, {1, 5}, leveld_things, 7},
    {"triggers", "/blocks/*/triggers/*", 39, 2, true, {1, 6}, leveld_triggers, 16},
    {"paths", "/blocks/*/paths/*", 58, 2, true, {1, 7}, leveld_paths, 4},
    {"points", "/blocks/*/paths/*/points/*", 64, 3, true, {1, 7, 8}, leveld_points, 3},
};

static const struct table_node city_nodes[] = {
    {"", 0, 1, 0, 0, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"variant", 0, 0, 2, NOT_THERE, 0, NOT_THERE, NOT_THERE, 0, false},
    {"header_size", 0, 0, 3, NOT_THERE, 1, NOT_THERE, NOT_THERE, 0, false},
    {"version", 0, 0, 4, NOT_THERE, 2, NOT_THERE, NOT_THERE, 0, false},
    {"name", 0, 0, 5, NOT_THERE, 3, NOT_THERE, NOT_THERE, 0, false},
    {"terrain", 0, 6, 14, 1, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"size", 5, 0, 7, NOT_THERE, 0, NOT_THERE, NOT_THERE, 0, false},
    {"kind", 5, 0, 8, NOT_THERE, 1, NOT_THERE, NOT_THERE, 0, false},
    {"image_path", 5, 0, 9, NOT_THERE, 2, NOT_THERE, NOT_THERE, 0, false},
    {"z_scale", 5, 0, 10, NOT_THERE, 3, NOT_THERE, NOT_THERE, 0, false},
    {"x_vertices", 5, 0, 11, NOT_THERE, 4, NOT_THERE, NOT_THERE, 0, false},
    {"y_vertices", 5, 0, 12, NOT_THERE, 5, NOT_THERE, NOT_THERE, 0, false},
    {"heights", 5, 13, 0, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 12, 0, 0, 2, 0, NOT_THERE, NOT_THERE, 0, false},
    {"meta_things_size", 0, 0, 15, NOT_THERE, 4, NOT_THERE, NOT_THERE, 0, false},
    {"meta_thing_count", 0, 0, 16, NOT_THERE, 5, NOT_THERE, NOT_THERE, 0, false},
    {"meta_things", 0, 17, 18, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 16, 0, 0, 3, 0, NOT_THERE, NOT_THERE, 0, false},
    {"things_size", 0, 0, 19, NOT_THERE, 6, NOT_THERE, NOT_THERE, 0, false},
    {"thing_count", 0, 0, 20, NOT_THERE, 7, NOT_THERE, NOT_THERE, 0, false},
    {"things", 0, 21, 0, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 20, 22, 0, 4, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"meta_thing", 21, 0, 23, NOT_THERE, 0, 1, NOT_THERE, 0, false},
    {"direction", 21, 0, 24, NOT_THERE, 2, NOT_THERE, NOT_THERE, 0, false},
    {"x", 21, 0, 25, NOT_THERE, 3, NOT_THERE, NOT_THERE, 0, false},
    {"y", 21, 0, 26, NOT_THERE, 4, NOT_THERE, NOT_THERE, 0, false},
    {"z", 21, 0, 27, NOT_THERE, 5, NOT_THERE, NOT_THERE, 0, false},
    {"reserved", 21, 0, 0, NOT_THERE, 6, NOT_THERE, NOT_THERE, 0, false},
};

static const struct table_column city_world[] = {
    {"variant", "TEXT", "What wrote the save, as no version number tells: d3 the final game, s1 the published specification, p0 a generator of test files, l2 and l1 the game's first writers."},
    {"header_size", "INTEGER", "What the header states as its own size in bytes. Left out, the true one is written; the game's own, 48 + the name's length, is wrong."},
    {"version", "INTEGER", "The file format version. None but 0 was ever written."},
    {"name", "TEXT", "The name of the city."},
    {"meta_things_size", "INTEGER", "What the table of Meta Things states as its own size in bytes. Left out, the true one is written."},
    {"meta_thing_count", "INTEGER", NULL},
    {"things_size", "INTEGER", "What the section of Things states as its own size in bytes. Left out, the true one is written."},
    {"thing_count", "INTEGER", NULL},
};

static const struct table_column city_terrain[] = {
    {"size", "INTEGER", "What the section states as its own size in bytes. Left out, the true one is written; the game's own, 56 + the path's length, is wrong."},
    {"kind", "TEXT", "\"image\": in a picture beside the save. \"heights\": in the save itself, which the game never did."},
    {"image_path", "TEXT", "Of an image: the picture, relative to the game's folder."},
    {"z_scale", "REAL", "Of an image: a height is a pixel's red, 0 to 255, times this."},
    {"x_vertices", "INTEGER", "Of heights: how many there are along the x axis."},
    {"y_vertices", "INTEGER", "Of heights: how many there are along the y axis."},
};

static const struct table_column city_heights[] = {
    {"value", "REAL", NULL},
};

static const struct table_column city_meta_things[] = {
    {"value", "TEXT", NULL},
};

static const struct table_column city_things[] = {
    {"meta_thing", "INTEGER", "What it is: a place in the list meta_things, the first is 0."},
    {"meta_thing_meaning", "TEXT", "What it stands for."},
    {"direction", "INTEGER", "Where it faces: 0 to 7, in steps of 45 degrees."},
    {"x", "REAL", NULL},
    {"y", "REAL", NULL},
    {"z", "REAL", "Its height: absolute in the game's saves, over the ground in the published specification (s1, p0)."},
    {"reserved", "BLOB", "Bytes of no known meaning; every real save has none."},
};

static const struct table city_tables[] = {
    {"world", "", 0, 0, false, {0}, city_world, 8},
    {"terrain", "/terrain", 5, 0, false, {0}, city_terrain, 6},
    {"heights", "/terrain/heights/*", 13, 1, true, {2}, city_heights, 1},
    {"meta_things", "/meta_things/*", 17, 1, true, {3}, city_meta_things, 1},
    {"things", "/things/*", 21, 1, true, {4}, city_things, 7},
};

static const struct table_node structure_nodes[] = {
    {"", 0, 1, 0, 0, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"version", 0, 0, 2, NOT_THERE, 0, NOT_THERE, NOT_THERE, 0, false},
    {"variant", 0, 3, 14, 1, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"name", 2, 0, 4, NOT_THERE, 0, NOT_THERE, NOT_THERE, 0, false},
    {"byte_order", 2, 0, 5, NOT_THERE, 1, NOT_THERE, NOT_THERE, 0, false},
    {"tables", 2, 0, 6, NOT_THERE, 2, NOT_THERE, NOT_THERE, 0, false},
    {"string_prefix", 2, 0, 7, NOT_THERE, 3, NOT_THERE, NOT_THERE, 0, false},
    {"metadata_color_bytes", 2, 0, 8, NOT_THERE, 4, NOT_THERE, NOT_THERE, 0, false},
    {"empty_custom_bounds", 2, 0, 9, NOT_THERE, 5, NOT_THERE, NOT_THERE, 0, false},
    {"wide_index_from", 2, 0, 10, NOT_THERE, 6, NOT_THERE, NOT_THERE, 0, false},
    {"flipped_ids", 2, 11, 12, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 10, 0, 0, 2, 0, NOT_THERE, NOT_THERE, 0, false},
    {"group_count_bytes", 2, 0, 13, NOT_THERE, 7, NOT_THERE, NOT_THERE, 0, false},
    {"group_value_bytes", 2, 0, 0, NOT_THERE, 8, NOT_THERE, NOT_THERE, 0, false},
    {"color_count", 0, 0, 15, NOT_THERE, 1, NOT_THERE, NOT_THERE, 0, false},
    {"rotation_count", 0, 0, 16, NOT_THERE, 2, NOT_THERE, NOT_THERE, 0, false},
    {"colors", 0, 17, 18, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 16, 0, 0, 3, 0, 1, NOT_THERE, 0, false},
    {"rotations", 0, 19, 20, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 18, 0, 0, 4, NOT_THERE, NOT_THERE, 0, 3, false},
    {"root_count", 0, 0, 21, NOT_THERE, 3, NOT_THERE, NOT_THERE, 0, false},
    {"roots", 0, 22, 28, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 21, 23, 0, 5, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"position", 22, 0, 24, NOT_THERE, NOT_THERE, NOT_THERE, 0, 3, false},
    {"rotation", 22, 0, 25, NOT_THERE, NOT_THERE, NOT_THERE, 3, 3, false},
    {"bounds_center", 22, 0, 26, NOT_THERE, NOT_THERE, NOT_THERE, 6, 3, false},
    {"bounds_size", 22, 0, 27, NOT_THERE, NOT_THERE, NOT_THERE, 9, 3, false},
    {"last_block", 22, 0, 0, NOT_THERE, 12, NOT_THERE, NOT_THERE, 0, false},
    {"block_count", 0, 0, 29, NOT_THERE, 4, NOT_THERE, NOT_THERE, 0, false},
    {"blocks", 0, 30, 0, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 29, 31, 0, 6, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"position", 30, 0, 32, NOT_THERE, NOT_THERE, NOT_THERE, 0, 3, false},
    {"rotation", 30, 0, 33, NOT_THERE, NOT_THERE, NOT_THERE, 3, 3, false},
    {"rotation_index", 30, 0, 34, NOT_THERE, 6, NOT_THERE, NOT_THERE, 0, false},
    {"id", 30, 0, 35, NOT_THERE, 7, 8, NOT_THERE, 0, false},
    {"root", 30, 0, 36, NOT_THERE, 9, NOT_THERE, NOT_THERE, 0, false},
    {"mask", 30, 0, 37, NOT_THERE, 10, NOT_THERE, NOT_THERE, 0, false},
    {"speed", 30, 0, 38, NOT_THERE, 11, NOT_THERE, NOT_THERE, 0, false},
    {"name", 30, 0, 39, NOT_THERE, 12, NOT_THERE, NOT_THERE, 0, false},
    {"signal", 30, 0, 40, NOT_THERE, 13, NOT_THERE, NOT_THERE, 0, false},
    {"bearing", 30, 0, 41, NOT_THERE, 14, NOT_THERE, NOT_THERE, 0, false},
    {"connection_count", 30, 0, 42, NOT_THERE, 15, NOT_THERE, NOT_THERE, 0, false},
    {"connections", 30, 43, 44, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 42, 0, 0, 7, 0, NOT_THERE, NOT_THERE, 0, false},
    {"integer_count", 30, 0, 45, NOT_THERE, 16, NOT_THERE, NOT_THERE, 0, false},
    {"integers", 30, 46, 47, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 45, 0, 0, 8, 0, NOT_THERE, NOT_THERE, 0, false},
    {"metadata", 30, 48, 94, 9, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"boolean_count", 47, 0, 49, NOT_THERE, 0, NOT_THERE, NOT_THERE, 0, false},
    {"booleans", 47, 50, 51, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 49, 0, 0, 10, 0, NOT_THERE, NOT_THERE, 0, false},
    {"spare_bits", 47, 0, 52, NOT_THERE, 1, NOT_THERE, NOT_THERE, 0, false},
    {"float_count", 47, 0, 53, NOT_THERE, 2, NOT_THERE, NOT_THERE, 0, false},
    {"floats", 47, 54, 55, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 53, 0, 0, 11, 0, NOT_THERE, NOT_THERE, 0, false},
    {"vector_count", 47, 0, 56, NOT_THERE, 3, NOT_THERE, NOT_THERE, 0, false},
    {"vectors", 47, 57, 58, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 56, 0, 0, 12, NOT_THERE, NOT_THERE, 0, 3, false},
    {"groups", 47, 59, 61, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 58, 60, 0, 13, 0, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 59, 0, 0, 14, 0, NOT_THERE, NOT_THERE, 0, false},
    {"vertex_count", 47, 0, 62, NOT_THERE, 4, NOT_THERE, NOT_THERE, 0, false},
    {"min", 47, 0, 63, NOT_THERE, 5, NOT_THERE, NOT_THERE, 0, false},
    {"max", 47, 0, 64, NOT_THERE, 6, NOT_THERE, NOT_THERE, 0, false},
    {"vertices", 47, 65, 66, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 64, 0, 0, 15, NOT_THERE, NOT_THERE, 0, 3, false},
    {"byte_count", 47, 0, 67, NOT_THERE, 7, NOT_THERE, NOT_THERE, 0, false},
    {"bytes", 47, 68, 69, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 67, 0, 0, 16, 0, NOT_THERE, NOT_THERE, 0, false},
    {"color_count", 47, 0, 70, NOT_THERE, 8, NOT_THERE, NOT_THERE, 0, false},
    {"colors", 47, 71, 72, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 70, 0, 0, 17, NOT_THERE, NOT_THERE, 0, 4, false},
    {"gradient_count", 47, 0, 73, NOT_THERE, 9, NOT_THERE, NOT_THERE, 0, false},
    {"gradients", 47, 74, 87, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 73, 75, 0, 18, NOT_THERE, NOT_THERE, NOT_THERE, 0, false},
    {"color_count", 74, 0, 76, NOT_THERE, 0, NOT_THERE, NOT_THERE, 0, false},
    {"colors", 74, 77, 78, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 76, 0, 0, 19, NOT_THERE, NOT_THERE, 0, 4, false},
    {"color_position_count", 74, 0, 79, NOT_THERE, 1, NOT_THERE, NOT_THERE, 0, false},
    {"color_positions", 74, 80, 81, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 79, 0, 0, 20, 0, NOT_THERE, NOT_THERE, 0, false},
    {"alpha_count", 74, 0, 82, NOT_THERE, 2, NOT_THERE, NOT_THERE, 0, false},
    {"alphas", 74, 83, 84, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 82, 0, 0, 21, 0, NOT_THERE, NOT_THERE, 0, false},
    {"alpha_position_count", 74, 0, 85, NOT_THERE, 3, NOT_THERE, NOT_THERE, 0, false},
    {"alpha_positions", 74, 86, 0, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 85, 0, 0, 22, 0, NOT_THERE, NOT_THERE, 0, false},
    {"formula", 47, 0, 88, NOT_THERE, 10, NOT_THERE, NOT_THERE, 0, false},
    {"input_count", 47, 0, 89, NOT_THERE, 11, NOT_THERE, NOT_THERE, 0, false},
    {"inputs", 47, 90, 91, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 89, 0, 0, 23, 0, NOT_THERE, NOT_THERE, 0, false},
    {"slot_count", 47, 0, 92, NOT_THERE, 12, NOT_THERE, NOT_THERE, 0, false},
    {"slots", 47, 93, 0, NOT_THERE, NOT_THERE, NOT_THERE, NOT_THERE, 0, true},
    {NULL, 92, 0, 0, 24, 0, NOT_THERE, NOT_THERE, 0, false},
    {"color", 30, 0, 95, NOT_THERE, 21, 22, 17, 4, false},
    {"color_index", 30, 0, 0, NOT_THERE, 23, 24, NOT_THERE, 0, false},
};

static const struct table_column structure_world[] = {
    {"version", "INTEGER", "The version of the format."},
    {"color_count", "INTEGER", NULL},
    {"rotation_count", "INTEGER", NULL},
    {"root_count", "INTEGER", NULL},
    {"block_count", "INTEGER", NULL},
};

static const struct table_column structure_variant[] = {
    {"name", "TEXT", "\"game\" or \"spec\". What follows after a blank is for people."},
    {"byte_order", "TEXT", "Which byte of a number comes first, the lowest or the highest."},
    {"tables", "TEXT", "Whether both counts stand before the tables, or each before its own."},
    {"string_prefix", "TEXT", "What stands before a block's name: its length in seven bits a byte, or in two bytes. u16_big has the high byte first in a little-endian file, as the Java library JSW wrote it in 1.0.0."},
    {"metadata_color_bytes", "INTEGER", "How many bytes a colour in metadata takes."},
    {"empty_custom_bounds", "INTEGER", "Whether a custom block without vertices has min and max."},
    {"wide_index_from", "INTEGER", "The least number of rotations whose index takes two bytes."},
    {"group_count_bytes", "INTEGER", "How many bytes the length of a group takes in version 0."},
    {"group_value_bytes", "INTEGER", "1 to 4: how many bytes a value of a group takes, 2 or 4."},
};

static const struct table_column structure_flipped_ids[] = {
    {"value", "INTEGER", NULL},
};

static const struct table_column structure_colors[] = {
    {"value", "INTEGER", NULL},
    {"value_meaning", "TEXT", "What it stands for."},
};

static const struct table_column structure_rotations[] = {
    {"x", "INTEGER", "Three angles, of which 65535 is a full turn (by one source; in files of the Java library 32767)."},
    {"y", "INTEGER", NULL},
    {"z", "INTEGER", NULL},
};

static const struct table_column structure_roots[] = {
    {"position_x", "REAL", "x, y and z; y presumably is up."},
    {"position_y", "REAL", NULL},
    {"position_z", "REAL", NULL},
    {"rotation_x", "REAL", "Presumably in degrees."},
    {"rotation_y", "REAL", NULL},
    {"rotation_z", "REAL", NULL},
    {"bounds_center_x", "REAL", "The middle of what its blocks take, from which their positions count."},
    {"bounds_center_y", "REAL", NULL},
    {"bounds_center_z", "REAL", NULL},
    {"bounds_size_x", "REAL", "The whole size of what its blocks take."},
    {"bounds_size_y", "REAL", NULL},
    {"bounds_size_z", "REAL", NULL},
    {"last_block", "INTEGER", "The index of its last block in the list of all blocks."},
};

static const struct table_column structure_blocks[] = {
    {"position_x", "", "From version 1 on from the middle of the root's bounds, in 32767ths of their size; in version 0 in the world."},
    {"position_y", "", NULL},
    {"position_z", "", NULL},
    {"rotation_x", "INTEGER", "Three angles, of which 65535 is a full turn (by one source; in files of the Java library 32767)."},
    {"rotation_y", "INTEGER", NULL},
    {"rotation_z", "INTEGER", NULL},
    {"rotation_index", "INTEGER", "Which rotation of the table."},
    {"id", "INTEGER", "The number of its type."},
    {"id_meaning", "TEXT", "What it stands for."},
    {"root", "INTEGER", "The index of its root."},
    {"mask", "INTEGER", "1: has a name; 2: has connections; 4: has no metadata; 8: has no colour of its own; 16: is on no bearing; 32: has no integers; 64: its speed is above 1; 128: its speed is not 0 (from version 3 on)."},
    {"speed", "INTEGER", "Where the mask has 64, the speed itself; otherwise in 255ths."},
    {"name", "TEXT", "What the player called it."},
    {"signal", "INTEGER", "The level of its signal, in 255ths."},
    {"bearing", "INTEGER", "The index of the bearing that it is on, in the list of all blocks."},
    {"connection_count", "INTEGER", NULL},
    {"integer_count", "INTEGER", NULL},
    {"color_0", "INTEGER", "A colour of 16 bits: five of red at the top, six of green, five of blue (by one source; in files of the Java library red is low). In version 0 red, green, blue and alpha."},
    {"color_1", "INTEGER", NULL},
    {"color_2", "INTEGER", NULL},
    {"color_3", "INTEGER", NULL},
    {"color", "INTEGER", "A colour of 16 bits: five of red at the top, six of green, five of blue (by one source; in files of the Java library red is low). In version 0 red, green, blue and alpha."},
    {"color_meaning", "TEXT", "What it stands for."},
    {"color_index", "INTEGER", "Which colour of the table."},
    {"color_index_meaning", "TEXT", "What it stands for."},
};

static const struct table_column structure_connections[] = {
    {"value", "INTEGER", NULL},
};

static const struct table_column structure_integers[] = {
    {"value", "INTEGER", NULL},
};

static const struct table_column structure_metadata[] = {
    {"boolean_count", "INTEGER", NULL},
    {"spare_bits", "INTEGER", "What stands in the bits behind the last boolean, in the last byte of all, where that is not 0."},
    {"float_count", "INTEGER", NULL},
    {"vector_count", "INTEGER", NULL},
    {"vertex_count", "INTEGER", NULL},
    {"min", "INTEGER", "What a vertex of 0 stands for."},
    {"max", "INTEGER", "What the highest vertex stands for."},
    {"byte_count", "INTEGER", NULL},
    {"color_count", "INTEGER", NULL},
    {"gradient_count", "INTEGER", NULL},
    {"formula", "TEXT", "Of the math block: ASCII."},
    {"input_count", "INTEGER", NULL},
    {"slot_count", "INTEGER", NULL},
};

static const struct table_column structure_booleans[] = {
    {"value", "INTEGER", NULL},
};

static const struct table_column structure_floats[] = {
    {"value", "REAL", NULL},
};

static const struct table_column structure_vectors[] = {
    {"x", "REAL", "x, y and z; y presumably is up. In version 0 the shape of a custom block, too."},
    {"y", "REAL", NULL},
    {"z", "REAL", NULL},
};

static const struct table_column structure_groups[] = {
    {"count", "INTEGER", NULL},
};

static const struct table_column structure_groups_values[] = {
    {"value", "INTEGER", NULL},
};

static const struct table_column structure_vertices[] = {
    {"x", "INTEGER", NULL},
    {"y", "INTEGER", NULL},
    {"z", "INTEGER", NULL},
};

static const struct table_column structure_bytes[] = {
    {"value", "INTEGER", NULL},
};

static const struct table_column structure_metadata_colors[] = {
    {"value_0", "INTEGER", "Red, green, blue and, in a variant of four bytes, alpha."},
    {"value_1", "INTEGER", NULL},
    {"value_2", "INTEGER", NULL},
    {"value_3", "INTEGER", NULL},
};

static const struct table_column structure_gradients[] = {
    {"color_count", "INTEGER", NULL},
    {"color_position_count", "INTEGER", NULL},
    {"alpha_count", "INTEGER", NULL},
    {"alpha_position_count", "INTEGER", NULL},
};

static const struct table_column structure_gradients_colors[] = {
    {"value_0", "INTEGER", "Red, green, blue and, in a variant of four bytes, alpha."},
    {"value_1", "INTEGER", NULL},
    {"value_2", "INTEGER", NULL},
    {"value_3", "INTEGER", NULL},
};

static const struct table_column structure_color_positions[] = {
    {"value", "REAL", NULL},
};

static const struct table_column structure_alphas[] = {
    {"value", "REAL", NULL},
};

static const struct table_column structure_alpha_positions[] = {
    {"value", "REAL", NULL},
};

static const struct table_column structure_inputs[] = {
    {"value", "INTEGER", NULL},
};

static const struct table_column structure_slots[] = {
    {"value", "INTEGER", NULL},
};

static const struct table structure_tables[] = {
    {"world", "", 0, 0, false, {0}, structure_world, 5},
    {"variant", "/variant", 2, 0, false, {0}, structure_variant, 9},
    {"flipped_ids", "/variant/flipped_ids/*", 11, 1, true, {2}, structure_flipped_ids, 1},
    {"colors", "/colors/*", 17, 1, true, {3}, structure_colors, 2},
    {"rotations", "/rotations/*", 19, 1, true, {4}, structure_rotations, 3},
    {"roots", "/roots/*", 22, 1, true, {5}, structure_roots, 13},
    {"blocks", "/blocks/*", 30, 1, true, {6}, structure_blocks, 25},
    {"connections", "/blocks/*/connections/*", 43, 2, true, {6, 7}, structure_connections, 1},
    {"integers", "/blocks/*/integers/*", 46, 2, true, {6, 8}, structure_integers, 1},
    {"metadata", "/blocks/*/metadata", 47, 1, false, {6}, structure_metadata, 13},
    {"booleans", "/blocks/*/metadata/booleans/*", 50, 2, true, {6, 10}, structure_booleans, 1},
    {"floats", "/blocks/*/metadata/floats/*", 54, 2, true, {6, 11}, structure_floats, 1},
    {"vectors", "/blocks/*/metadata/vectors/*", 57, 2, true, {6, 12}, structure_vectors, 3},
    {"groups", "/blocks/*/metadata/groups/*", 59, 2, true, {6, 13}, structure_groups, 1},
    {"groups_values", "/blocks/*/metadata/groups/*/*", 60, 3, true, {6, 13, 14}, structure_groups_values, 1},
    {"vertices", "/blocks/*/metadata/vertices/*", 65, 2, true, {6, 15}, structure_vertices, 3},
    {"bytes", "/blocks/*/metadata/bytes/*", 68, 2, true, {6, 16}, structure_bytes, 1},
    {"metadata_colors", "/blocks/*/metadata/colors/*", 71, 2, true, {6, 17}, structure_metadata_colors, 4},
    {"gradients", "/blocks/*/metadata/gradients/*", 74, 2, true, {6, 18}, structure_gradients, 4},
    {"gradients_colors", "/blocks/*/metadata/gradients/*/colors/*", 77, 3, true, {6, 18, 19}, structure_gradients_colors, 4},
    {"color_positions", "/blocks/*/metadata/gradients/*/color_positions/*", 80, 3, true, {6, 18, 20}, structure_color_positions, 1},
    {"alphas", "/blocks/*/metadata/gradients/*/alphas/*", 83, 3, true, {6, 18, 21}, structure_alphas, 1},
    {"alpha_positions", "/blocks/*/metadata/gradients/*/alpha_positions/*", 86, 3, true, {6, 18, 22}, structure_alpha_positions, 1},
    {"inputs", "/blocks/*/metadata/inputs/*", 90, 2, true, {6, 23}, structure_inputs, 1},
    {"slots", "/blocks/*/metadata/slots/*", 93, 2, true, {6, 24}, structure_slots, 1},
};

const struct format_tables format_tables[] = {
    {"blotter", blotter_tables, blotter_nodes, sizeof blotter_tables / sizeof *blotter_tables, sizeof blotter_nodes / sizeof *blotter_nodes},
    {"leveld", leveld_tables, leveld_nodes, sizeof leveld_tables / sizeof *leveld_tables, sizeof leveld_nodes / sizeof *leveld_nodes},
    {"city", city_tables, city_nodes, sizeof city_tables / sizeof *city_tables, sizeof city_nodes / sizeof *city_nodes},
    {"structure", structure_tables, structure_nodes, sizeof structure_tables / sizeof *structure_tables, sizeof structure_nodes / sizeof *structure_nodes},
    {NULL, NULL, NULL, 0, 0},
};
