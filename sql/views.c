/* Views over the tables of records. */
#include "views.h"

#include <stddef.h>

const struct view views[] = {
    {"leveld", "cells", "The cells of each layer, in columns and rows of the map.",
     "SELECT v.blocks_item, v.layers_item AS layer, v.item % b.width AS x, v.item / b.width AS y,\n"
     "       v.value & 32767 AS tile, v.value >> 15 AS impassable\n"
     "  FROM layers_values v JOIN blocks b ON b.item = v.blocks_item"},
    {"city", "placed_things", "The things of a city with the names of their kinds.",
     "SELECT item, meta_thing_meaning AS name, direction, x, y, z FROM things"},
    {"blotter", "typed_components", "Components with the names of their types and their places.",
     "SELECT c.item, c.address, c.parent, c.type_meaning AS type, p.x, p.y, p.z,\n"
     "       c.custom_data_meaning AS data\n"
     "  FROM components c JOIN places p ON p.component = c.item"},
    {"blotter", "pegs", "All pegs, inputs and outputs, with the address of their component.",
     "SELECT c.address AS component, 'input' AS kind, i.item AS number,\n"
     "       coalesce(i.circuit_state, i.value) AS circuit_state\n"
     "  FROM inputs i JOIN components c ON c.item = i.components_item\n"
     "UNION ALL\n"
     "SELECT c.address, 'output', o.item, o.value\n"
     "  FROM outputs o JOIN components c ON c.item = o.components_item"},
    {"structure", "placed_blocks", "Blocks with the names of their types and their places.",
     "SELECT b.item, p.root, b.id, b.id_meaning AS type, b.name, p.x, p.y, p.z\n"
     "  FROM blocks b JOIN places p ON p.block = b.item"},
    {NULL, NULL, NULL, NULL},
};
