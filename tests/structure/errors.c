/* Builds that cannot be read: where it breaks, and in which words. */
#include "by_hand.h"

/* A block on which bytes follow from its type on, which is byte 21. */
#define BLOCK TURNED "0001 0000 0000 0000 00 "
/* Metadata of a seat, of a custom block and of the math block, from byte 25 on. */
#define SEAT   BLOCK "05 38 00 00 "
#define CUSTOM BLOCK "6d 38 00 00 "
#define MATH   BLOCK "81 38 00 00 "

struct row {
    const char *words;
    ow_status status;
    uint64_t offset;
    const char *pointer, *message;
};

static void assert_broken(const struct row *row, const ow_structure_variant *variant)
{
    struct bytes bytes = {0};
    put_words(&bytes, row->words, variant->byte_order == OW_STRUCTURE_BIG);
    uint8_t *exact = exact_copy(bytes.data, bytes.size);
    ow_structure_build *build;
    ow_error error = {0};
    ow_status status = ow_structure_read_as(exact, bytes.size, variant, NULL, &build, &error);
    if (status != row->status || error.status != status || error.offset != row->offset ||
        strcmp(error.pointer, row->pointer) != 0 || !strstr(error.message, row->message))
        ROW_FAILED("%s: %s at %u, %s: %s\n", row->words, ow_status_name(status),
                   (unsigned)error.offset, error.pointer, error.message);
    assert_null(build);
    assert_int_equal(ow_structure_read_as(exact, bytes.size, variant, NULL, &build, NULL), status);
    free(exact);
    bytes_free(&bytes);
}

static void assert_all_broken(const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        for (unsigned order = 0; order < 2; order++) {
            ow_structure_variant variant = game_in(order);
            assert_broken(&rows[i], &variant);
        }
    }
}

static void a_cut_in_the_header_is_reported_by_field(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"", OW_TRUNCATED, 0, "/version", "takes 1 byte; only 0 left"},
        {"06", OW_TRUNCATED, 1, "/color_count", "takes 1 byte; only 0 left"},
        {"06 ff", OW_TRUNCATED, 2, "/rotation_count", "takes 2 bytes; only 0 left"},
        {"06 ff ff", OW_TRUNCATED, 2, "/rotation_count", "takes 2 bytes; only 1 left"},
        {"06 fe 00", OW_TRUNCATED, 1, "/color_count",
         "color_count is 254, but the remaining 1 byte can hold at most 0"},
        {"06 02 0000 f800", OW_TRUNCATED, 4, "/colors", "takes 4 bytes; only 2 left"},
        {"06 ff 0002 0001 0002 0003", OW_TRUNCATED, 2, "/rotation_count",
         "rotation_count is 2, but the remaining 6 bytes can hold at most 1"},
        {"06 ff fffe", OW_TRUNCATED, 2, "/rotation_count", "rotation_count is 65534"},
        {"06 01 0001 0001 0002", OW_TRUNCATED, 2, "/rotation_count", "the remaining 4 bytes"},
        {"06 ff ffff", OW_TRUNCATED, 4, "/root_count", "takes 2 bytes; only 0 left"},
        {"06 ff ffff 0001 3f800000", OW_TRUNCATED, 4, "/root_count",
         "root_count is 1, but the remaining 4 bytes can hold at most 0"},
        {"06 ff ffff ffff", OW_TRUNCATED, 4, "/root_count", "root_count is 65535"},
        {BARE, OW_TRUNCATED, 6, "/block_count", "takes 2 bytes; only 0 left"},
        {BARE "0001 0000 0000 0000 0000", OW_TRUNCATED, 6, "/block_count",
         "block_count is 1, but the remaining 8 bytes can hold at most 0"},
        {BARE "ffff", OW_TRUNCATED, 6, "/block_count", "block_count is 65535"},
        {BARE "0000 ff", OW_BAD_VALUE, 8, "", "unexpected data at the end of the file: 1 byte"},
        {"07 ff ffff 0000 0000", OW_UNKNOWN_VERSION, 0, "/version",
         "version 7, which exists but has no published description; versions 0 to 6 are known"},
        {"08", OW_UNKNOWN_VERSION, 0, "/version", "version 8, which exists"},
        {"09 ff ffff 0000 0000", OW_UNKNOWN_VERSION, 0, "/version",
         "unknown version 9; versions 0 to 6 are known"},
        {"ff", OW_UNKNOWN_VERSION, 0, "/version", "unknown version 255; versions 0 to 6"},
    };
    assert_all_broken(rows, LENGTH(rows));
}

static void each_table_behind_its_length_may_be_cut(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {"06 02 f800", OW_TRUNCATED, 1, "/color_count", "hold at most 1"},
        {"06 01 f800", OW_TRUNCATED, 4, "/rotation_count", "takes 2 bytes; only 0 left"},
        {"06 01 f800 0001 0000", OW_TRUNCATED, 4, "/rotation_count", "hold at most 0"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        assert_broken(&rows[i], &ow_structure_spec);
}

static void a_cut_in_a_block_is_reported_by_field(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {BARE "0001 0000 0000 0000 0000 00", OW_TRUNCATED, 14, "/blocks/0/rotation",
         "takes 6 bytes; only 3 left"},
        {BLOCK "00 34", OW_TRUNCATED, 23, "/blocks/0/color", "takes 2 bytes; only 0 left"},
        {BLOCK "00 bc", OW_TRUNCATED, 23, "/blocks/0/speed", "takes 1 byte; only 0 left"},
        {BLOCK "09 3c", OW_TRUNCATED, 23, "/blocks/0/speed", "takes 1 byte; only 0 left"},
        {BLOCK "09 3c 00", OW_TRUNCATED, 24, "/blocks/0/signal", "takes 1 byte; only 0 left"},
        {BLOCK "09 2c 00 00 01", OW_TRUNCATED, 25, "/blocks/0/bearing",
         "takes 2 bytes; only 1 left"},
        {BLOCK "09 3e 00 00", OW_TRUNCATED, 25, "/blocks/0/connection_count", "takes 1 byte"},
        {BLOCK "09 3e 00 00 02 0001", OW_TRUNCATED, 25, "/blocks/0/connection_count",
         "connection_count is 2, but the remaining 2 bytes can hold at most 1"},
        {BLOCK "09 1c 00 00 01 000000", OW_TRUNCATED, 25, "/blocks/0/integer_count",
         "integer_count is 1, but the remaining 3 bytes can hold at most 0"},
        {BLOCK "09 3d 00 05 =4142", OW_TRUNCATED, 24, "/blocks/0/name",
         "name should have 5 bytes, but the file has only 2 left"},
    };
    assert_all_broken(rows, LENGTH(rows));
    static const struct row wide = {BLOCK "09 3d 00 0102 =4142", OW_TRUNCATED, 24, "/blocks/0/name",
                                    "name should have 258 bytes, but the file has only 2 left"};
    ow_structure_variant variant = ow_structure_game;
    variant.string_prefix = OW_STRUCTURE_U16;
    assert_broken(&wide, &variant);
}

static void a_length_of_seven_bits_a_byte_may_be_none(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {BLOCK "09 3d 00", OW_TRUNCATED, 24, "/blocks/0/name", "takes 1 byte; only 0 left"},
        {BLOCK "09 3d 00 =80", OW_TRUNCATED, 25, "/blocks/0/name", "takes 1 byte; only 0 left"},
        {BLOCK "09 3d 00 =80808080", OW_TRUNCATED, 28, "/blocks/0/name", "takes 1 byte"},
        {BLOCK "09 3d 00 =7f", OW_TRUNCATED, 24, "/blocks/0/name", "have 127 bytes"},
        {BLOCK "09 3d 00 =8001", OW_TRUNCATED, 24, "/blocks/0/name", "have 128 bytes"},
        {BLOCK "09 3d 00 =ffffffff07", OW_TRUNCATED, 24, "/blocks/0/name", "have 2147483647 bytes"},
        {BLOCK "09 3d 00 =8080808008", OW_BAD_VALUE, 24, "/blocks/0/name", "is invalid"},
        {BLOCK "09 3d 00 =ffffffff0f", OW_BAD_VALUE, 24, "/blocks/0/name", "is invalid"},
        {BLOCK "09 3d 00 =8080808010", OW_BAD_VALUE, 24, "/blocks/0/name", "is invalid"},
        {BLOCK "09 3d 00 =808080808001", OW_BAD_VALUE, 24, "/blocks/0/name", "is invalid"},
        /* Longer than they need to be: written back they would be shorter. */
        {BLOCK "09 3d 00 =8000 00", OW_BAD_VALUE, 24, "/blocks/0/name", "is invalid"},
        {BLOCK "09 3d 00 =818000 41 00", OW_BAD_VALUE, 24, "/blocks/0/name", "is invalid"},
        {BLOCK "09 3d 00 =8080808000 00", OW_BAD_VALUE, 24, "/blocks/0/name", "is invalid"},
    };
    assert_all_broken(rows, LENGTH(rows));
}

static void a_cut_in_metadata_is_reported_by_field(void **state)
{
    (void)state;
    static const struct row rows[] = {
        {SEAT, OW_TRUNCATED, 25, "/blocks/0/metadata/booleans", "takes 1 byte; only 0 left"},
        {SEAT "09 80", OW_TRUNCATED, 25, "/blocks/0/metadata/booleans",
         "booleans should have 2 bytes, but the file has only 1 left"},
        {SEAT "00 02 00000000", OW_TRUNCATED, 26, "/blocks/0/metadata/float_count",
         "float_count is 2, but the remaining 4 bytes can hold at most 1"},
        {SEAT "00 00", OW_TRUNCATED, 27, "/blocks/0/metadata/group_length",
         "takes 1 byte; only 0 left"},
        {SEAT "00 00 02 00", OW_TRUNCATED, 28, "/blocks/0/metadata/groups",
         "groups has 2 elements, but the remaining 1 byte can hold at most 1"},
        {SEAT "00 00 02 01 0005", OW_TRUNCATED, 31, "/blocks/0/metadata/groups/1",
         "takes 1 byte; only 0 left"},
        {SEAT "00 00 01 02 0001", OW_TRUNCATED, 28, "/blocks/0/metadata/groups/0",
         "the count is 2, but the remaining 2 bytes can hold at most 1"},
        {SEAT "00 00 7f 01 3f800000", OW_TRUNCATED, 28, "/blocks/0/metadata/vector_count",
         "vector_count is 1, but the remaining 4 bytes can hold at most 0"},
        {SEAT "00 00 00 03 0102", OW_TRUNCATED, 29, "/blocks/0/metadata/bytes",
         "bytes has 3 elements, but the remaining 2 bytes can hold at most 2"},
        {SEAT "00 00 00 40 02 =010203", OW_TRUNCATED, 29, "/blocks/0/metadata/color_count",
         "color_count is 2, but the remaining 3 bytes can hold at most 1"},
        {SEAT "00 00 00 80 02 0000 0000 0000 0000", OW_TRUNCATED, 29,
         "/blocks/0/metadata/gradient_count", "the remaining 8 bytes can hold at most 1"},
        {SEAT "00 00 00 80 01 0002 =01020304 =05060708 =0000 =00", OW_TRUNCATED, 42,
         "/blocks/0/metadata/gradients/0/alpha_count", "takes 2 bytes; only 1 left"},
        {SEAT "00 00 00 80 01 0000 0000 0000 0001 =0000", OW_TRUNCATED, 36,
         "/blocks/0/metadata/gradients/0/alpha_position_count", "hold at most 0"},
        {CUSTOM "00 00 02 00 01 0001 0002 0003", OW_TRUNCATED, 27,
         "/blocks/0/metadata/vertex_count",
         "vertex_count is 2, but the remaining 8 bytes can hold at most 1"},
        {CUSTOM "00 00 01 00 01 0001 0002 00", OW_TRUNCATED, 30, "/blocks/0/metadata/vertices/0",
         "takes 6 bytes; only 5 left"},
        {MATH "00 00 00 00 0005 =41", OW_TRUNCATED, 29, "/blocks/0/metadata/formula",
         "formula should have 5 bytes, but the file has only 1 left"},
        {MATH "00 00 00 00 0000 02 00", OW_TRUNCATED, 31, "/blocks/0/metadata/input_count",
         "input_count is 2, but the remaining 1 byte can hold at most 1"},
        {MATH "00 00 00 00 0000 00 01", OW_TRUNCATED, 32, "/blocks/0/metadata/slot_count",
         "slot_count is 1"},
    };
    assert_all_broken(rows, LENGTH(rows));
}

/* A build with everything in it. */
static const char full[] =
    "06 02 0001 f800 001f 0001 0002 0003 0001 "
    "3f800000 3f800000 3f800000 3f800000 3f800000 3f800000 "
    "3f800000 3f800000 3f800000 3f800000 3f800000 3f800000 0003 "
    "0004 "
    "0001 0002 0003 00 05 c3 ff 04 =41424344 80 0001 02 0001 0002 01 ffffffff "
    "09 =ff80 01 3f800000 81 01 3f800000 40000000 40400000 02 0001 0002 01 ffff "
    "c2 01 02 01 =0a141e28 01 0001 =01020304 0001 00000000 0001 3f800000 0001 00000000 01 "
    "0001 0002 0003 00 6d 38 00 00 00 00 01 80 7f 0001 0002 0003 00 "
    "0001 0002 0003 00 81 38 00 00 00 00 00 00 0003 =412b42 02 00 01 02 09 08 "
    "0001 0002 0003 00 00 34 01";

static void every_cut_is_refused_in_words(void **state)
{
    (void)state;
    for (unsigned order = 0; order < 2; order++) {
        ow_structure_variant variant = game_in(order);
        struct sample sample = read_words(full, &variant);
        assert_cuts_are_refused(&sample);
        close_sample(&sample, "");
    }
}

/* Nobody can read in a variant that there is not. */
static void a_variant_that_is_none_is_refused(void **state)
{
    (void)state;
    struct bytes bytes = {0};
    ow_structure_variant variants[6];
    static const char *const switches[] = {"byte_order",           "tables",
                                           "string_prefix",        "metadata_color_bytes",
                                           "metadata_color_bytes", "wide_index_from"};
    for (size_t i = 0; i < LENGTH(variants); i++)
        variants[i] = ow_structure_game;
    variants[0].byte_order = 2;
    variants[1].tables = 2;
    variants[2].string_prefix = 3;
    variants[3].metadata_color_bytes = 5;
    variants[4].metadata_color_bytes = 255;
    variants[5].wide_index_from = 258;
    put_words(&bytes, full, false);
    for (size_t i = 0; i < LENGTH(variants); i++) {
        ow_structure_build *build, none = {.version = 6, .variant = variants[i]};
        ow_error error = {0};
        ow_buffer buffer = {0};
        ow_status status =
            ow_structure_read_as(bytes.data, bytes.size, &variants[i], NULL, &build, &error);
        assert_int_equal(status, OW_BAD_ARGUMENT);
        assert_error(&error, OW_BAD_ARGUMENT, 0, "/variant", switches[i]);
        assert_null(build);
        error = (ow_error){0};
        assert_int_equal(ow_structure_write_buffer(&none, NULL, &buffer, &error), OW_BAD_VALUE);
        assert_non_null(strstr(error.message, switches[i]));
        ow_buffer_free(&buffer, NULL);
    }
    bytes_free(&bytes);
}

static bool stop_at_once(void *context, uint64_t done, uint64_t total)
{
    (void)done, (void)total;
    ++*(unsigned *)context;
    return false;
}

static void a_caller_may_cancel(void **state)
{
    (void)state;
    enum { BLOCKS = 5000 };
    struct bytes bytes = {0};
    put_words(&bytes, TURNED, false);
    put_u16(&bytes, BLOCKS);
    for (int i = 0; i < BLOCKS; i++)
        put_words(&bytes, "0000 0000 0000 00 00 3c", false);
    struct sample sample = sample_of(bytes, &ow_structure_game);
    char *json = json_of(&sample);
    unsigned calls = 0;
    ow_options options = {.progress = stop_at_once, .progress_context = &calls};
    ow_structure_build *build;
    ow_document document;
    ow_buffer buffer = {0};
    ow_error error = {0};
    assert_int_equal(
        ow_structure_read_as(bytes.data, bytes.size, &ow_structure_game, &options, &build, &error),
        OW_CANCELLED);
    assert_int_equal(ow_structure_read(bytes.data, bytes.size, &options, &build, &error),
                     OW_CANCELLED);
    assert_int_equal(ow_structure_write_buffer(sample.build, &options, &buffer, &error),
                     OW_CANCELLED);
    assert_int_equal(ow_from_json(json, strlen(json), &options, &document, &error), OW_CANCELLED);
    ow_document own = {.format = ow_format_by_name("structure"), .as.structure = sample.build};
    assert_int_equal(ow_copy(&own, &options, &document, &error), OW_CANCELLED);
    assert_null(document.format);
    assert_true(calls >= 5 && error.message[0]);
    ow_buffer_free(&buffer, NULL);
    free(json);
    close_sample(&sample, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_in_the_header_is_reported_by_field),
        cmocka_unit_test(each_table_behind_its_length_may_be_cut),
        cmocka_unit_test(a_cut_in_a_block_is_reported_by_field),
        cmocka_unit_test(a_length_of_seven_bits_a_byte_may_be_none),
        cmocka_unit_test(a_cut_in_metadata_is_reported_by_field),
        cmocka_unit_test(every_cut_is_refused_in_words),
        cmocka_unit_test(a_variant_that_is_none_is_refused),
        cmocka_unit_test(a_caller_may_cancel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
