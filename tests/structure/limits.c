/* What a file has no room for is not written, and said by name; what it has just room for is. */
#include "by_hand.h"

/* One of everything, in lists that are empty; the longest list that a test asks for is all
 * zeros. */
struct one_of_each {
    ow_structure_build build;
    ow_structure_root root;
    ow_structure_block block;
    ow_structure_settings settings;
    ow_structure_metadata metadata;
    ow_structure_group group;
    ow_structure_gradient gradient;
};

enum { LONGEST = 65536 };
static uint64_t zeros[LONGEST * sizeof(ow_structure_root) / sizeof(uint64_t)];

enum kind { SEAT = 5, CUSTOM = 109, MATH = 129 };

/* With a group and a gradient where the type may have them, and no tables. */
static void make_one_of_version(struct one_of_each *one, enum kind kind, unsigned version)
{
    *one = (struct one_of_each){
        .build = {.version = (uint8_t)version,
                  .variant = ow_structure_game,
                  .root_count = 1,
                  .block_count = 1},
        .block = {.id = (uint8_t)kind, .mask = 0x03},
        .metadata = {.group_count = kind != CUSTOM || version == 0, .gradient_count = 1},
    };
    one->build.roots = &one->root;
    one->build.blocks = &one->block;
    one->block.settings = &one->settings;
    one->settings.metadata = &one->metadata;
    one->metadata.groups = &one->group;
    one->metadata.gradients = &one->gradient;
}

static void make_one_of_each(struct one_of_each *one, enum kind kind)
{
    make_one_of_version(one, kind, 6);
}

static ow_status written(const struct one_of_each *one, ow_error *error)
{
    ow_buffer buffer = {0};
    *error = (ow_error){0};
    ow_status status = ow_structure_write_buffer(&one->build, NULL, &buffer, error);
    assert_true(status == OW_OK || buffer.size == 0);
    if (status == OW_OK) { /* what is written is read */
        struct bytes bytes = {0};
        put_raw(&bytes, buffer.data, buffer.size);
        struct sample sample = sample_of(bytes, &one->build.variant);
        assert_written(sample.build, &bytes);
        ow_structure_free(sample.build);
        bytes_free(&bytes);
    }
    ow_buffer_free(&buffer, NULL);
    return status;
}

#define BUILD(field)    offsetof(struct one_of_each, build.field)
#define SETTINGS(field) offsetof(struct one_of_each, settings.field)
#define METADATA(field) offsetof(struct one_of_each, metadata.field)
#define GROUP(field)    offsetof(struct one_of_each, group.field)
#define GRADIENT(field) offsetof(struct one_of_each, gradient.field)

struct list_row {
    enum kind kind;
    uint32_t most;
    size_t count, list; /* where they are in one_of_each */
    const char *name;
};

static const struct list_row lists[] = {
    {SEAT, 254, BUILD(color_count), BUILD(colors), "color_count is 255; the file can store 254"},
    {SEAT, 65534, BUILD(rotation_count), BUILD(rotations),
     "rotation_count is 65535; the file can store 65534"},
    {SEAT, 65535, BUILD(root_count), BUILD(roots), "root_count is 65536; the file can store 65535"},
    {SEAT, 65535, BUILD(block_count), BUILD(blocks),
     "block_count is 65536; the file can store 65535"},
    {SEAT, 255, SETTINGS(connection_count), SETTINGS(connections),
     "connection_count is 256; the file can store 255"},
    {SEAT, 255, SETTINGS(integer_count), SETTINGS(integers),
     "integer_count is 256; the file can store 255"},
    {SEAT, 255, METADATA(boolean_count), METADATA(booleans),
     "booleans is 256; the file can store 255"},
    {SEAT, 255, METADATA(float_count), METADATA(floats),
     "float_count is 256; the file can store 255"},
    {SEAT, 255, METADATA(vector_count), METADATA(vectors),
     "vector_count is 256; the file can store 255"},
    {SEAT, 126, METADATA(group_count), METADATA(groups),
     "127 groups are too many; the file can store 126"},
    {SEAT, 255, GROUP(value_count), GROUP(values), "the count is 256; the file can store 255"},
    {SEAT, 63, METADATA(byte_count), METADATA(bytes),
     "64 bytes are too many; the file can store 63"},
    {SEAT, 255, METADATA(color_count), METADATA(colors),
     "color_count is 256; the file can store 255"},
    {SEAT, 255, METADATA(gradient_count), METADATA(gradients),
     "gradient_count is 256; the file can store 255"},
    {SEAT, 65535, GRADIENT(color_count), GRADIENT(colors),
     "color_count is 65536; the file can store 65535"},
    {SEAT, 65535, GRADIENT(color_position_count), GRADIENT(color_positions),
     "color_position_count is 65536; the file can store 65535"},
    {SEAT, 65535, GRADIENT(alpha_count), GRADIENT(alphas),
     "alpha_count is 65536; the file can store 65535"},
    {SEAT, 65535, GRADIENT(alpha_position_count), GRADIENT(alpha_positions),
     "alpha_position_count is 65536; the file can store 65535"},
    {CUSTOM, 255, METADATA(vertex_count), METADATA(vertices),
     "vertex_count is 256; the file can store 255"},
    {MATH, 255, METADATA(input_count), METADATA(inputs),
     "input_count is 256; the file can store 255"},
    {MATH, 255, METADATA(slot_count), METADATA(slots), "slot_count is 256; the file can store 255"},
};

/* Where an older version differs. */
static const struct {
    unsigned first, last; /* the versions of which it holds */
    struct list_row row;
} older_lists[] = {
    {0, 4, {SEAT, 65535, BUILD(root_count), BUILD(roots), "root_count is 65536"}},
    {1, 4, {SEAT, 65535, BUILD(block_count), BUILD(blocks), "block_count is 65536"}},
    {1, 4, {SEAT, 255, METADATA(boolean_count), METADATA(booleans), "boolean_count is 256"}},
    {1, 4, {SEAT, 255, METADATA(byte_count), METADATA(bytes), "byte_count is 256"}},
    {5, 5, {SEAT, 63, METADATA(byte_count), METADATA(bytes), "64 bytes"}},
    {1, 5, {SEAT, 126, METADATA(group_count), METADATA(groups), "127 groups"}},
    {1, 5, {SEAT, 255, GROUP(value_count), GROUP(values), "the count is 256"}},
    {1, 5, {CUSTOM, 255, METADATA(vertex_count), METADATA(vertices), "vertex_count is 256"}},
    {0, 0, {SEAT, 65535, SETTINGS(connection_count), SETTINGS(connections), "connection_count"}},
    {0, 0, {SEAT, 65535, SETTINGS(integer_count), SETTINGS(integers), "integer_count is 65536"}},
    {0, 0, {SEAT, 65535, METADATA(boolean_count), METADATA(booleans), "boolean_count is 65536"}},
    {0, 0, {SEAT, 65535, METADATA(float_count), METADATA(floats), "float_count is 65536"}},
    {0, 0, {CUSTOM, 65535, METADATA(vector_count), METADATA(vectors), "vector_count is 65536"}},
    {0, 0, {CUSTOM, 32766, METADATA(group_count), METADATA(groups), "32767 groups"}},
    {0, 0, {SEAT, 65535, GROUP(value_count), GROUP(values), "the count is 65536"}},
    {0, 0, {SEAT, 65535, METADATA(byte_count), METADATA(bytes), "byte_count is 65536"}},
    {0, 0, {SEAT, 65535, METADATA(color_count), METADATA(colors), "color_count is 65536"}},
    {0, 0, {SEAT, 65535, METADATA(gradient_count), METADATA(gradients), "gradient_count is 65536"}},
    {0, 5, {SEAT, 65535, GRADIENT(alpha_count), GRADIENT(alphas), "alpha_count is 65536"}},
    {0, 5, {MATH, 255, METADATA(input_count), METADATA(inputs), "input_count is 256"}},
    {0, 5, {MATH, 255, METADATA(slot_count), METADATA(slots), "slot_count is 256"}},
};

static void assert_most(const struct list_row *row, unsigned version)
{
    struct one_of_each one;
    ow_error error;
    void *list = zeros;
    make_one_of_version(&one, row->kind, version);
    memcpy((char *)&one + row->list, &list, sizeof list);
    memcpy((char *)&one + row->count, &row->most, sizeof row->most);
    if (written(&one, &error) != OW_OK)
        ROW_FAILED("version %u, %u: %s\n", version, row->most, error.message);
    uint32_t more = row->most + 1;
    memcpy((char *)&one + row->count, &more, sizeof more);
    if (written(&one, &error) != OW_BAD_VALUE || !strstr(error.message, row->name))
        ROW_FAILED("version %u: %s\nwanted %s\n", version, error.message, row->name);
}

static void each_list_has_its_most(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(lists); i++)
        assert_most(&lists[i], 6);
}

static void lists_of_older_versions_have_a_most_of_their_own(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(older_lists); i++)
        for (unsigned version = older_lists[i].first; version <= older_lists[i].last; version++)
            assert_most(&older_lists[i].row, version);
}

/* Version 0 counts the values of a group in two bytes, or in one. */
static void the_count_of_a_group_has_the_width_of_its_variant(void **state)
{
    (void)state;
    struct one_of_each one;
    ow_error error;
    make_one_of_version(&one, SEAT, 0);
    one.build.variant.group_count_bytes = 1;
    one.group = (ow_structure_group){.value_count = 255, .wide_values = (int32_t *)zeros};
    assert_int_equal(written(&one, &error), OW_OK);
    one.group.value_count = 256;
    assert_int_equal(written(&one, &error), OW_BAD_VALUE);
    assert_error(&error, OW_BAD_VALUE, error.offset, "/blocks/0/metadata/groups/0",
                 "the count is 256; the file can store 255");
}

static void vectors_leave_room_for_two_groups_more(void **state)
{
    (void)state;
    struct one_of_each one;
    ow_error error;
    make_one_of_each(&one, SEAT);
    one.metadata.vectors = (float(*)[3])zeros;
    one.metadata.groups = (ow_structure_group *)zeros;
    one.metadata.group_count = 128;
    assert_int_equal(written(&one, &error), OW_OK);
    one.metadata.group_count = 129;
    assert_int_equal(written(&one, &error), OW_BAD_VALUE);
    assert_error(&error, OW_BAD_VALUE, error.offset, "/blocks/0/metadata/group_length",
                 "129 groups are too many; the file can store 128");
    make_one_of_version(&one, CUSTOM, 0); /* which tells them apart by 32767 */
    one.metadata.vectors = (float(*)[3])zeros;
    one.metadata.groups = (ow_structure_group *)zeros;
    one.metadata.group_count = 32768;
    assert_int_equal(written(&one, &error), OW_OK);
    one.metadata.group_count = 32769;
    assert_int_equal(written(&one, &error), OW_BAD_VALUE);
    assert_error(&error, OW_BAD_VALUE, error.offset, "/blocks/0/metadata/group_length",
                 "32769 groups are too many; the file can store 32768");
}

static void text_has_its_most(void **state)
{
    (void)state;
    struct one_of_each one;
    ow_error error;
    make_one_of_each(&one, MATH);
    one.metadata.formula = (ow_text){(const char *)zeros, 65535};
    assert_int_equal(written(&one, &error), OW_OK);
    one.metadata.formula.size = 65536;
    assert_int_equal(written(&one, &error), OW_BAD_VALUE);
    assert_error(&error, OW_BAD_VALUE, error.offset, "/blocks/0/metadata/formula",
                 "formula has 65536 bytes; the file can store 65535");
    one.metadata.formula.size = 0;
    one.settings.name = (ow_text){(const char *)zeros, 65536};
    assert_int_equal(written(&one, &error), OW_OK);
    one.build.variant.string_prefix = OW_STRUCTURE_U16;
    assert_int_equal(written(&one, &error), OW_BAD_VALUE);
    assert_error(&error, OW_BAD_VALUE, error.offset, "/blocks/0/name",
                 "name has 65536 bytes; the file can store 65535");
    one.settings.name.size = 65535;
    assert_int_equal(written(&one, &error), OW_OK);
    one.build.variant.string_prefix = OW_STRUCTURE_VARINT;
    one.settings.name.size = (size_t)INT32_MAX + 1;
    assert_int_equal(written(&one, &error), OW_BAD_VALUE);
    assert_error(&error, OW_BAD_VALUE, error.offset, "/blocks/0/name", "2147483647");
}

/* A rotation index of one byte, of two, and that of a table of 256, which variants differ about. */
static void an_index_has_the_width_of_its_table(void **state)
{
    (void)state;
    static const struct {
        unsigned count, wide_from, index;
        bool fits;
    } rows[] = {
        {1, 257, 255, true},    {1, 257, 256, false},    {256, 257, 255, true},
        {256, 257, 256, false}, {256, 256, 65535, true}, {257, 257, 65535, true},
        {255, 256, 256, false}, {65534, 257, 256, true},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct one_of_each one;
        ow_error error;
        make_one_of_each(&one, SEAT);
        one.build.variant.wide_index_from = (uint16_t)rows[i].wide_from;
        one.build.rotations = (uint16_t(*)[3])zeros;
        one.build.rotation_count = rows[i].count;
        one.block.rotation_index = (uint16_t)rows[i].index;
        assert_int_equal(written(&one, &error) == OW_OK, rows[i].fits);
        if (!rows[i].fits)
            assert_error(&error, OW_BAD_VALUE, error.offset, "/blocks/0/rotation_index",
                         "rotation_index is 256; the file can store 0 to 255");
    }
}

static void what_the_mask_promises_has_to_be_there(void **state)
{
    (void)state;
    struct one_of_each one;
    ow_error error;
    make_one_of_each(&one, SEAT);
    one.settings.metadata = NULL;
    assert_int_equal(written(&one, &error), OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, error.offset, "/blocks/0/metadata",
                 "metadata has a NULL pointer");
    one.block.settings = NULL;
    assert_int_equal(written(&one, &error), OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, error.offset, "/blocks/0/settings",
                 "settings has a NULL pointer");
    one.build.variant.flipped_ids[5 / 8] = 1 << 5 % 8;
    assert_int_equal(written(&one, &error), OW_OK);
    one.build.version = 7;
    assert_int_equal(written(&one, &error), OW_UNKNOWN_VERSION);
    assert_error(&error, OW_UNKNOWN_VERSION, error.offset, "/version",
                 "version 7, which exists but has no published description");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_list_has_its_most),
        cmocka_unit_test(lists_of_older_versions_have_a_most_of_their_own),
        cmocka_unit_test(the_count_of_a_group_has_the_width_of_its_variant),
        cmocka_unit_test(vectors_leave_room_for_two_groups_more),
        cmocka_unit_test(text_has_its_most),
        cmocka_unit_test(an_index_has_the_width_of_its_table),
        cmocka_unit_test(what_the_mask_promises_has_to_be_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
