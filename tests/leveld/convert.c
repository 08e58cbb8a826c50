/* Levels in another version: what is carried, what follows, and what is told about it. */
#include "../support/test.h"

#include "../support/documents.h"

#define META_TEXT                                                                                  \
    "{'id': 'META', 'timestamp': '7', 'level_id': 'e1', 'name': 'N', 'author': 'A', "              \
    "'description': 'D'}"
#define LEVEL(version, order, blocks)                                                              \
    "{'format': 'leveld', 'version': " version ", 'byte_order': '" order "', 'blocks': [" blocks   \
    "]}"
#define NAMED(version, order, variant, blocks)                                                     \
    "{'format': 'leveld', 'version': " version ", 'byte_order': '" order "', 'variant': '" variant \
    "', 'blocks': [" blocks "]}"

struct row {
    const char *what, *from;
    unsigned version;
    const char *variant, *to, *warnings;
};

static const struct row upwards[] = {
    {"tile sizes and layers appear",
     LEVEL("0", "little", "{'id': 'MESH', 'width': 2, 'layers': [[1, 2, 3, 4]]}"), 4, NULL,
     LEVEL("4", "big",
           "{'id': 'MESH', 'tile_width': 0, 'tile_height': 0, 'width': 2, 'height': 2, "
           "'layers': [[1, 2, 3, 4]]}"),
     "/blocks/0 maps without a stored tile size: it is now 0 by 0; set it: 1\n"},
    {"cells of a row that is not whole are dropped",
     LEVEL("2", "little",
           "{'id': 'MESH', 'tile_width': 8, 'tile_height': 9, 'width': 2, 'layers': [[1, 2, 3]]}"),
     3, NULL,
     LEVEL("3", "big",
           "{'id': 'MESH', 'tile_width': 8, 'tile_height': 9, 'width': 2, 'height': 1, "
           "'layers': [[1, 2]]}"),
     "/blocks/0/layers/0 dropped cells after the last full row: 1\n"},
    {"a map of width 0 has no cells",
     LEVEL("2", "big",
           "{'id': 'MESH', 'tile_width': 8, 'tile_height': 8, 'width': 0, 'layers': [[1]]}"),
     4, NULL,
     LEVEL("4", "big",
           "{'id': 'MESH', 'tile_width': 8, 'tile_height': 8, 'width': 0, 'height': 0, "
           "'layers': [[]]}"),
     "/blocks/0/width dropped cells of maps whose width is 0: 1\n"},
    {"actors join the things where the first of them stood",
     LEVEL("1", "little",
           "{'id': 'PLRS', 'actors': [{'id': 1, 'x': 2, 'y': 3, 'flags': 4}]}, " META_TEXT
           ", {'id': 'ITEM', 'actors': [{'id': 5, 'x': 6, 'y': 7, 'flags': 8}]}"),
     4, NULL,
     LEVEL("4", "big",
           "{'id': 'THNG', 'things': ["
           "{'id': 1, 'tag': 0, 'x': 2, 'y': 3, 'layer_id': 0, 'flags': 4, 'metadata': ''}, "
           "{'id': 5, 'tag': 0, 'x': 6, 'y': 7, 'layer_id': 0, 'flags': 8, 'metadata': "
           "''}]}, " META_TEXT),
     "/blocks/0/actors players, NPCs and items that became things; which of the three they were is "
     "not stored: 2\n"},
    {"actors before a THNG are gone, as the reference reads them",
     LEVEL("2", "big",
           "{'id': 'PLRS', 'actors': [{'id': 1, 'x': 2, 'y': 3, 'flags': 4}]}, "
           "{'id': 'THNG', 'things': [{'id': 9, 'tag': 1, 'x': 1, 'y': 1, 'flags': 0, "
           "'metadata': 'm'}]}, {'id': 'NPCS', 'actors': [{'id': 3, 'x': 0, 'y': 0, 'flags': 0}]}"),
     3, NULL,
     LEVEL("3", "big",
           "{'id': 'THNG', 'things': ["
           "{'id': 9, 'tag': 1, 'x': 1, 'y': 1, 'flags': 0, 'metadata': 'm'}, "
           "{'id': 3, 'tag': 0, 'x': 0, 'y': 0, 'flags': 0, 'metadata': ''}]}"),
     "/blocks/0/actors players, NPCs and items that became things; which of the three they were is "
     "not stored: 2\n"},
    {"paths of an earlier version could not be brought back",
     LEVEL("2", "big", "{'id': 'PATH', 'paths': []}"), 3, NULL,
     LEVEL("3", "big", "{'id': 'PATH', 'paths': []}"),
     "/blocks/0 blocks of things, triggers or paths, which are unknown in the old version: 1\n"},
    {"repeated blocks stay",
     LEVEL("3", "big", "{'id': 'PATH', 'paths': []}, {'id': 'PATH', 'paths': []}"), 4, NULL,
     LEVEL("4", "big", "{'id': 'PATH', 'paths': []}, {'id': 'PATH', 'paths': []}"), ""},
};

#define TILES   "{'id': 'MESH', 'tile_width': 8, 'tile_height': 8, 'width': 2, "
#define DROPPED " dropped because the target version or variant cannot store it: "

static const struct row downwards[] = {
    {"layer ids are lost",
     LEVEL("4", "big",
           "{'id': 'PATH', 'paths': [{'looping': 1, 'tag': 2, 'layer_id': 3, 'points': []}]}"),
     3, NULL,
     LEVEL("3", "big", "{'id': 'PATH', 'paths': [{'looping': 1, 'tag': 2, 'points': []}]}"),
     "/blocks/0/paths/0/layer_id layer_id" DROPPED "1\n"},
    {"so is that of a thing and of a trigger",
     LEVEL(
         "4", "big",
         "{'id': 'THNG', 'things': [{'id': 1, 'tag': 0, 'x': 0, 'y': 0, 'layer_id': 0, 'flags': 0, "
         "'metadata': ''}, {'id': 2, 'tag': 0, 'x': 0, 'y': 0, 'layer_id': 7, 'flags': 0, "
         "'metadata': ''}]}, {'id': 'TRIG', 'triggers': [{'x': 1, 'y': 2, 'layer_id': 1, "
         "'area_type': 1, 'radius': 3, 'id': 0, 'tag': 0, 'type': 0, 'a1': 0, 'a2': 0, 'a3': 0, "
         "'a4': 0, 'a5': 0, 'metadata': ''}]}"),
     3, NULL,
     LEVEL("3", "big",
           "{'id': 'THNG', 'things': [{'id': 1, 'tag': 0, 'x': 0, 'y': 0, 'flags': 0, "
           "'metadata': ''}, {'id': 2, 'tag': 0, 'x': 0, 'y': 0, 'flags': 0, 'metadata': ''}]}, "
           "{'id': 'TRIG', 'triggers': [{'x': 1, 'y': 2, 'area_type': 1, 'radius': 3, 'id': 0, "
           "'tag': 0, 'type': 0, 'a1': 0, 'a2': 0, 'a3': 0, 'a4': 0, 'a5': 0, 'metadata': ''}]}"),
     "/blocks/0/things/1/layer_id layer_id" DROPPED "2\n"},
    {"a height that follows from the cells is not",
     LEVEL("3", "big", TILES "'height': 2, 'layers': [[1, 2, 3, 4]]}"), 2, NULL,
     LEVEL("2", "big", TILES "'layers': [[1, 2, 3, 4]]}"), ""},
    {"a height without cells is", LEVEL("3", "big", TILES "'height': 2, 'layers': [[]]}"), 2, NULL,
     LEVEL("2", "big", TILES "'layers': [[]]}"),
     "/blocks/0/height maps whose height does not follow from their number of cells, as this "
     "version requires: 1\n"},
    {"a height of half a row is",
     LEVEL("3", "big", TILES "'height': 2, 'layers': [[1, 2, 3, 4, 5]]}"), 2, NULL,
     LEVEL("2", "big", TILES "'layers': [[1, 2, 3, 4, 5]]}"),
     "/blocks/0/height maps whose height does not follow from their number of cells, as this "
     "version requires: 1\n"},
    {"players of a later version would come back as things",
     LEVEL("3", "big", "{'id': 'PLRS', 'actors': []}"), 2, NULL,
     LEVEL("2", "big", "{'id': 'PLRS', 'actors': []}"),
     "/blocks/0 blocks of players, NPCs or items, which the old version reads as things: 1\n"},
    {"further layers and new blocks are lost",
     LEVEL("3", "big",
           "{'id': 'MESH', 'tile_width': 8, 'tile_height': 8, 'width': 1, 'height': 1, "
           "'layers': [[5], [6]]}, {'id': 'THNG', 'things': [{'id': 9, 'tag': 1, 'x': 1, 'y': 1, "
           "'flags': 0, 'metadata': 'm'}]}"),
     2, NULL,
     LEVEL("2", "big",
           "{'id': 'MESH', 'tile_width': 8, 'tile_height': 8, 'width': 1, 'layers': [[5]]}"),
     "/blocks/0/layers/1 dropped layers beyond the first: 1\n/blocks/1/things things, which are "
     "unknown in this version: 1\n"},
    {"a map without layers gets an empty one",
     LEVEL("4", "big",
           "{'id': 'MESH', 'tile_width': 0, 'tile_height': 0, 'width': 0, 'height': 0, "
           "'layers': []}"),
     1, NULL, LEVEL("1", "little", "{'id': 'MESH', 'width': 0, 'layers': [[]]}"),
     "/blocks/0/layers maps without a layer that got an empty layer: 1\n"},
    {"actors lose their ids, the map its tile size",
     LEVEL("2", "big",
           "{'id': 'MESH', 'tile_width': 8, 'tile_height': 8, 'width': 1, 'layers': [[5]]}, "
           "{'id': 'NPCS', 'actors': [{'id': 3, 'x': 0, 'y': 0, 'flags': 0}]}"),
     0, NULL,
     LEVEL("0", "little",
           "{'id': 'MESH', 'width': 1, 'layers': [[5]]}, "
           "{'id': 'NPCS', 'actors': [{'x': 0, 'y': 0, 'flags': 0}]}"),
     "/blocks/0/tile_width tile_width" DROPPED "1\n/blocks/0/tile_height tile_height" DROPPED "1\n"
     "/blocks/1/actors/0/id id" DROPPED "1\n"},
};

static const struct row to_variants[] = {
    {"version 2 may be little-endian", LEVEL("2", "big", META_TEXT), 2, "little",
     LEVEL("2", "little", META_TEXT), ""},
    {"a variant's name says its version", LEVEL("4", "big", "{'id': 'TRIG', 'triggers': []}"), 99,
     "u64-counts", NAMED("3", "big", "u64-counts", "{'id': 'TRIG', 'triggers': []}"), ""},
    {"1b keeps tile sizes",
     LEVEL("2", "big",
           "{'id': 'MESH', 'tile_width': 8, 'tile_height': 8, 'width': 1, 'layers': [[5]]}"),
     1, "1b",
     NAMED("1", "little", "1b",
           "{'id': 'MESH', 'tile_width': 8, 'tile_height': 8, 'width': 1, 'layers': [[5]]}"),
     ""},
    {"version 4's layout keeps all",
     LEVEL("4", "big",
           "{'id': 'MESH', 'tile_width': 8, 'tile_height': 8, 'width': 1, 'height': 1, 'layers': "
           "[[5], [6]]}"),
     99, "v4-layout",
     NAMED("0", "big", "v4-layout",
           "{'id': 'MESH', 'tile_width': 8, 'tile_height': 8, 'width': 1, 'height': 1, 'layers': "
           "[[5], [6]]}"),
     ""},
    {"version 4's layout has things for actors",
     LEVEL("1", "little", "{'id': 'NPCS', 'actors': [{'id': 3, 'x': 0, 'y': 0, 'flags': 0}]}"), 0,
     "v4-layout",
     NAMED("0", "big", "v4-layout",
           "{'id': 'THNG', 'things': [{'id': 3, 'tag': 0, 'x': 0, 'y': 0, 'layer_id': 0, "
           "'flags': 0, 'metadata': ''}]}"),
     "/blocks/0/actors players, NPCs and items that became things; which of the three they were is "
     "not stored: 1\n"},
    {"from version 4's layout things are dropped in version 0",
     NAMED("0", "big", "v4-layout", "{'id': 'TRIG', 'triggers': []}"), 0, NULL,
     LEVEL("0", "little", ""), "/blocks/0 empty blocks, which are unknown in this version: 1\n"},
    {"short META drops names", LEVEL("1", "little", META_TEXT), 0, "short-meta",
     NAMED("0", "little", "short-meta",
           "{'id': 'META', 'timestamp': '7', 'author': 'A', 'description': 'D'}"),
     "/blocks/0/level_id level_id" DROPPED "1\n/blocks/0/name name" DROPPED "1\n"},
};

static void run_rows(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct warnings warnings;
        ow_document from = document_of(rows[i].from);
        ow_target target = {.has_version = rows[i].version != 99,
                            .version = rows[i].version,
                            .variant = rows[i].variant};
        ow_document converted = converted_to(&from, &target, &warnings);
        char *text = text_of(&converted);
        if (strcmp(text, rows[i].to) != 0)
            ROW_FAILED("%s:\n%s\nis not\n%s\n", rows[i].what, text, rows[i].to);
        if (strcmp(warnings.text, rows[i].warnings) != 0)
            ROW_FAILED("%s: warnings:\n%s", rows[i].what, warnings.text);
        free(text);
        ow_close(&converted);
        ow_close(&from);
    }
}

static void later_versions_get_what_they_need(void **state)
{
    (void)state;
    run_rows(upwards, LENGTH(upwards));
}

static void earlier_versions_say_what_they_cannot_carry(void **state)
{
    (void)state;
    run_rows(downwards, LENGTH(downwards));
}

static void variants_are_byte_orders_and_others(void **state)
{
    (void)state;
    run_rows(to_variants, LENGTH(to_variants));
}

static void targets_that_no_code_ever_wrote_are_refused(void **state)
{
    (void)state;
    static const struct {
        bool has_version;
        unsigned version;
        const char *variant, *fragment;
    } rows[] = {
        {true, 5, NULL, "versions 0 to 4 can"},
        {true, 4, "little", "version 4 is always big-endian"},
        {true, 1, "big", "version 1 is always little-endian"},
        {true, 4, "1b", "is a variant of version 1"},
        {false, 0, "d3", "has no variant \"d3\""},
    };
    ow_document from = document_of(LEVEL("2", "big", META_TEXT));
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_target target = {.has_version = rows[i].has_version,
                            .version = rows[i].version,
                            .variant = rows[i].variant};
        ow_document converted;
        ow_error error = {0};
        assert_int_equal(ow_convert(&from, &target, NULL, NULL, NULL, &converted, &error),
                         OW_BAD_ARGUMENT);
        if (!strstr(error.message, rows[i].fragment))
            ROW_FAILED("row %zu: %s\n", i, error.message);
    }
    ow_close(&from);
}

static void without_a_target_a_level_stays_as_it_is(void **state)
{
    (void)state;
    static const char odd[] = LEVEL("3", "little", META_TEXT);
    struct warnings warnings;
    ow_document from = document_of(odd);
    ow_document converted = converted_to(&from, &(ow_target){0}, &warnings);
    char *text = text_of(&converted);
    assert_string_equal(text, odd);
    assert_string_equal(warnings.text, "");
    free(text);
    ow_close(&converted);
    ow_close(&from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(later_versions_get_what_they_need),
        cmocka_unit_test(earlier_versions_say_what_they_cannot_carry),
        cmocka_unit_test(variants_are_byte_orders_and_others),
        cmocka_unit_test(targets_that_no_code_ever_wrote_are_refused),
        cmocka_unit_test(without_a_target_a_level_stays_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
