/* Parts of worlds at their limits: what is too far away, has no number left, or stands where
 * nothing is. */
#include "../support/test.h"

#include "../support/documents.h"
#include "../support/worlds.h"

#define COMPONENT(address, place, state)                                                           \
    "{'address': " address ", 'parent': 0, 'type': 1, 'position': " place                          \
    ", 'rotation': [0.0, 0.0, 0.0, 1.0], 'inputs': [" state                                        \
    "], 'outputs': [], 'custom_data': null}"
#define SUBASSEMBLY(components, states)                                                            \
    "{'format': 'blotter', 'version': 7, 'game_version': [0, 92, 3, 57], 'save_type': "            \
    "'subassembly', 'mods': [], 'component_types': [{'id': 1, 'name': 'MHG.Peg'}], "               \
    "'components': [" components "], 'wires': [], 'circuit_states': [" states "]}"
#define CITY(things)                                                                               \
    "{'format': 'city', 'variant': 'd3', 'version': 0, 'name': 'c', 'terrain': {'kind': "          \
    "'heights', 'x_vertices': 2, 'y_vertices': 1, 'heights': [1.0, 2.0]}, 'meta_things': ['a'], "  \
    "'things': [" things "]}"
#define THING(kind, x)                                                                             \
    "{'meta_thing': " kind ", 'direction': 0, 'x': " x ", 'y': 0.0, 'z': 0.0, 'reserved': ''}"

static void parts_that_stand_too_far_apart_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *world, *selectors, *message;
        ow_status status;
    } rows[] = {
        {SUBASSEMBLY(COMPONENT("3", "[-2000000000, 0, 0]",
                               "0") ", " COMPONENT("4", "[2000000000, 0, 0]", "0"),
                     ""),
         "C-3,C-4", "C-4 would be farther away than a save can store", OW_BAD_VALUE},
        {CITY(THING("0", "50.0")), "box:49,-1..51,1", "outside the terrain", OW_BAD_ARGUMENT},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document document = document_of(rows[i].world), part;
        ow_error error = {0};
        assert_int_equal(
            ow_extract_parts(&document, rows[i].selectors, NULL, NULL, NULL, &part, &error),
            rows[i].status);
        assert_null(part.format);
        if (!strstr(error.message, rows[i].message))
            ROW_FAILED("%s is told and not %s\n", error.message, rows[i].message);
        ow_close(&document);
    }
}

/* Numbers that are far apart are looked up by search, not in a table. */
static void states_with_large_numbers_go_and_come(void **state)
{
    (void)state;
    ow_document document = document_of(SUBASSEMBLY(
        COMPONENT("3", "[0, 0, 0]", "2000000000") ", " COMPONENT("4", "[1, 0, 0]", "1900000000"),
        "1900000000, 2000000000"));
    ow_document part, merged;
    ow_error error;
    assert_int_equal(ow_extract_parts(&document, "C-3", NULL, NULL, NULL, &part, &error), OW_OK);
    assert_has(&part, "'circuit_states': [2000000000]", true);
    assert_int_equal(ow_remove_parts(&document, "C-3", NULL, NULL, &error), OW_OK);
    assert_has(&document, "'circuit_states': [1900000000]", true);
    assert_int_equal(ow_merge(&document, &part, NULL, NULL, NULL, NULL, &merged, &error), OW_OK);
    assert_has(&merged, "'circuit_states': [1900000000, 2000000000]", true);
    ow_close(&merged);
    ow_close(&part);
    ow_close(&document);
}

static void a_world_whose_types_have_every_number_takes_no_other(void **state)
{
    (void)state;
    enum { TYPES = UINT16_MAX + 1 };
    static char names[TYPES][8];
    ow_document world =
        document_of("{'format': 'blotter', 'version': 7, 'game_version': [0, 92, 3, 57], "
                    "'save_type': 'world', 'mods': [], 'component_types': [], 'components': [], "
                    "'wires': [], 'circuit_states': ''}");
    ow_document part = document_of(SUBASSEMBLY(COMPONENT("3", "[0, 0, 0]", "0"), "")), merged;
    ow_blotter_save *save = world.as.blotter;
    ow_error error;
    ow_blotter_component_type *types = ow_list_insert(save->owner, save->component_types,
                                                      save->component_type_count, 0, TYPES, &error);
    assert_non_null(types);
    for (unsigned i = 0; i < TYPES; i++) {
        snprintf(names[i], sizeof names[i], "t%u", i);
        types[i].id = (uint16_t)i;
        types[i].name = ow_text_of(names[i]);
    }
    assert_int_equal(ow_merge(&world, &part, NULL, NULL, NULL, NULL, &merged, &error),
                     OW_BAD_VALUE);
    assert_string_equal(error.pointer, "/component_types");
    assert_non_null(strstr(error.message, "all 65,536 are in use"));
    assert_null(merged.format);
    ow_close(&part);
    ow_close(&world);
}

static void a_kind_that_no_table_names_stays_so(void **state)
{
    (void)state;
    ow_document world = document_of(world_of_city), merged;
    ow_document part = document_of(CITY(THING("0", "0.5") ", " THING("1", "0.5")));
    ow_error error;
    assert_int_equal(ow_merge(&world, &part, NULL, NULL, NULL, NULL, &merged, &error), OW_OK);
    assert_has(&merged, "{'meta_thing': 0, 'direction': 0, 'x': 0.5", true);
    assert_has(&merged, "{'meta_thing': 4294967295, 'direction': 0, 'x': 0.5", true);
    ow_close(&merged);
    ow_close(&part);
    ow_close(&world);
}

/* As a program may build one: it has no memory that could grow. */
static void a_world_without_memory_of_its_own_stays_as_it_is(void **state)
{
    (void)state;
    ow_document document = document_of(CITY(THING("0", "0.5")));
    ow_city_save borrowed = *document.as.city;
    borrowed.owner = NULL;
    ow_document built = {.format = document.format, .as.city = &borrowed};
    ow_error error;
    uint64_t count = 0;
    assert_int_equal(ow_replace_parts(&built, OW_REPLACE_TYPE, "a", "b", NULL, &count, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_remove_parts(&built, "things", NULL, &count, &error), OW_BAD_ARGUMENT);
    assert_int_equal(count, 0);
    assert_int_equal(borrowed.thing_count, 1);
    ow_close(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_that_stand_too_far_apart_are_refused),
        cmocka_unit_test(states_with_large_numbers_go_and_come),
        cmocka_unit_test(a_world_whose_types_have_every_number_takes_no_other),
        cmocka_unit_test(a_kind_that_no_table_names_stays_so),
        cmocka_unit_test(a_world_without_memory_of_its_own_stays_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
