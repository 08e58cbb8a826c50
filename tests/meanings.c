/* What values stand for: told behind them where a trace is asked to, of files and of documents. */
#include "support/test.h"

#include "support/documents.h"
#include "support/ledger.h"
#include "support/lines.h"
#include "support/saves.h"

#define HEAD                                                                                       \
    "{'format': 'blotter', 'version': 7, 'game_version': [0, 92, 3, 57], 'save_type': 'world', "   \
    "'mods': [], "
#define COMPONENT(type, data)                                                                      \
    "{'address': 1, 'parent': 0, 'type': " #type                                                   \
    ", 'position': [0, 0, 0], 'rotation': [0.0, 0.0, 0.0, 1.0], 'inputs': [], 'outputs': [], "     \
    "'custom_data': " data "}"
#define TAIL "'wires': [], 'circuit_states': ''}"
#define ROOT                                                                                       \
    "'roots': [{'position': [0, 0, 0], 'rotation': [0, 0, 0], 'bounds_center': [0, 0, 0], "        \
    "'bounds_size': [1, 1, 1], 'last_block': 0}], 'blocks': [{'position': [0, 0, 0], "

static const struct {
    const char *what, *json, *reported; /* what stands in the line of the events */
} rows[] = {
    {"types have names, of two with a number the first",
     HEAD "'component_types': [{'id': 3, 'name': 'MHG.Peg'}, {'id': 3, 'name': 'other'}], "
          "'components': [" COMPONENT(3, "null") "], " TAIL,
     "type=3 meaning=MHG.Peg position=[ 0 0 0 ] place=[ 0.0 0.0 0.0 ] rotation="},
    {"a type that is not in the table has none",
     HEAD "'component_types': [{'id': 3, 'name': 'MHG.Peg'}], "
          "'components': [" COMPONENT(4, "'AQID'") "], " TAIL,
     "type=4 position="},
    {"custom data has its fields",
     HEAD "'component_types': [{'id': 0, 'name': 'MHG.CircuitBoard'}], "
          "'components': [" COMPONENT(0, "'AQL/AgAAAAMAAAA='") "], " TAIL,
     "custom_data=bytes board={ color=#0102ff size_x=2 size_z=3 } }"},
    {"custom data that its type has not says nothing",
     HEAD "'component_types': [{'id': 0, 'name': 'MHG.CircuitBoard'}], "
          "'components': [" COMPONENT(0, "'AQL/AgAAAAMAAAAA'") "], " TAIL,
     "custom_data=bytes } ]"},
    {"a label has every kind of field",
     HEAD "'component_types': [{'id': 0, 'name': 'MHG.PanelLabel'}], "
          "'components': [" COMPONENT(0, "'AQAAACYmJs3MTD8BAgAAAEMwAQAAAAEAAAAAAAAA'") "], " TAIL,
     "label={ align_x=1 color=#262626 font_size=0.8 monospace=1 text=C0 size_x=1 size_z=1 "
     "align_z=0 }"},
    {"colours of a table, and where they are used",
     "{'format': 'structure', 'version': 6, 'colors': [57540, 65535], 'rotations': null, " ROOT
     "'rotation': [0, 0, 0], 'id': 28, 'mask': 52, 'color_index': 1}]}",
     "colors=[ 57540 meaning=#e71821, or #2118e7 if red is low 65535 meaning=#ffffff ]"},
    {"blocks have types and colours",
     "{'format': 'structure', 'version': 6, 'colors': [57540, 65535], 'rotations': null, " ROOT
     "'rotation': [0, 0, 0], 'id': 28, 'mask': 52, 'color_index': 1}]}",
     "id=28 meaning=Glass block mask=52 color_index=1 meaning=#ffffff }"},
    {"things have names",
     "{'format': 'city', 'variant': 'd3', 'version': 0, 'name': '', 'terrain': {'kind': 'image', "
     "'image_path': 'a', 'z_scale': 0.1}, 'meta_things': ['oak'], 'things': [{'meta_thing': 0, "
     "'direction': 0, 'x': 0.0, 'y': 0.0, 'z': 0.0, 'reserved': ''}, {'meta_thing': 1, "
     "'direction': 0, 'x': 0.0, 'y': 0.0, 'z': 0.0, 'reserved': ''}]}",
     "meta_thing=0 meaning=oak direction=0 degrees=0 x=0.0 y=0.0 z=0.0 reserved=bytes } { "
     "meta_thing=1 "
     "direction="},
    {"cells that nothing passes have a tile, timestamps a date",
     "{'format': 'leveld', 'version': 4, 'byte_order': 'big', 'blocks': [{'id': 'META', "
     "'timestamp': '1700000000', 'level_id': '', 'name': '', 'author': '', 'description': ''}, "
     "{'id': 'MESH', 'tile_width': 1, 'tile_height': 1, 'width': 2, 'height': 1, 'layers': "
     "[[5, 32773]]}]}",
     "timestamp=1700000000 meaning=2023-11-14T22:13:20Z level_id="},
    {"a cell that something passes is its tile",
     "{'format': 'leveld', 'version': 4, 'byte_order': 'big', 'blocks': [{'id': 'MESH', "
     "'tile_width': 1, 'tile_height': 1, 'width': 2, 'height': 1, 'layers': [[5, 32773]]}]}",
     "[ 5 32773 meaning=tile 5, impassable ]"},
};

static void values_are_shown_with_what_they_stand_for(void **state)
{
    (void)state;
    static struct line in_file, in_document, without;
    ow_options options = {.meanings = true};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document document = document_of(rows[i].json);
        ow_buffer bytes = {0};
        in_file = in_document = without = (struct line){0};
        assert_int_equal(ow_write_buffer(&document, NULL, &bytes, NULL), OW_OK);
        assert_int_equal(ow_trace(bytes.data, bytes.size, &options, add_to_line, &in_file, NULL),
                         OW_OK);
        assert_int_equal(ow_trace_document(&document, &options, add_to_line, &in_document, NULL),
                         OW_OK);
        assert_int_equal(ow_trace(bytes.data, bytes.size, NULL, add_to_line, &without, NULL),
                         OW_OK);
        if (!strstr(in_file.text, rows[i].reported))
            ROW_FAILED("%s: %s is not in %s\n", rows[i].what, rows[i].reported, in_file.text);
        assert_string_equal(in_document.text, in_file.text);
        assert_null(strstr(without.text, "meaning="));
        ow_buffer_free(&bytes, NULL);
        ow_close(&document);
    }
}

/* Skips every list, but for that of components. */
struct chooser {
    unsigned meanings, ends;
    bool all_derived;
};

static ow_visit choose(void *context, const ow_event *event)
{
    struct chooser *chooser = context;
    if (event->name && (strcmp(event->name, "meaning") == 0 || strcmp(event->name, "board") == 0)) {
        chooser->meanings++;
        chooser->all_derived = chooser->all_derived && event->derived && event->size == 0;
    }
    if (event->kind == OW_END_ARRAY && strcmp(event->name, "component_types") == 0)
        chooser->ends++;
    return event->kind == OW_BEGIN_ARRAY && strcmp(event->name, "component_types") == 0 ? OW_SKIP
                                                                                        : OW_GO_ON;
}

static void a_table_that_is_skipped_is_known_all_the_same(void **state)
{
    (void)state;
    struct chooser chooser = {.all_derived = true};
    ow_document document = document_of(rows[2].json);
    ow_options options = {.meanings = true};
    assert_int_equal(ow_trace_document(&document, &options, choose, &chooser, NULL), OW_OK);
    assert_int_equal(chooser.meanings, 3); /* the type, the beginning and the end of the board */
    assert_int_equal(chooser.ends, 1);
    assert_true(chooser.all_derived);
    ow_close(&document);
}

static ow_visit stop_at_meaning(void *context, const ow_event *event)
{
    ++*(unsigned *)context;
    return event->name && strcmp(event->name, "meaning") == 0 ? OW_STOP : OW_GO_ON;
}

static void a_visitor_may_stop_at_a_meaning(void **state)
{
    (void)state;
    unsigned reported = 0, stopped = 0;
    ow_document document = document_of(rows[0].json);
    ow_options options = {.meanings = true};
    static struct line line;
    line = (struct line){0};
    assert_int_equal(ow_trace_document(&document, &options, stop_at_meaning, &stopped, NULL),
                     OW_OK);
    assert_int_equal(ow_trace_document(&document, &options, add_to_line, &line, NULL), OW_OK);
    for (const char *at = line.text; at < strstr(line.text, "meaning="); at++)
        reported += *at == '=';
    assert_true(stopped > reported && reported > 0);
    ow_close(&document);
}

static void memory_that_is_missing_is_reported(void **state)
{
    (void)state;
    ow_document document = document_of(rows[2].json);
    ow_buffer bytes = {0};
    static struct line line;
    assert_int_equal(ow_write_buffer(&document, NULL, &bytes, NULL), OW_OK);
    for (uint64_t refuse = 1;; refuse++) {
        struct ledger ledger = {.refuse = refuse};
        ow_options options = ledger_options(&ledger);
        options.meanings = true;
        line = (struct line){0};
        ow_error error;
        ow_status status = ow_trace(bytes.data, bytes.size, &options, add_to_line, &line, &error);
        assert_int_equal(ledger.blocks, 0);
        assert_int_equal(status, ledger.refused ? OW_NO_MEMORY : OW_OK);
        if (!ledger.refused)
            break;
        assert_true(refuse < 10);
    }
    ow_buffer_free(&bytes, NULL);
    ow_close(&document);
}

/* A table of all numbers that there can be would be 1.5 MiB, cleared for every part that is
 * told. */
static void numbers_of_types_come_in_any_order_and_take_room_for_the_largest(void **state)
{
    (void)state;
    static struct line line;
    struct ledger ledger = {0};
    ow_document document = document_of(
        HEAD "'component_types': [{'id': 70, 'name': 'third'}, {'id': 3, 'name': "
             "'first'}, {'id': 300, 'name': 'last'}, {'id': 63, 'name': 'second'}], "
             "'components': [" COMPONENT(63, "null") ", " COMPONENT(300, "null") ", " COMPONENT(
                 3, "null") ", " COMPONENT(70, "null") "], " TAIL);
    static const char *const reported[] = {"type=63 meaning=second", "type=300 meaning=last",
                                           "type=3 meaning=first", "type=70 meaning=third"};
    ow_options options = ledger_options(&ledger);
    options.meanings = true;
    for (size_t i = 0; i < LENGTH(reported); i++) {
        line = (struct line){0};
        assert_int_equal(
            ow_trace_part(&document, "/components", i, 1, &options, add_to_line, &line, NULL),
            OW_OK);
        assert_non_null(strstr(line.text, reported[i]));
    }
    assert_true(ledger.peak < 100000);
    assert_int_equal(ledger.blocks, 0);
    ow_close(&document);
}

/* Names of a document are not passed again for each part of it, of which there may be thousands. */
static void a_part_of_a_city_has_names_without_a_copy_of_them(void **state)
{
    (void)state;
    static ow_text names[50000];
    static struct line line;
    struct ledger ledger = {0};
    ow_document document = document_of(
        "{'format': 'city', 'variant': 'd3', 'version': 0, 'name': '', 'terrain': {'kind': "
        "'image', "
        "'image_path': 'a', 'z_scale': 0.1}, 'meta_things': [], 'things': [{'meta_thing': 49999, "
        "'direction': 0, 'x': 0.0, 'y': 0.0, 'z': 0.0, 'reserved': ''}]}");
    for (size_t i = 0; i < LENGTH(names); i++)
        names[i] = ow_text_of(i == 49999 ? "oak" : "elm");
    document.as.city->meta_things = names;
    document.as.city->meta_thing_count = LENGTH(names);
    ow_options options = ledger_options(&ledger);
    options.meanings = true;
    line = (struct line){0};
    assert_int_equal(ow_trace_part(&document, "/things", 0, 1, &options, add_to_line, &line, NULL),
                     OW_OK);
    assert_non_null(strstr(line.text, "meta_thing=49999 meaning=oak"));
    assert_true(ledger.peak < 100000);
    assert_true(names[0].size == 3 && memcmp(names[0].data, "elm", 3) == 0);
    ow_close(&document);
}

static void the_largest_number_of_a_type_has_a_name(void **state)
{
    (void)state;
    static struct line line;
    ow_options options = {.meanings = true};
    ow_document document = document_of(HEAD "'component_types': [{'id': 65535, 'name': 'last'}], "
                                            "'components': [" COMPONENT(65535, "null") "], " TAIL);
    line = (struct line){0};
    assert_int_equal(ow_trace_document(&document, &options, add_to_line, &line, NULL), OW_OK);
    assert_non_null(strstr(line.text, "type=65535 meaning=last"));
    ow_close(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_shown_with_what_they_stand_for),
        cmocka_unit_test(a_table_that_is_skipped_is_known_all_the_same),
        cmocka_unit_test(a_visitor_may_stop_at_a_meaning),
        cmocka_unit_test(memory_that_is_missing_is_reported),
        cmocka_unit_test(numbers_of_types_come_in_any_order_and_take_room_for_the_largest),
        cmocka_unit_test(a_part_of_a_city_has_names_without_a_copy_of_them),
        cmocka_unit_test(the_largest_number_of_a_type_has_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
