/* What a document that a program made leaves open is written as real games write it. */
#include "../support/test.h"

#include <overworld/overworld.h>

static void a_level_has_the_byte_order_of_its_version(void **state)
{
    (void)state;
    static const struct {
        uint16_t version;
        const char *bytes; /* of the version */
        uint8_t order;
    } rows[] = {
        {0, "\0\0", OW_LEVELD_LITTLE}, {1, "\1\0", OW_LEVELD_LITTLE}, {2, "\0\2", OW_LEVELD_BIG},
        {3, "\0\3", OW_LEVELD_BIG},    {4, "\0\4", OW_LEVELD_BIG},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_leveld_actor actor = {.x = 258};
        ow_leveld_block block = {.id = OW_LEVELD_NPCS, .count = 1, .actors = &actor};
        ow_leveld_level level = {.version = rows[i].version, .block_count = 1, .blocks = &block};
        ow_leveld_level *read;
        ow_buffer buffer = {0};
        assert_int_equal(ow_leveld_write_buffer(&level, NULL, &buffer, NULL), OW_OK);
        assert_memory_equal(buffer.data, rows[i].bytes, 2);
        assert_int_equal(level.byte_order, OW_LEVELD_USUAL_ORDER); /* writers only look */
        assert_int_equal(ow_leveld_read(buffer.data, buffer.size, NULL, &read, NULL), OW_OK);
        assert_int_equal(read->byte_order, rows[i].order);
        assert_int_equal(read->blocks[0].actors[0].x, 258);
        ow_leveld_free(read);
        ow_buffer_free(&buffer, NULL);
    }
}

static void a_build_is_in_the_variant_of_the_game(void **state)
{
    (void)state;
    uint16_t colors[] = {0x1234}, rotations[][3] = {{1, 2, 3}};
    ow_structure_build build = {.version = 6,
                                .color_count = 1,
                                .colors = colors,
                                .rotation_count = 1,
                                .rotations = rotations};
    ow_buffer open = {0}, stated = {0};
    assert_int_equal(ow_structure_write_buffer(&build, NULL, &open, NULL), OW_OK);
    build.variant = ow_structure_game;
    assert_int_equal(ow_structure_write_buffer(&build, NULL, &stated, NULL), OW_OK);
    assert_int_equal(open.size, stated.size);
    assert_memory_equal(open.data, stated.data, open.size);
    ow_buffer_free(&open, NULL);
    ow_buffer_free(&stated, NULL);
}

static void a_city_is_in_the_final_variant_with_true_sizes(void **state)
{
    (void)state;
    ow_city_save save = {.name = {"n", 1}, .terrain = {.kind = OW_CITY_HEIGHTS}}, *read;
    ow_buffer buffer = {0};
    assert_int_equal(ow_city_write_buffer(&save, NULL, &buffer, NULL), OW_OK);
    assert_memory_equal(buffer.data, "\0\7\0\0\0\1n", 7);
    ow_options options = {.variant = "d3"};
    assert_int_equal(ow_city_read(buffer.data, buffer.size, &options, &read, NULL), OW_OK);
    assert_false(read->header_size.keep || read->terrain.size.keep || read->things_size.keep);
    ow_city_free(read);
    ow_buffer_free(&buffer, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_has_the_byte_order_of_its_version),
        cmocka_unit_test(a_build_is_in_the_variant_of_the_game),
        cmocka_unit_test(a_city_is_in_the_final_variant_with_true_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
