/* Maps of Tiled that never were a level: what becomes of them, what is told, what is refused. */
#include "../support/test.h"

#include "../support/levels.h"
#include "../support/maps.h"

#define MAP(more)                                                                                  \
    "{'height': 1, 'infinite': false, " more ", 'orientation': 'orthogonal', 'tileheight': 8, "    \
    "'tilewidth': 16, 'type': 'map', 'width': 2}"
#define LAYERS(layers) MAP("'layers': [" layers "]")

#define TILES(more) LAYERS("{'type': 'tilelayer', 'name': 'a', 'width': 2, 'height': 1, " more "}")

#define OBJECTS(objects) LAYERS("{'type': 'objectgroup', 'name': 'o', 'objects': [" objects "]}")
#define ONE_TILESET      "'tilesets': [{'firstgid': 1, 'source': 'a.tsx'}], "

#define MADE_OF(blocks)                                                                            \
    "{'format': 'leveld', 'version': 4, 'byte_order': 'big', 'blocks': [{'id': 'META', "           \
    "'timestamp': '0', 'level_id': '', 'name': '', 'author': '', 'description': ''}" blocks "]}"
#define MESH_IN(layers)                                                                            \
    ", {'id': 'MESH', 'tile_width': 16, 'tile_height': 8, 'width': 2, 'height': 1, 'layers': "     \
    "[" layers "]}"
#define THINGS_IN(things) ", {'id': 'THNG', 'things': [" things "]}"
#define THING_AT(id, x, y)                                                                         \
    "{'id': " id ", 'tag': 0, 'x': " x ", 'y': " y ", 'layer_id': 0, 'flags': 0, 'metadata': ''}"
#define TRIGGERS_IN(triggers) ", {'id': 'TRIG', 'triggers': [" triggers "]}"
#define TRIGGER_AT(x, y, area)                                                                     \
    "{'x': " x ", 'y': " y ", 'layer_id': 0, 'area_type': " area                                   \
    ", 'id': 0, 'tag': 0, 'type': 0, "                                                             \
    "'a1': 0, 'a2': 0, 'a3': 0, 'a4': 0, 'a5': 0, 'metadata': ''}"
#define PATHS_IN(paths) ", {'id': 'PATH', 'paths': [" paths "]}"

static const struct {
    const char *map, *level, *warnings; /* NULL: whatever level */
} rows[] = {
    {LAYERS(""), MADE_OF(""), ""},
    {MAP("'properties': [{'name': 'leveld_version', 'value': 0}, {'name': 'leveld_variant', "
         "'value': "
         "'short-meta'}, {'name': 'name', 'value': 'x'}], 'layers': [{'type': 'objectgroup', "
         "'name': "
         "'items', 'objects': [{'x': 8, 'y': 4, 'point': true, 'type': 'item', 'properties': "
         "[{'name': "
         "'id', 'type': 'int', 'value': 5}]}]}]"),
     NULL,
     "/properties/2/value level_id and name, which this variant of a level does not have: "
     "1\n/layers/0/objects/0 ids of actors, which version 0 does not have: 1\n"},
    {TILES("'data': [1, 3]"), MADE_OF(MESH_IN("[0, 0]")),
     "/layers/0/data tiles of no tileset, or beyond the 32767 that a level can store, now tile 0: "
     "2\n"},
    {MAP(ONE_TILESET "'layers': [{'type': 'tilelayer', 'data': [1, 3]}]"),
     MADE_OF(MESH_IN("[0, 2]")), ""},
    {MAP(ONE_TILESET
         "'layers': [{'type': 'group', 'layers': [{'type': 'group', 'layers': "
         "[{'type': 'tilelayer', 'data': [4, 0]}]}]}, {'type': 'tilelayer', 'data': [1, "
         "2]}]"),
     MADE_OF(MESH_IN("[3, 0], [0, 1]")), ""},
    {MAP("'tilesets': [{'firstgid': 11, 'name': 'a'}, {'firstgid': 21, 'name': 'blocks'}, "
         "{'firstgid': 22, 'name': 'b'}], 'layers': [{'type': 'tilelayer', 'data': [12, 23]}, "
         "{'type': 'tilelayer', 'name': 'blocks', 'data': [21, 0]}]"),
     MADE_OF(MESH_IN("[32769, 11]")), ""},
    {MAP(ONE_TILESET "'layers': [{'type': 'tilelayer', 'encoding': 'base64', 'data': "
                     "'AQAAAAIAAAA='}]"),
     MADE_OF(MESH_IN("[0, 1]")), ""},
    {MAP(ONE_TILESET "'layers': [{'type': 'tilelayer', 'encoding': 'csv', 'data': [5, 6]}]"),
     MADE_OF(MESH_IN("[4, 5]")), ""},
    {MAP(ONE_TILESET
         "'layers': [{'type': 'tilelayer', 'width': 3, 'height': 2, 'data': [5, 6, 7, 8, 9, "
         "10]}]"),
     MADE_OF(MESH_IN("[4, 5]")),
     "/layers/0 layers that differ in size from the map, cut or filled up: 1\n"},
    {MAP(ONE_TILESET "'layers': [{'type': 'tilelayer', 'width': 1, 'height': 1, 'data': [5]}]"),
     MADE_OF(MESH_IN("[4, 0]")),
     "/layers/0 layers that differ in size from the map, cut or filled up: 1\n"},
    {MAP(ONE_TILESET "'layers': [{'type': 'tilelayer', 'name': 'blocks', 'data': [5, 0]}]"),
     MADE_OF(""), "/layers/0 dropped layers of impassable cells without a layer of tiles: 1\n"},
    {LAYERS("{'type': 'imagelayer', 'image': '/etc/passwd'}"), MADE_OF(""),
     "/layers/0 dropped layers of other kinds than tiles and objects, such as images: 1\n"},
    {LAYERS("{'type': 'objectgroup', 'offsetx': 3, 'objects': []}"), MADE_OF(""),
     "/layers/0 layers with an offset, which levels cannot store: 1\n"},
    {OBJECTS("{'x': 1.00049, 'y': 3.0001, 'point': true}"), /* thousandths are looked at */
     MADE_OF(THINGS_IN(THING_AT("0", "1", "3"))), ""},
    {OBJECTS("{'x': 1.0009996, 'y': 3, 'point': true}"),
     MADE_OF(THINGS_IN(THING_AT("0", "1", "3"))),
     "/layers/0/objects/0 positions rounded to the nearest pixel: 1\n"},
    {MAP(ONE_TILESET "'layers': [{'type': 'tilelayer', 'width': 2.0, 'height': 10e-1, 'data': "
                     "[5, 6]}]"),
     MADE_OF(MESH_IN("[4, 5]")), ""},
    {OBJECTS("{'x': 1.4, 'y': 2.5, 'point': true}"), MADE_OF(THINGS_IN(THING_AT("0", "1", "3"))),
     "/layers/0/objects/0 positions rounded to the nearest pixel: 2\n"},
    {OBJECTS("{'x': 8, 'y': 40, 'width': 16, 'height': 32, 'gid': 7}"),
     MADE_OF(THINGS_IN(THING_AT("0", "16", "24"))),
     "/layers/0/objects/0 tiles of no tileset, or beyond the 32767 that a level can store, now "
     "tile 0: 1\n"},
    {MAP(ONE_TILESET
         "'layers': [{'type': 'objectgroup', 'objects': [{'x': 8, 'y': 40, 'width': 16, "
         "'height': 32, 'gid': 7}]}]"),
     MADE_OF(THINGS_IN(THING_AT("6", "16", "24"))), ""},
    {OBJECTS("{'x': 1, 'y': 2, 'width': 0, 'height': 0, 'name': 'start'}"),
     MADE_OF(THINGS_IN(THING_AT("0", "1", "2"))),
     "/layers/0/objects/0 names of objects, which levels cannot store: 1\n"},
    {OBJECTS("{'x': 4, 'y': 2, 'width': 6, 'height': 8, 'class': 'thing'}"),
     MADE_OF(THINGS_IN(THING_AT("0", "7", "6"))), ""},
    {OBJECTS("{'x': 4, 'y': 2, 'width': 6, 'height': 8, 'type': 'player'}"),
     MADE_OF(THINGS_IN(THING_AT("0", "7", "6"))), ""},
    {OBJECTS("{'x': 4, 'y': 2, 'width': 6, 'height': 8, 'rotation': 45}"),
     MADE_OF(TRIGGERS_IN(TRIGGER_AT("4", "2", "0, 'width': 6, 'height': 8"))),
     "/layers/0/objects/0 rotated objects, which levels cannot store: rotations removed: 1\n"},
    {OBJECTS("{'x': 4, 'y': 2, 'width': 6, 'height': 9, 'ellipse': true}"),
     MADE_OF(TRIGGERS_IN(TRIGGER_AT("7", "5", "1, 'radius': 3"))),
     "/layers/0/objects/0 ellipses that became circles of the same width: 1\n"},
    {OBJECTS("{'x': 4, 'y': 2, 'width': 100000, 'height': 0.5}"),
     MADE_OF(TRIGGERS_IN(TRIGGER_AT("4", "2", "0, 'width': 65535, 'height': 1"))),
     "/layers/0/objects/0 areas whose size is not a whole number up to 65535 pixels, set to the "
     "nearest size: 2\n"},
    {OBJECTS("{'x': 4, 'y': 2, 'polygon': [{'x': 0, 'y': 0}, {'x': 1e1, 'y': -2}]}"),
     MADE_OF(PATHS_IN(
         "{'looping': 1, 'tag': 0, 'layer_id': 0, 'points': [{'x': 4, 'y': 2, 'value': 0}, "
         "{'x': 14, 'y': 0, 'value': 0}]}")),
     ""},
    {OBJECTS("{'x': 4, 'y': 2, 'text': {'text': 'hello'}}"), MADE_OF(""),
     "/layers/0/objects/0 dropped texts, which levels cannot store: 1\n"},
    {OBJECTS("{'x': -5, 'y': 999999999999, 'width': 0e300, 'point': true}"),
     MADE_OF(THINGS_IN(THING_AT("0", "0", "4294967295"))),
     "/layers/0/objects/0 positions left of or above the map or beyond 4294967295, moved to the "
     "nearest possible position: 2\n"},
    {MAP("'properties': [{'name': 'leveld_version', 'value': 2}, {'name': 'leveld_left_cells', "
         "'value': '7, 8,9'}], 'layers': [{'type': 'tilelayer', 'data': [0, 0]}]"),
     NULL, "/properties cells after the last full row, of a map that is now narrower: 1\n"},
    {MAP("'properties': [{'name': 'leveld_version', 'value': 3}], 'layers': [{'type': "
         "'objectgroup', 'objects': [{'x': 1, 'y': 2, 'point': true, 'properties': [{'name': "
         "'layer_id', 'value': 5}]}]}]"),
     NULL,
     "/layers/0/objects/0 layer_ids of objects, which levels before version 4 do not have: 1\n"},
    {MAP("'properties': [{'name': 'leveld_tile_size', 'value': 7}], 'layers': []"), NULL,
     "/properties/0/value invalid tile sizes: 1\n"},
    {MAP("'properties': {'author': 'me', 'timestamp': '12', 'mood': 3}, 'layers': []"),
     "{'format': 'leveld', 'version': 4, 'byte_order': 'big', 'blocks': [{'id': 'META', "
     "'timestamp': '12', 'level_id': '', 'name': '', 'author': 'me', 'description': ''}]}",
     "/properties/2/value custom properties that a level has no place for: 1\n"},
    {MAP("'properties': {'timestamp': '12 May'}, 'layers': []"), MADE_OF(""),
     "/properties/0/value timestamps that are not a number of seconds, now 0: 1\n"},
    {MAP("'properties': {'timestamp': 1e15}, 'layers': []"), MADE_OF(""),
     "/properties/0/value timestamps that are not a number of seconds, now 0: 1\n"},
    {MAP("'properties': {'timestamp': 999999999999.0}, 'layers': []"),
     "{'format': 'leveld', 'version': 4, 'byte_order': 'big', 'blocks': [{'id': 'META', "
     "'timestamp': '999999999999', 'level_id': '', 'name': '', 'author': '', 'description': ''}]}",
     ""},
    {MAP("'properties': {'leveld_version': 2, 'leveld_blocks': 'META PLRS NPCS'}, 'layers': "
         "[{'type': 'objectgroup', 'properties': {'leveld_block': '1st'}, 'objects': "
         "[{'x': 1, 'y': 2, 'point': true}]}]"),
     "{'format': 'leveld', 'version': 2, 'byte_order': 'big', 'blocks': [{'id': 'META', "
     "'timestamp': '0', 'level_id': '', 'name': '', 'author': '', 'description': ''}, "
     "{'id': 'PLRS', 'actors': []}, {'id': 'NPCS', 'actors': [{'id': 0, 'x': 1, 'y': 2, "
     "'flags': 0}]}]}",
     "/layers/0 custom properties that a level has no place for: 1\n"},
};

static void maps_become_levels_as_far_as_they_can(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct warnings warnings;
        struct bytes map = map_from(rows[i].map);
        char *found = level_of_map(&map, &warnings);
        ow_document document = document_of(rows[i].level ? rows[i].level : found);
        char *wanted = text_of(&document);
        if (strcmp(found, wanted) != 0 || strcmp(warnings.text, rows[i].warnings) != 0)
            ROW_FAILED("row %zu:\n%s\n%s\n%s\n", i, wanted, found, warnings.text);
        free(found);
        free(wanted);
        ow_close(&document);
        bytes_free(&map);
    }
}

#define PROPERTY(name, value) "'properties': [{'name': '" name "', 'value': " value "}], "
#define OTHER(orientation)                                                                         \
    "{'orientation': '" orientation "', 'layers': [], 'width': 1, 'height': 1}"

static const struct {
    const char *map, *pointer, *fragment;
    ow_status status;
} refused[] = {
    {OTHER("hexagonal"), "/orientation", "hexagonal", OW_BAD_VALUE},
    {OTHER("isometric"), "/orientation", "isometric", OW_BAD_VALUE},
    {"{'infinite': true, 'layers': [], 'width': 1}", "/infinite", "infinite", OW_BAD_VALUE},
    {"{'type': 'tileset', 'layers': [], 'width': 1}", "/type", "not a map of Tiled", OW_BAD_VALUE},
    {"{}", "", "not a map of Tiled", OW_BAD_VALUE},
    {"{'layers': [], 'width': -1}", "/width", "width", OW_BAD_VALUE},
    {"{'layers': [], 'width': 1, 'height': 1, 'tilewidth': 0}", "/tilewidth", "tilewidth",
     OW_BAD_VALUE},
    {LAYERS("{'type': 'tilelayer', 'chunks': []}"), "/layers/0", "chunks", OW_BAD_VALUE},
    {LAYERS("{'type': 'objectgroup', 'objects': [{'x': 'nan', 'y': 1}]}"), "/layers/0/objects/0",
     "\"x\" is not a number", OW_BAD_VALUE},
    {LAYERS("{'type': 'objectgroup', 'objects': [{'x': 1, 'y': null}]}"), "/layers/0/objects/0",
     "\"y\" is not a number", OW_BAD_VALUE},
    {LAYERS("{'type': 'objectgroup', 'objects': [{'x': 1, 'width': []}]}"), "/layers/0/objects/0",
     "\"width\" is not a number", OW_BAD_VALUE},
    {OBJECTS("{'x': 1e300, 'y': 5, 'point': true}"), "/layers/0/objects/0",
     "\"x\" is out of range: it must be less than 10^12 pixels", OW_BAD_VALUE},
    {OBJECTS("{'x': 1, 'y': -1e12, 'point': true}"), "/layers/0/objects/0",
     "\"y\" is out of range: it must be less than 10^12 pixels", OW_BAD_VALUE},
    {OBJECTS("{'x': 4, 'y': 2, 'polyline': [{'x': 1e13, 'y': 0}]}"), "/layers/0/objects/0",
     "\"x\" is out of range: it must be less than 10^12 pixels", OW_BAD_VALUE},
    {LAYERS("{'type': 'objectgroup', 'objects': [{'x': 1, 'y': 1, 'polyline': [{'x': 0, 'y': 0}, "
            "{'x': '1e', 'y': 2}]}]}"),
     "/layers/0/objects/0", "\"x\" is not a number", OW_BAD_VALUE},
    {OBJECTS("{'template': 'a.tx', 'x': 1, 'y': 2}"), "/layers/0/objects/0", "template",
     OW_BAD_VALUE},
    {TILES("'encoding': 'base64', 'compression': 'zstd', 'data': 'AAAA'"), "/layers/0", "zstd",
     OW_BAD_VALUE},
    {TILES("'encoding': 'base64', 'compression': 'zlib', 'data': 'AAAA'"), "/layers/0",
     "cannot decompress it", OW_BAD_VALUE},
    {TILES("'encoding': 'base32', 'data': 'AAAA'"), "/layers/0", "base32", OW_BAD_VALUE},
    {TILES("'encoding': 'base64', 'data': 'AAAA'"), "/layers/0", "0 cells", OW_BAD_VALUE},
    {TILES("'encoding': 'base64', 'data': 'A*AA'"), "/layers/0", "not base64", OW_BAD_VALUE},
    {TILES("'data': [1]"), "/layers/0", "1 cells; its width and height need 2", OW_BAD_VALUE},
    {TILES("'data': [1, 2.5]"), "/layers/0", "cell 1", OW_BAD_VALUE},
    {TILES("'data': [1, 4294967296]"), "/layers/0", "cell 1", OW_BAD_VALUE},
    {TILES("'x': 1"), "/layers/0", "no data", OW_BAD_VALUE},
    {MAP("'tilesets': [{'name': 'a'}], 'layers': []"), "/tilesets/0", "firstgid", OW_BAD_VALUE},
    {MAP("'tilesets': [{'firstgid': 5}, {'firstgid': 1}], 'layers': []"), "/tilesets/1",
     "not sorted", OW_BAD_VALUE},
    {MAP(PROPERTY("leveld_version", "5") "'layers': []"), "/properties/0/value", "version",
     OW_BAD_VALUE},
    {MAP(PROPERTY("leveld_byte_order", "'middle'") "'layers': []"), "/properties/0/value", "big",
     OW_BAD_VALUE},
    {MAP(PROPERTY("leveld_variant", "'1b'") "'layers': []"), "/properties/0/value", "variant",
     OW_BAD_VALUE},
    {MAP(PROPERTY("leveld_blocks", "'META MASH'") "'layers': []"), "/properties/0/value", "META",
     OW_BAD_VALUE},
    {MAP(PROPERTY("leveld_blocks", "'META META'") "'layers': []"), "/properties", "not in the map",
     OW_BAD_VALUE},
    {MAP("'properties': [{'name': 'leveld_blocks', 'value': 'META'}, {'name': "
         "'leveld_block_0', "
         "'value': 'AAAA'}], 'layers': []"),
     "/properties (leveld_block_0)", "bytes", OW_BAD_VALUE},
    {MAP("'properties': [{'name': 'leveld_blocks', 'value': 'META'}, {'name': "
         "'leveld_block_0', "
         "'value': 'A*'}], 'layers': []"),
     "/properties (leveld_block_0)", "base64", OW_BAD_VALUE},
    {TILES("'data': 7"), "", "an array of numbers, or a string", OW_BAD_JSON},
    {TILES("'data': [1, 'x']"), "", "a number", OW_BAD_JSON},
    {TILES("'encoding': 'base64', 'data': 7"), "/layers/0", "not a string", OW_BAD_VALUE},
    {TILES("'encoding': 'base64', 'data': 'A\\x'"), "/layers/0", "escape", OW_BAD_VALUE},
    {TILES("'width': 99999999999999999999, 'data': [0, 0]"), "/layers/0",
     "a size that no map can have", OW_BAD_VALUE},
    {TILES("'width': 'wide', 'data': [0, 0]"), "/layers/0", "a size that no map can have",
     OW_BAD_VALUE},
    {TILES("'width': 4294967296, 'data': []"), "/layers/0", "a size that no map can have",
     OW_BAD_VALUE},
    {OBJECTS("{'x': 4, 'y': 2, 'polygon': [7]}"), "", "an object", OW_BAD_JSON},
    {OBJECTS("{'x': 4, 'y': 2, 'properties': [7]}"), "", "an object", OW_BAD_JSON},
    {MAP("'tilesets': [7], 'layers': []"), "", "an object", OW_BAD_JSON},
    {MAP("'layers': 7"), "", "an array", OW_BAD_JSON},
    {MAP("'layers': [7]"), "", "an object", OW_BAD_JSON},
    {"[1]", "", "an object", OW_BAD_JSON},
    {"", "", "an object", OW_BAD_JSON},
};

static void what_cannot_be_a_level_is_refused_by_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(refused); i++) {
        struct bytes map = map_from(refused[i].map);
        ow_leveld_level *level;
        ow_error error = {0};
        ow_status status = ow_leveld_from_tiled(map.data ? (const char *)map.data : "", map.size,
                                                NULL, NULL, NULL, NULL, &level, &error);
        if (status != refused[i].status || strcmp(error.pointer, refused[i].pointer) != 0 ||
            !strstr(error.message, refused[i].fragment) || level)
            ROW_FAILED("row %zu: %s at \"%s\": %s\n", i, ow_status_name(status), error.pointer,
                       error.message);
        bytes_free(&map);
    }
}

/* Text of 256 bytes, where a level has room for 255. */
static void text_that_is_too_long_is_refused(void **state)
{
    (void)state;
    enum { TOO_LONG = 256 };
    char text[TOO_LONG + 1], map[512];
    memset(text, 'x', TOO_LONG);
    text[TOO_LONG] = '\0';
    snprintf(map, sizeof map,
             MAP("'properties': [{'name': 'author', 'value': '%s'}], 'layers': []"), text);
    struct bytes bytes = map_from(map);
    ow_leveld_level *level;
    ow_error error = {0};
    ow_leveld_from_tiled((const char *)bytes.data, bytes.size, NULL, NULL, NULL, NULL, &level,
                         &error);
    assert_error(&error, OW_BAD_VALUE, 0, "/properties/0/value", "256 bytes");
    bytes_free(&bytes);
}

struct lent {
    int unpacked, read, released;
};

/* Unpacks anything to cells of 3. */
static bool unpack(void *context, const void *packed, size_t packed_size, void *cells, size_t size)
{
    struct lent *lent = context;
    assert_int_equal(packed_size, 3);
    assert_memory_equal(packed, "\0\0\1", 3);
    lent->unpacked++;
    memset(cells, 0, size);
    for (size_t i = 0; i < size; i += 4)
        ((uint8_t *)cells)[i] = 3;
    return true;
}

static bool read_tileset(void *context, ow_text path, ow_bytes *text)
{
    static const char blocks[] = "{\"name\": \"blocks\"}";
    struct lent *lent = context;
    lent->read++;
    *text = (ow_bytes){(const uint8_t *)blocks, sizeof blocks - 1};
    return path.size == 9 && memcmp(path.data, "marks.tsj", 9) == 0;
}

static void release(void *context, ow_bytes *text)
{
    ((struct lent *)context)->released++;
    *text = (ow_bytes){0};
}

static void a_caller_unpacks_layers_and_reads_tilesets(void **state)
{
    (void)state;
    struct lent lent = {0};
    struct bytes map = map_from(
        MAP("'tilesets': [{'firstgid': 1, 'source': 'gone.tsj'}, {'firstgid': 3, 'source': "
            "'marks.tsj'}, {'firstgid': 4, 'name': 'c'}], 'layers': [{'type': 'tilelayer', "
            "'encoding': 'base64', 'compression': 'gzip', 'data': 'AAAB'}]"));
    ow_tiled_options tiled = {
        .context = &lent, .inflate = unpack, .read = read_tileset, .release = release};
    struct warnings warnings = {0};
    ow_leveld_level *level;
    assert_int_equal(ow_leveld_from_tiled((const char *)map.data, map.size, &tiled, NULL,
                                          note_warning, &warnings, &level, NULL),
                     OW_OK);
    assert_int_equal(lent.unpacked, 1);
    assert_int_equal(lent.read, 2);
    assert_int_equal(lent.released, 1);
    assert_int_equal(level->blocks[1].mesh->layers[0].cells[0], 0x8000);
    assert_string_equal(warnings.text, "/tilesets/0 tilesets whose files cannot be read: their "
                                       "tiles keep the numbers of the map: 1\n");
    ow_leveld_free(level);
    bytes_free(&map);
}

static bool read_large_tileset(void *context, ow_text path, ow_bytes *text)
{
    enum { SIZE = 1 << 20 };
    static char large[SIZE];
    (void)path;
    memset(large, ' ', SIZE);
    memcpy(large, "{\"name\": \"blocks\"}", 18);
    ((struct lent *)context)->read++;
    *text = (ow_bytes){(const uint8_t *)large, SIZE};
    return true;
}

/* A map that mentions tilesets again and again: how often files are read for it. */
static unsigned reads_of_map(unsigned mentions, unsigned names)
{
    enum { ROOM = 100000 };
    struct lent lent = {0};
    struct warnings warnings = {0};
    char *text = malloc(ROOM);
    size_t used =
        (size_t)snprintf(text, ROOM,
                         "{\"type\": \"map\", \"orientation\": \"orthogonal\", \"width\": 1, "
                         "\"height\": 1, \"tilewidth\": 8, \"tileheight\": 8, "
                         "\"layers\": [], \"tilesets\": [");
    for (unsigned i = 0; i < mentions; i++)
        used +=
            (size_t)snprintf(text + used, ROOM - used, "%s{\"firstgid\": %u, \"source\": \"%u\"}",
                             i > 0 ? "," : "", i + 1, i % names);
    used += (size_t)snprintf(text + used, ROOM - used, "]}");
    const ow_tiled_options tiled = {
        .context = &lent, .read = read_large_tileset, .release = release};
    ow_leveld_level *level;
    ow_error error = {0};
    if (ow_leveld_from_tiled(text, used, &tiled, NULL, note_warning, &warnings, &level, &error) !=
        OW_OK)
        ROW_FAILED("%s\n", error.message);
    assert_int_equal(lent.released, lent.read);
    ow_leveld_free(level);
    free(text);
    return (unsigned)lent.read;
}

/* Each file is read once, and no more than 64 MiB of all of them: names that differ may be of
 * one file. */
static void tilesets_are_read_once(void **state)
{
    (void)state;
    assert_int_equal(reads_of_map(1000, 1), 1);
    assert_int_equal(reads_of_map(2000, 3), 3);
    assert_int_equal(reads_of_map(1000, 1000), 65);
    assert_int_equal(reads_of_map(2000, 2000), 65);
}

/* A byte order mark is none of the map's. */
static void a_map_may_begin_with_a_mark(void **state)
{
    (void)state;
    const char *map =
        "\xef\xbb\xbf{\"layers\": [], \"height\": 1, \"width\": 2, \"tileheight\": 8, "
        "\"tilewidth\": 16}";
    ow_leveld_level *level;
    assert_int_equal(ow_leveld_from_tiled(map, strlen(map), NULL, NULL, NULL, NULL, &level, NULL),
                     OW_OK);
    assert_int_equal(level->block_count, 1);
    ow_leveld_free(level);
}

static void maps_are_distinguished_from_other_json(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool map;
    } texts[] = {
        {MAP("'layers': []"), true},
        {"\xef\xbb\xbf {'compressionlevel': -1, ", true},
        {"{'format': 'leveld', 'tilesets': []}", false},
        {"{'width': 3, 'layers': [{'orientation': 1}]}", false},
        {"{'width': 3, 'tilesets': []}", true},
        {"[]", false},
        {"{", false},
        {"{'a': }", false},
        {"", false},
    };
    for (size_t i = 0; i < LENGTH(texts); i++) {
        struct bytes map = map_from(texts[i].text);
        if (ow_tiled_is_map((const char *)map.data, map.size) != texts[i].map)
            ROW_FAILED("row %zu: %s\n", i, texts[i].text);
        bytes_free(&map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_become_levels_as_far_as_they_can),
        cmocka_unit_test(what_cannot_be_a_level_is_refused_by_name),
        cmocka_unit_test(text_that_is_too_long_is_refused),
        cmocka_unit_test(a_caller_unpacks_layers_and_reads_tilesets),
        cmocka_unit_test(tilesets_are_read_once),
        cmocka_unit_test(a_map_may_begin_with_a_mark),
        cmocka_unit_test(maps_are_distinguished_from_other_json),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
