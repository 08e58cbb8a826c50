/* Levels drawn as maps. */
#include "../support/test.h"

#include "../support/ledger.h"
#include "../support/levels.h"

static ow_map map_of(const char *json)
{
    struct bytes bytes = level_of(json);
    ow_map map;
    ow_error error = {0};
    if (ow_map_open(bytes.data, bytes.size, NULL, &map, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    bytes_free(&bytes);
    return map;
}

/* Rows end with '|', layers with '=', then come the symbols of the keys. */
static void draw(const ow_map *map, char *text)
{
    const ow_map_cell *cell = map->cells;
    for (uint32_t layer = 0; layer < map->layer_count; layer++) {
        for (uint32_t y = 0; y < map->height; y++) {
            for (uint32_t x = 0; x < map->width; x++)
                *text++ = (cell++)->symbol;
            *text++ = '|';
        }
        *text++ = '=';
    }
    for (int i = 0; i < OW_MAP_KEYS && map->keys[i].meaning; i++)
        *text++ = map->keys[i].symbol;
    *text = '\0';
}

#define WIDE(cells) MESH_OF("16", "6", "1", "[" cells "]")

static const struct {
    const char *what, *json, *drawn;
} rows[] = {
    {"layers with their keys", LEVEL(MESH), ".12|345|=.#.|...|=#.1"},
    {"digits, letters and what is above", LEVEL(WIDE("9, 10, 35, 36, 32767, 65535")),
     "9az::#|=#1:"},
    {"things on their layers",
     LEVEL(MESH, THNG(THING("1", "0", "15", "15", "0"), THING("2", "0", "16", "31", "1"))),
     "@12|345|=.#.|.@.|=#.1@"},
    {"actors of each kind",
     LEVEL_IN("2", "big", "",
              "{'id': 'MESH', 'tile_width': 8, 'tile_height': 4, 'width': 2, 'layers': [[0, 1, 2, "
              "3, 4]]}, {'id': 'PLRS', 'actors': [{'id': 1, 'x': 7, 'y': 3, 'flags': 0}]}, "
              "{'id': 'NPCS', 'actors': [{'id': 1, 'x': 8, 'y': 3, 'flags': 0}]}, "
              "{'id': 'ITEM', 'actors': [{'id': 1, 'x': 0, 'y': 4, 'flags': 0}]}"),
     "PN|I3|=1PNI"},
    {"things over triggers over paths",
     LEVEL(WIDE("0, 0, 0, 0, 0, 0"),
           THNG(THING("1", "0", "0", "0", "0"), THING("1", "0", "20", "0", "0")),
           TRIG(TRIGGER("0", "0", "0", RECTANGLE, "1", "0"),
                TRIGGER("40", "0", "0", RECTANGLE, "1", "0")),
           PATHS(PATH("0", "0", "0", POINT("20", "0"), POINT("40", "0"), POINT("60", "0")))),
     "@@T+..|=.@T+"},
    {"triggers over paths that came before",
     LEVEL(WIDE("0, 0, 0, 0, 0, 0"), PATHS(PATH("0", "0", "0", POINT("0", "0"))),
           TRIG(TRIGGER("0", "0", "0", RECTANGLE, "1", "0"))),
     "T.....|=.T"},
    {"what is outside is not drawn",
     LEVEL(MESH, THNG(THING("1", "0", "48", "0", "0"), THING("1", "0", "0", "32", "0"),
                      THING("1", "0", "0", "0", "2"),
                      THING("1", "0", "4294967295", "4294967295", "4294967295"))),
     ".12|345|=.#.|...|=#.1"},
    {"what a game does not see is not drawn",
     LEVEL(MESH_OF("16", "1", "1", "[9]"), MESH, PLRS("0", "0"),
           THNG(THING("1", "0", "0", "0", "0")), THNG("")),
     ".12|345|=.#.|...|=#.1"},
    {"without a tile size, tiles alone",
     LEVEL(MESH_OF("0", "1", "1", "[1]"), THNG(THING("1", "0", "0", "0", "0"))), "1|=1"},
    {"layers that lack cells", LEVEL(MESH_OF("8", "2", "3", "[1, 1, 1, 1, 1], [2], []")),
     "11|11|=2 |  |=  |  |=1 "},
    {"a layer with too many cells", LEVEL(MESH_OF("8", "2", "1", "[1, 1, 1, 1, 1]")), "11|=1"},
    {"no map", LEVEL(META, THNG(THING("1", "0", "0", "0", "0"))), ""},
    {"no layers", LEVEL(MESH_OF("8", "2", "3", "")), ""},
    {"no cells", LEVEL(MESH_OF("8", "0", "3", "[], []")), ""},
    {"no width", LEVEL_IN("0", "little", "", "{'id': 'MESH', 'width': 0, 'layers': [[1, 2]]}"), ""},
    {"a map that is no larger than its cells",
     LEVEL(MESH_OF("8", "4294967295", "4294967295", "[1]")), ""},
};

static void levels_are_drawn_cell_by_cell(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[256];
        ow_map map = map_of(rows[i].json);
        draw(&map, text);
        if (strcmp(text, rows[i].drawn) != 0)
            ROW_FAILED("%s: %s is not %s\n", rows[i].what, text, rows[i].drawn);
        ow_map_close(&map);
        assert_null(map.cells);
    }
}

static unsigned light_of(const ow_map_cell *cell)
{
    unsigned red = cell->red, green = cell->green, blue = cell->blue;
    return red * 3 + green * 6 + blue;
}

static unsigned distance(const ow_map_cell *a, const ow_map_cell *b)
{
    int red = a->red - b->red, green = a->green - b->green, blue = a->blue - b->blue;
    return (unsigned)(red * red + green * green + blue * blue);
}

/* Twelve tiles, passable and then impassable: more than a real level has side by side. */
static void tiles_can_be_distinguished_by_colour(void **state)
{
    (void)state;
    ow_map map = map_of(
        LEVEL(MESH_OF("8", "12", "2",
                      "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 32768, 32769, 32770, 32771, 32772, "
                      "32773, 32774, 32775, 32776, 32777, 32778, 32779]")));
    for (int i = 0; i < 12; i++) {
        for (int k = 0; k < 12; k++)
            assert_true(light_of(&map.cells[i]) + 200 < light_of(&map.cells[12 + k]));
        for (int k = 0; k < i; k++) {
            assert_true(distance(&map.cells[i], &map.cells[k]) > 50);
            assert_true(distance(&map.cells[12 + i], &map.cells[12 + k]) > 200);
        }
    }
    ow_map_close(&map);
}

static void a_broken_level_has_no_map(void **state)
{
    (void)state;
    struct bytes bytes = level_of(LEVEL(MESH));
    ow_map map;
    ow_error error;
    assert_int_equal(ow_map_open(bytes.data, bytes.size - 1, NULL, &map, &error), OW_TRUNCATED);
    assert_null(map.owner);
    assert_int_equal(map.layer_count, 0);
    bytes_free(&bytes);
}

static void memory_is_limited_and_given_back(void **state)
{
    (void)state;
    /* 300 by 1 cells in the first of 3,000 layers: most of a map of 3.6 MB is not in the file. */
    struct bytes bytes = {0};
    put_hex(&bytes, "0004 4d455348 0008 0008 0000012c 00000001 00000bb8 0000012c");
    for (int i = 0; i < 300; i++)
        put_u16(&bytes, 0);
    for (int i = 1; i < 3000; i++)
        put_u32(&bytes, 0);
    ow_map map;
    ow_error error;
    struct ledger ledger = {0};
    ow_options options = ledger_options(&ledger);
    assert_int_equal(ow_map_open(bytes.data, bytes.size, &options, &map, &error), OW_OK);
    assert_int_equal(map.layer_count, 3000);
    ow_map_close(&map);
    assert_int_equal(ledger.blocks, 0);
    options.max_memory = 1000000;
    assert_int_equal(ow_map_open(bytes.data, bytes.size, &options, &map, &error),
                     OW_TOO_MUCH_MEMORY);
    assert_null(map.owner);
    assert_int_equal(ledger.blocks, 0);
    for (uint64_t refuse = 1; refuse < 10; refuse++) {
        ledger = (struct ledger){.refuse = refuse};
        options = ledger_options(&ledger);
        ow_status status = ow_map_open(bytes.data, bytes.size, &options, &map, &error);
        assert_int_equal(status, ledger.refused ? OW_NO_MEMORY : OW_OK);
        ow_map_close(&map);
        assert_int_equal(ledger.blocks, 0);
    }
    bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_are_drawn_cell_by_cell),
        cmocka_unit_test(tiles_can_be_distinguished_by_colour),
        cmocka_unit_test(a_broken_level_has_no_map),
        cmocka_unit_test(memory_is_limited_and_given_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
