/* City saves in another variant: what is carried, what is assumed, and what is told about it. */
#include "../support/test.h"

#include "../support/bytes.h"
#include "../support/documents.h"
#include "../support/ledger.h"

#define TERRAIN_SCALED "'terrain': {'kind': 'image', 'image_path': 'h/a.png', 'z_scale': 0.2}"
#define TERRAIN_USUAL  "'terrain': {'kind': 'image', 'image_path': 'h/a.png', 'z_scale': 0.1}"
#define TERRAIN_PLAIN  "'terrain': {'kind': 'image', 'image_path': 'h/a.png'}"
#define TERRAIN_HEIGHTS                                                                            \
    "'terrain': {'kind': 'heights', 'x_vertices': 2, 'y_vertices': 1, 'heights': [1.0, 2.0]}"
#define NO_TABLES  ", 'meta_things': [], 'things': []"
#define THING_PART "'meta_thing': 0, 'direction': 3, 'x': 1.0, 'y': 2.5, 'z': 45.0"
#define TABLES                                                                                     \
    ", 'meta_things': ['a', 'b'], 'things': [{" THING_PART ", 'reserved': ''}, {" THING_PART       \
    ", 'reserved': 'AAEC'}]"
#define PLAIN_TABLES ", 'meta_things': ['a', 'b'], 'things': [{" THING_PART "}, {" THING_PART "}]"
#define SAVE(variant, terrain, tables)                                                             \
    "{'format': 'city', 'variant': '" variant "', 'version': 0, 'name': 'abc', " terrain tables "}"
#define EARLY(variant, terrain)                                                                    \
    "{'format': 'city', 'variant': '" variant "', 'name': 'abc', " terrain "}"

/* A save, where it goes, how the outcome reads without its sizes, and what is told. */
static const struct {
    const char *from, *to, *becomes, *warnings;
} rows[] = {
    {SAVE("d3", TERRAIN_SCALED, TABLES), "d3", SAVE("d3", TERRAIN_SCALED, TABLES), ""},
    {SAVE("d3", TERRAIN_SCALED, TABLES), NULL, SAVE("d3", TERRAIN_SCALED, TABLES), ""},
    {SAVE("d3", TERRAIN_SCALED, TABLES), "s1", SAVE("s1", TERRAIN_PLAIN, TABLES),
     "/terrain/z_scale s1 cannot store the z_scale 0.2: readers will assume 0.1\n/things/0/z z was "
     "kept for 2 things, although d3 measures it from 0 and s1 from the ground (inferred: the game "
     "and the specification disagree)\n"},
    {SAVE("d3", TERRAIN_USUAL, NO_TABLES), "s1", SAVE("s1", TERRAIN_PLAIN, NO_TABLES), ""},
    {SAVE("d3", TERRAIN_USUAL, TABLES), "p0", SAVE("p0", TERRAIN_PLAIN, PLAIN_TABLES),
     "/things/0/z z was kept for 2 things, although d3 measures it from 0 and p0 from the "
     "ground (inferred: the game and the specification disagree)\n/things/1/reserved reserved "
     "dropped because the target version or variant cannot store it: 1\n"},
    {SAVE("d3", TERRAIN_SCALED, TABLES), "l2", EARLY("l2", TERRAIN_SCALED),
     "/things l2 cannot store things; lost things: 2\n/meta_things l2 cannot store Meta Things; "
     "lost names: 2\n"},
    {SAVE("d3", TERRAIN_USUAL, NO_TABLES), "l2", EARLY("l2", TERRAIN_USUAL), ""},
    {SAVE("d3", TERRAIN_SCALED, NO_TABLES), "l1", EARLY("l1", TERRAIN_PLAIN),
     "/terrain/z_scale l1 cannot store the z_scale 0.2: readers will assume 0.1\n"},
    {SAVE("s1", TERRAIN_PLAIN, TABLES), "d3", SAVE("d3", TERRAIN_USUAL, TABLES),
     "/terrain/z_scale s1 has no z_scale: 0.1, which the game writes, was assumed\n/things/0/z z "
     "was kept for 2 things, although s1 measures it from the ground and d3 from 0 (inferred: the "
     "game and the specification disagree)\n"},
    {SAVE("p0", TERRAIN_PLAIN, PLAIN_TABLES), "s1",
     SAVE("s1", TERRAIN_PLAIN,
          ", 'meta_things': ['a', 'b'], 'things': [{" THING_PART ", 'reserved': ''}, {" THING_PART
          ", 'reserved': ''}]"),
     ""},
    {SAVE("s1", TERRAIN_PLAIN, NO_TABLES), "p0", SAVE("s1", TERRAIN_PLAIN, NO_TABLES),
     "/variant with this save's contents, p0 and s1 have the same bytes, and the save will be read "
     "as the latter\n"},
    {EARLY("l1", TERRAIN_PLAIN), "d3", SAVE("d3", TERRAIN_USUAL, NO_TABLES),
     "/terrain/z_scale l1 has no z_scale: 0.1, which the game writes, was assumed\n"},
    {EARLY("l2", TERRAIN_SCALED), "d3", SAVE("d3", TERRAIN_SCALED, NO_TABLES), ""},
    {SAVE("d3", TERRAIN_HEIGHTS, NO_TABLES), "l2", EARLY("l2", TERRAIN_HEIGHTS),
     "/terrain/kind that l2 has heights in the file is inferred: no save of that time has them\n"},
    {SAVE("d3", TERRAIN_HEIGHTS, NO_TABLES), "l1", EARLY("l2", TERRAIN_HEIGHTS),
     "/variant with this save's contents, l1 and l2 have the same bytes, and the save will be read "
     "as the latter\n/terrain/kind that l1 has heights in the file is inferred: no save of that "
     "time has them\n"},
    {SAVE("d3", TERRAIN_HEIGHTS, NO_TABLES), "s1", SAVE("d3", TERRAIN_HEIGHTS, NO_TABLES),
     "/variant with this save's contents, s1 and d3 have the same bytes, and the save will be read "
     "as the latter\n"},
    {SAVE("d3", TERRAIN_HEIGHTS,
          ", 'meta_things': ['a'], 'things': [{" THING_PART ", 'reserved': ''}]"),
     "p0", SAVE("p0", TERRAIN_HEIGHTS, ", 'meta_things': ['a'], 'things': [{" THING_PART "}]"),
     "/things/0/z z was kept for 1 thing, although d3 measures it from 0 and p0 from the ground "
     "(inferred: the game and the specification disagree)\n"},
};

/* A document as it reads once it is written. */
static char *read_back(const ow_document *document)
{
    char *text = text_of(document);
    ow_document again = document_of(text);
    char *same = text_of(&again);
    assert_string_equal(text, same);
    ow_close(&again);
    free(same);
    return text;
}

static void each_variant_holds_what_it_has_room_for(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document from = document_of(rows[i].from), becomes = document_of(rows[i].becomes);
        char *before = text_of(&from), *expected = text_of(&becomes);
        struct warnings warnings = {{0}};
        ow_target target = {.variant = rows[i].to};
        ow_document converted = converted_to(&from, &target, &warnings);
        char *found = read_back(&converted), *after = text_of(&from);
        if (strcmp(found, expected) != 0)
            ROW_FAILED("row %zu: %s\n", i, found);
        if (strcmp(warnings.text, rows[i].warnings) != 0)
            ROW_FAILED("row %zu: %s\n", i, warnings.text);
        assert_string_equal(before, after); /* the source stays as it was */
        ow_close(&converted);
        ow_close(&from);
        ow_close(&becomes);
        free(found);
        free(after);
        free(before);
        free(expected);
    }
}

static void sizes_come_out_true(void **state)
{
    (void)state;
    struct warnings warnings = {{0}};
    ow_document from = document_of(
        "{'format': 'city', 'variant': 'd3', 'header_size': 51, 'version': 0, 'name': 'abc', "
        "'terrain': {'size': 63, 'kind': 'image', 'image_path': 'h/a.png', 'z_scale': 0.1}, "
        "'meta_things_size': 1, 'meta_things': [], 'things_size': 2, 'things': []}");
    ow_document converted = converted_to(&from, &(ow_target){0}, &warnings);
    char *text = text_of(&converted);
    assert_non_null(strstr(text, "'header_size': 9,"));
    assert_non_null(strstr(text, "'terrain': {'size': 18,"));
    assert_non_null(strstr(text, "'meta_things_size': 8,"));
    assert_non_null(strstr(text, "'things_size': 8,"));
    assert_string_equal(warnings.text, "");
    free(text);
    ow_close(&converted);
    ow_close(&from);
}

static void a_terrain_may_be_too_large_to_state(void **state)
{
    (void)state;
    enum { SIDE = 200 };
    static float values[SIDE * SIDE];
    ow_document from = document_of(SAVE("d3", TERRAIN_USUAL, NO_TABLES));
    ow_heights heights = {.x_vertices = SIDE, .y_vertices = SIDE, .values = values};
    struct warnings warnings = {{0}};
    ow_error error = {0};
    assert_int_equal(ow_set_heights(&from, &heights, &error), OW_OK);
    ow_document converted = converted_to(&from, &(ow_target){.variant = "l2"}, &warnings);
    assert_non_null(strstr(warnings.text, "/terrain/size the terrain takes 160011 bytes, but l2 "
                                          "states its size in 16 bits, as 28939\n"));
    char *text = read_back(&converted);
    free(text);
    ow_close(&converted);
    ow_close(&from);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *from;
        ow_target target;
        const char *pointer, *message;
    } refused[] = {
        {SAVE("d3", TERRAIN_USUAL, NO_TABLES),
         {.variant = "d4"},
         "/variant",
         "has no variant \"d4\""},
        {SAVE("d3", TERRAIN_USUAL, NO_TABLES),
         {.variant = "D3"},
         "/variant",
         "has no variant \"D3\""},
        {SAVE("d3", TERRAIN_USUAL, NO_TABLES),
         {.has_version = true, .version = 1},
         "/version",
         "version 1"},
        {SAVE("d3", TERRAIN_HEIGHTS, NO_TABLES), {.variant = "p0"}, "/variant", "p0 looks like d3"},
    };
    for (size_t i = 0; i < LENGTH(refused); i++) {
        ow_document from = document_of(refused[i].from), converted;
        ow_error error = {0};
        assert_int_equal(
            ow_convert(&from, &refused[i].target, NULL, NULL, NULL, &converted, &error),
            OW_BAD_ARGUMENT);
        assert_error(&error, OW_BAD_ARGUMENT, 0, refused[i].pointer, refused[i].message);
        ow_city_save *save;
        assert_int_equal(
            ow_city_convert(from.as.city, &refused[i].target, NULL, NULL, NULL, &save, &error),
            OW_BAD_ARGUMENT);
        assert_null(save);
        ow_close(&from);
    }
}

static void a_save_built_by_hand_is_converted_too(void **state)
{
    (void)state;
    ow_city_thing things[2] = {{.x = 1}, {.reserved = {(const uint8_t *)"x", 1}}};
    ow_text names[] = {{"a", 1}};
    ow_city_save built = {.name = {"n", 1},
                          .terrain = {.image_path = {"p", 1}, .z_scale = 0.1f},
                          .meta_thing_count = 1,
                          .meta_things = names,
                          .thing_count = 2,
                          .things = things};
    ow_city_save *converted;
    ow_error error = {0};
    ow_target target = {.variant = "p0", .has_version = true};
    assert_int_equal(ow_city_convert(&built, &target, NULL, NULL, NULL, &converted, &error), OW_OK);
    assert_int_equal(converted->variant, OW_CITY_P0);
    assert_int_equal(converted->things[1].reserved.size, 0);
    assert_int_equal(things[1].reserved.size, 1);
    assert_ptr_not_equal(converted->meta_things, names); /* a copy shares nothing */
    assert_memory_equal(converted->meta_things[0].data, names[0].data, names[0].size);
    ow_city_free(converted);
}

static void refused_memory_is_reported(void **state)
{
    (void)state;
    ow_document from = document_of(SAVE("d3", TERRAIN_USUAL, TABLES));
    bool more = true;
    for (uint64_t call = 1; more; call++) {
        struct ledger ledger = {.refuse = call};
        ow_options options = ledger_options(&ledger);
        ow_error error = {0};
        ow_target target = {.variant = "p0"};
        ow_document converted;
        ow_status status = ow_convert(&from, &target, &options, NULL, NULL, &converted, &error);
        more = ledger.refused > 0;
        assert_int_equal(status, more ? OW_NO_MEMORY : OW_OK);
        ow_close(&converted);
        assert_int_equal(ledger.blocks, 0);
    }
    ow_close(&from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_variant_holds_what_it_has_room_for),
        cmocka_unit_test(sizes_come_out_true),
        cmocka_unit_test(a_terrain_may_be_too_large_to_state),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(a_save_built_by_hand_is_converted_too),
        cmocka_unit_test(refused_memory_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
