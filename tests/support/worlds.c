/* A small world of each format with a bit of everything in it. */
#include "worlds.h"

#include <stddef.h>

const char world_of_blotter[] =
    "{'format': 'blotter', 'version': 7, 'game_version': [0, 92, 3, 57], 'save_type': 'world', "
    "'mods': [{'id': 'M', 'version': [1, 2, 3, -1]}], 'component_types': [{'id': 1, 'name': 'A'}], "
    "'components': [{'address': 10, 'parent': 0, 'type': 1, 'position': [0, 300, 600], 'rotation': "
    "[0.0, 0.0, 0.0, 1.0], 'inputs': [0, 1], 'outputs': [], 'custom_data': 'AAE='}, {'address': "
    "20, "
    "'parent': 10, 'type': 1, 'position': [0, 300, 600], 'rotation': [0.0, 0.0, 0.0, 1.0], "
    "'inputs': [], 'outputs': [2], 'custom_data': null}], 'wires': [{'first': {'kind': 'input', "
    "'component': 10, 'index': 0}, 'second': {'kind': 'output', 'component': 20, 'index': 0}, "
    "'circuit_state': 2, 'rotation': 0.0}], 'circuit_states': 'BA=='}";

const char world_of_leveld[] =
    "{'format': 'leveld', 'version': 4, 'byte_order': 'big', 'blocks': ["
    "{'id': 'META', 'timestamp': '7', 'level_id': 'a', 'name': 'b', 'author': 'c', 'description': "
    "'d'}, "
    "{'id': 'MESH', 'tile_width': 16, 'tile_height': 16, 'width': 3, 'height': 2, 'layers': [[0, "
    "1, "
    "2, 3, 4, 5], [0, 32769, 0, 0, 0, 0]]}, "
    "{'id': 'THNG', 'things': [{'id': 1, 'tag': 2, 'x': 3, 'y': 4, 'layer_id': 1, 'flags': 5, "
    "'metadata': 'e'}]}, "
    "{'id': 'TRIG', 'triggers': [{'x': 1, 'y': 2, 'layer_id': 1, 'area_type': 0, 'width': 8, "
    "'height': 9, 'id': 3, 'tag': 2, 'type': 4, 'a1': 1, 'a2': 2, 'a3': 3, 'a4': 4, 'a5': 5, "
    "'metadata': 'f'}]}, "
    "{'id': 'PATH', 'paths': [{'looping': 1, 'tag': 2, 'layer_id': 1, 'points': [{'x': 1, 'y': 2, "
    "'value': 3}]}]}]}";

const char world_of_city[] =
    "{'format': 'city', 'variant': 'd3', 'version': 0, 'name': 'c', 'terrain': {'kind': 'heights', "
    "'x_vertices': 2, 'y_vertices': 1, 'heights': [1.0, 2.0]}, 'meta_things': ['a', 'b'], "
    "'things': "
    "[{'meta_thing': 1, 'direction': 2, 'x': 1.0, 'y': 0.0, 'z': 3.0, 'reserved': 'AAA='}]}";

const char world_of_structure[] =
    "{'format': 'structure', 'version': 6, 'variant': {'name': 'game'}, 'colors': [31, 63488], "
    "'rotations': [[0, 0, 0]], 'roots': [{'position': [0.0, 0.0, 0.0], 'rotation': [0.0, 0.0, "
    "0.0], "
    "'bounds_center': [0.0, 0.0, 0.0], 'bounds_size': [8.0, 8.0, 8.0], 'last_block': 3}], "
    "'blocks': "
    "[{'position': [0, 0, 0], 'rotation_index': 0, 'id': 0, 'mask': 52, 'color_index': 1}, "
    "{'position': [1000, 0, 0], 'rotation_index': 0, 'id': 5, 'mask': 19, 'speed': 0, 'name': 'n', "
    "'signal': 0, 'connections': [0], 'integers': [-1], 'metadata': {'booleans': [true, false], "
    "'floats': [0.5], 'vectors': [[1.0, 2.0, 3.0]], 'groups': [[0, 1]], 'bytes': [3], 'colors': "
    "[[10, 20, 30, 40]], 'gradients': [{'colors': [[255, 0, 0, 255]], 'color_positions': [0.0], "
    "'alphas': "
    "[1.0], 'alpha_positions': [0.0]}]}, 'color_index': 0}, "
    "{'position': [2000, 0, 0], 'rotation_index': 0, 'id': 109, 'mask': 56, 'speed': 0, 'signal': "
    "0, "
    "'metadata': {'booleans': [], 'floats': [], 'min': -1, 'max': 1, 'vertices': [[0, 0, 0]], "
    "'bytes': []}}, "
    "{'position': [3000, 0, 0], 'rotation_index': 0, 'id': 129, 'mask': 56, 'speed': 0, 'signal': "
    "0, "
    "'metadata': {'booleans': [], 'floats': [], 'groups': [], 'bytes': [], 'formula': 'A', "
    "'inputs': [0], 'slots': [9]}}]}";

const char world_of_boards[] =
    "{'format': 'blotter', 'version': 7, 'game_version': [0, 92, 3, 57], 'save_type': 'world', "
    "'mods': [{'id': 'MHG', 'version': [0, 92, 3, -1]}], 'component_types': [{'id': 1, 'name': "
    "'MHG.CircuitBoard'}, {'id': 2, 'name': 'MHG.AndGate'}, {'id': 5, 'name': 'MHG.Switch'}, "
    "{'id': 6, 'name': 'MHG.PanelLabel'}], 'components': ["
    "{'address': 10, 'parent': 0, 'type': 1, 'position': [3000, 0, 0], 'rotation': [0.0, 1.0, 0.0, "
    "0.0], 'inputs': [], 'outputs': [], 'custom_data': null}, "
    "{'address': 12, 'parent': 10, 'type': 2, 'position': [300, 150, 0], 'rotation': [0.0, 0.0, "
    "0.0, 1.0], 'inputs': [0, 1], 'outputs': [2], 'custom_data': null}, "
    "{'address': 30, 'parent': 10, 'type': 2, 'position': [600, 150, 300], 'rotation': [0.0, 0.0, "
    "0.0, 1.0], 'inputs': [3, 4], 'outputs': [9], 'custom_data': null}, "
    "{'address': 31, 'parent': 12, 'type': 6, 'position': [0, 300, 0], 'rotation': [0.0, 0.0, 0.0, "
    "1.0], 'inputs': [], 'outputs': [], 'custom_data': "
    "'AQAAACYmJs3MTD8ADAAAAFRoZSBDbG9jawo6MwQAAAABAAAAAQAAAA=='}, "
    "{'address': 7, 'parent': 0, 'type': 5, 'position': [0, 0, 0], 'rotation': [0.0, 0.0, 0.0, "
    "1.0], 'inputs': [], 'outputs': [5], 'custom_data': null}], 'wires': ["
    "{'first': {'kind': 'output', 'component': 12, 'index': 0}, 'second': {'kind': 'input', "
    "'component': 30, 'index': 0}, 'circuit_state': 2, 'rotation': 0.0}, "
    "{'first': {'kind': 'output', 'component': 7, 'index': 0}, 'second': {'kind': 'input', "
    "'component': 12, 'index': 1}, 'circuit_state': 5, 'rotation': 0.0}], 'circuit_states': "
    "'JAI='}";

const char *const worlds[] = {world_of_blotter, world_of_leveld, world_of_city, world_of_structure,
                              NULL};
