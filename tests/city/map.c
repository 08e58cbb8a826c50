/* A city seen from above. */
#include "../support/test.h"

#include "../support/cities.h"

#define THING(x, y)                                                                                \
    "{'meta_thing': 0, 'direction': 0, 'x': " #x ", 'y': " #y ", 'z': 0.0, 'reserved': ''}"
#define IMAGE(things)                                                                              \
    "{'format': 'city', 'variant': 'd3', 'version': 0, 'name': 'abc', 'terrain': {'kind': "        \
    "'image', 'image_path': 'h/a.png', 'z_scale': 0.1}, 'meta_things': ['a'], 'things': [" things  \
    "]}"
#define HEIGHTS(x, y, heights, things)                                                             \
    "{'format': 'city', 'variant': 'd3', 'version': 0, 'name': 'abc', 'terrain': {'kind': "        \
    "'heights', 'x_vertices': " #x ", 'y_vertices': " #y ", 'heights': [" heights "]}, "           \
    "'meta_things': ['a'], 'things': [" things "]}"

static uint16_t slope(uint32_t x, uint32_t y)
{
    return (uint16_t)(20 * x + 5 * y);
}

/* The symbols of a map, a row behind each slash. */
static const struct {
    const char *json;
    uint32_t side; /* of the image; 0: there is none */
    const char *symbols, *keys;
} rows[] = {
    {IMAGE(""), 0, "", ""},
    {IMAGE(THING(1.0, 2.0)), 0, "o", "o"},
    {IMAGE(THING(-1.0, 2.0) ", " THING(1.5, 0.25) ", " THING('NaN', 9.0)), 0, "  o/   /o  ", "o "},
    {IMAGE(""), 6, "~~~.+*/~~~:+*/~~.:+^/~~.:*^/~~.+*^/~~:+*^", "~.:+*^"},
    {IMAGE(THING(0.0, 0.0) ", " THING(5.4, 4.6) ", " THING(5.5, 5.0) ", " THING(-0.6, 0.0)), 6,
     "o~~.+*/~~~:+*/~~.:+^/~~.:*^/~~.+*^/~~:+*o", "~.:+*^o"},
    {HEIGHTS(3, 2, "4.9, 5.0, 15.0, 'NaN', 7.0, '-Infinity'", THING(2.0, 0.0)), 0, "~.o/?:?",
     "~.:o?"},
    {HEIGHTS(2, 2, "1e9, 1e9, 1e9, 1e9", ""), 0, "../..", "."},
    {HEIGHTS(2, 2, "-3.0, -3.0, -3.0, -3.0", ""), 0, "~~/~~", "~"},
    {HEIGHTS(2, 2, "3.4028235e38, -3.4028235e38, 0.0, 5.0", ""), 0, "^~/~.", "~.^"},
    {HEIGHTS(2, 1, "'NaN', 'NaN'", ""), 0, "\?\?", "?"},
    {HEIGHTS(0, 5, "", ""), 0, "", ""},
    {HEIGHTS(0, 5, "", THING(3.0, 3.0)), 0, "o", "o"},
    {"{'format': 'city', 'variant': 'l1', 'name': 'abc', 'terrain': {'kind': 'image', "
     "'image_path': 'a'}}",
     0, "", ""},
};

static void assert_map(const ow_map *map, size_t row)
{
    char symbols[200] = "", keys[OW_MAP_KEYS + 1] = "";
    size_t size = 0;
    for (uint32_t y = 0; y < map->height; y++) {
        if (y > 0)
            symbols[size++] = '/';
        for (uint32_t x = 0; x < map->width; x++)
            symbols[size++] = map->cells[y * map->width + x].symbol;
    }
    for (int i = 0; i < OW_MAP_KEYS && map->keys[i].meaning; i++)
        keys[i] = map->keys[i].symbol;
    if (strcmp(symbols, rows[row].symbols) != 0 || strcmp(keys, rows[row].keys) != 0)
        ROW_FAILED("row %zu: \"%s\", keys \"%s\"\n", row, symbols, keys);
    assert_int_equal(map->layer_count, size > 0);
}

static void ground_and_things_have_symbols(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes bytes = bytes_of_json(rows[i].json);
        struct image_shelf shelf = {.width = rows[i].side, .height = rows[i].side, .sample = slope};
        ow_options options = options_with(&shelf);
        ow_map map;
        ow_error error = {0};
        if (ow_map_open(bytes.data, bytes.size, &options, &map, &error) != OW_OK)
            ROW_FAILED("row %zu: %s\n", i, error.message);
        assert_map(&map, i);
        assert_int_equal(shelf.loaded, shelf.released);
        ow_map_close(&map);
        bytes_free(&bytes);
    }
}

static void water_is_blue_and_deep_water_dark(void **state)
{
    (void)state;
    struct bytes bytes = bytes_of_json(HEIGHTS(4, 1, "4.9, 0.0, 5.0, 25.0", ""));
    ow_map map;
    ow_error error = {0};
    assert_int_equal(ow_map_open(bytes.data, bytes.size, NULL, &map, &error), OW_OK);
    const ow_map_cell *cells = map.cells;
    for (int i = 0; i < 2; i++)
        assert_true(cells[i].blue > cells[i].green && cells[i].green > cells[i].red);
    assert_true(cells[0].blue > cells[1].blue && cells[0].green > cells[1].green);
    assert_true(cells[2].green > cells[2].red && cells[2].green > cells[2].blue);
    assert_true(cells[3].red > 230 && cells[3].green > 230 && cells[3].blue > 230);
    ow_map_close(&map);
    bytes_free(&bytes);
}

static void slopes_to_the_light_are_brighter(void **state)
{
    (void)state;
    /* Three vertices of one height: what stands north-west of them is higher, as high, lower. */
    struct bytes bytes =
        bytes_of_json(HEIGHTS(4, 2, "12.0, 10.0, 8.0, 30.0, 30.0, 10.0, 10.0, 10.0", ""));
    ow_map map;
    ow_error error = {0};
    assert_int_equal(ow_map_open(bytes.data, bytes.size, NULL, &map, &error), OW_OK);
    const ow_map_cell *cells = map.cells + 4;
    assert_true(cells[1].green < cells[2].green && cells[2].green < cells[3].green);
    ow_map_close(&map);
    bytes_free(&bytes);
}

/* However far the things are apart, what is drawn is no larger. */
static void things_far_apart_share_cells(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        uint32_t width, height;
    } spans[] = {
        {IMAGE(THING(0.0, 0.0) ", " THING(511.0, 0.0)), 512, 1},
        {IMAGE(THING(0.0, 0.0) ", " THING(512.0, 0.0)), 257, 1},
        {IMAGE(THING(-1000.0, 5.0) ", " THING(1000.0, 105.0)), 501, 26},
        {IMAGE(THING(-3.4028235e38, -3.4028235e38) ", " THING(3.4028235e38, 3.4028235e38)), 512,
         512},
        {IMAGE(THING(0.0, 0.0) ", " THING(0.0, 3.4028235e38)), 1, 512},
    };
    for (size_t i = 0; i < LENGTH(spans); i++) {
        struct bytes bytes = bytes_of_json(spans[i].json);
        ow_map map;
        ow_error error = {0};
        assert_int_equal(ow_map_open(bytes.data, bytes.size, NULL, &map, &error), OW_OK);
        if (map.width != spans[i].width || map.height != spans[i].height)
            ROW_FAILED("row %zu: %u x %u\n", i, map.width, map.height);
        size_t things = 0;
        for (size_t k = 0; k < (size_t)map.width * map.height; k++)
            things += map.cells[k].symbol == 'o';
        assert_int_equal(things, 2);
        ow_map_close(&map);
        bytes_free(&bytes);
    }
}

static void a_broken_save_has_no_map(void **state)
{
    (void)state;
    struct bytes bytes = bytes_of_json(IMAGE(THING(1.0, 2.0)));
    ow_map map;
    ow_error error = {0};
    assert_int_equal(ow_map_open(bytes.data, bytes.size - 1, NULL, &map, &error), OW_TRUNCATED);
    assert_null(map.cells);
    assert_null(map.owner);
    bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ground_and_things_have_symbols),
        cmocka_unit_test(water_is_blue_and_deep_water_dark),
        cmocka_unit_test(slopes_to_the_light_are_brighter),
        cmocka_unit_test(things_far_apart_share_cells),
        cmocka_unit_test(a_broken_save_has_no_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
