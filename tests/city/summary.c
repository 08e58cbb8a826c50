/* The figures of a city's summary, and that the short one needs only the front of a file. */
#include "../support/test.h"

#include "../support/cities.h"
#include "../support/lines.h"

#define THING(meta, direction, x, y, z)                                                            \
    "{'meta_thing': " #meta ", 'direction': " #direction ", 'x': " #x ", 'y': " #y ", 'z': " #z    \
    ", 'reserved': ''}"
#define D3                                                                                         \
    "{'format': 'city', 'variant': 'd3', 'version': 0, 'name': 'abc', 'terrain': {'kind': "        \
    "'image', 'image_path': 'h/a.png', 'z_scale': 0.1}, 'meta_things': ['oak', 'elm', 'ash'], "    \
    "'things': [" THING(1, 7, 10.5, 2.0, 45.0) ", " THING(1, 0, -1.0, 127.0, 5.0) ", " THING(      \
        2, 7, 3.0, 4.0, 5.0) ", " THING(9, 200, 3.0, 'NaN', 5.0) "]}"
#define D3_HEADER  "variant=d3 variant_of=the final version of the game version=0 name=abc "
#define D3_TERRAIN "terrain=image image_path=h/a.png z_scale=0.1 "
#define D3_TABLE   "meta_thing_count=3 "
#define D3_FRONT   "{ format=city " D3_HEADER D3_TERRAIN D3_TABLE "thing_count=4 "
#define D3_THINGS                                                                                  \
    "most_frequent_things=[ { count=2 name=elm } { count=1 name=ash } "                            \
    "{ count=1 name=(not in the table) } ] things={ directions=[ 0 7 ] "                           \
    "least=[ -1.0 2.0 5.0 ] most=[ 10.5 127.0 45.0 ] } } "

static uint16_t slope(uint32_t x, uint32_t y)
{
    (void)y;
    return (uint16_t)(10 * x);
}

static const struct {
    const char *json;
    bool whole, source;
    uint32_t side;
    const char *expected;
} rows[] = {
    {D3, false, false, 0, D3_FRONT "} "},
    {D3, false, true, 4, D3_FRONT "} "},
    {D3, true, false, 0, D3_FRONT D3_THINGS},
    {D3, true, true, 0, D3_FRONT "terrain_problem=there is no such image " D3_THINGS},
    {D3, true, true, 8,
     D3_FRONT
     "heights_least=0.0 heights_most=7.0 heights_mean=3.5 share_under_water=0.625 " D3_THINGS},
    {"{'format': 'city', 'variant': 's1', 'version': 0, 'name': 'abc', 'terrain': {'kind': "
     "'image', 'image_path': '../a.png'}, 'meta_things': [], 'things': []}",
     true, true, 8,
     "{ format=city variant=s1 variant_of=the published specification version=0 name=abc "
     "terrain=image image_path=../a.png meta_thing_count=0 thing_count=0 terrain_problem=the path "
     "of the terrain's image leaves the folder with .., so the image is not opened } "},
    {"{'format': 'city', 'variant': 'd3', 'version': 0, 'name': 'abc', 'terrain': {'kind': "
     "'heights', 'x_vertices': 3, 'y_vertices': 2, 'heights': [1.0, 'NaN', 9.0, 'Infinity', 2.0, "
     "6.0]}, 'meta_things': [], 'things': []}",
     true, false, 0,
     "{ format=city variant=d3 variant_of=the final version of the game version=0 name=abc "
     "terrain=heights x_vertices=3 y_vertices=2 meta_thing_count=0 thing_count=0 heights_least=1.0 "
     "heights_most=9.0 heights_mean=4.5 share_under_water=0.5 } "},
    {"{'format': 'city', 'variant': 'l2', 'name': 'abc', 'terrain': {'kind': 'heights', "
     "'x_vertices': 1, 'y_vertices': 1, 'heights': ['NaN']}}",
     true, false, 0,
     "{ format=city variant=l2 variant_of=the game's first writer name=abc terrain=heights "
     "x_vertices=1 y_vertices=1 } "},
    {"{'format': 'city', 'variant': 'l1', 'name': 'abc', 'terrain': {'kind': 'image', "
     "'image_path': 'a'}}",
     true, true, 8,
     "{ format=city variant=l1 variant_of=an earlier writer name=abc terrain=image image_path=a "
     "heights_least=0.0 heights_most=7.0 heights_mean=3.5 share_under_water=0.625 } "},
    {"{'format': 'city', 'variant': 'p0', 'version': 0, 'name': 'abc', 'terrain': {'kind': "
     "'image', 'image_path': 'a'}, 'meta_things': ['oak'], 'things': [{'meta_thing': 0, "
     "'direction': 4, 'x': 1.5, 'y': 2.5, 'z': 3.5}]}",
     true, false, 0,
     "{ format=city variant=p0 variant_of=a generator of test files version=0 name=abc "
     "terrain=image image_path=a meta_thing_count=1 thing_count=1 "
     "most_frequent_things=[ { count=1 name=oak } ] things={ directions=[ 4 ] "
     "least=[ 1.5 2.5 3.5 ] most=[ 1.5 2.5 3.5 ] } } "},
};

static void summaries_report_what_there_is(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes bytes = bytes_of_json(rows[i].json);
        struct image_shelf shelf = {.width = rows[i].side, .height = rows[i].side, .sample = slope};
        ow_options options = options_with(&shelf);
        struct line line = {0};
        ow_error error = {0};
        if (ow_summarise(bytes.data, bytes.size, rows[i].source ? &options : NULL, rows[i].whole,
                         add_to_line, &line, &error) != OW_OK)
            ROW_FAILED("row %zu: %s\n", i, error.message);
        if (strcmp(line.text, rows[i].expected) != 0)
            ROW_FAILED("row %zu:\n%s\n%s\n", i, line.text, rows[i].expected);
        assert_int_equal(shelf.loaded, shelf.released);
        assert_int_equal(shelf.loaded,
                         rows[i].whole && rows[i].side > 0 && !strstr(rows[i].json, "../") ? 1 : 0);
        bytes_free(&bytes);
    }
}

static void ten_kinds_are_enough(void **state)
{
    (void)state;
    struct bytes json = {0};
    char part[200];
    static const char head[] =
        "{'format': 'city', 'variant': 'd3', 'version': 0, 'name': '', 'terrain': {'kind': "
        "'image', 'image_path': 'a', 'z_scale': 0.1}, 'meta_things': ['k0'";
    put_raw(&json, head, sizeof head - 1);
    for (int i = 1; i < 20; i++)
        put_raw(&json, part, (size_t)snprintf(part, sizeof part, ", 'k%d'", i));
    put_raw(&json, "], 'things': [", 14);
    for (int i = 0; i < 20; i++)
        for (int k = 0; k <= i % 13; k++)
            put_raw(&json, part,
                    (size_t)snprintf(part, sizeof part,
                                     "%s{'meta_thing': %d, 'direction': 0, 'x': 0.0, 'y': 0.0, "
                                     "'z': 0.0, 'reserved': ''}",
                                     i + k ? ", " : "", i));
    put_raw(&json, "]}", 3);
    struct bytes bytes = bytes_of_json((const char *)json.data);
    struct line line = {0};
    ow_error error = {0};
    assert_int_equal(ow_summarise(bytes.data, bytes.size, NULL, true, add_to_line, &line, &error),
                     OW_OK);
    assert_non_null(strstr(line.text,
                           "most_frequent_things=[ { count=13 name=k12 } { count=12 name=k11 } { c"
                           "ount=11 name=k10 } { count=10 name=k9 } { count=9 name=k8 } { count=8 "
                           "name=k7 } { count=7 name=k6 } { count=7 name=k19 } { count=6 name=k5 }"
                           " { count=6 name=k18 } { count=5 name=k4 } { count=5 name=k17 } { count"
                           "=4 name=k3 } { count=4 name=k16 } { count=3 name=k2 } { count=3 name=k"
                           "15 } { count=2 name=k1 } { count=2 name=k14 } { count=1 name=k0 } { co"
                           "unt=1 name=k13 } ]"));
    bytes_free(&bytes);
    bytes_free(&json);
}

/* The things themselves are not looked at. */
static void the_short_one_stops_at_the_things(void **state)
{
    (void)state;
    struct bytes bytes = bytes_of_json(D3);
    struct line line = {0};
    ow_error error = {0};
    bytes.data[bytes.size - 1] = 77; /* a reserved section that reaches beyond the file */
    assert_int_equal(ow_summarise(bytes.data, bytes.size, NULL, false, add_to_line, &line, &error),
                     OW_OK);
    assert_string_equal(line.text, D3_FRONT "} ");
    line = (struct line){0};
    assert_int_equal(ow_summarise(bytes.data, bytes.size, NULL, true, add_to_line, &line, &error),
                     OW_TRUNCATED);
    assert_string_equal(line.text, D3_FRONT "} ");
    bytes_free(&bytes);
}

/* Wherever it ends: a section that is complete is reported, one that is not is left out. */
static void a_broken_save_is_reported_as_far_as_it_goes(void **state)
{
    (void)state;
    static const struct {
        size_t least, most; /* bytes that are left */
        const char *expected;
    } sections[] = {
        {7, 8, "{ format=city } "},
        {9, 26, "{ format=city " D3_HEADER "} "},
        {27, 49, "{ format=city " D3_HEADER D3_TERRAIN "} "},
        {50, 64, "{ format=city " D3_HEADER D3_TERRAIN D3_TABLE "} "},
    };
    struct bytes bytes = bytes_of_json(D3);
    for (size_t i = 0; i < LENGTH(sections); i++)
        for (size_t size = sections[i].least; size <= sections[i].most; size++) {
            struct line line = {0};
            ow_error error = {0};
            assert_int_equal(
                ow_summarise(bytes.data, size, NULL, false, add_to_line, &line, &error),
                OW_TRUNCATED);
            if (strcmp(line.text, sections[i].expected) != 0)
                ROW_FAILED("%zu bytes: %s\n", size, line.text);
        }
    bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(summaries_report_what_there_is),
        cmocka_unit_test(ten_kinds_are_enough),
        cmocka_unit_test(the_short_one_stops_at_the_things),
        cmocka_unit_test(a_broken_save_is_reported_as_far_as_it_goes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
