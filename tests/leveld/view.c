/* Levels as a game sees them, and changes to their metadata. */
#include "../support/test.h"

#include "../support/documents.h"

#define THING(number)                                                                              \
    "{'id': " number ", 'tag': 0, 'x': 0, 'y': 0, 'layer_id': 0, 'flags': 0, 'metadata': ''}"
#define ACTOR(number) "{'id': " number ", 'x': 7, 'y': 8, 'flags': 9}"
#define LEVEL(blocks)                                                                              \
    "{'format': 'leveld', 'version': 4, 'byte_order': 'big', 'blocks': [" blocks "]}"

static void things_are_those_that_the_reference_would_have(void **state)
{
    (void)state;
    static const struct {
        const char *blocks, *ids;
    } rows[] = {
        {"", ""},
        {"{'id': 'THNG', 'things': [" THING("1") "]}", "1 "},
        {"{'id': 'THNG', 'things': [" THING("1") "]}, {'id': 'THNG', 'things': [" THING("2") "]}",
         "2 "},
        {"{'id': 'THNG', 'things': [" THING("1") "]}, {'id': 'THNG', 'things': []}", ""},
        {"{'id': 'NPCS', 'actors': [" ACTOR("3") "]}", "3 "},
        {"{'id': 'NPCS', 'actors': [" ACTOR("3") "]}, {'id': 'THNG', 'things': [" THING(
             "1") "]}, "
                  "{'id': 'PLRS', 'actors': [" ACTOR("4") "]}, {'id': 'ITEM', 'actors': [" ACTOR(
                      "5") "]}",
         "1 4 5 "},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char text[512], ids[64] = "";
        snprintf(text, sizeof text, LEVEL("%s"), rows[i].blocks);
        ow_document document = document_of(text);
        ow_leveld_view view;
        assert_int_equal(ow_leveld_view_open(document.as.leveld, NULL, &view, NULL), OW_OK);
        for (uint32_t k = 0; k < view.thing_count; k++)
            snprintf(ids + strlen(ids), sizeof ids - strlen(ids), "%u ", view.things[k].id);
        if (strcmp(ids, rows[i].ids) != 0)
            ROW_FAILED("row %zu: %s\n", i, ids);
        ow_leveld_view_close(&view);
        ow_close(&document);
    }
}

static void an_actor_keeps_its_place_and_flags(void **state)
{
    (void)state;
    ow_document document = document_of(LEVEL("{'id': 'ITEM', 'actors': [" ACTOR("5") "]}"));
    ow_leveld_view view;
    assert_int_equal(ow_leveld_view_open(document.as.leveld, NULL, &view, NULL), OW_OK);
    assert_int_equal(view.things[0].x, 7);
    assert_int_equal(view.things[0].y, 8);
    assert_int_equal(view.things[0].flags, 9);
    assert_int_equal(view.things[0].tag, 0);
    assert_int_equal(view.things[0].metadata.size, 0);
    ow_leveld_view_close(&view);
    ow_close(&document);
}

static void the_last_of_repeated_blocks_counts(void **state)
{
    (void)state;
    ow_document document = document_of(LEVEL(
        "{'id': 'META', 'timestamp': '1', 'level_id': '', 'name': 'first', 'author': '', "
        "'description': ''}, {'id': 'META', 'timestamp': '2', 'level_id': '', 'name': 'last', "
        "'author': '', 'description': ''}, {'id': 'PATH', 'paths': [{'looping': 0, 'tag': 1, "
        "'layer_id': 0, 'points': []}]}, {'id': 'PATH', 'paths': []}"));
    ow_leveld_view view;
    assert_int_equal(ow_leveld_view_open(document.as.leveld, NULL, &view, NULL), OW_OK);
    assert_text(view.meta->name, "last");
    assert_int_equal(view.path_count, 0);
    assert_null(view.mesh);
    ow_leveld_view_close(&view);
    ow_close(&document);
}

static void a_cell_stands_at_y_times_width_plus_x(void **state)
{
    (void)state;
    ow_document document = document_of(
        "{'format': 'leveld', 'version': 2, 'byte_order': 'big', 'blocks': [{'id': 'MESH', "
        "'tile_width': 8, 'tile_height': 8, 'width': 3, 'layers': [[0, 1, 2, 32771, 4, 5, 6]]}]}");
    ow_leveld_view view;
    ow_leveld_cell cell = {0};
    assert_int_equal(ow_leveld_view_open(document.as.leveld, NULL, &view, NULL), OW_OK);
    assert_int_equal(view.height, 2); /* the seventh cell makes no row */
    assert_true(ow_leveld_cell_at(view.mesh, 0, 2, 0, &cell));
    assert_int_equal(cell.tile, 2);
    assert_false(cell.impassable);
    assert_true(ow_leveld_cell_at(view.mesh, 0, 0, 1, &cell));
    assert_int_equal(cell.tile, 3);
    assert_true(cell.impassable);
    assert_false(ow_leveld_cell_at(view.mesh, 0, 3, 0, &cell));
    assert_false(ow_leveld_cell_at(view.mesh, 0, 1, 2, &cell));
    assert_false(ow_leveld_cell_at(view.mesh, 1, 0, 0, &cell));
    assert_false(ow_leveld_cell_at(view.mesh, 0, 0, UINT32_MAX, &cell));
    ow_leveld_view_close(&view);
    ow_close(&document);
}

static void metadata_changes_field_by_field(void **state)
{
    (void)state;
    ow_document document = document_of(LEVEL("{'id': 'PATH', 'paths': []}"));
    ow_leveld_level *level = document.as.leveld;
    static const char *const changes[][2] = {{"name", "Hangar"},
                                             {"level_id", "e1m1"},
                                             {"author", "\xc3\xa9"},
                                             {"description", ""},
                                             {"timestamp", "18446744073709551615"}};
    for (size_t i = 0; i < LENGTH(changes); i++)
        assert_int_equal(ow_leveld_set_meta(level, changes[i][0], ow_text_of(changes[i][1]), NULL),
                         OW_OK);
    char *text = text_of(&document);
    assert_string_equal(
        text, LEVEL("{'id': 'META', 'timestamp': '18446744073709551615', 'level_id': 'e1m1', "
                    "'name': 'Hangar', 'author': '\xc3\xa9', 'description': ''}, "
                    "{'id': 'PATH', 'paths': []}"));
    free(text);
    ow_close(&document);
}

static void wrong_metadata_changes_nothing(void **state)
{
    (void)state;
    char long_text[256];
    memset(long_text, 'a', sizeof long_text);
    const struct {
        const char *field;
        ow_text value;
        const char *fragment;
    } rows[] = {
        {"title", {"x", 1}, "unknown field \"title\""},
        {"name", {long_text, sizeof long_text}, "256 bytes; a level can store 255"},
        {"name", {"\xff", 1}, "not valid UTF-8"},
        {"timestamp", {"-1", 2}, "whole number"},
        {"timestamp", {"18446744073709551616", 20}, "whole number"},
        {"timestamp", {"", 0}, "whole number"},
    };
    ow_document document = document_of(LEVEL(""));
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_error error = {0};
        assert_int_equal(
            ow_leveld_set_meta(document.as.leveld, rows[i].field, rows[i].value, &error),
            OW_BAD_ARGUMENT);
        if (!strstr(error.message, rows[i].fragment))
            ROW_FAILED("row %zu: %s\n", i, error.message);
        assert_int_equal(document.as.leveld->block_count, 0);
    }
    ow_leveld_level built = {.version = 4};
    ow_text name = OW_LITERAL("x"), nowhere = {NULL, 1};
    assert_int_equal(ow_leveld_set_meta(&built, "name", name, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_leveld_set_meta(NULL, "name", name, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_leveld_set_meta(document.as.leveld, NULL, name, NULL), OW_BAD_ARGUMENT);
    assert_int_equal(ow_leveld_set_meta(document.as.leveld, "name", nowhere, NULL),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_leveld_set_meta(document.as.leveld, "timestamp", nowhere, NULL),
                     OW_BAD_ARGUMENT);
    ow_close(&document);
}

/* A block that was just appended is a META of which nothing is set yet. */
static void a_new_block_gets_its_metadata(void **state)
{
    (void)state;
    ow_document document = document_of(LEVEL("{'id': 'PATH', 'paths': []}"));
    ow_leveld_level *level = document.as.leveld;
    assert_non_null(ow_list_append(level->owner, level->blocks, level->block_count, NULL));
    assert_int_equal(ow_leveld_set_meta(level, "name", OW_LITERAL("Hangar"), NULL), OW_OK);
    char *text = text_of(&document);
    assert_string_equal(
        text, LEVEL("{'id': 'PATH', 'paths': []}, {'id': 'META', 'timestamp': '0', "
                    "'level_id': '', 'name': 'Hangar', 'author': '', 'description': ''}"));
    free(text);
    ow_close(&document);
}

/* Of two maps of different heights the last one counts, whether its version stores the height or
 * not. */
static void the_height_is_that_of_the_last_map(void **state)
{
    (void)state;
    static const struct {
        unsigned version;
        uint32_t heights[2], expected;
    } rows[] = {{4, {5, 3}, 3}, {4, {3, 0}, 0}, {3, {0, 7}, 7}, {2, {0, 0}, 1}, {0, {0, 0}, 1}};
    uint16_t cells[4] = {0};
    ow_leveld_layer layers[2] = {{4, cells}, {3, cells}}; /* two rows; one and a half */
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_leveld_mesh meshes[2];
        ow_leveld_block blocks[2];
        for (int k = 0; k < 2; k++) {
            meshes[k] = (ow_leveld_mesh){
                .width = 2, .height = rows[i].heights[k], .layer_count = 1, .layers = &layers[k]};
            blocks[k] = (ow_leveld_block){.id = OW_LEVELD_MESH, .mesh = &meshes[k]};
        }
        ow_leveld_level level = {
            .version = (uint16_t)rows[i].version, .block_count = 2, .blocks = blocks};
        ow_leveld_view view;
        assert_int_equal(ow_leveld_view_open(&level, NULL, &view, NULL), OW_OK);
        assert_ptr_equal(view.mesh, &meshes[1]);
        assert_int_equal(view.height, rows[i].expected);
        ow_leveld_view_close(&view);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(things_are_those_that_the_reference_would_have),
        cmocka_unit_test(an_actor_keeps_its_place_and_flags),
        cmocka_unit_test(the_last_of_repeated_blocks_counts),
        cmocka_unit_test(the_height_is_that_of_the_last_map),
        cmocka_unit_test(a_cell_stands_at_y_times_width_plus_x),
        cmocka_unit_test(metadata_changes_field_by_field),
        cmocka_unit_test(a_new_block_gets_its_metadata),
        cmocka_unit_test(wrong_metadata_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
