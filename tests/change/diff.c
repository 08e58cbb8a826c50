/* Differences between two worlds: what belongs together, what is told, and at what cost. */
#include "../support/test.h"

#include "../support/changes.h"
#include "../support/documents.h"
#include "../support/ledger.h"
#include "../support/worlds.h"

#include <inttypes.h>

/* `text` with the first `from` in it made `to`. */
static char *edited(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    if (!at)
        ROW_FAILED("the world has no %s\n", from);
    size_t size = strlen(text) + strlen(to) + 1;
    char *result = malloc(size);
    assert_non_null(result);
    snprintf(result, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return result;
}

static void assert_reported(const ow_document *before, const ow_document *after,
                            const char *expected)
{
    struct reported_changes lines = {.text = ""};
    ow_error error;
    assert_int_equal(
        ow_diff(before, after, NULL, NULL, NULL, print_change_as_line, &lines, NULL, &error),
        OW_OK);
    if (strcmp(lines.text, expected) != 0)
        ROW_FAILED("told:\n%sexpected:\n%s", lines.text, expected);
}

#define WIRE(first, second, state)                                                                 \
    "{'first': {'kind': 'input', 'component': " first                                              \
    ", 'index': 0}, 'second': {'kind': 'output', 'component': " second                             \
    ", 'index': 0}, 'circuit_state': " state ", 'rotation': 0.0}"
#define THING(id, x)                                                                               \
    "{'id': " id ", 'tag': 2, 'x': " x ", 'y': 4, 'layer_id': 1, 'flags': 5, 'metadata': 'e'}"

static void one_edit_is_reported_as_what_it_is(void **state)
{
    (void)state;
    static const struct {
        const char *world, *from, *to, *expected;
    } rows[] = {
        {world_of_blotter, "'position': [0, 300, 600]", "'position': [0, 300, 900]",
         "~ /components/0/position: 0 300 600 -> 0 300 900\n"},
        {world_of_blotter, "'custom_data': 'AAE='", "'custom_data': null",
         "~ /components/0/custom_data: 2 bytes -> none\n"},
        {world_of_blotter, "'address': 20", "'address': 21", "- /components/1\n+ /components/1\n"},
        {world_of_blotter, "'inputs': [0, 1]", "'inputs': [0]",
         "~ /components/0/inputs: 0 1 -> 0\n"},
        {world_of_blotter, "'mods': [", "'mods': [{'id': 'L', 'version': [1, 1, 1, 1]}, ",
         "+ /mods/0\n"},
        {world_of_blotter, "'name': 'A'", "'name': 'B'",
         "- /component_types/0\n+ /component_types/0\n"},
        {world_of_blotter, "'id': 1, 'name': 'A'", "'id': 9, 'name': 'A'",
         "~ /component_types/0/id: 1 -> 9\n"},
        {world_of_blotter, WIRE("10", "20", "2"), WIRE("10", "20", "5"),
         "~ /wires/0/circuit_state: 2 -> 5\n"},
        {world_of_blotter, "[" WIRE("10", "20", "2") "]",
         "[" WIRE("10", "10", "0") ", " WIRE("10", "20", "2") "]", "+ /wires/0\n"},
        {world_of_leveld, "[0, 1, 2, 3, 4, 5]", "[0, 1, 9, 3, 4, 5]",
         "~ /blocks/1/layers/0: 0 1 2 3 4 5 -> 0 1 9 3 4 5\n"},
        {world_of_leveld, THING("1", "3"), THING("1", "8"), "~ /blocks/2/things/0/x: 3 -> 8\n"},
        {world_of_leveld, THING("1", "3"), THING("7", "3") ", " THING("1", "3"),
         "+ /blocks/2/things/0\n"},
        {world_of_leveld, "'points': [", "'points': [{'x': 5, 'y': 5, 'value': 0}, ",
         "+ /blocks/4/paths/0/points/0\n"},
        /* Half of four fields are as they were: one path. With one of four it is another path. */
        {world_of_leveld, "'looping': 1, 'tag': 2", "'looping': 0, 'tag': 9",
         "~ /blocks/4/paths/0/looping: 1 -> 0\n~ /blocks/4/paths/0/tag: 2 -> 9\n"},
        {world_of_leveld, "'looping': 1, 'tag': 2, 'layer_id': 1",
         "'looping': 0, 'tag': 9, 'layer_id': 5", "- /blocks/4/paths/0\n+ /blocks/4/paths/0\n"},
        {world_of_leveld, "'name': 'b'", "'name': 'bb'", "~ /blocks/0/name: 'b' -> 'bb'\n"},
        {world_of_city, "[1.0, 2.0]", "[1.0, -0.0]", "~ /terrain/heights: 1 2 -> 1 -0\n"},
        {world_of_city, "'x': 1.0", "'x': 1.5", "~ /things/0/x: 1 -> 1.5\n"},
        {world_of_structure, "'rotations': [[0, 0, 0]]", "'rotations': [[0, 0, 0], [0, 9, 0]]",
         "+ /rotations/1\n"},
        {world_of_structure, "'name': 'n'", "'name': 'm'", "~ /blocks/1/name: 'n' -> 'm'\n"},
        {world_of_structure, "'floats': [0.5]", "'floats': []",
         "~ /blocks/1/metadata/floats: 0.5 ->\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char *text = edited(rows[i].world, rows[i].from, rows[i].to);
        ow_document before = document_of(rows[i].world), after = document_of(text);
        print_message("row %zu: %s\n", i, rows[i].to);
        assert_reported(&before, &after, rows[i].expected);
        assert_reported(&before, &before, "");
        ow_close(&before);
        ow_close(&after);
        free(text);
    }
}

/* The pegs of a wire have no order, and what identifies a record has it wherever it stands. */
static void records_belong_together_by_what_they_are(void **state)
{
    (void)state;
    static const char wires[] = "[" WIRE("10", "20", "2") "]";
    static const char three[] =
        "[" WIRE("10", "20", "2") ", " WIRE("10", "10", "0") ", " WIRE("20", "20", "1") "]";
    static const char turned[] =
        "[" WIRE("10", "10", "0") ", " WIRE("20", "20", "1") ", " WIRE("10", "20", "2") "]";
    char *first = edited(world_of_blotter, wires, three);
    char *second = edited(world_of_blotter, wires, turned);
    char *swapped = edited(world_of_blotter, "'first': {'kind': 'input', 'component': 10",
                           "'second': {'kind': 'input', 'component': 10");
    char *again = edited(swapped, "'second': {'kind': 'output'", "'first': {'kind': 'output'");
    ow_document plain = document_of(world_of_blotter), before = document_of(first);
    ow_document after = document_of(second), other = document_of(again);
    assert_reported(&before, &after, "> /wires/0 /wires/2\n");
    assert_reported(&plain, &other,
                    "~ /wires/0/first/kind: 'input' -> 'output'\n"
                    "~ /wires/0/first/component: 10 -> 20\n"
                    "~ /wires/0/second/kind: 'output' -> 'input'\n"
                    "~ /wires/0/second/component: 20 -> 10\n");
    ow_document *const all[] = {&plain, &before, &after, &other};
    for (size_t i = 0; i < LENGTH(all); i++)
        ow_close(all[i]);
    free(first);
    free(second);
    free(swapped);
    free(again);
}

/* A component with the comma behind it. */
#define PART(address, parent, type)                                                                \
    "{'address': " address ", 'parent': " parent ", 'type': " type                                 \
    ", 'position': [0, 0, 0], 'rotation': [0.0, 0.0, 0.0, 1.0], 'inputs': [0], 'outputs': [], "    \
    "'custom_data': null}, "
static const char boards[] =
    "{'format': 'blotter', 'version': 7, 'game_version': [0, 92, 3, 1], 'save_type': 'world', "
    "'mods': [], 'component_types': [{'id': 1, 'name': 'MHG.CircuitBoard'}, "
    "{'id': 2, 'name': 'MHG.Mount'}], 'circuit_states': 'AA==', 'wires': [], 'components': [" PART(
        "1", "0", "1") PART("2", "1", "1") PART("3", "2", "2") PART("4", "3", "2")
        PART("5", "1", "2") PART("6", "7", "2")
            PART("7", "6", "2") "{'address': 8, 'parent': 99, 'type': 2, 'position': [0, 0, 0], "
                                "'rotation': [0.0, 0.0, "
                                "0.0, 1.0], 'inputs': [0], 'outputs': [], 'custom_data': null}]}";
#define LINK(first, second)                                                                        \
    "{'first': {'kind': 'input', 'component': " first                                              \
    ", 'index': 0}, 'second': {'kind': 'input', 'component': " second                              \
    ", 'index': 0}, 'circuit_state': 0, 'rotation': 0.0}"

struct groups {
    char text[200];
};

static ow_visit note_group(void *context, const ow_change *change)
{
    struct groups *groups = context;
    size_t size = strlen(groups->text);
    snprintf(groups->text + size, sizeof groups->text - size, "%s: %s\n",
             change->record ? change->record : "-", change->group ? change->group : "-");
    return OW_GO_ON;
}

/* A record is on its nearest board, also through other parts. Parents may be missing or go
 * round. */
static void records_are_on_boards(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *expected;
    } rows[] = {
        {"'address': 1, 'parent': 0, 'type': 1, 'position': [0",
         "'address': 1, 'parent': 0, 'type': 1, 'position': [9", "/components/0: -\n"},
        {"'address': 2, 'parent': 1, 'type': 1, 'position': [0",
         "'address': 2, 'parent': 1, 'type': 1, 'position': [9", "/components/1: board C-1\n"},
        {"'address': 4, 'parent': 3, 'type': 2, 'position': [0",
         "'address': 4, 'parent': 3, 'type': 2, 'position': [9", "/components/3: board C-2\n"},
        {"'address': 7, 'parent': 6, 'type': 2, 'position': [0",
         "'address': 7, 'parent': 6, 'type': 2, 'position': [9", "/components/6: -\n"},
        {"'address': 8, 'parent': 99, 'type': 2, 'position': [0",
         "'address': 8, 'parent': 99, 'type': 2, 'position': [9", "/components/7: -\n"},
        {"'wires': []", "'wires': [" LINK("3", "4") "]", "/wires/0: board C-2\n"},
        {"'wires': []", "'wires': [" LINK("3", "5") "]", "/wires/0: -\n"},
        {"'wires': []", "'wires': [" LINK("6", "4") "]", "/wires/0: -\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char *text = edited(boards, rows[i].from, rows[i].to);
        ow_document before = document_of(boards), after = document_of(text);
        struct groups groups = {""};
        ow_error error;
        assert_int_equal(
            ow_diff(&before, &after, NULL, NULL, NULL, note_group, &groups, NULL, &error), OW_OK);
        if (strcmp(groups.text, rows[i].expected) != 0)
            ROW_FAILED("row %zu: %s", i, groups.text);
        ow_close(&before);
        ow_close(&after);
        free(text);
    }
}

/* Things have nothing that identifies them: the same ones belong together, then those at the
 * same place of the list that are alike for the half. */
static void what_nothing_identifies_belongs_to_what_is_like_it(void **state)
{
    (void)state;
    static const char many[] =
        THING("1", "3") ", " THING("2", "30") ", " THING("3", "60") ", " THING("4", "90");
    static const struct {
        const char *things, *expected;
    } rows[] = {
        {THING("2", "30") ", " THING("3", "60") ", " THING("4", "90"), "- /blocks/2/things/0\n"},
        {THING("1", "3") ", " THING("2", "31") ", " THING("3", "60") ", " THING("4", "90"),
         "~ /blocks/2/things/1/x: 30 -> 31\n"},
        {THING("4", "90") ", " THING("1", "3") ", " THING("2", "30") ", " THING("3", "60"),
         "> /blocks/2/things/3 /blocks/2/things/0\n"},
        /* One moved to the end, and the one behind it changed. */
        {THING("2", "31") ", " THING("3", "60") ", " THING("4", "90") ", " THING("1", "3"),
         "~ /blocks/2/things/1/x /blocks/2/things/0/x: 30 -> 31\n"
         "> /blocks/2/things/0 /blocks/2/things/3\n"},
        {THING("1", "3") ", " THING("1", "3") ", " THING("2", "30") ", " THING(
             "3", "60") ", " THING("4", "90"),
         "+ /blocks/2/things/1\n"},
        {THING("1", "3") ", {'id': 9, 'tag': 9, 'x': 9, 'y': 9, 'layer_id': 9, 'flags': 9, "
                         "'metadata': 'z'}, " THING("3", "60") ", " THING("4", "90"),
         "- /blocks/2/things/1\n+ /blocks/2/things/1\n"},
    };
    char *text = edited(world_of_leveld, THING("1", "3"), many);
    ow_document before = document_of(text);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char *changed = edited(world_of_leveld, THING("1", "3"), rows[i].things);
        ow_document after = document_of(changed);
        assert_reported(&before, &after, rows[i].expected);
        ow_close(&after);
        free(changed);
    }
    ow_close(&before);
    free(text);
}

/* A level of one layer with as many cells, of which those of a run are 7. */
static ow_document level_of(uint32_t width, uint32_t height, uint32_t from, uint32_t count)
{
    ow_document document;
    ow_error error;
    assert_int_equal(ow_new(ow_format_by_name("leveld"), NULL, &document, &error), OW_OK);
    ow_leveld_level *level = document.as.leveld;
    ow_leveld_block *block =
        ow_list_append(level->owner, level->blocks, level->block_count, &error);
    assert_non_null(block);
    block->id = OW_LEVELD_MESH;
    block->mesh = ow_take_one(level->owner, ow_leveld_mesh, &error);
    block->mesh->tile_width = block->mesh->tile_height = 16;
    block->mesh->width = width;
    block->mesh->height = height;
    ow_leveld_layer *layer =
        ow_list_append(level->owner, block->mesh->layers, block->mesh->layer_count, &error);
    layer->cells = ow_take(level->owner, (size_t)width * height, sizeof *layer->cells, &error);
    layer->cell_count = width * height;
    for (uint32_t i = 0; i < count; i++)
        layer->cells[from + i] = 7;
    return document;
}

static ow_visit note_runs(void *context, const ow_change *change)
{
    struct reported_changes *lines = context;
    assert_true(change->is_run);
    assert_string_equal(change->record, "/blocks/0");
    lines->size +=
        (size_t)snprintf(lines->text + lines->size, sizeof lines->text - lines->size,
                         "%s %" PRIu64 " %" PRIu64 " of %u\n", change->after, change->count_before,
                         change->count_after, (unsigned)change->row_length);
    assert_true(lines->size < sizeof lines->text);
    for (uint64_t i = 0; change->values_after && i < change->count_after; i++)
        assert_true(change->values_after[i].value.integer == 7);
    return OW_GO_ON;
}

/* Parts of 4096 values are looked into one by one: their edges, and lists that get longer. */
static void long_lists_are_reported_as_runs(void **state)
{
    (void)state;
    static const struct {
        uint32_t width, height, from, count, more_rows;
        const char *expected;
    } rows[] = {
        {100, 100, 0, 0, 0, ""},
        {100, 100, 250, 3, 0, "/blocks/0/layers/0/250 3 3 of 100\n"},
        {100, 100, 9999, 1, 0, "/blocks/0/layers/0/9999 1 1 of 100\n"},
        {100, 100, 4095, 2, 0,
         "/blocks/0/layers/0/4095 1 1 of 100\n/blocks/0/layers/0/4096 1 1 of 100\n"},
        {64, 64, 4095, 1, 0, "/blocks/0/layers/0/4095 1 1 of 64\n"},
        {10, 3, 5, 20, 0, "/blocks/0/layers/0/5 20 20 of 10\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document before = level_of(rows[i].width, rows[i].height, 0, 0);
        ow_document after = level_of(rows[i].width, rows[i].height, rows[i].from, rows[i].count);
        struct reported_changes lines = {.text = ""};
        ow_error error;
        assert_int_equal(
            ow_diff(&before, &after, NULL, NULL, NULL, note_runs, &lines, NULL, &error), OW_OK);
        if (strcmp(lines.text, rows[i].expected) != 0)
            ROW_FAILED("row %zu:\n%sexpected:\n%s", i, lines.text, rows[i].expected);
        ow_close(&before);
        ow_close(&after);
    }
}

/* Only a list of more than 16 values, before or after, is reported by its runs. */
/* A save of many components; every one that `every` divides is moved. */
static ow_document save_of(uint32_t count, uint32_t every, bool one_address)
{
    ow_document document;
    ow_error error;
    assert_int_equal(ow_new(ow_format_by_name("blotter"), NULL, &document, &error), OW_OK);
    ow_blotter_save *save = document.as.blotter;
    for (uint32_t i = 0; i < count; i++) {
        ow_blotter_component *component =
            ow_list_append(save->owner, save->components, save->component_count, &error);
        assert_non_null(component);
        component->address = one_address ? 1 : i + 1;
        component->rotation[3] = 1;
        component->position.fixed[0] = (int32_t)i + (every > 0 && i % every == 0 ? 1 : 0);
    }
    return document;
}

/* A list of numbers is no list of records, whatever the layout calls it. */
static void numbers_of_a_subassembly_are_reported_as_runs(void **state)
{
    (void)state;
    enum { COUNT = 10000, CHANGED = 4097 };
    static int32_t numbers[2][COUNT];
    ow_document documents[2];
    for (unsigned side = 0; side < 2; side++) {
        documents[side] = save_of(1, 0, false);
        ow_blotter_save *save = documents[side].as.blotter;
        save->save_type = OW_BLOTTER_SUBASSEMBLY;
        for (int32_t i = 0; i < COUNT; i++)
            numbers[side][i] = i;
        save->circuit_states.on = numbers[side];
        save->circuit_states.on_count = COUNT;
    }
    numbers[1][CHANGED] = -1;
    assert_reported(&documents[0], &documents[1], "~ /circuit_states/4097: 4097 -> -1\n");
    ow_close(&documents[0]);
    ow_close(&documents[1]);
}

static void a_short_list_is_reported_as_a_whole(void **state)
{
    (void)state;
#define FLOATS(values) "'floats': [" values "]"
#define TO_14          "1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0, 13.0, 14.0"
#define SHOWN_TO_14    "1 2 3 4 5 6 7 8 9 10 11 12 13 14"
    static const struct {
        const char *before, *after, *expected;
    } rows[] = {
        {FLOATS("0.5, " TO_14 ", 15.0"), FLOATS("0.5, " TO_14 ", 99.0"),
         ": 0.5 " SHOWN_TO_14 " 15 -> 0.5 " SHOWN_TO_14 " 99\n"},
        {FLOATS("0.5, " TO_14), FLOATS("0.5, " TO_14 ", 15.0"),
         ": 0.5 " SHOWN_TO_14 " -> 0.5 " SHOWN_TO_14 " 15\n"},
        {FLOATS("0.5, " TO_14 ", 15.0"), FLOATS("0.5, " TO_14),
         ": 0.5 " SHOWN_TO_14 " 15 -> 0.5 " SHOWN_TO_14 "\n"},
        {FLOATS("0.5, " TO_14 ", 15.0, 16.0"), FLOATS("0.5, " TO_14 ", 15.0, 99.0"),
         "/16: 16 -> 99\n"},
        {FLOATS("0.5, " TO_14 ", 15.0"), FLOATS("0.5, " TO_14 ", 15.0, 16.0"), "/16: -> 16\n"},
        {FLOATS("0.5, " TO_14 ", 15.0, 16.0"), FLOATS("0.5, " TO_14 ", 15.0"), "/16: 16 ->\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char *first = edited(world_of_structure, FLOATS("0.5"), rows[i].before);
        char *second = edited(world_of_structure, FLOATS("0.5"), rows[i].after), expected[256];
        ow_document before = document_of(first), after = document_of(second);
        snprintf(expected, sizeof expected, "~ /blocks/1/metadata/floats%s", rows[i].expected);
        assert_reported(&before, &after, expected);
        ow_close(&before);
        ow_close(&after);
        free(first);
        free(second);
    }
}

/* From below 4096 values to above, and by whole parts. */
static void lists_of_other_lengths_are_reported_by_what_they_have_more(void **state)
{
    (void)state;
    static const struct {
        uint32_t before, after;
    } rows[] = {{4000, 4100}, {4100, 4000}, {4100, 9000}, {8200, 100}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document before = level_of(100, rows[i].before / 100, 0, 0);
        ow_document after = level_of(100, rows[i].after / 100, 0, 0);
        ow_change_totals totals;
        ow_error error;
        assert_int_equal(ow_diff(&before, &after, NULL, NULL, NULL, NULL, NULL, &totals, &error),
                         OW_OK);
        if (totals.changed < 2 || totals.added + totals.removed + totals.moved > 0)
            ROW_FAILED("row %zu: %" PRIu64 " changed\n", i, totals.changed);
        ow_close(&before);
        ow_close(&after);
    }
}

static void other_versions_and_variants_are_compared_by_what_they_hold(void **state)
{
    (void)state;
    static const struct {
        const char *world, *from, *to, *expected;
    } rows[] = {
        {world_of_leveld, "'byte_order': 'big'", "'byte_order': 'little'", ""},
        {world_of_leveld,
         "'version': 4, 'byte_order': 'big', 'blocks': [{'id': 'META', "
         "'timestamp': '7'",
         "'version': 4, 'byte_order': 'little', 'blocks': [{'id': 'META', 'timestamp': '8'",
         "~ /blocks/0/timestamp: 7 -> 8\n"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char *text = edited(rows[i].world, rows[i].from, rows[i].to);
        ow_document before = document_of(rows[i].world), after = document_of(text);
        assert_reported(&before, &after, rows[i].expected);
        assert_reported(&after, &before, i == 0 ? "" : "~ /blocks/0/timestamp: 8 -> 7\n");
        ow_close(&before);
        ow_close(&after);
        free(text);
    }
}

static void an_older_version_is_taken_to_the_newer(void **state)
{
    (void)state;
    ow_document newer = document_of(world_of_blotter);
    const ow_target target = {.has_version = true, .version = 6};
    struct warnings warnings = {.text = ""};
    ow_document older = converted_to(&newer, &target, &warnings);
    assert_reported(&older, &newer, "");
    assert_reported(&newer, &older, "");
    older.as.blotter->components[1].position.fixed[0] = 300;
    assert_reported(&older, &newer, "~ /components/1/position: 300 300 600 -> 0 300 600\n");
    ow_close(&newer);
    ow_close(&older);
}

/* Many differences are unfolded a batch at a time; addresses that stand twice cost no more. */
static void many_differences_are_each_reported_once(void **state)
{
    (void)state;
    static const struct {
        uint32_t count, every;
        bool one_address;
        uint64_t changed;
    } rows[] = {{3000, 1, false, 3000}, {3000, 7, false, 429}, {3000, 1, true, 3000}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document before = save_of(rows[i].count, 0, rows[i].one_address);
        ow_document after = save_of(rows[i].count, rows[i].every, rows[i].one_address);
        ow_change_totals totals;
        ow_error error;
        assert_int_equal(ow_diff(&before, &after, NULL, NULL, NULL, NULL, NULL, &totals, &error),
                         OW_OK);
        assert_int_equal(totals.changed, rows[i].changed);
        assert_int_equal(totals.added + totals.removed + totals.moved, 0);
        ow_close(&before);
        ow_close(&after);
    }
}

/* Records are compared by their bytes. If one has more than four MiB, or cannot be written, both
 * worlds are compared by their fields. */
static void a_large_record_on_one_side_is_compared_by_its_fields(void **state)
{
    (void)state;
    enum { COUNT = 40, EVERY = 5, LARGE = 5 << 20 };
    static uint8_t large[LARGE];
    for (unsigned side = 0; side < 2; side++) {
        ow_document before = save_of(COUNT, 0, false), after = save_of(COUNT, EVERY, false);
        ow_blotter_save *save = (side == 0 ? &before : &after)->as.blotter;
        save->components[COUNT - 1].custom_data = (ow_bytes){large, LARGE};
        ow_change_totals totals;
        ow_error error;
        assert_int_equal(ow_diff(&before, &after, NULL, NULL, NULL, NULL, NULL, &totals, &error),
                         OW_OK);
        assert_int_equal(totals.changed, COUNT / EVERY + 1);
        assert_int_equal(totals.added + totals.removed + totals.moved, 0);
        ow_close(&before);
        ow_close(&after);
    }
}

static ow_visit stop_at_once(void *context, const ow_change *change)
{
    ++*(unsigned *)context;
    assert_non_null(change->name);
    return OW_STOP;
}

static void a_visitor_may_stop(void **state)
{
    (void)state;
    ow_document before = save_of(100, 0, false), after = save_of(100, 1, false);
    unsigned reported = 0;
    ow_error error;
    assert_int_equal(
        ow_diff(&before, &after, NULL, NULL, NULL, stop_at_once, &reported, NULL, &error), OW_OK);
    assert_int_equal(reported, 1);
    ow_close(&before);
    ow_close(&after);
}

static void what_cannot_be_compared_is_refused(void **state)
{
    (void)state;
    ow_document save = document_of(world_of_blotter), city = document_of(world_of_city), none = {0};
    ow_error error;
    assert_int_equal(ow_diff(&save, &city, NULL, NULL, NULL, NULL, NULL, NULL, &error),
                     OW_BAD_ARGUMENT);
    assert_non_null(strstr(error.message, "different formats"));
    assert_int_equal(ow_diff(&save, &none, NULL, NULL, NULL, NULL, NULL, NULL, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_diff(NULL, &save, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
                     OW_BAD_ARGUMENT);
    save.as.blotter->version = 99;
    ow_document other = document_of(world_of_blotter);
    assert_int_equal(ow_diff(&save, &other, NULL, NULL, NULL, NULL, NULL, NULL, &error),
                     OW_UNKNOWN_VERSION);
    save.as.blotter->version = 7;
    ow_close(&save);
    ow_close(&city);
    ow_close(&other);
}

/* Every allocation is refused once: an error each time, and nothing is left behind. */
static void memory_that_ends_is_an_error(void **state)
{
    (void)state;
    ow_document before = save_of(300, 0, false), after = save_of(299, 2, false);
    uint64_t calls = 1;
    for (uint64_t refuse = 0; refuse <= calls; refuse++) {
        struct ledger ledger = {.refuse = refuse};
        ow_options options = ledger_options(&ledger);
        ow_change_totals totals;
        ow_error error;
        ow_status status =
            ow_diff(&before, &after, &options, NULL, NULL, NULL, NULL, &totals, &error);
        assert_int_equal(status, refuse == 0 ? OW_OK : OW_NO_MEMORY);
        assert_int_equal(ledger.blocks, 0);
        assert_false(ledger.wrong_size);
        calls = refuse == 0 ? ledger.calls : calls;
        assert_true(refuse > 0 || (totals.changed == 150 && totals.removed == 1));
    }
    ow_options little = {.max_memory = 20000};
    ow_error error;
    assert_int_equal(ow_diff(&before, &after, &little, NULL, NULL, NULL, NULL, NULL, &error),
                     OW_TOO_MUCH_MEMORY);
    assert_non_null(strstr(error.message, "20000"));
    ow_close(&before);
    ow_close(&after);
}

/* A record of up to 512 fields is folded. If the other is larger, both are looked into as a whole,
 * unless the larger one has two million fields: then one record replaces the other. */
static void a_list_that_grew_by_much_is_reported_by_what_is_in_it(void **state)
{
    (void)state;
    enum { OTHER_FIELDS = 7 /* of the block, besides its cells */ };
    enum { FOLDED = 512 - OTHER_FIELDS, TOO_LARGE = (1 << 21) - OTHER_FIELDS };
    static const struct {
        uint32_t before[2], after[2];
        uint64_t changed, replaced;
    } rows[] = {
        {{3, 2}, {40, 20}, 3, 0}, /* width, height and the cells */
        {{FOLDED, 1}, {100, 50}, 3, 0},
        {{FOLDED + 1, 1}, {100, 50}, 4, 0}, /* the cells are in two parts */
        {{TOO_LARGE, 1}, {3, 2}, 0, 1},
        {{3, 2}, {TOO_LARGE, 1}, 0, 1},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document before = level_of(rows[i].before[0], rows[i].before[1], 0, 0);
        ow_document after = level_of(rows[i].after[0], rows[i].after[1], 5, 1);
        ow_change_totals totals;
        ow_error error;
        assert_int_equal(ow_diff(&before, &after, NULL, NULL, NULL, NULL, NULL, &totals, &error),
                         OW_OK);
        if (totals.changed != rows[i].changed || totals.removed != rows[i].replaced ||
            totals.added != rows[i].replaced || totals.moved != 0)
            ROW_FAILED("row %zu: %" PRIu64 " changed, %" PRIu64 " removed, %" PRIu64 " added\n", i,
                       totals.changed, totals.removed, totals.added);
        ow_close(&before);
        ow_close(&after);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_edit_is_reported_as_what_it_is),
        cmocka_unit_test(records_belong_together_by_what_they_are),
        cmocka_unit_test(records_are_on_boards),
        cmocka_unit_test(what_nothing_identifies_belongs_to_what_is_like_it),
        cmocka_unit_test(numbers_of_a_subassembly_are_reported_as_runs),
        cmocka_unit_test(a_short_list_is_reported_as_a_whole),
        cmocka_unit_test(long_lists_are_reported_as_runs),
        cmocka_unit_test(lists_of_other_lengths_are_reported_by_what_they_have_more),
        cmocka_unit_test(other_versions_and_variants_are_compared_by_what_they_hold),
        cmocka_unit_test(an_older_version_is_taken_to_the_newer),
        cmocka_unit_test(many_differences_are_each_reported_once),
        cmocka_unit_test(a_large_record_on_one_side_is_compared_by_its_fields),
        cmocka_unit_test(a_list_that_grew_by_much_is_reported_by_what_is_in_it),
        cmocka_unit_test(a_visitor_may_stop),
        cmocka_unit_test(what_cannot_be_compared_is_refused),
        cmocka_unit_test(memory_that_ends_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
