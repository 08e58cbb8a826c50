/* Levels as maps of Tiled and back: unchanged as they were, and with what was changed in Tiled. */
#include "../support/test.h"

#include "../support/levels.h"
#include "../support/maps.h"
#include "leveld/palette.h"

#define AREA_OF(type, more) "'area_type': " type more
#define V2_MESH(cells)                                                                             \
    "{'id': 'MESH', 'tile_width': 8, 'tile_height': 8, 'width': 3, 'layers': [[" cells "]]}"
#define V1_MESH(cells) "{'id': 'MESH', 'width': 2, 'layers': [[" cells "]]}"
#define OLD_THING      "{'id': 1, 'tag': 2, 'x': 3, 'y': 4, 'flags': 5, 'metadata': 'a'}"
#define TEXT_THING(text)                                                                           \
    "{'id': 1, 'tag': 2, 'x': 3, 'y': 4, 'layer_id': 6, 'flags': 5, 'metadata': " text "}"
#define SHORT_META "{'id': 'META', 'timestamp': '7', 'author': 'a', 'description': ''}"

static const char *const levels[] = {
    LEVEL(""),
    LEVEL(META),
    LEVEL("{'id': 'META', 'timestamp': '18446744073709551615', 'level_id': 'e1', 'name': 'N', "
          "'author': {'base64': '/w=='}, 'description': 'two\\nlines'}"),
    LEVEL(META, MESH),
    LEVEL(MESH, META),
    LEVEL(META, META_OF("second", ""), MESH, MESH_OF("8", "1", "1", "[7]")),
    LEVEL(META, MESH_OF("0", "1", "1", "[7]")),
    LEVEL(META, MESH_OF("16", "2", "2", "")),
    LEVEL(META, MESH_OF("16", "65536", "65536", "[]")),
    LEVEL(META, MESH_OF("16", "2", "2", "[1, 2, 3]")),
    LEVEL(META, MESH_OF("65535", "0", "0", "[]")),
    LEVEL(META, MESH, THNG("")),
    LEVEL(THNG(THING("4294967295", "2147483648", "4294967295", "999999", "2147483647"),
               THING("1", "0", "1234567", "0", "0"))),
    LEVEL(THNG(TEXT_THING("'\\u0001'"), TEXT_THING("'\\u2028'"), TEXT_THING("{'base64': 'gA=='}"),
               TEXT_THING("' <&>\\u00e4'"))),
    LEVEL(THNG(THING("1", "0", "1", "1", "0")), THNG(THING("2", "0", "1", "1", "0")),
          PLRS("5", "6"), PLRS("7", "8"), PATHS(""), TRIG("")),
    LEVEL(TRIG(TRIGGER("0", "0", "0", RECTANGLE, "1", "0"),
               TRIGGER("5", "5", "9", AREA_OF("1", ", 'radius': 65535"), "1", "4294967295"),
               TRIGGER("4294967295", "0", "0", AREA_OF("1", ", 'radius': 0"), "1", "0"),
               TRIGGER("4294967295", "0", "0", AREA_OF("0", ", 'width': 0, 'height': 0"), "1", "0"),
               TRIGGER("3", "4", "0", AREA_OF("2", ""), "1", "0"),
               TRIGGER("3", "4", "0", AREA_OF("255", ""), "1", "0"))),
    LEVEL(PATHS(PATH("0", "1", "2", ""), PATH("1", "1", "2", ""),
                PATH("7", "1", "2", POINT("3", "4")), PATH("0", "0", "0", POINT("3", "4")),
                PATH("0", "0", "0", POINT("3", "4"), POINT("1", "2")),
                PATH("1", "0", "0", POINT("3", "4"), POINT("1234567", "4294967295")),
                PATH("255", "0", "0", POINT("4294967295", "0"), POINT("0", "4294967295"),
                     "{'x': 1, 'y': 2, 'value': 4294967295}"))),
    LEVEL_IN("3", "big", "", META, MESH, "{'id': 'THNG', 'things': [" OLD_THING "]}"),
    LEVEL_IN("3", "little", "'variant': 'u64-counts', ", META, MESH, TRIG("")),
    LEVEL_IN("2", "little", "", META, V2_MESH("1, 2, 3, 4, 5, 6")),
    LEVEL_IN("2", "big", "", META, V2_MESH("1, 2, 3, 4, 5, 6, 32775, 8")),
    LEVEL_IN("2", "big", "", META, V2_MESH("1, 2")),
    LEVEL_IN("2", "big", "", META, "{'id': 'THNG', 'things': [" OLD_THING "]}"),
    LEVEL_IN("1", "little", "", META, V1_MESH("1, 2, 3"), PLRS("3", "4")),
    LEVEL_IN("1", "little", "'variant': '1b', ", META, V2_MESH("1, 2, 3")),
    LEVEL_IN("0", "little", "", META, V1_MESH("1, 32769, 3, 4"),
             "{'id': 'NPCS', 'actors': [{'x': 1, 'y': 2, 'flags': 65535}]}"),
    LEVEL_IN("0", "big", "'variant': 'short-meta', ", SHORT_META),
    LEVEL_IN("0", "big", "'variant': 'v4-layout', ", META, MESH,
             THNG(THING("1", "2", "3", "4", "1"))),
};

static void levels_of_every_kind_come_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(levels); i++) {
        struct warnings warnings;
        struct bytes map = map_of(levels[i]);
        ow_document document = document_of(levels[i]);
        char *before = text_of(&document), *after = level_of_map(&map, &warnings);
        if (strcmp(before, after) != 0 || *warnings.text)
            ROW_FAILED("row %zu:\n%s\n%s\n%s\n", i, before, after, warnings.text);
        free(before);
        free(after);
        ow_close(&document);
        bytes_free(&map);
    }
}

/* Three by two cells, two things, a rectangle, a circle and a path. */
#define EDITED                                                                                     \
    LEVEL(META, MESH, THNG(THING("1", "0", "5", "6", "0"), THING("2", "0", "1234567", "8", "0")),  \
          TRIG(TRIGGER("1", "2", "0", RECTANGLE, "7", "0"),                                        \
               TRIGGER("9", "9", "0", AREA_OF("1", ", 'radius': 4"), "8", "0")),                   \
          PATHS(PATH("0", "1", "0", POINT("3", "4"), POINT("5", "7"))))

/* What is done in Tiled, as it changes the map's text, and what of the level changes by it. */
static const struct {
    const char *name, *from, *to, *old, *new, *warning;
} edits[] = {
    {"a cell painted", "'data': [1, 2, 3, 4, 5, 6]", "'data': [1, 2, 3, 64, 5, 6]",
     "[0, 1, 2, 3, 4, 5]", "[0, 1, 2, 63, 4, 5]", ""},
    {"a cell erased", "'data': [1, 2, 3, 4, 5, 6]", "'data': [1, 2, 0, 4, 5, 6]",
     "[0, 1, 2, 3, 4, 5]", "[0, 1, 0, 3, 4, 5]", ""},
    {"a cell made impassable", "'data': [0, 0, 0, 0, 0, 0]", "'data': [0, 0, 65, 0, 0, 0]",
     "[0, 1, 2, 3, 4, 5]", "[0, 1, 32770, 3, 4, 5]", ""},
    {"a cell made passable", "'data': [0, 65, 0, 0, 0, 0]", "'data': [0, 0, 0, 0, 0, 0]", "32769",
     "1", ""},
    {"a tile put on the marks", "'data': [0, 65, 0, 0, 0, 0]", "'data': [3, 65, 0, 0, 0, 0]",
     "[0, 32769,", "[32768, 32769,", ""},
    {"a mark put on the tiles", "'data': [1, 2, 3, 4, 5, 6]", "'data': [1, 2, 65, 4, 5, 6]",
     "[0, 1, 2, 3, 4, 5]", "[0, 1, 32768, 3, 4, 5]", ""},
    {"a tile flipped", "'data': [1, 2, 3,", "'data': [1, 2147483650, 3,", "", "",
     "/layers/0/data flipped or rotated tiles, which levels cannot store: flips and rotations "
     "removed: 1\n"},
    {"a layer added on top", "'layers': [\n",
     "'layers': [\n{'type': 'tilelayer', 'id': 99, 'name': 'New', 'width': 3, 'height': 2, 'data': "
     "[9, 9, 9, 9, 9, 9]},",
     "'layers': [[0,", "'layers': [[8, 8, 8, 8, 8, 8], [0,", ""},
    {"a thing moved", "'x': 5, 'y': 6,", "'x': 25, 'y': 6.5,", "'x': 5, 'y': 6,",
     "'x': 25, 'y': 7,", "/layers/4/objects/0 positions rounded to the nearest pixel: 1\n"},
    {"a thing as Tiled's XML has it", "'x': 1234567, 'y'", "'x': 1.23457e+06, 'y'", "", "", ""},
    {"a far thing moved a little", "'x': 1234567, 'y'", "'x': 1234568, 'y'", "1234567", "1234568",
     ""},
    {"a far thing moved far", "'x': 1234567, 'y'", "'x': 12, 'y'", "1234567", "12", ""},
    {"a rectangle made larger", "'x': 1, 'y': 2, 'width': 8, 'height': 8",
     "'x': 0, 'y': 2, 'width': 9, 'height': 12",
     "'x': 1, 'y': 2, 'layer_id': 0, 'area_type': 0, "
     "'width': 8, 'height': 8",
     "'x': 0, 'y': 2, 'layer_id': 0, 'area_type': 0, 'width': 9, "
     "'height': 12",
     ""},
    {"a circle moved and made larger", "'x': 5, 'y': 5, 'width': 8, 'height': 8",
     "'x': 6, 'y': 7, 'width': 20, 'height': 20",
     "'x': 9, 'y': 9, 'layer_id': 0, 'area_type': 1, "
     "'radius': 4",
     "'x': 16, 'y': 17, 'layer_id': 0, 'area_type': 1, 'radius': 10", ""},
    {"a path moved", "'x': 3, 'y': 4, 'width'", "'x': 13, 'y': 4, 'width'",
     "{'x': 3, 'y': 4, 'value': 0}, {'x': 5, 'y': 7",
     "{'x': 13, 'y': 4, 'value': 0}, {'x': 15, 'y': 7", ""},
    {"a point added", "{'x': 2, 'y': 3}]", "{'x': 2, 'y': 3}, {'x': -3, 'y': -9}]",
     "'y': 7, 'value': 0}", "'y': 7, 'value': 0}, {'x': 0, 'y': 0, 'value': 0}",
     "/layers/6/objects/0 positions left of or above the map or beyond 4294967295, moved to the "
     "nearest possible position: 1\n/layers/6/objects/0 paths whose numbers of points and values "
     "differ: values are assigned in order, missing values are 0: 1\n"},
    {"a path closed", "'polyline'", "'polygon'", "'looping': 0", "'looping': 1", ""},
    {"a property changed", "{'name': 'id', 'type': 'int', 'value': 7}",
     "{'name': 'id', 'type': 'int', 'value': 70}", "'id': 7,", "'id': 70,", ""},
    {"a property taken away", "{'name': 'id', 'type': 'int', 'value': 7}, ", "", "'id': 7,",
     "'id': 0,", ""},
    {"a number that is none", "{'name': 'id', 'type': 'int', 'value': 7}",
     "{'name': 'id', 'type': 'int', 'value': -7}", "'id': 7,", "'id': 0,",
     "/layers/5/objects/0/properties/0 values that are not whole numbers from 0 to 4294967295, "
     "taken as 0: 1\n"},
    {"a property added", "{'name': 'id', 'type': 'int', 'value': 7}",
     "{'name': 'id', 'type': 'int', 'value': 7}, {'name': 'mood', 'type': 'string', 'value': 'x'}",
     "", "",
     "/layers/5/objects/0/properties/1 custom properties that a level has no place for: 1\n"},
    {"a name given to the level", "{'name': 'name', 'type': 'string', 'value': ''}",
     "{'name': 'name', 'type': 'string', 'value': 'Hangar'}", "'name': ''", "'name': 'Hangar'", ""},
    {"a thing without a kind", "'type': 'thing', 'x': 5", "'type': '', 'x': 5", "", "", ""},
    {"another tileset in use", "'tilesets': [",
     "'tilesets': [{'firstgid': 1, 'name': 'tiles', 'tilecount': 64}, {'firstgid': 65, 'name': "
     "'blocks'}, {'firstgid': 66, 'name': 'more', 'tilecount': 4}], 'before': [",
     "", "", ""},
};

/* Replaces the first `old` in text. */
static void replace(char **text, const char *old, const char *new)
{
    char *found = *old ? strstr(*text, old) : NULL;
    if (*old && !found)
        ROW_FAILED("nowhere in the level: %s\n%s\n", old, *text);
    if (!found)
        return;
    char *changed = malloc(strlen(*text) + strlen(new) + 1);
    size_t before = (size_t)(found - *text);
    memcpy(changed, *text, before);
    strcpy(changed + before, new);
    strcat(changed, found + strlen(old));
    free(*text);
    *text = changed;
}

static void a_level_has_just_what_was_changed_in_tiled(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(edits); i++) {
        struct warnings warnings;
        struct bytes map = map_of(EDITED);
        ow_document document = document_of(EDITED);
        edit_map(&map, edits[i].from, edits[i].to);
        char *wanted = text_of(&document), *found = level_of_map(&map, &warnings);
        replace(&wanted, edits[i].old, edits[i].new);
        if (strcmp(wanted, found) != 0 || strcmp(warnings.text, edits[i].warning) != 0)
            ROW_FAILED("%s:\n%s\n%s\n%s\n", edits[i].name, wanted, found, warnings.text);
        free(wanted);
        free(found);
        ow_close(&document);
        bytes_free(&map);
    }
}

/* The same for levels of other versions, which have less room. */
static void what_the_version_has_no_room_for_is_reported(void **state)
{
    (void)state;
    static const char level[] = LEVEL_IN("2", "big", "", META, V2_MESH("1, 2, 3, 4"));
    static const struct {
        const char *from, *to, *new, *warning;
    } rows[] = {
        {"'layers': [\n",
         "'layers': [\n{'type': 'tilelayer', 'width': 3, 'height': 1, 'data': [9, 9, 9]},",
         "[8, 8, 8, 4]",
         "/layers dropped tile layers beyond the first: levels before version 3 have only one: "
         "1\n"},
        {"'layers': [\n",
         "'layers': [{'type': 'objectgroup', 'objects': [{'x': 1, 'y': 2, 'width': 3, 'height': "
         "4}]},",
         "[1, 2, 3, 4]",
         "/layers/0/objects/0 dropped triggers and paths, which levels before version 3 do not "
         "have: 1\n"},
        {"'layers': [\n",
         "'layers': [{'type': 'objectgroup', 'objects': [{'x': 1, 'y': 2, 'point': true}]},",
         "[1, 2, 3, 4]]}, {'id': 'NPCS', 'actors': [{'id': 0, 'x': 1, 'y': 2, 'flags': 0}", ""},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct warnings warnings;
        struct bytes map = map_of(level);
        edit_map(&map, rows[i].from, rows[i].to);
        char *found = level_of_map(&map, &warnings);
        if (!strstr(found, rows[i].new) || strcmp(warnings.text, rows[i].warning) != 0)
            ROW_FAILED("row %zu:\n%s\n%s\n", i, found, warnings.text);
        free(found);
        bytes_free(&map);
    }
}

static int distance(uint16_t a, uint16_t b)
{
    uint8_t first[3], second[3];
    int sum = 0;
    ow_leveld_tile_color(a, first);
    ow_leveld_tile_color(b, second);
    for (int i = 0; i < 3; i++)
        sum += abs(first[i] - second[i]);
    return sum;
}

static void tiles_that_follow_each_other_differ(void **state)
{
    (void)state;
    enum { ROW_OF_TILES = 16, CLEAR = 40, NEXT = 150 };
    for (uint16_t tile = 0; tile <= OW_LEVELD_TILE - ROW_OF_TILES; tile++) {
        if (distance(tile, tile + 1) < NEXT)
            ROW_FAILED("%u and the next are %d apart\n", tile, distance(tile, tile + 1));
        for (uint16_t next = 1; next <= ROW_OF_TILES; next++)
            if (distance(tile, tile + next) < CLEAR)
                ROW_FAILED("%u and %u are %d apart\n", tile, tile + next,
                           distance(tile, tile + next));
    }
}

static void colours_stay_what_they_are(void **state)
{
    (void)state;
    static const struct {
        uint16_t tile;
        uint8_t rgb[3];
    } rows[] = {
        {0, {46, 112, 189}}, {1, {155, 182, 73}}, {15, {217, 149, 206}}, {32767, {45, 121, 108}}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        uint8_t rgb[3];
        ow_leveld_tile_color(rows[i].tile, rgb);
        if (memcmp(rgb, rows[i].rgb, sizeof rgb) != 0)
            ROW_FAILED("tile %u is {%u, %u, %u}\n", rows[i].tile, rgb[0], rgb[1], rgb[2]);
    }
}

/* A hatch goes on from cell to cell, and covers a quarter. */
static void a_hatch_has_no_seams(void **state)
{
    (void)state;
    static const uint32_t sizes[] = {8, 16, 20, 32, 100};
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        uint32_t size = sizes[i], covered = 0;
        for (uint32_t y = 0; y < size; y++)
            for (uint32_t x = 0; x < size; x++)
                covered += leveld_is_hatched(x, y, size, size);
        assert_true(covered * 100 >= size * size * 20 && covered * 100 <= size * size * 38);
        for (uint32_t y = 0; y < size; y++)
            assert_int_equal(leveld_is_hatched(0, y, size, size),
                             leveld_is_hatched(size, y, size, size));
    }
    assert_true(leveld_is_hatched(0, 0, 1, 1));
    assert_false(leveld_is_hatched(0, 0, 0, 1));
}

static void tilesets_have_room_for_the_tiles_of_a_level(void **state)
{
    (void)state;
    static const struct {
        const char *level;
        uint32_t width, count, columns, image_width, image_height;
    } rows[] = {
        {LEVEL(META), 16, 64, 16, 256, 64},
        {LEVEL(MESH_OF("8", "1", "1", "[63]")), 8, 64, 16, 128, 32},
        {LEVEL(MESH_OF("8", "1", "1", "[64]")), 8, 80, 16, 128, 40},
        {LEVEL(MESH_OF("16", "1", "1", "[65535]")), 16, 32768, 256, 4096, 2048},
        {LEVEL(MESH_OF("65535", "1", "1", "[1]")), 65535, 64, 16, 0, 0},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document document = document_of(rows[i].level);
        ow_tiled_tileset tiles, blocks;
        assert_int_equal(ow_leveld_tilesets(document.as.leveld, &tiles, &blocks, NULL), OW_OK);
        if (tiles.tile_width != rows[i].width || tiles.tile_count != rows[i].count ||
            tiles.columns != rows[i].columns || tiles.image_width != rows[i].image_width ||
            tiles.image_height != rows[i].image_height)
            ROW_FAILED("row %zu: %u tiles of %u in %u columns, %u x %u\n", i, tiles.tile_count,
                       tiles.tile_width, tiles.columns, tiles.image_width, tiles.image_height);
        assert_int_equal(blocks.tile_count, 1);
        ow_close(&document);
    }
}

static void an_image_has_each_tile_in_its_place(void **state)
{
    (void)state;
    ow_document document = document_of(LEVEL(MESH_OF("4", "1", "1", "[1]")));
    ow_tiled_tileset tiles, blocks;
    uint8_t rgba[64 * 4], rgb[3];
    assert_int_equal(ow_leveld_tilesets(document.as.leveld, &tiles, &blocks, NULL), OW_OK);
    assert_int_equal(tiles.image_width, 64);
    ow_leveld_paint_tiles(&tiles, 7, rgba);
    ow_leveld_tile_color(16 + 3, rgb);
    assert_memory_equal(rgba + (size_t)4 * 12, rgb, 3);
    assert_int_equal(rgba[4 * 12 + 3], 255);
    ow_leveld_paint_blocks(&blocks, 0, rgba);
    assert_memory_equal(rgba, leveld_hatch_color, 4);
    assert_int_equal(rgba[4 * 1 + 3], 0);
    ow_close(&document);
}

static void what_is_missing_is_reported(void **state)
{
    (void)state;
    ow_error error = {0};
    ow_tiled_tileset tiles, blocks;
    ow_leveld_level *level;
    struct bytes none = {0};
    ow_sink sink = sink_to(&none);
    ow_leveld_level broken = {.version = 4, .block_count = 1};
    assert_int_equal(ow_leveld_to_tiled(NULL, NULL, NULL, &sink, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_leveld_to_tiled(&broken, NULL, NULL, &sink, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_leveld_to_tiled(&broken, NULL, NULL, NULL, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_leveld_trace_tiled(&broken, NULL, NULL, NULL, NULL, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_leveld_tilesets(NULL, &tiles, &blocks, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_leveld_tilesets(&broken, &tiles, &blocks, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_leveld_tilesets(&broken, NULL, &blocks, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_leveld_from_tiled(NULL, 0, NULL, NULL, NULL, NULL, &level, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_leveld_from_tiled("{}", 2, NULL, NULL, NULL, NULL, NULL, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_tiled_trace_tileset(NULL, NULL, NULL, &error), OW_BAD_ARGUMENT);
    assert_false(ow_tiled_is_map(NULL, 0));
    bytes_free(&none);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_of_every_kind_come_back),
        cmocka_unit_test(a_level_has_just_what_was_changed_in_tiled),
        cmocka_unit_test(what_the_version_has_no_room_for_is_reported),
        cmocka_unit_test(tiles_that_follow_each_other_differ),
        cmocka_unit_test(colours_stay_what_they_are),
        cmocka_unit_test(a_hatch_has_no_seams),
        cmocka_unit_test(tilesets_have_room_for_the_tiles_of_a_level),
        cmocka_unit_test(an_image_has_each_tile_in_its_place),
        cmocka_unit_test(what_is_missing_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
