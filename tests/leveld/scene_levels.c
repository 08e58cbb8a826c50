/* Scenes of whole levels: of converted ones, of ones that a program built or that are made to
 * cost much, of real ones. */
#define _XOPEN_SOURCE 700 /* for opendir */

#include "../support/ledger.h"
#include "seen.h"

#include <dirent.h>

/* ---- the same level in other forms ---- */

static void print_all(struct text *text, const ow_scene *scene)
{
    put_layers(text, scene);
    put_items(text, scene);
    put_segments(text, scene);
}

static void a_converted_level_looks_the_same(void **state)
{
    (void)state;
    static const char *const rows[] = {
        LEVEL_IN("2", "big", "", META, V2_MESH),
        LEVEL_IN("3", "big", "",
                 "{'id': 'MESH', 'tile_width': 16, 'tile_height': 16, 'width': 2, 'height': 2, "
                 "'layers': [[0, 1, 2, 3], [0, 0, 0, 9]]}, {'id': 'THNG', 'things': [{'id': 1, "
                 "'tag': 3, 'x': 8, 'y': 8, 'flags': 4, 'metadata': ''}, {'id': 2, 'tag': 3, 'x': "
                 "24, 'y': 8, 'flags': 0, 'metadata': ''}]}"),
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document document = document_of(rows[i]);
        ow_target target = {.version = 4};
        struct warnings warnings = {""};
        ow_document converted = converted_to(&document, &target, &warnings);
        ow_scene from, to;
        struct text text = {.size = 0};
        assert_int_equal(ow_scene_open_document(&document, NULL, NULL, &from, NULL), OW_OK);
        assert_int_equal(ow_scene_open_document(&converted, NULL, NULL, &to, NULL), OW_OK);
        print_all(&text, &from);
        assert_true(text.size > 0);
        assert_scene("converted", &to, print_all, text.data);
        assert_memory_equal(to.least, from.least, sizeof to.least);
        assert_memory_equal(to.most, from.most, sizeof to.most);
        ow_scene_close(&from);
        ow_scene_close(&to);
        ow_close(&converted);
        ow_close(&document);
    }
}

static void a_level_that_a_program_built_has_a_scene(void **state)
{
    (void)state;
    ow_leveld_thing thing = {.id = 5, .x = 16, .y = 32};
    ow_leveld_block block = {.id = OW_LEVELD_THNG, .count = 1, .things = &thing};
    ow_leveld_level level = {.version = 4, .block_count = 1, .blocks = &block};
    ow_document document = {.format = ow_format_by_name("leveld"), .as.leveld = &level};
    ow_scene scene;
    assert_int_equal(ow_scene_open_document(&document, NULL, NULL, &scene, NULL), OW_OK);
    assert_scene("built", &scene, put_items, "thing 5 at 1,0,2 /blocks/0/things/0\n");
    ow_scene_close(&scene);
}

/* ---- levels made to cost much ---- */

static void put_big(struct bytes *bytes, uint32_t value)
{
    const uint8_t parts[4] = {(uint8_t)(value >> 24), (uint8_t)(value >> 16), (uint8_t)(value >> 8),
                              (uint8_t)value};
    put_raw(bytes, parts, sizeof parts);
}

static struct bytes many_layers(void)
{
    struct bytes bytes = {0};
    put_hex(&bytes, "0004 4d455348 0010 0010 00010000 00010000");
    put_big(&bytes, 100000);
    for (int i = 0; i < 100000; i++)
        put_big(&bytes, 0);
    return bytes;
}

static struct bytes many_of_one_tag(void)
{
    struct bytes bytes = {0};
    put_hex(&bytes, "0004 54484e47");
    put_big(&bytes, 100000);
    for (uint32_t i = 0; i < 100000; i++) {
        put_big(&bytes, i);
        put_big(&bytes, 7);
        put_big(&bytes, i);
        put_hex(&bytes, "ffffffff 00000000 0000 00");
    }
    return bytes;
}

static struct bytes many_blocks(void)
{
    struct bytes bytes = {0};
    put_hex(&bytes, "0004");
    for (uint32_t i = 0; i < 70000; i++) {
        put_hex(&bytes, "4954454d 00000001");
        put_big(&bytes, i);
        put_hex(&bytes, "00000000 00000000 0000");
    }
    return bytes;
}

static const struct {
    struct bytes (*make)(void);
    uint32_t layers, items, segments, labels, types;
} costly[] = {
    {many_layers, 0, 0, 0, 0, 0},
    {many_of_one_tag, 0, 100000, 99999, 0, 4097}, /* the last type is of all other ids */
    {many_blocks, 0, 16000, 0, 0, 4097},
};

static void costly_levels_are_bounded(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(costly); i++) {
        struct bytes bytes = costly[i].make();
        struct ledger ledger = {0};
        ow_options options = ledger_options(&ledger);
        ow_scene scene;
        assert_int_equal(ow_scene_open(bytes.data, bytes.size, &options, NULL, &scene, NULL),
                         OW_OK);
        assert_int_equal(scene.layer_count, costly[i].layers);
        assert_int_equal(scene.item_count, costly[i].items);
        assert_int_equal(scene.segment_count, costly[i].segments);
        assert_int_equal(scene.label_count, costly[i].labels);
        assert_int_equal(scene.type_count, costly[i].types);
        assert_true(ledger.peak < 16 * bytes.size + (8 << 20));
        ow_scene_close(&scene);
        options.max_memory = bytes.size * 4;
        if (costly[i].items > 50000)
            assert_int_equal(ow_scene_open(bytes.data, bytes.size, &options, NULL, &scene, NULL),
                             OW_TOO_MUCH_MEMORY);
        assert_int_equal(ledger.blocks, 0);
        bytes_free(&bytes);
    }
}

/* ---- real levels ---- */

static void each_real_level_has_a_scene(void **state)
{
    (void)state;
    char folder[2048], path[4096];
    snprintf(folder, sizeof folder, "%s/leveld", corpus_folder());
    DIR *list = opendir(folder);
    if (!list)
        skip();
    unsigned levels = 0;
    for (struct dirent *entry; (entry = readdir(list));) {
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        size_t size = strlen(path);
        if (size < 4 || strcmp(path + size - 4, ".lvd") != 0)
            continue;
        struct bytes bytes = read_file(path);
        ow_scene scene = scene_in(&bytes, NULL);
        assert_true(scene.layer_count > 0);
        assert_int_equal(scene.layers[0].flags, 0);
        /* Every thing of a real level stands on its map. */
        const ow_scene_layer *layer = &scene.layers[0];
        for (uint32_t i = 0; i < scene.item_count; i++)
            for (int axis = 0; axis < 3; axis += 2)
                assert_true(scene.items[i].position[axis] >= layer->position[axis] &&
                            scene.items[i].position[axis] <=
                                layer->position[axis] +
                                    (float)(axis == 0 ? layer->width : layer->height));
        ow_scene_close(&scene);
        bytes_free(&bytes);
        levels++;
    }
    closedir(list);
    assert_true(levels > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_converted_level_looks_the_same),
        cmocka_unit_test(a_level_that_a_program_built_has_a_scene),
        cmocka_unit_test(costly_levels_are_bounded),
        cmocka_unit_test(each_real_level_has_a_scene),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
