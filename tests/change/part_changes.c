/* Parts of a world: what becomes of it when records go, change, or become a world of their own. */
#include "../support/test.h"

#include "../support/documents.h"
#include "../support/ledger.h"
#include "../support/worlds.h"

#include <stdio.h>

static void records_go_with_what_hangs_on_them(void **state)
{
    (void)state;
    static const struct {
        const char *world, *selectors;
        uint64_t removed;
        const char *there, *gone;
    } rows[] = {
        {world_of_boards, "C-12", 2, "'wires': []", "'address': 31"},
        {world_of_boards, "C-30", 1, "'circuit_states': 'JA=='", "'component': 30"},
        {world_of_boards, "C-7", 1, "'component': 30", "'component': 7,"},
        {world_of_boards, "C-10", 4, "'circuit_states': 'JA=='", "'address': 30"},
        {world_of_boards, "wires", 2, "'wires': []", "'component'"},
        {world_of_leveld, "/blocks/1/layers/0", 1, "'layer_id': 0", "'layer_id': 1"},
        {world_of_leveld, "/blocks/1/layers/1", 4, "'things': []", "'metadata': 'f'"},
        {world_of_leveld, "tag:2", 3, "'triggers': []", "'points'"},
        {world_of_city, "things", 1, "'things': []", "'reserved'"},
        {world_of_structure, "/blocks/0", 1, "'connections': []", "'last_block': 3"},
        {world_of_structure, "/blocks/0", 1, "'groups': [[65535, 0]]", "'connections': [0]"},
        {world_of_structure, "/blocks/3", 1, "'last_block': 2", "'formula'"},
        {world_of_structure, "/roots/0", 5, "'roots': []", "'id'"},
        {world_of_structure, "blocks", 4, "'roots': []", "'id'"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ow_document document = document_of(rows[i].world);
        uint64_t removed;
        ow_error error;
        assert_int_equal(ow_remove_parts(&document, rows[i].selectors, NULL, &removed, &error),
                         OW_OK);
        assert_int_equal(removed, rows[i].removed);
        assert_has(&document, rows[i].there, true);
        assert_has(&document, rows[i].gone, false);
        ow_close(&document);
    }
}

static void a_list_of_states_keeps_those_that_are_used(void **state)
{
    (void)state;
    ow_document document = document_of(world_of_boards), part;
    ow_error error;
    assert_int_equal(ow_extract_parts(&document, "C-10", NULL, NULL, NULL, &part, &error), OW_OK);
    assert_has(&part, "'circuit_states': [2, 5, 9]", false); /* 5 is on, and of nothing here */
    assert_has(&part, "'circuit_states': [2, 9]", true);
    assert_int_equal(ow_remove_parts(&part, "C-30", NULL, NULL, &error), OW_OK);
    assert_has(&part, "'circuit_states': [2]", true);
    ow_close(&part);
    ow_close(&document);
}

/* A wrong size of a section is kept until the section changes. In a P0 save, 21 bytes for each
 * thing would even mean that the things are truncated. */
static void a_section_that_changes_has_its_true_size(void **state)
{
    (void)state;
    static const char world[] =
        "{'format': 'city', 'variant': 'p0', 'version': 0, 'name': 'a',"
        " 'terrain': {'kind': 'image', 'image_path': 'a.png'}, 'meta_things_size': 99,"
        " 'meta_things': ['a'], 'things_size': 50,"
        " 'things': [{'meta_thing': 0, 'direction': 0, 'x': 1.0, 'y': 2.0, 'z': 0.0}]}";
    ow_document document = document_of(world), twice, part;
    ow_error error;
    assert_has(&document, "'things_size': 50", true);
    assert_int_equal(ow_merge(&document, &document, NULL, NULL, NULL, NULL, &twice, &error), OW_OK);
    assert_has(&twice, "'things_size': 42", true); /* 8 bytes, and 17 for each thing */
    assert_has(&twice, "'meta_things_size': 99", true);
    ow_close(&twice);
    assert_int_equal(ow_replace_parts(&document, OW_REPLACE_TYPE, "a", "bc", NULL, NULL, &error),
                     OW_OK);
    assert_has(&document, "'meta_things_size': 12", true);
    assert_has(&document, "'things_size': 50", true);
    assert_int_equal(ow_remove_parts(&document, "things", NULL, NULL, &error), OW_OK);
    assert_has(&document, "'things_size': 8", true);
    ow_close(&document);
    document = document_of(world);
    assert_int_equal(ow_extract_parts(&document, "things", NULL, NULL, NULL, &part, &error), OW_OK);
    assert_has(&part, "'things_size': 50", true);
    assert_has(&part, "'meta_things_size': 99", true);
    ow_close(&part);
    ow_close(&document);
}

static void what_cannot_be_removed_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *world, *selectors;
    } rows[] = {{world_of_boards, "C-99"},    {world_of_boards, "C-12,type:MHG.OrGate"},
                {world_of_boards, "/mods/0"}, {world_of_leveld, "box:1,0..2,1"},
                {world_of_city, "type:a"},    {world_of_structure, "/blocks/4"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ow_document document = document_of(rows[i].world);
        char *before = text_of(&document), *after;
        ow_error error;
        assert_int_equal(ow_remove_parts(&document, rows[i].selectors, NULL, NULL, &error),
                         OW_BAD_ARGUMENT);
        assert_non_null(strstr(error.message, "no record"));
        assert_string_equal(before, after = text_of(&document));
        free(before);
        free(after);
        ow_close(&document);
    }
    ow_city_save own = {.variant = OW_CITY_D3};
    ow_document document = {.format = ow_format_by_name("city"), .as = {.city = &own}};
    assert_int_equal(ow_remove_parts(&document, "things", NULL, NULL, NULL), OW_BAD_ARGUMENT);
}

static void types_are_replaced(void **state)
{
    (void)state;
    static const struct {
        const char *world;
        ow_replaced what;
        const char *from, *to;
        uint64_t count;
        const char *there, *gone;
    } rows[] = {
        {world_of_boards, OW_REPLACE_TYPE, "MHG.AndGate", "M.And", 2, "'name': 'M.And'",
         "MHG.AndGate"},
        {world_of_boards, OW_REPLACE_TYPE, "MHG.AndGate", "MHG.Switch", 2,
         "'type': 5, 'position': [600", "MHG.AndGate"},
        {world_of_boards, OW_REPLACE_TYPE, "MHG.CircuitBoard", "M.Board", 1, "'name': 'M.Board'",
         "MHG.CircuitBoard"},
        {world_of_boards, OW_REPLACE_TYPE, "MHG.CircuitBoard", "MHG.Switch", 1,
         "'type': 5, 'position': [3000", "MHG.CircuitBoard"},
        {world_of_leveld, OW_REPLACE_TYPE, "3", "8", 1, "'id': 8", "'id': 3"},
        {world_of_leveld, OW_REPLACE_TILE, "1", "7", 2, "[0, 7, 2, 3, 4, 5], [0, 32775,", "32769"},
        {world_of_leveld, OW_REPLACE_TILE, "1", "32767", 2, "[0, 32767, 2, 3, 4, 5], [0, 65535,",
         "32769"},
        {world_of_city, OW_REPLACE_TYPE, "b", "c", 1, "['a', 'c']", "'b'"},
        {world_of_city, OW_REPLACE_TYPE, "b", "a", 1, "['a']", "'meta_thing': 1"},
        {world_of_city, OW_REPLACE_TYPE, "a", "b", 0, "['b']", "'meta_thing': 1"},
        {world_of_structure, OW_REPLACE_TYPE, "5", "9", 1, "'id': 9", "'id': 5"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ow_document document = document_of(rows[i].world);
        uint64_t count;
        ow_error error;
        assert_int_equal(ow_replace_parts(&document, rows[i].what, rows[i].from, rows[i].to, NULL,
                                          &count, &error),
                         OW_OK);
        assert_int_equal(count, rows[i].count);
        assert_has(&document, rows[i].there, true);
        assert_has(&document, rows[i].gone, false);
        ow_close(&document);
    }
}

static void what_cannot_be_replaced_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *world;
        ow_replaced what;
        const char *from, *to;
    } rows[] = {
        {world_of_boards, OW_REPLACE_TYPE, "MHG.OrGate", "MHG.AndGate"},
        {world_of_boards, OW_REPLACE_TYPE, "MHG.AndGate", "MHG.AndGate"},
        {world_of_boards, OW_REPLACE_TYPE, "MHG.AndGate", ""},
        {world_of_boards, OW_REPLACE_TILE, "1", "2"},
        {world_of_leveld, OW_REPLACE_TYPE, "house", "2"},
        {world_of_leveld, OW_REPLACE_TYPE, "99", "2"},
        {world_of_leveld, OW_REPLACE_TILE, "1", "32768"},
        {world_of_leveld, OW_REPLACE_TILE, "9", "2"},
        {world_of_city, OW_REPLACE_TYPE, "x", "a"},
        {world_of_city, OW_REPLACE_TILE, "1", "2"},
        {world_of_structure, OW_REPLACE_TYPE, "0", "5"},
        {world_of_structure, OW_REPLACE_TYPE, "109", "5"},
        {world_of_structure, OW_REPLACE_TYPE, "7", "9"},
        {world_of_structure, OW_REPLACE_TYPE, "nonsense", "9"},
        {world_of_structure, OW_REPLACE_TYPE, "256", "9"},
        {world_of_structure, OW_REPLACE_TILE, "1", "2"},
        {world_of_leveld, (ow_replaced)(OW_REPLACE_TILE + 1), "9", "2"},
        {world_of_boards, (ow_replaced)-1, "MHG.OrGate", "MHG.AndGate"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ow_document document = document_of(rows[i].world);
        char *before = text_of(&document), *after;
        ow_error error;
        if (ow_replace_parts(&document, rows[i].what, rows[i].from, rows[i].to, NULL, NULL,
                             &error) != OW_BAD_ARGUMENT)
            ROW_FAILED("%s was replaced by %s\n", rows[i].from, rows[i].to);
        assert_true(*error.message);
        assert_string_equal(before, after = text_of(&document));
        free(before);
        free(after);
        ow_close(&document);
    }
    assert_int_equal(ow_replace_parts(NULL, OW_REPLACE_TYPE, "a", "b", NULL, NULL, NULL),
                     OW_BAD_ARGUMENT);
}

static void a_part_is_a_world_of_its_own(void **state)
{
    (void)state;
    static const struct {
        const char *world, *selectors, *there, *gone, *reported;
    } rows[] = {
        {world_of_boards, "C-10", "'save_type': 'subassembly'", "'address': 7,",
         "/wires/1 omitted wires to components that are not selected"},
        {world_of_boards, "C-10",
         "'address': 10, 'parent': 0, 'type': 1, 'position': [0, 0, 0], 'rotation': "
         "[0.0, 1.0, 0.0, 0.0]",
         "MHG.Switch", "1"},
        {world_of_boards, "C-12,C-30",
         "'address': 30, 'parent': 0, 'type': 2, 'position': [300, 0, 300]", "'address': 10,", "1"},
        {world_of_boards, "C-30,C-31",
         "'address': 31, 'parent': 0, 'type': 6, 'position': [300, 300, 300]", "'address': 12,",
         "they keep their places in the world"},
        {world_of_leveld, "box:1,0..1,1", "'width': 1, 'height': 2, 'layers': [[1, 4], [32769, 0]]",
         "'metadata': 'e'", ""},
        {world_of_leveld, "box:0,1..2,1,tag:2", "[[3, 4, 5], [0, 0, 0]]", "'metadata': 'e'",
         "left of or above the rectangle"},
        {world_of_leveld, "/blocks/1/layers/1", "[[0, 32769, 0, 0, 0, 0]]", "'layer_id': 1", ""},
        {world_of_city, "things", "'meta_things': ['b']", "'meta_thing': 1", ""},
        {world_of_city, "box:1,0..9,9", "'x_vertices': 1, 'y_vertices': 1, 'heights': [2.0]",
         "'x': 1.0", ""},
        {world_of_structure, "/blocks/1", "'colors': [31]", "63488", ""},
        {world_of_structure, "/blocks/1,/blocks/0", "'connections': [0]", "'formula'", ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ow_document document = document_of(rows[i].world), part;
        struct warnings warnings = {""};
        ow_error error;
        assert_int_equal(ow_extract_parts(&document, rows[i].selectors, NULL, note_warning,
                                          &warnings, &part, &error),
                         OW_OK);
        assert_has(&part, rows[i].there, true);
        assert_has(&part, rows[i].gone, false);
        if (!strstr(warnings.text, rows[i].reported) || (!*rows[i].reported && *warnings.text))
            ROW_FAILED("\"%s\" was told and not \"%s\"\n", warnings.text, rows[i].reported);
        ow_close(&part);
        ow_close(&document);
    }
}

static void what_is_no_world_is_not_extracted(void **state)
{
    (void)state;
    static const struct {
        const char *world, *selectors, *message;
    } rows[] = {
        {world_of_boards, "wires", "wires alone"},
        {world_of_boards, "C-99", "no record"},
        {world_of_leveld, "box:3,0..9,9", "outside the map"},
        {world_of_leveld, "box:0,-3..2,-1", "outside the map"},
        {world_of_city, "box:5,5..9,9,things", "no record"},
        {world_of_city, "box:0,-9..5,9,box:3,0..4,1", "no record"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ow_document document = document_of(rows[i].world), part;
        ow_error error;
        assert_int_equal(
            ow_extract_parts(&document, rows[i].selectors, NULL, NULL, NULL, &part, &error),
            OW_BAD_ARGUMENT);
        assert_null(part.format);
        assert_non_null(strstr(error.message, rows[i].message));
        ow_close(&document);
    }
}

struct reported {
    char text[1024];
};

static void note_file(void *context, const char *name, ow_text text)
{
    struct reported *reported = context;
    size_t size = strlen(reported->text);
    snprintf(reported->text + size, sizeof reported->text - size, "%s:%.*s;", name,
             (int)(text.size < 20 ? text.size : 20), text.data ? text.data : "");
}

static void a_game_keeps_files_beside_a_part(void **state)
{
    (void)state;
    struct reported reported = {""};
    ow_error error;
    assert_int_equal(ow_part_files(ow_format_by_name("blotter"), NULL, OW_LITERAL("a#b\nc"), NULL,
                                   note_file, &reported, &error),
                     OW_OK);
    assert_string_equal(reported.text, "data.partialworld:;meta.jecs:Title: a-b-c\nColumn:;"
                                       "placements.jecs:Placements:\n    -\n  ;");
    struct ledger ledger = {.refuse = 1};
    const ow_options options = ledger_options(&ledger);
    assert_int_equal(ow_part_files(ow_format_by_name("blotter"), NULL, OW_LITERAL("a"), &options,
                                   note_file, &reported, &error),
                     OW_NO_MEMORY);
    assert_true(*error.message && ledger.blocks == 0);
    assert_int_equal(ow_part_files(ow_format_by_name("city"), NULL, OW_LITERAL("a"), NULL,
                                   note_file, &reported, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_part_files(NULL, NULL, OW_LITERAL("a"), NULL, note_file, &reported, &error),
                     OW_BAD_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(records_go_with_what_hangs_on_them),
        cmocka_unit_test(a_list_of_states_keeps_those_that_are_used),
        cmocka_unit_test(what_cannot_be_removed_is_refused),
        cmocka_unit_test(a_section_that_changes_has_its_true_size),
        cmocka_unit_test(types_are_replaced),
        cmocka_unit_test(what_cannot_be_replaced_is_refused),
        cmocka_unit_test(a_part_is_a_world_of_its_own),
        cmocka_unit_test(what_is_no_world_is_not_extracted),
        cmocka_unit_test(a_game_keeps_files_beside_a_part),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
