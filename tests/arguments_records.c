/* The same as arguments.c of calls on what a world holds: views, heights, builds and their
 * meaning, edits. */
#include "support/refusals.h"
#include "support/worlds.h"

#include <math.h>

static void a_view_and_its_cells_need_a_level(void **state)
{
    (void)state;
    struct world world = open_world(world_of_leveld);
    ow_leveld_level *level = world.document.as.leveld;
    ow_leveld_view view;
    ow_leveld_cell cell;
    ow_leveld_layer layer = {.cell_count = 4};
    ow_leveld_mesh mesh = {.width = 2, .height = 2, .layer_count = 1};
    ASSERT_REFUSED(ow_leveld_view_open(NULL, NULL, &view, error));
    ASSERT_REFUSED(ow_leveld_view_open(level, NULL, NULL, error));
    ASSERT_FINE(ow_leveld_view_open(level, NULL, &view, error), ow_leveld_view_close(&view));
    assert_false(ow_leveld_cell_at(NULL, 0, 0, 0, &cell));
    assert_false(ow_leveld_cell_at(level->blocks[1].mesh, 0, 0, 0, NULL));
    assert_false(ow_leveld_cell_at(&mesh, 0, 0, 0, &cell)); /* without layers */
    mesh.layers = &layer;
    assert_false(ow_leveld_cell_at(&mesh, 0, 0, 0, &cell)); /* without cells */
    ASSERT_REFUSED(ow_leveld_set_meta(NULL, "name", OW_LITERAL("a"), error));
    ASSERT_REFUSED(ow_leveld_set_meta(level, NULL, OW_LITERAL("a"), error));
    ASSERT_REFUSED(ow_leveld_set_meta(level, "name", (ow_text){NULL, 1}, error));
    ASSERT_REFUSED(ow_leveld_set_meta(level, "timestamp", (ow_text){NULL, 1}, error));
    ASSERT_FINE(ow_leveld_set_meta(level, "name", OW_LITERAL("a"), error), (void)0);
    ASSERT_FINE(ow_leveld_set_meta(level, "timestamp", OW_LITERAL("8"), error), (void)0);
    close_world(&world);
}

/* A level that a program built and left a pointer out of: a view has nothing to see there. */
static void a_view_of_records_that_are_not_there_is_refused(void **state)
{
    (void)state;
    static const uint8_t ids[] = {OW_LEVELD_META, OW_LEVELD_MESH, OW_LEVELD_PLRS,
                                  OW_LEVELD_THNG, OW_LEVELD_TRIG, OW_LEVELD_PATH};
    ow_leveld_view view;
    for (size_t i = 0; i < LENGTH(ids); i++) {
        bool list = ids[i] != OW_LEVELD_META && ids[i] != OW_LEVELD_MESH;
        ow_leveld_block block = {.id = ids[i], .count = list ? 3 : 0};
        ow_leveld_level level = {.version = 4, .block_count = 1, .blocks = &block};
        ASSERT_REFUSED(ow_leveld_view_open(&level, NULL, &view, error));
    }
    ow_leveld_mesh mesh = {.width = 1, .layer_count = 1};
    ow_leveld_block block = {.id = OW_LEVELD_MESH, .mesh = &mesh};
    ow_leveld_level level = {.version = 2, .block_count = 1, .blocks = &block};
    ASSERT_REFUSED(ow_leveld_view_open(&level, NULL, &view, error));
    level.blocks = NULL;
    ASSERT_REFUSED(ow_leveld_view_open(&level, NULL, &view, error));
}

static void heights_and_images_need_their_numbers(void **state)
{
    (void)state;
    struct world world = open_world(world_of_city);
    float values[] = {1, 2}, height, largest;
    ow_heights heights = {.x_vertices = 2, .y_vertices = 1, .values = values}, read;
    ow_heights none = {.x_vertices = 2, .y_vertices = 1};
    ow_image image, dark = {.width = 2, .height = 1, .scale = 1};
    assert_false(ow_heights_at(NULL, 0, 0, &height));
    assert_false(ow_heights_at(&heights, 0, 0, NULL));
    assert_false(ow_heights_at(&none, 0, 0, &height));
    ASSERT_REFUSED(ow_heights_to_image(NULL, NULL, &image, &largest, error));
    ASSERT_REFUSED(ow_heights_to_image(&heights, NULL, NULL, &largest, error));
    ASSERT_REFUSED(ow_heights_to_image(&none, NULL, &image, &largest, error));
    ASSERT_REFUSED(ow_heights_from_image(NULL, NULL, &read, error));
    ASSERT_REFUSED(ow_heights_from_image(&dark, NULL, &read, error));
    ASSERT_FINE(ow_heights_to_image(&heights, NULL, &image, &largest, error),
                ow_image_free(&image));
    assert_int_equal(ow_heights_to_image(&heights, NULL, &image, NULL, NULL), OW_OK);
    ASSERT_REFUSED(ow_heights_from_image(&image, NULL, NULL, error));
    ASSERT_FINE(ow_heights_from_image(&image, NULL, &read, error), ow_heights_free(&read));
    ow_image_free(&image);
    ASSERT_FINE(ow_get_heights(&world.document, NULL, &read, error), ow_heights_free(&read));
    ASSERT_FINE(ow_set_heights(&world.document, &heights, error), (void)0);
    ASSERT_REFUSED(ow_set_heights(&world.document, &none, error));
    close_world(&world);
}

static void a_build_in_a_variant_needs_it_and_a_place(void **state)
{
    (void)state;
    struct world world = open_world(world_of_structure);
    const ow_structure_build *build = world.document.as.structure;
    const void *bytes = world.file.data;
    size_t size = world.file.size;
    ow_structure_build *read;
    const ow_structure_variant *game = &ow_structure_game;
    ASSERT_REFUSED(ow_structure_read_as(NULL, size, game, NULL, &read, error));
    ASSERT_REFUSED(ow_structure_read_as(bytes, size, game, NULL, NULL, error));
    ASSERT_REFUSED(ow_structure_convert_as(NULL, 6, game, NULL, NULL, NULL, &read, error));
    ASSERT_REFUSED(ow_structure_convert_as(build, 6, game, NULL, NULL, NULL, NULL, error));
    ASSERT_FINE(ow_structure_read_as(bytes, size, game, NULL, &read, error),
                ow_structure_free(read));
    ASSERT_FINE(ow_structure_convert_as(build, 6, game, NULL, NULL, NULL, &read, error),
                ow_structure_free(read));
    ASSERT_FINE(ow_structure_read_as(bytes, size, NULL, NULL, &read, error),
                ow_structure_free(read)); /* `game` */
    ASSERT_FINE(ow_structure_convert_as(build, 6, NULL, NULL, NULL, NULL, &read, error),
                ow_structure_free(read));
    close_world(&world);
}

static void what_a_build_means_is_nothing_without_one(void **state)
{
    (void)state;
    double place[3] = {7, 7, 7};
    uint8_t rgb[3], rgba[4];
    uint16_t color;
    int16_t raw[3] = {1, 2, 3};
    uint16_t vertex[3] = {1, 2, 3};
    ow_structure_root root = {0};
    ow_structure_metadata metadata = {0};
    ow_structure_block block = {0};
    ow_structure_build build = {.version = 6, .root_count = 2, .block_count = 3, .color_count = 1};
    assert_int_equal(ow_structure_root_of(NULL, 0), 0);
    assert_int_equal(ow_structure_root_of(&build, 0), 2);
    ow_structure_position(NULL, raw, place);
    assert_true(place[0] == 0 && place[1] == 0 && place[2] == 0);
    ow_structure_position(&root, NULL, place);
    ow_structure_position(&root, raw, NULL);
    place[2] = 7;
    assert_false(ow_structure_position_of(NULL, 0, place));
    assert_true(place[0] == 0 && place[1] == 0 && place[2] == 0);
    assert_false(ow_structure_position_of(&build, 0, NULL));
    assert_false(ow_structure_position_of(&build, 0, place)); /* nor roots nor blocks */
    assert_int_equal(ow_structure_find_rotation_scale(NULL).angle_count, 0);
    assert_int_equal(ow_structure_find_rotation_scale(&build).angle_count, 0);
    assert_true(isfinite(ow_structure_degrees(5, 0)));
    place[0] = 7;
    ow_structure_vertex(NULL, vertex, 1, place);
    assert_true(place[0] == 0);
    ow_structure_vertex(&metadata, NULL, 1, place);
    ow_structure_vertex(&metadata, vertex, 1, NULL);
    ow_structure_vertex(&metadata, vertex, 0, place);
    assert_true(isfinite(place[0]));
    assert_true(ow_structure_speed(NULL) == 0);
    ow_structure_rgb(0, OW_STRUCTURE_RED_LOW, NULL);
    ow_structure_rgb(0, OW_STRUCTURE_RED_LOW, rgb);
    assert_false(ow_structure_color_of(NULL, &block, &color));
    assert_false(ow_structure_color_of(&build, NULL, &color));
    assert_false(ow_structure_color_of(&build, &block, NULL));
    assert_false(ow_structure_color_of(&build, &block, &color)); /* no table where one is said */
    assert_false(ow_structure_rgba_of(NULL, &block, OW_STRUCTURE_RED_HIGH, rgba));
    assert_false(ow_structure_rgba_of(&build, NULL, OW_STRUCTURE_RED_HIGH, rgba));
    assert_false(ow_structure_rgba_of(&build, &block, OW_STRUCTURE_RED_HIGH, NULL));
    assert_false(ow_structure_rgba_of(&build, &block, OW_STRUCTURE_RED_HIGH, rgba));
    assert_string_equal(ow_structure_block_type_at(NULL, 0).name, "Metal block");
}

static void what_metadata_means_is_nothing_without_one(void **state)
{
    (void)state;
    double hertz = 7;
    uint16_t values[] = {3};
    uint8_t bytes[] = {4};
    ow_structure_group group = {.value_count = 1, .values = values};
    ow_structure_metadata metadata = {.byte_count = 1, .bytes = bytes};
    ow_structure_settings settings = {.metadata = NULL};
    ow_structure_block custom = {.id = 109}, tone = {.id = OW_STRUCTURE_TONE_GENERATOR};
    ow_structure_build build = {.version = 6};
    for (int i = 0; i < 2; i++) { /* without settings, and with such without metadata */
        assert_int_equal(ow_structure_shape(&build, &custom, 1, NULL, 0), 0);
        assert_false(ow_structure_frequency(&tone, &hertz));
        custom.settings = tone.settings = &settings;
    }
    assert_int_equal(ow_structure_shape(NULL, &custom, 1, NULL, 0), 0);
    assert_int_equal(ow_structure_shape(&build, NULL, 1, NULL, 0), 0);
    assert_false(ow_structure_frequency(NULL, &hertz));
    settings.metadata = &metadata; /* without floats */
    assert_false(ow_structure_frequency(&tone, &hertz));
    assert_false(ow_structure_frequency(&tone, NULL));
    assert_int_equal(ow_structure_group_value(NULL, &group, 0), -1);
    assert_int_equal(ow_structure_group_value(&build, NULL, 0), -1);
    assert_int_equal(ow_structure_group_value(&build, &group, 1), -1);
    assert_int_equal(ow_structure_group_value(&build, &group, 0), 3);
    assert_int_equal(ow_structure_extra_byte(NULL, &metadata, 0), 0);
    assert_int_equal(ow_structure_extra_byte(&build, NULL, 0), 0);
    assert_int_equal(ow_structure_extra_byte(&build, &metadata, 1), 0);
    assert_int_equal(ow_structure_extra_byte(&build, &metadata, 0), 4);
}

static void edits_need_an_owner_a_list_and_a_count(void **state)
{
    (void)state;
    struct world world = open_world(world_of_leveld);
    void *owner = world.document.as.leveld->owner;
    uint32_t *list = NULL, *missing = NULL, count = 0, many = 5;
    ow_text text;
    ow_bytes bytes;
    ASSERT_REFUSED_POINTER(ow_take(NULL, 1, 1, error));
    ASSERT_REFUSED(ow_keep_text(NULL, OW_LITERAL("a"), &text, error));
    ASSERT_REFUSED(ow_keep_text(owner, OW_LITERAL("a"), NULL, error));
    ASSERT_REFUSED(ow_keep_text(owner, (ow_text){NULL, 1}, &text, error));
    ASSERT_REFUSED(ow_keep_bytes(NULL, (ow_bytes){0}, &bytes, error));
    ASSERT_REFUSED(ow_keep_bytes(owner, (ow_bytes){0}, NULL, error));
    ASSERT_REFUSED(ow_keep_bytes(owner, (ow_bytes){NULL, 1}, &bytes, error));
    ASSERT_REFUSED_POINTER(ow_insert_records(NULL, &list, &count, 4, 0, 1, error));
    ASSERT_REFUSED_POINTER(ow_insert_records(owner, NULL, &count, 4, 0, 1, error));
    ASSERT_REFUSED_POINTER(ow_insert_records(owner, &list, NULL, 4, 0, 1, error));
    ASSERT_REFUSED_POINTER(ow_insert_records(owner, &missing, &many, 4, 0, 1, error));
    ASSERT_REFUSED(ow_remove_records(owner, &missing, &many, 4, 0, 1, error));
    ASSERT_REFUSED(ow_remove_records(owner, NULL, &many, 4, 0, 1, error));
    ASSERT_REFUSED(ow_reserve_records(owner, NULL, 0, 4, 1, error));
    ASSERT_REFUSED(ow_unshare_records(owner, NULL, 0, 4, error));
    ASSERT_REFUSED(ow_unshare_records(owner, &missing, many, 4, error));
    ASSERT_FINE(ow_take(owner, 1, 1, error) ? OW_OK : OW_NO_MEMORY, (void)0);
    ASSERT_FINE(ow_keep_text(owner, OW_LITERAL("a"), &text, error), (void)0);
    ASSERT_FINE(ow_keep_bytes(owner, (ow_bytes){0}, &bytes, error), (void)0);
    ASSERT_FINE(ow_list_append(owner, list, count, error) ? OW_OK : OW_NO_MEMORY, (void)0);
    ASSERT_FINE(ow_list_reserve(owner, list, count, 9, error), (void)0);
    ASSERT_FINE(ow_list_unshare(owner, list, count, error), (void)0);
    ASSERT_FINE(ow_list_remove(owner, list, count, 0, 1, error), (void)0);
    close_world(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_view_and_its_cells_need_a_level),
        cmocka_unit_test(a_view_of_records_that_are_not_there_is_refused),
        cmocka_unit_test(heights_and_images_need_their_numbers),
        cmocka_unit_test(a_build_in_a_variant_needs_it_and_a_place),
        cmocka_unit_test(what_a_build_means_is_nothing_without_one),
        cmocka_unit_test(what_metadata_means_is_nothing_without_one),
        cmocka_unit_test(edits_need_an_owner_a_list_and_a_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
