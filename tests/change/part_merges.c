/* Parts of a world: what comes of two that become one. */
#include "../support/test.h"

#include "../support/documents.h"
#include "../support/ledger.h"
#include "../support/worlds.h"

#include <stdio.h>

/* How many records and fields differ, but for where they stand in their lists. */
static uint64_t differences(const ow_document *a, const ow_document *b)
{
    ow_change_totals totals;
    ow_error error;
    assert_int_equal(ow_diff(a, b, NULL, NULL, NULL, NULL, NULL, &totals, &error), OW_OK);
    return totals.added + totals.removed + totals.changed;
}

static void what_is_taken_out_and_put_back_is_as_before(void **state)
{
    (void)state;
    static const struct {
        const char *world, *taken, *removed;
        ow_placement placement;
    } rows[] = {
        {world_of_boards, "C-10,C-7", "C-10,C-7", {.at = {10, 0, 0}}},
        {world_of_blotter, "C-10", "C-10", {.at = {0, 1, 2}}},
        {world_of_leveld, "box:0,0..1,1,tag:2", "tag:2", {.under = 0}},
        {world_of_leveld, "box:0,0..9,9", "tag:2", {.under = 0}},
        {world_of_city, "things", "things", {.under = 0}},
        {world_of_structure, "/roots/0", "/roots/0", {.under = 0}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ow_document document = document_of(rows[i].world), rest = document_of(rows[i].world);
        ow_document part, merged;
        ow_error error;
        assert_int_equal(
            ow_extract_parts(&document, rows[i].taken, NULL, NULL, NULL, &part, &error), OW_OK);
        assert_int_equal(ow_remove_parts(&rest, rows[i].removed, NULL, NULL, &error), OW_OK);
        assert_int_equal(
            ow_merge(&rest, &part, &rows[i].placement, NULL, NULL, NULL, &merged, &error), OW_OK);
        if (differences(&document, &merged) > 0) {
            char *text = text_of(&merged);
            ROW_FAILED("%s came back as\n%s\n", rows[i].taken, text);
        }
        ow_close(&merged);
        ow_close(&part);
        ow_close(&rest);
        ow_close(&document);
    }
}

/* The same part twice: numbers that are taken are made anew, and all that refers to them. */
static void parts_get_numbers_that_are_free(void **state)
{
    (void)state;
    ow_document document = document_of(world_of_boards), part, once, twice;
    struct warnings warnings = {""};
    ow_placement placement = {.at = {0, 0, 4}, .under = 10, .quarter_turns = 1};
    ow_check_totals totals;
    ow_error error;
    assert_int_equal(ow_extract_parts(&document, "C-12,C-30", NULL, NULL, NULL, &part, &error),
                     OW_OK);
    assert_int_equal(
        ow_merge(&document, &part, &placement, NULL, note_warning, &warnings, &once, &error),
        OW_OK);
    assert_non_null(
        strstr(warnings.text, "a new address because the world already uses theirs: 3"));
    assert_has(&once,
               "'address': 32, 'parent': 10, 'type': 2, 'position': [0, 0, 1200], "
               "'rotation': [0.0, 0.70710677, 0.0, 0.70710677], 'inputs': [10, 11], "
               "'outputs': [12]",
               true);
    assert_has(&once, "'address': 33, 'parent': 10, 'type': 2, 'position': [300, 0, 900]", true);
    assert_has(&once, "'address': 34, 'parent': 32", true);
    assert_has(&once,
               "'component': 32, 'index': 0}, 'second': {'kind': 'input', 'component': 33, "
               "'index': 0}, 'circuit_state': 12",
               true);
    assert_has(&once, "'circuit_states': 'JJI='", true); /* 2, 5 and 9 are on, 12 and 15 too */
    assert_int_equal(ow_merge(&once, &part, NULL, NULL, NULL, NULL, &twice, &error), OW_OK);
    assert_has(&twice, "'address': 37, 'parent': 35", true);
    assert_int_equal(ow_check_document(&twice, NULL, NULL, &totals, &error), OW_OK);
    assert_int_equal(totals.errors, 0);
    ow_close(&twice);
    ow_close(&once);
    ow_close(&part);
    ow_close(&document);
}

static void parts_are_turned_about_where_they_stand(void **state)
{
    (void)state;
    static const struct {
        int quarters;
        const char *second; /* what stands beside the first component, which stays at its place */
    } rows[] = {{0, "'position': [300, 0, 1500]"},   {1, "'position': [300, 0, 900]"},
                {2, "'position': [-300, 0, 900]"},   {3, "'position': [-300, 0, 1500]"},
                {-1, "'position': [-300, 0, 1500]"}, {6, "'position': [-300, 0, 900]"}};
    ow_document document = document_of(world_of_boards), part;
    ow_error error;
    assert_int_equal(ow_extract_parts(&document, "C-12,C-30", NULL, NULL, NULL, &part, &error),
                     OW_OK);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_placement placement = {.at = {0, 0, 4}, .under = 10, .quarter_turns = rows[i].quarters};
        char second[96];
        ow_document merged;
        assert_int_equal(ow_merge(&document, &part, &placement, NULL, NULL, NULL, &merged, &error),
                         OW_OK);
        snprintf(second, sizeof second, "'address': 33, 'parent': 10, 'type': 2, %s",
                 rows[i].second);
        assert_has(&merged, "'address': 32, 'parent': 10, 'type': 2, 'position': [0, 0, 1200]",
                   true);
        assert_has(&merged, second, true);
        ow_close(&merged);
    }
    ow_close(&part);
    ow_close(&document);
}

/* Types and mods go by their names, whatever their numbers are. */
static void names_are_found_again(void **state)
{
    (void)state;
    static const char other[] =
        "{'format': 'blotter', 'version': 6, 'game_version': [0, 91, 0, 0], 'save_type': "
        "'subassembly', 'mods': [{'id': 'MHG', 'version': [0, 91, 0, -1]}, {'id': 'X', 'version': "
        "[1, 0, 0, -1]}], 'component_types': [{'id': 2, 'name': 'MHG.Switch'}, {'id': 5, 'name': "
        "'X.Lamp'}, {'id': 9, 'name': 'X.Lamp'}], 'components': [{'address': 4, 'parent': 0, "
        "'type': 2, 'position': [0, 0, 0], 'rotation': [0.0, 0.0, 0.0, 1.0], 'inputs': [], "
        "'outputs': [0], 'custom_data': null}, {'address': 5, 'parent': 44, 'type': 9, 'position': "
        "[0, 0, 0], 'rotation': [0.0, 0.0, 0.0, 1.0], 'inputs': [0], 'outputs': [], 'custom_data': "
        "null}], 'wires': [{'first': {'kind': 'input', 'component': 5, 'index': 0}, 'second': "
        "{'kind': 'output', 'component': 77, 'index': 0}, 'circuit_state': 0, 'rotation': 0.0}], "
        "'circuit_states': []}";
    ow_document document = document_of(world_of_boards), part = document_of(other), merged;
    struct warnings warnings = {""};
    ow_error error;
    assert_int_equal(
        ow_merge(&document, &part, NULL, NULL, note_warning, &warnings, &merged, &error), OW_OK);
    assert_has(&merged, "'address': 4, 'parent': 0, 'type': 5", true);
    assert_has(&merged, "'address': 5, 'parent': 0, 'type': 0", true);
    assert_has(&merged, "{'id': 0, 'name': 'X.Lamp'}]", true);
    assert_has(&merged, "'id': 'X', 'version': [1, 0, 0, -1]", true);
    assert_has(&merged, "'id': 'MHG', 'version': [0, 91, 0, -1]", false);
    assert_non_null(strstr(warnings.text, "version 0.91.0 of the mod MHG"));
    assert_non_null(strstr(warnings.text, "whose parent is missing in the part"));
    assert_non_null(strstr(warnings.text, "wires to components that are missing in the part"));
    ow_close(&merged);
    ow_close(&part);
    ow_close(&document);
}

static void what_cannot_be_merged_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *world, *part;
        ow_placement placement;
        ow_status status;
        const char *message;
    } rows[] = {
        {world_of_boards, world_of_city, {.under = 0}, OW_BAD_ARGUMENT, "different formats"},
        {world_of_boards, world_of_boards, {.under = 99}, OW_BAD_ARGUMENT, "no component C-99"},
        {world_of_boards, world_of_boards, {.at = {1e9, 0, 0}}, OW_BAD_VALUE, "farther away"},
        {world_of_blotter, world_of_boards, {.at = {0, 0, -1e8}}, OW_BAD_VALUE, "farther away"},
        {world_of_leveld, world_of_leveld, {.at = {1, 0, 0}}, OW_BAD_VALUE, "do not fit"},
        {world_of_leveld, world_of_leveld, {.at = {0, 0, 1}}, OW_BAD_VALUE, "do not fit"},
        {world_of_leveld, world_of_leveld, {.at = {-1, 0, 0}}, OW_BAD_ARGUMENT, "whole cells"},
        {world_of_leveld,
         world_of_leveld,
         {.quarter_turns = 1},
         OW_BAD_ARGUMENT,
         "--turn and --under do not work"},
        {world_of_city,
         world_of_city,
         {.quarter_turns = 1},
         OW_BAD_ARGUMENT,
         "--turn and --under do not work"},
        {world_of_city, world_of_city, {.at = {1e300, 0, 0}}, OW_BAD_VALUE, "farther away"},
        {world_of_structure,
         world_of_structure,
         {.under = 1},
         OW_BAD_ARGUMENT,
         "--turn and --under do not work"},
        {world_of_structure, world_of_structure, {.at = {1e300, 0, 0}}, OW_BAD_VALUE, "farther"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ow_document world = document_of(rows[i].world), part = document_of(rows[i].part), merged;
        ow_error error;
        ow_status status =
            ow_merge(&world, &part, &rows[i].placement, NULL, NULL, NULL, &merged, &error);
        if (status != rows[i].status || !strstr(error.message, rows[i].message))
            ROW_FAILED("row %zu: %s, and not %s\n", i, error.message, rows[i].message);
        assert_null(merged.format);
        ow_close(&world);
        ow_close(&part);
    }
}

/* Numbers that leave no room above them: of a part they are made anew, of a world they are told. */
static void numbers_at_their_end_are_reported(void **state)
{
    (void)state;
    ow_document world = document_of(world_of_boards), part = document_of(world_of_boards), merged;
    ow_error error;
    part.as.blotter->components[1].inputs[0] = 2000000000;
    part.as.blotter->components[1].inputs[1] = INT32_MAX;
    assert_int_equal(ow_merge(&world, &part, NULL, NULL, NULL, NULL, &merged, &error), OW_OK);
    assert_true(merged.as.blotter->circuit_states.bits.size < 16);
    assert_int_equal(merged.as.blotter->components[6].inputs[0], 15);
    assert_int_equal(merged.as.blotter->components[6].inputs[1], 16);
    ow_close(&merged);
    world.as.blotter->components[1].inputs[1] = INT32_MAX;
    assert_int_equal(ow_merge(&world, &part, NULL, NULL, NULL, NULL, &merged, &error),
                     OW_BAD_VALUE);
    assert_non_null(strstr(error.message, "no free circuit states"));
    world.as.blotter->components[1].address = UINT32_MAX;
    assert_int_equal(ow_merge(&world, &part, NULL, NULL, NULL, NULL, &merged, &error),
                     OW_BAD_VALUE);
    assert_non_null(strstr(error.message, "no free addresses"));
    ow_close(&world);
    ow_close(&part);
}

/* Blocks of two builds in one: tables of both, and every number that refers to a block. */
static void builds_become_one(void **state)
{
    (void)state;
    static const char other[] =
        "{'format': 'structure', 'version': 6, 'variant': {'name': 'game'}, 'colors': [31, 7], "
        "'rotations': [[0, 0, 0], [1, 2, 3]], 'roots': [{'position': [0.0, 0.0, 0.0], 'rotation': "
        "[0.0, 0.0, 0.0], 'bounds_center': [0.0, 0.0, 0.0], 'bounds_size': [8.0, 8.0, 8.0], "
        "'last_block': 1}], 'blocks': [{'position': [0, 0, 0], 'rotation_index': 1, 'id': 0, "
        "'mask': 52, 'color_index': 1}, {'position': [1000, 0, 0], 'rotation_index': 0, 'id': 5, "
        "'mask': 38, 'speed': 0, 'signal': 0, 'bearing': 0, 'connections': [0, 9], 'color_index': "
        "0}]}";
    ow_document world = document_of(world_of_structure), part = document_of(other), merged;
    ow_placement placement = {.at = {0, 2, 0}};
    ow_error error;
    assert_int_equal(ow_merge(&world, &part, &placement, NULL, NULL, NULL, &merged, &error), OW_OK);
    assert_has(&merged, "'colors': [31, 63488, 7], 'rotations': [[0, 0, 0], [1, 2, 3]]", true);
    assert_has(&merged, "'bounds_center': [0.0, 2.0, 0.0]", true);
    assert_has(&merged, "'last_block': 5", true);
    assert_has(&merged, "'rotation_index': 1, 'id': 0, 'mask': 52, 'color_index': 2", true);
    assert_has(&merged, "'bearing': 4, 'connections': [4, 13]", true);
    ow_close(&merged);
    world.as.structure->roots[0].last_block = 2; /* the last block is of no root */
    assert_int_equal(ow_merge(&world, &part, &placement, NULL, NULL, NULL, &merged, &error),
                     OW_BAD_VALUE);
    ow_close(&world);
    ow_close(&part);
}

static const char colorful[] =
    "{'format': 'structure', 'version': 6, 'variant': {'name': 'game'}, 'colors': [7], "
    "'rotations': "
    "[[1, 2, 3]], 'roots': [{'position': [0.0, 0.0, 0.0], 'rotation': [0.0, 0.0, 0.0], "
    "'bounds_center': [0.0, 0.0, 0.0], 'bounds_size': [8.0, 8.0, 8.0], 'last_block': 1}], "
    "'blocks': "
    "[{'position': [0, 0, 0], 'rotation_index': 0, 'id': 0, 'mask': 52, 'color_index': 0}, "
    "{'position': [9, 0, 0], 'rotation_index': 0, 'id': 0, 'mask': 52, 'color_index': 0}]}";

/* A table that has no room for another entry is given up: each block says it itself. */
static void tables_that_are_full_are_given_up(void **state)
{
    (void)state;
    ow_document world = document_of(world_of_structure), part = document_of(colorful), merged;
    ow_structure_build *build = world.as.structure;
    ow_error error;
    assert_non_null(ow_list_insert(build->owner, build->colors, build->color_count, OW_AT_THE_END,
                                   252, &error));
    for (uint32_t i = 2; i < 254; i++)
        build->colors[i] = (uint16_t)(1000 + i);
    assert_int_equal(ow_merge(&world, &part, NULL, NULL, NULL, NULL, &merged, &error), OW_OK);
    assert_int_equal(merged.as.structure->color_count, 0);
    assert_int_equal(merged.as.structure->rotation_count, 2);
    assert_int_equal(merged.as.structure->blocks[0].color, 63488);
    assert_int_equal(merged.as.structure->blocks[5].color, 7);
    assert_int_equal(merged.as.structure->blocks[5].rotation_index, 1);
    ow_close(&merged);
    build->rotation_count = 0; /* the world has no table of rotations */
    for (uint32_t i = 0; i < build->block_count; i++)
        memset(build->blocks[i].rotation, 0, sizeof build->blocks[i].rotation);
    assert_int_equal(ow_merge(&world, &part, NULL, NULL, NULL, NULL, &merged, &error), OW_OK);
    assert_int_equal(merged.as.structure->blocks[4].rotation[2], 3);
    ow_close(&merged);
    ow_close(&world);
    ow_close(&part);
}

static void builds_that_are_full_are_reported(void **state)
{
    (void)state;
    ow_document world = document_of(world_of_structure), part = document_of(colorful), merged;
    ow_structure_build *build = world.as.structure;
    ow_error error;
    assert_non_null(
        ow_list_insert(build->owner, build->blocks, build->block_count, 0, 65530, &error));
    build->roots[0].last_block = 65533;
    for (uint32_t i = 0; i < 65530; i++)
        build->blocks[i].mask = OW_STRUCTURE_NO_COLOR;
    assert_int_equal(ow_merge(&world, &part, NULL, NULL, NULL, NULL, &merged, &error),
                     OW_BAD_VALUE);
    assert_non_null(strstr(error.message, "65,535 blocks"));
    ow_close(&world);
    world = document_of(world_of_structure);
    ow_target first = {.has_version = true, .version = 1};
    struct warnings warnings = {""};
    ow_document old = converted_to(&world, &first, &warnings);
    assert_non_null(ow_list_insert(old.as.structure->owner, old.as.structure->roots,
                                   old.as.structure->root_count, OW_AT_THE_END, 255, &error));
    assert_int_equal(ow_merge(&old, &part, NULL, NULL, NULL, NULL, &merged, &error), OW_BAD_VALUE);
    assert_non_null(strstr(error.message, "256 roots"));
    ow_close(&old);
    ow_close(&world);
    ow_close(&part);
}

/* A number of a type that has no name means nothing elsewhere. */
static void types_without_names_are_reported(void **state)
{
    (void)state;
    ow_document world = document_of(world_of_boards), part = document_of(world_of_boards), merged;
    ow_error error;
    part.as.blotter->components[4].type = 77;
    assert_int_equal(ow_merge(&world, &part, NULL, NULL, NULL, NULL, &merged, &error), OW_OK);
    assert_int_equal(merged.as.blotter->components[9].type, 77);
    ow_close(&merged);
    world.as.blotter->component_types[2].id = 77;
    assert_int_equal(ow_merge(&world, &part, NULL, NULL, NULL, NULL, &merged, &error),
                     OW_BAD_VALUE);
    assert_non_null(strstr(error.message, "which the part does not name"));
    ow_close(&world);
    ow_close(&part);
}

/* Levels whose map is missing, or not whole. */
static void maps_that_are_not_whole_are_reported(void **state)
{
    (void)state;
    ow_document world = document_of(world_of_leveld), part = document_of(world_of_leveld), other;
    ow_placement far = {.at = {1, 1, 0}};
    ow_error error;
    part.as.leveld->blocks[1].mesh->layers[1].cell_count = 5;
    assert_int_equal(ow_extract_parts(&part, "box:0,0..1,1", NULL, NULL, NULL, &other, &error),
                     OW_BAD_VALUE);
    assert_int_equal(ow_merge(&world, &part, NULL, NULL, NULL, NULL, &other, &error), OW_BAD_VALUE);
    assert_non_null(strstr(error.message, "has not as many cells"));
    assert_int_equal(ow_list_remove(part.as.leveld->owner, part.as.leveld->blocks,
                                    part.as.leveld->block_count, 1, 1, &error),
                     OW_OK);
    assert_int_equal(ow_extract_parts(&part, "box:0,0..1,1", NULL, NULL, NULL, &other, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_merge(&part, &world, NULL, NULL, NULL, NULL, &other, &error), OW_BAD_VALUE);
    assert_non_null(strstr(error.message, "no map"));
    part.as.leveld->blocks[1].things[0].x = UINT32_MAX;
    assert_int_equal(ow_merge(&world, &part, &far, NULL, NULL, NULL, &other, &error), OW_BAD_VALUE);
    assert_non_null(strstr(error.message, "farther away"));
    ow_close(&world);
    ow_close(&part);
}

/* Every allocation is refused once: an error each time, and nothing is left behind. */
static void memory_that_ends_is_an_error(void **state)
{
    (void)state;
    for (size_t i = 0; worlds[i]; i++) {
        ow_document document = document_of(worlds[i]);
        uint64_t calls = 1;
        for (uint64_t refuse = 0; refuse <= calls; refuse++) {
            struct ledger ledger = {.refuse = refuse};
            ow_options options = ledger_options(&ledger);
            ow_document part = {0}, merged = {0};
            const char *all = i == 0 ? "components" : i == 1 ? "layers,things" : "*";
            ow_error error;
            ow_status status =
                ow_extract_parts(&document, all, &options, NULL, NULL, &part, &error);
            if (status == OW_OK)
                status = ow_merge(&document, &part, NULL, &options, NULL, NULL, &merged, &error);
            uint64_t removed;
            if (status == OW_OK)
                status = ow_remove_parts(&merged, all, &options, &removed, &error);
            if (status != (refuse == 0 ? OW_OK : OW_NO_MEMORY))
                ROW_FAILED("world %zu, call %llu: %s %s\n", i, (unsigned long long)refuse,
                           ow_status_name(status), error.message);
            ow_close(&part);
            ow_close(&merged);
            assert_int_equal(ledger.blocks, 0);
            assert_false(ledger.wrong_size);
            calls = refuse == 0 ? ledger.calls : calls;
        }
        ow_close(&document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_taken_out_and_put_back_is_as_before),
        cmocka_unit_test(parts_get_numbers_that_are_free),
        cmocka_unit_test(parts_are_turned_about_where_they_stand),
        cmocka_unit_test(names_are_found_again),
        cmocka_unit_test(what_cannot_be_merged_is_refused),
        cmocka_unit_test(numbers_at_their_end_are_reported),
        cmocka_unit_test(builds_become_one),
        cmocka_unit_test(tables_that_are_full_are_given_up),
        cmocka_unit_test(builds_that_are_full_are_reported),
        cmocka_unit_test(types_without_names_are_reported),
        cmocka_unit_test(maps_that_are_not_whole_are_reported),
        cmocka_unit_test(memory_that_ends_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
