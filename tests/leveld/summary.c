/* The figures of a level's summary, and that the short one needs only its beginning. */
#include "../support/test.h"

#include "../support/levels.h"
#include "../support/lines.h"

static char *summary_of(const struct bytes *bytes, bool whole, struct line *line)
{
    ow_error error = {0};
    *line = (struct line){0};
    if (ow_summarise(bytes->data, bytes->size, NULL, whole, add_to_line, line, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    return line->text;
}

#define FRONT                                                                                      \
    "version=4 byte_order=big level_id= level_name=N author= description=D timestamp=0 date=null " \
    "map={ cells=[ 3 2 ] tile_pixels=[ 16 16 ] pixels=[ 48 32 ] } layer_count=2 "

static const struct {
    const char *what, *json, *front, *figures;
} rows[] = {
    {"all there is",
     LEVEL(META_OF("N", "D"), MESH,
           THNG(THING("3", "0", "0", "0", "0"), THING("9", "5", "0", "0", "0"),
                THING("9", "6", "0", "0", "0")),
           TRIG(TRIGGER("0", "0", "0", RECTANGLE, "4", "5")),
           PATHS(PATH("0", "0", "0", POINT("1", "1"), POINT("2", "2")),
                 PATH("0", "8", "0", POINT("1", "1")))),
     FRONT,
     "blocks=[ META MESH THNG TRIG PATH ] tile_ids_used=6 highest_tile_id=5 impassable_percent=8.3 "
     "cells_impassable_and_tile=[ { cells=6 impassable=0 tile=0 } { cells=2 impassable=1 tile=1 } "
     "{ cells=1 impassable=0 tile=2 } { cells=1 impassable=0 tile=3 } "
     "{ cells=1 impassable=0 tile=4 } { cells=1 impassable=0 tile=5 } ] "
     "layers={ tile_ids_used=[ 6 2 ] impassable_percent=[ 0.0 16.7 ] } thing_count=3 "
     "things_by_count_and_id=[ { count=2 id=9 } { count=1 id=3 } ] trigger_count=1 "
     "actions_by_count_and_id=[ { count=1 id=4 } ] path_count=2 point_count=3 tags_used=3 "},
    {"nothing at all", LEVEL(""), "version=4 byte_order=big ",
     "blocks=[ ] thing_count=0 trigger_count=0 path_count=0 tags_used=0 "},
    {"the height of an early map is counted",
     LEVEL_IN("1", "little", "'variant': '1b', ",
              "{'id': 'MESH', 'tile_width': 8, 'tile_height': 9, 'width': 2, "
              "'layers': [[1, 2, 3, 4, 32767]]}"),
     "version=1 byte_order=little variant=1b "
     "map={ cells=[ 2 2 ] tile_pixels=[ 8 9 ] pixels=[ 16 18 ] } layer_count=1 ",
     "blocks=[ MESH ] tile_ids_used=5 highest_tile_id=32767 impassable_percent=0.0 "
     "cells_impassable_and_tile=[ { cells=1 impassable=0 tile=1 } { cells=1 impassable=0 tile=2 } "
     "{ cells=1 impassable=0 tile=3 } { cells=1 impassable=0 tile=4 } "
     "{ cells=1 impassable=0 tile=32767 } ] thing_count=0 "
     "trigger_count=0 path_count=0 tags_used=0 "},
    {"actors that count, without a tile size",
     LEVEL_IN("0", "little", "",
              "{'id': 'MESH', 'width': 0, 'layers': [[]]}, "
              "{'id': 'PLRS', 'actors': [{'x': 1, 'y': 2, 'flags': 0}]}, "
              "{'id': 'ITEM', 'actors': []}, "
              "{'id': 'PLRS', 'actors': [{'x': 1, 'y': 2, 'flags': 0}]}"),
     "version=0 byte_order=little map={ cells=[ 0 0 ] } layer_count=1 ",
     "blocks=[ MESH PLRS ITEM PLRS ] thing_count=0 actors_by_block=[ { count=2 block=PLRS } ] "
     "trigger_count=0 path_count=0 tags_used=0 "},
};

static void levels_are_summarised_as_a_game_sees_them(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes bytes = level_of(rows[i].json);
        struct line line;
        char expected[4000];
        snprintf(expected, sizeof expected, "{ format=leveld %s} ", rows[i].front);
        if (strcmp(summary_of(&bytes, false, &line), expected) != 0)
            ROW_FAILED("%s:\n%s\nis not\n%s\n", rows[i].what, line.text, expected);
        snprintf(expected, sizeof expected, "{ format=leveld %s%s} ", rows[i].front,
                 rows[i].figures);
        if (strcmp(summary_of(&bytes, true, &line), expected) != 0)
            ROW_FAILED("%s:\n%s\nis not\n%s\n", rows[i].what, line.text, expected);
        bytes_free(&bytes);
    }
}

static void of_repeated_blocks_the_last_one_is_reported(void **state)
{
    (void)state;
    struct bytes bytes = level_of(LEVEL(
        META_OF("first", ""), MESH_OF("1", "1", "1", "[7]"), THNG(THING("3", "9", "0", "0", "0")),
        PLRS("1", "1"), META_OF("last", ""), MESH_OF("2", "1", "1", "[8]"),
        THNG(THING("4", "0", "0", "0", "0"), THING("4", "0", "0", "0", "0"))));
    struct line line;
    summary_of(&bytes, true, &line);
    assert_non_null(strstr(line.text, "level_name=last "));
    assert_non_null(strstr(line.text, "tile_pixels=[ 2 2 ]"));
    assert_non_null(strstr(line.text, "highest_tile_id=8 "));
    assert_non_null(strstr(line.text, "things_by_count_and_id=[ { count=2 id=4 } ] trigger_count"));
    assert_non_null(strstr(line.text, "tags_used=0 "));
    bytes_free(&bytes);
}

static void timestamps_are_dates_where_they_can_be(void **state)
{
    (void)state;
    static const struct {
        const char *timestamp, *date;
    } cases[] = {
        {"0", "null"},
        {"1", "null"},
        {"631151999", "null"},
        {"631152000", "1990-01-01T00:00:00Z"},
        {"951782399", "2000-02-28T23:59:59Z"},
        {"951782400", "2000-02-29T00:00:00Z"},
        {"951868800", "2000-03-01T00:00:00Z"},
        {"1582566864", "2020-02-24T17:54:24Z"},
        {"1677628799", "2023-02-28T23:59:59Z"},
        {"1677628800", "2023-03-01T00:00:00Z"},
        {"4102444799", "2099-12-31T23:59:59Z"},
        {"4102444800", "null"},
        {"18446744073709551615", "null"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char json[512], expected[128];
        struct line line;
        snprintf(json, sizeof json,
                 LEVEL("{'id': 'META', 'timestamp': '%s', 'level_id': '', 'name': '', "
                       "'author': '', 'description': ''}"),
                 cases[i].timestamp);
        struct bytes bytes = level_of(json);
        summary_of(&bytes, false, &line);
        snprintf(expected, sizeof expected, "timestamp=%s date=%s } ", cases[i].timestamp,
                 cases[i].date);
        if (!strstr(line.text, expected))
            ROW_FAILED("%s does not end with %s\n", line.text, expected);
        bytes_free(&bytes);
    }
}

/* The most frequent first, ties by id. */
static void all_ids_are_listed_by_how_often_they_come(void **state)
{
    (void)state;
    char json[8000] = LEVEL_IN("4", "big", "", ""), *at = strstr(json, "[]") + 1;
    at += sprintf(at, "{'id': 'THNG', 'things': [");
    for (int i = 0; i < 30; i++) /* 14 down to 0 are there once, 7 to 14 twice more */
        at += sprintf(at, "%s" THING("%d", "0", "0", "0", "0"), i ? ", " : "",
                      i < 15 ? 14 - i : 7 + (i - 15) % 8);
    sprintf(at, "]}]}");
    struct bytes bytes = level_of(json);
    struct line line;
    summary_of(&bytes, true, &line);
    assert_non_null(strstr(line.text, "thing_count=30 things_by_count_and_id=[ { count=3 id=7 } "
                                      "{ count=3 id=8 } { count=3 id=9 } { count=3 id=10 } "
                                      "{ count=3 id=11 } { count=3 id=12 } { count=3 id=13 } "
                                      "{ count=2 id=14 } { count=1 id=0 } { count=1 id=1 } "
                                      "{ count=1 id=2 } { count=1 id=3 } { count=1 id=4 } "
                                      "{ count=1 id=5 } { count=1 id=6 } ] "));
    bytes_free(&bytes);
}

/* What stands behind the first list is not looked at, but for the figures. */
static void a_broken_level_is_reported_as_far_as_its_front(void **state)
{
    (void)state;
    struct bytes bytes =
        level_of(LEVEL(META_OF("N", "D"), MESH, THNG(THING("1", "0", "0", "0", "0")), TRIG("")));
    struct line line = {0};
    ow_error error = {0};
    bytes.data[bytes.size - 8] = 'X';
    summary_of(&bytes, false, &line);
    assert_string_equal(line.text, "{ format=leveld " FRONT "} ");
    line = (struct line){0};
    assert_int_equal(ow_summarise(bytes.data, bytes.size, NULL, true, add_to_line, &line, &error),
                     OW_BAD_VALUE);
    assert_error(&error, OW_BAD_VALUE, bytes.size - 8, "/blocks/3/id", "XRIG");
    assert_string_equal(line.text, "{ format=leveld " FRONT "} ");
    line = (struct line){0};
    assert_int_equal(ow_summarise(bytes.data, 19, NULL, false, add_to_line, &line, &error),
                     OW_TRUNCATED);
    assert_string_equal(line.text, "{ format=leveld version=4 byte_order=big } ");
    bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_are_summarised_as_a_game_sees_them),
        cmocka_unit_test(of_repeated_blocks_the_last_one_is_reported),
        cmocka_unit_test(timestamps_are_dates_where_they_can_be),
        cmocka_unit_test(all_ids_are_listed_by_how_often_they_come),
        cmocka_unit_test(a_broken_level_is_reported_as_far_as_its_front),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
