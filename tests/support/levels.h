/* Small levels from JSON. */
#ifndef OW_TESTS_SUPPORT_LEVELS_H
#define OW_TESTS_SUPPORT_LEVELS_H

#include "bytes.h"

/* Parts of the JSON of levels, with single quotes for double ones. Lists have one to eight parts,
 * one of which may be "". */
#define JOIN_1(a)                                        a
#define JOIN_2(a, ...)                                   a ", " JOIN_1(__VA_ARGS__)
#define JOIN_3(a, ...)                                   a ", " JOIN_2(__VA_ARGS__)
#define JOIN_4(a, ...)                                   a ", " JOIN_3(__VA_ARGS__)
#define JOIN_5(a, ...)                                   a ", " JOIN_4(__VA_ARGS__)
#define JOIN_6(a, ...)                                   a ", " JOIN_5(__VA_ARGS__)
#define JOIN_7(a, ...)                                   a ", " JOIN_6(__VA_ARGS__)
#define JOIN_8(a, ...)                                   a ", " JOIN_7(__VA_ARGS__)
#define JOIN_BY_COUNT(a, b, c, d, e, f, g, h, join, ...) join
#define JOIN(...)                                                                                  \
    JOIN_BY_COUNT(__VA_ARGS__, JOIN_8, JOIN_7, JOIN_6, JOIN_5, JOIN_4, JOIN_3, JOIN_2, JOIN_1, )   \
    (__VA_ARGS__)

#define LEVEL_IN(version, order, more, ...)                                                        \
    "{'format': 'leveld', 'version': " version ", 'byte_order': '" order "', " more                \
    "'blocks': [" JOIN(__VA_ARGS__) "]}"
#define LEVEL(...) LEVEL_IN("4", "big", "", __VA_ARGS__)
#define META_OF(name, description)                                                                 \
    "{'id': 'META', 'timestamp': '0', 'level_id': '', 'name': '" name                              \
    "', 'author': '', 'description': '" description "'}"
#define META META_OF("", "")
#define MESH_OF(tiles, width, height, layers)                                                      \
    "{'id': 'MESH', 'tile_width': " tiles ", 'tile_height': " tiles ", 'width': " width            \
    ", 'height': " height ", 'layers': [" layers "]}"
/* Three by two cells of 16 by 16 pixels; the second one of layer 1 is impassable. */
#define MESH      MESH_OF("16", "3", "2", "[0, 1, 2, 3, 4, 5], [0, 32769, 0, 0, 0, 0]")
#define THNG(...) "{'id': 'THNG', 'things': [" JOIN(__VA_ARGS__) "]}"
#define THING(id, tag, x, y, layer)                                                                \
    "{'id': " id ", 'tag': " tag ", 'x': " x ", 'y': " y ", 'layer_id': " layer                    \
    ", 'flags': 0, 'metadata': ''}"
#define TRIG(...) "{'id': 'TRIG', 'triggers': [" JOIN(__VA_ARGS__) "]}"
#define TRIGGER(x, y, layer, area, id, tag)                                                        \
    "{'x': " x ", 'y': " y ", 'layer_id': " layer ", " area ", 'id': " id ", 'tag': " tag          \
    ", 'type': 0, 'a1': 0, 'a2': 0, 'a3': 0, 'a4': 0, 'a5': 0, 'metadata': ''}"
#define RECTANGLE  "'area_type': 0, 'width': 8, 'height': 8"
#define PATHS(...) "{'id': 'PATH', 'paths': [" JOIN(__VA_ARGS__) "]}"
#define PATH(looping, tag, layer, ...)                                                             \
    "{'looping': " looping ", 'tag': " tag ", 'layer_id': " layer                                  \
    ", 'points': [" JOIN(__VA_ARGS__) "]}"
#define POINT(x, y) "{'x': " x ", 'y': " y ", 'value': 0}"
#define PLRS(x, y)  "{'id': 'PLRS', 'actors': [{'id': 7, 'x': " x ", 'y': " y ", 'flags': 0}]}"

/* The bytes of a level; fails the test where the JSON is none. */
struct bytes level_of(const char *json);

#endif
