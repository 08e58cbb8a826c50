/* Parts of a world: what selectors find. */
#include "../support/test.h"

#include "../support/documents.h"
#include "../support/ledger.h"
#include "../support/worlds.h"

#include <stdio.h>

struct found {
    char text[1024];
};

static ow_visit note_part(void *context, const ow_part *part)
{
    struct found *found = context;
    size_t size = strlen(found->text);
    snprintf(found->text + size, sizeof found->text - size, "%s%s", size > 0 ? " " : "",
             part->pointer);
    return OW_GO_ON;
}

static void assert_found(const char *world, const ow_part_choice *choice, const char *expected)
{
    ow_document document = document_of(world);
    struct found found = {""};
    uint64_t count = 0, spaces = 0;
    ow_error error;
    assert_int_equal(ow_find_parts(&document, choice, NULL, note_part, &found, &count, &error),
                     OW_OK);
    if (strcmp(found.text, expected) != 0)
        ROW_FAILED("\"%s\" found %s, and not %s\n",
                   choice && choice->selectors ? choice->selectors : "", found.text, expected);
    for (const char *at = expected; *at; at++)
        spaces += *at == ' ';
    assert_int_equal(count, *expected ? spaces + 1 : 0);
    ow_close(&document);
}

static void selectors_pick_records(void **state)
{
    (void)state;
    static const struct {
        const char *world, *selectors, *expected;
    } rows[] = {
        {world_of_boards, "C-12", "/components/1 /components/3"},
        {world_of_boards, "C-10", "/components/0 /components/1 /components/2 /components/3"},
        {world_of_boards, "C-99", ""},
        {world_of_boards, "/components/1", "/components/1 /components/3"},
        {world_of_boards, "/components/9", ""},
        {world_of_boards, "/wires", "/wires/0 /wires/1"},
        {world_of_boards, "/mods/0", ""},
        {world_of_boards, "type:MHG.AndGate", "/components/1 /components/2"},
        {world_of_boards, "type:*Label,C-7", "/components/3 /components/4"},
        {world_of_boards, "type:AndGate", "/components/1 /components/2"}, /* without its mod */
        {world_of_boards, "type:Gate", ""},
        {world_of_boards, "wires", "/wires/0 /wires/1"},
        {world_of_boards, "kind:w*", "/wires/0 /wires/1"},
        {world_of_boards, "text:clock", "/components/3"},
        {world_of_boards, "text:the*3", "/components/3"},
        {world_of_boards, "text:clocks", ""},
        {world_of_boards, "tag:0", ""},
        {world_of_boards, "at:10,0,0", "/components/0"},
        {world_of_boards, "at:9,0.5,0", "/components/1"},
        {world_of_boards, "at:10.5,0,0.5", "/components/0"},
        {world_of_boards, "box:7,0,-2..9,0.5,1", "/components/1 /components/2"},
        {world_of_boards, "box:7,0..9,1,C-7", ""},
        {world_of_leveld, "tag:2", "/blocks/2/things/0 /blocks/3/triggers/0 /blocks/4/paths/0"},
        {world_of_leveld, "tag:2,things",
         "/blocks/2/things/0 /blocks/3/triggers/0 /blocks/4/paths/0"},
        {world_of_leveld, "type:3", "/blocks/3/triggers/0"},
        {world_of_leveld, "layer", "/blocks/1/layers/0 /blocks/1/layers/1"},
        {world_of_leveld, "/blocks/1/layers/1",
         "/blocks/1/layers/1 /blocks/2/things/0 /blocks/3/triggers/0 /blocks/4/paths/0"},
        {world_of_leveld, "at:0,0", "/blocks/2/things/0 /blocks/3/triggers/0 /blocks/4/paths/0"},
        {world_of_leveld, "box:1,0..9,9", ""},
        {world_of_leveld, "text:E", "/blocks/2/things/0"},
        {world_of_boards, "net:C-12", "/components/1 /components/2 /wires/0"},
        {world_of_boards, "net:C-12.in1,not:wires", "/components/1 /components/4"},
        {world_of_boards, "net:n0", "/components/1"},
        {world_of_boards, "net:n77", ""},
        {world_of_boards, "net:C-7.out0,not:net:C-30.in0,C-31",
         "/components/3 /components/4 /wires/1"},
        {world_of_city, "type:b", "/things/0"},
        {world_of_city, "type:a", ""},
        {world_of_city, "at:1,0", "/things/0"},
        {world_of_structure, "/roots/0", "/roots/0 /blocks/0 /blocks/1 /blocks/2 /blocks/3"},
        {world_of_structure, "text:n", "/blocks/1"},
        {world_of_structure, "type:Math*", "/blocks/3"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].selectors, "box:7,0..9,1,C-7") == 0)
            continue; /* refused, see below */
        assert_found(rows[i].world, &(ow_part_choice){.selectors = rows[i].selectors},
                     rows[i].expected);
    }
    assert_found(world_of_city, NULL, "/things/0");
}

#define ON(address, parent)                                                                        \
    "{'address': " #address ", 'parent': " #parent ", 'type': 1, 'position': [300, 0, 0], "        \
    "'rotation': [0.0, 0.0, 0.0, 1.0], 'inputs': [], 'outputs': [], 'custom_data': null}"
#define CHAIN ON(4, 3) "," ON(3, 2) "," ON(2, 1) "," ON(1, 0)
#define CYCLE ON(6, 7) "," ON(7, 6) "," ON(8, 6)

/* Positions are in the world, whatever the order of the file is. Of a cycle, one has no parent. */
static void what_is_listed_before_its_parent_has_its_place_on_it(void **state)
{
    (void)state;
    static const char world[] =
        "{'format': 'blotter', 'version': 7, 'game_version': [0, 92, 3, 57], 'save_type': 'world', "
        "'mods': [], 'component_types': [{'id': 1, 'name': 'A'}], "
        "'components': [" CHAIN "," CYCLE "," ON(9, 99) "], 'wires': [], 'circuit_states': ''}";
    assert_found(world, &(ow_part_choice){.selectors = "at:4,0,0"}, "/components/0");
    assert_found(world, &(ow_part_choice){.selectors = "at:3,0,0"}, "/components/1 /components/6");
    assert_found(world, &(ow_part_choice){.selectors = "at:2,0,0"}, "/components/2 /components/4");
    assert_found(world, &(ow_part_choice){.selectors = "at:1,0,0"},
                 "/components/3 /components/5 /components/7");
}

static void a_choice_narrows_what_selectors_pick(void **state)
{
    (void)state;
    static const char *const position[] = {"position/0 > 200", NULL};
    static const char *const both[] = {"position/* = 600", "/inputs/1 = 4", NULL};
    static const char *const less[] = {"rotation/3 < 0.5", NULL};
    static const char *const unequal[] = {"parent != 0", NULL};
    static const char *const wire[] = {"first/kind = output", "circuit_state <= 4", NULL};
    static const char *const words[] = {"metadata ~ F", NULL};
    static const char *const nothing[] = {"nothing = 0", NULL};
    static const char *const truth[] = {"metadata/booleans/0 = true", NULL};
    static const char *const one[] = {"metadata/booleans/1 < 1", NULL};
    static const char *const half[] = {"metadata/floats/* = 0.5", NULL};
    static const char *const least[] = {"position/0 >= 2000", NULL};
    static const char *const no_number[] = {"id != abc", "id ~ 5", NULL};
    static const char *const other_word[] = {"id != abc", NULL};
    static const char *const bytes[] = {"custom_data ~ clock", NULL};
    static const char *const same[] = {"rotation/3 == 1", "address != 10", "address <= 12", NULL};
    static const struct {
        const char *world, *expected;
        ow_part_choice choice;
    } rows[] = {
        {world_of_structure, "/blocks/1", {.where = truth}},
        {world_of_structure, "/blocks/1", {.where = one}},
        {world_of_structure, "/blocks/1", {.where = half}},
        {world_of_structure, "/blocks/2 /blocks/3", {.where = least}},
        {world_of_structure, "", {.where = no_number}},
        {world_of_structure, "/blocks/0 /blocks/1 /blocks/2 /blocks/3", {.where = other_word}},
        {world_of_boards, "/components/3", {.where = bytes}},
        {world_of_boards, "/components/1 /components/4", {.where = same}},
        {world_of_boards, "/components/1 /components/2", {.type = "*Gate"}},
        {world_of_boards, "/components/1", {.selectors = "C-12", .type = "MHG.AndGate"}},
        {world_of_boards, "/components/3", {.text = "clock"}},
        {world_of_boards, "/components/4", {.has_near = true}},
        {world_of_boards,
         "/components/0 /components/1 /components/2 /components/3",
         {.has_near = true, .near_to = {9, 0, 0}, .within = 2.0}},
        {world_of_boards, "/components/0 /components/1 /components/2", {.where = position}},
        {world_of_boards, "/components/2", {.where = both}},
        {world_of_boards, "/components/0", {.where = less}},
        {world_of_boards, "/components/1 /components/2 /components/3", {.where = unequal}},
        {world_of_boards, "/wires/0", {.where = wire}},
        {world_of_boards, "", {.where = nothing}},
        {world_of_leveld, "/blocks/3/triggers/0", {.where = words}},
        {world_of_leveld,
         "/blocks/2/things/0 /blocks/3/triggers/0 /blocks/4/paths/0",
         {.has_tag = true, .tag = 2}},
        {world_of_leveld, "", {.has_tag = true}},
        {world_of_city, "/things/0", {.has_near = true, .near_to = {1, 0, 3}, .within = 0.1}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_found(rows[i].world, &rows[i].choice, rows[i].expected);
}

static void what_is_no_selector_is_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "C-12,,C-7",       "tag:x",      "at:1",         "at:x,y",
        "box:1,2",         "box:1,2..3", "box:5,5..4,9", "at:1,2,3,4,5",
        "group:a",         "pegs",       "at:1,2x",      "at:1.5555555555555555,2",
        "tag:99999999999", "at:10,0",    "box:0,0..9,9", "near:10,0:2"};
    ow_document leveld = document_of(world_of_leveld);
    static const char *const no_condition[] = {"position", NULL};
    static const char *const no_field[] = {" = 3", NULL};
    ow_document document = document_of(world_of_boards);
    ow_error error;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ow_part_choice choice = {.selectors = bad[i]};
        if (ow_find_parts(&document, &choice, NULL, NULL, NULL, NULL, &error) != OW_BAD_ARGUMENT)
            ROW_FAILED("\"%s\" was taken\n", bad[i]);
        assert_true(*error.message);
    }
    ow_part_choice no_nets = {.selectors = "net:a"};
    assert_int_equal(ow_find_parts(&leveld, &no_nets, NULL, NULL, NULL, NULL, &error),
                     OW_BAD_ARGUMENT);
    ow_close(&leveld);
    const char *many[18] = {NULL};
    char selectors[1024] = "C-1";
    for (size_t i = 0; i < 17; i++)
        many[i] = "type = 1";
    for (size_t i = 0; i < 256; i++)
        strcat(selectors, ",a");
    ow_part_choice too_many = {.where = many};
    assert_int_equal(ow_find_parts(&document, &too_many, NULL, NULL, NULL, NULL, &error),
                     OW_BAD_ARGUMENT);
    too_many = (ow_part_choice){.selectors = selectors};
    assert_int_equal(ow_find_parts(&document, &too_many, NULL, NULL, NULL, NULL, &error),
                     OW_BAD_ARGUMENT);
    ow_part_choice choice = {.where = no_condition};
    assert_int_equal(ow_find_parts(&document, &choice, NULL, NULL, NULL, NULL, &error),
                     OW_BAD_ARGUMENT);
    choice.where = no_field;
    assert_int_equal(ow_find_parts(&document, &choice, NULL, NULL, NULL, NULL, &error),
                     OW_BAD_ARGUMENT);
    choice = (ow_part_choice){.has_near = true, .within = -1};
    assert_int_equal(ow_find_parts(&document, &choice, NULL, NULL, NULL, NULL, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_find_parts(NULL, NULL, NULL, NULL, NULL, NULL, &error), OW_BAD_ARGUMENT);
    ow_close(&document);
}

static void note_message(void *context, const char *pointer, const char *message)
{
    char *reported = context;
    assert_string_equal(pointer, "");
    snprintf(reported + strlen(reported), 1024 - strlen(reported), "%s\n", message);
}

static void what_matches_nothing_is_reported(void **state)
{
    (void)state;
    static const char *const unknown[] = {"addressx = 1", "position/0 > 0", NULL};
    static const char *const no_number[] = {"parent = abc", NULL};
    static const char *const known[] = {"parent != 0", "position/0 > 99999", NULL};
    static const char *const two_signs[] = {"parent >> 3", NULL};
    static const struct {
        ow_part_choice choice;
        const char *reported;
    } rows[] = {
        {{.selectors = "type:AndGate,wires,C-12"}, ""},
        {{.selectors = "type:AndGaet"},
         "no record matches \"type:AndGaet\" (did you mean \"type:MHG.AndGate\"?)\n"},
        {{.selectors = "C-99,wier,tag:4"},
         "no record matches \"C-99\"\nno record matches \"wier\" (did you mean \"wire\"?)\n"
         "no record matches \"tag:4\"\n"},
        {{.selectors = "clock"}, "no record matches \"clock\" (did you mean \"text:clock\"?)\n"},
        {{.selectors = "AndGate"},
         "no record matches \"AndGate\" (did you mean \"type:AndGate\"?)\n"},
        {{.selectors = "zzzzzz"},
         "no record matches \"zzzzzz\"; the kinds of this world are component, wire\n"},
        {{.type = "Inverter", .text = "nowhere", .has_tag = true, .tag = 8},
         "no record has the type \"Inverter\"\nno record has the tag 8\n"
         "no record has the text \"nowhere\"\n"},
        {{.where = unknown}, "no record has a field \"addressx\" (did you mean \"address\"?)\n"},
        {{.where = no_number}, "\"abc\" is not a number, but the field \"parent\" is numeric\n"},
        {{.where = known}, ""},
    };
    ow_document document = document_of(world_of_boards);
    ow_error error;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char reported[1024] = "";
        ow_part_choice choice = rows[i].choice;
        choice.warn = note_message;
        choice.warn_context = reported;
        assert_int_equal(ow_find_parts(&document, &choice, NULL, NULL, NULL, NULL, &error), OW_OK);
        if (strcmp(reported, rows[i].reported) != 0)
            ROW_FAILED("row %zu told %s, and not %s\n", i, reported, rows[i].reported);
    }
    ow_part_choice choice = {.where = two_signs};
    assert_int_equal(ow_find_parts(&document, &choice, NULL, NULL, NULL, NULL, &error),
                     OW_BAD_ARGUMENT);
    choice = (ow_part_choice){.selectors = "typ:a"};
    assert_int_equal(ow_find_parts(&document, &choice, NULL, NULL, NULL, NULL, &error),
                     OW_BAD_ARGUMENT);
    assert_string_equal(error.message, "unknown selector \"typ:a\" (did you mean \"type:\"?)");
    ow_close(&document);
}

/* The circuit takes memory of its own, which may be refused too. */
static void nets_take_memory(void **state)
{
    (void)state;
    const ow_part_choice choice = {.selectors = "net:C-12,net:C-7"};
    ow_document document = document_of(world_of_boards);
    ow_status status = OW_NO_MEMORY;
    for (uint64_t call = 1; status != OW_OK; call++) {
        struct ledger ledger = {.refuse = call};
        ow_options options = ledger_options(&ledger);
        uint64_t count;
        ow_error error;
        status = ow_find_parts(&document, &choice, &options, NULL, NULL, &count, &error);
        assert_true(status == OW_OK || status == OW_NO_MEMORY);
        assert_int_equal(error.status, status);
        assert_int_equal(ledger.blocks, 0);
        assert_int_equal(count, status == OW_OK ? 5 : 0);
    }
    ow_close(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(selectors_pick_records),
        cmocka_unit_test(what_is_listed_before_its_parent_has_its_place_on_it),
        cmocka_unit_test(a_choice_narrows_what_selectors_pick),
        cmocka_unit_test(what_is_no_selector_is_refused),
        cmocka_unit_test(nets_take_memory),
        cmocka_unit_test(what_matches_nothing_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
