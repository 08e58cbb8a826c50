/* The figures of a summary, and that the short one needs only the beginning of a file. */
#include "../support/test.h"

#include "../support/lines.h"
#include "../support/saves.h"

static void assert_summary(const struct bytes *bytes, bool whole, const char *expected)
{
    struct line line = {0};
    ow_error error = {0};
    if (ow_summarise(bytes->data, bytes->size, NULL, whole, add_to_line, &line, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    assert_string_equal(line.text, expected);
}

#define HEAD                                                                                       \
    "{ format=blotter version=7 save_type=subassembly game_version=0.92.3.57 mods=[ ] "            \
    "component_count=2 wire_count=1 component_type_count=2 "

static void the_short_one_is_the_header(void **state)
{
    (void)state;
    struct bytes bytes = sound_save();
    assert_summary(&bytes, false, HEAD "} ");
    bytes.data[SOUND_FOOTER] = 'R'; /* is not looked at */
    assert_summary(&bytes, false, HEAD "} ");
    bytes_free(&bytes);
}

static void the_whole_one_counts(void **state)
{
    (void)state;
    struct bytes bytes = sound_save();
    assert_summary(&bytes, true,
                   HEAD "root_count=1 input_count=2 output_count=1 custom_data_bytes=0 states_on=1 "
                        "component_types_used=2 most_used_types=[ { count=1 name=M.Type1 } "
                        "{ count=1 name=M.Type2 } ] bounding_box_of_origins={ "
                        "least=[ 0.0 0.3 0.6 ] most=[ 0.0 0.6 1.2 ] "
                        "size_in_squares=[ 0.0 1.0 2.0 ] } } ");
    bytes_free(&bytes);
}

/* A child stands where its parent's rotation puts it. */
static void positions_are_turned_by_the_parent(void **state)
{
    (void)state;
    struct bytes bytes = sound_save();
    /* A quarter turn around z takes (0, 0.3, 0.6) to (-0.3, 0, 0.6); the root stands at 0. */
    static const uint32_t quarter[] = {0, 0, 0x3f3504f3, 0x3f3504f3};
    memset(bytes.data + SOUND_ROOT + 10, 0, 12);
    for (int i = 0; i < 16; i++)
        bytes.data[SOUND_ROOT + 22 + i] = (uint8_t)(quarter[i / 4] >> 8 * (i % 4));
    struct line line = {0};
    ow_error error;
    assert_int_equal(ow_summarise(bytes.data, bytes.size, NULL, true, add_to_line, &line, &error),
                     OW_OK);
    assert_non_null(strstr(line.text, "least=[ -0.3 0.0 0.0 ] most=[ 0.0 0.0 0.6 ]"));
    bytes_free(&bytes);
}

static void a_type_may_have_the_highest_number(void **state)
{
    (void)state;
    struct bytes bytes = {0};
    struct line line = {0};
    ow_error error;
    put_head(&bytes, 1, 1, 0);
    put_types(&bytes, 0);
    put_component(&bytes, 1, 0, UINT16_MAX, 0, 0, 0);
    put_u32(&bytes, 0);
    put_footer(&bytes);
    assert_int_equal(ow_summarise(bytes.data, bytes.size, NULL, true, add_to_line, &line, &error),
                     OW_OK);
    assert_non_null(strstr(line.text, "component_types_used=1 most_used_types=[ { count=1 "));
    bytes_free(&bytes);
}

static void strange_saves_are_summarised_too(void **state)
{
    (void)state;
    struct bytes bytes = {0};
    put_head(&bytes, 1, 2, 0);
    put_types(&bytes, 1);
    put_component(&bytes, 1, 2, 9, 0, 0, 0); /* its parent comes later, its type is unknown */
    put_component(&bytes, 2, 2, 9, 0, 0, 0); /* its own parent */
    put_u32(&bytes, 2);
    put_u16(&bytes, 0x8103);
    put_footer(&bytes);
    struct line line = {0};
    ow_error error;
    assert_int_equal(ow_summarise(bytes.data, bytes.size, NULL, true, add_to_line, &line, &error),
                     OW_OK);
    assert_non_null(strstr(line.text, "root_count=0"));
    assert_non_null(strstr(line.text, "states_on=4"));
    assert_non_null(strstr(line.text, "count=2 name=(not in the map)"));
    bytes.size = 0;
    put_head(&bytes, 1, 0, 0);
    put_types(&bytes, 0);
    put_u32(&bytes, 0);
    put_footer(&bytes);
    line = (struct line){0};
    assert_int_equal(ow_summarise(bytes.data, bytes.size, NULL, true, add_to_line, &line, &error),
                     OW_OK);
    assert_null(strstr(line.text, "bounding_box"));
    bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_short_one_is_the_header),
        cmocka_unit_test(the_whole_one_counts),
        cmocka_unit_test(positions_are_turned_by_the_parent),
        cmocka_unit_test(a_type_may_have_the_highest_number),
        cmocka_unit_test(strange_saves_are_summarised_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
