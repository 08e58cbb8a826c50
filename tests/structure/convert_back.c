/* Lists that another version cannot count, and what is true of any build: what is told nothing
 * comes back, and what is made reads again. */
#include "conversions.h"

#include "../support/varied_builds.h"

#include <dirent.h>

/* A build of one block of all that there can be, without tables. */
struct small {
    ow_structure_root root;
    ow_structure_block block;
    ow_structure_settings settings;
    ow_structure_metadata metadata;
    ow_structure_build build;
};

/* Gives the block a list of so many. */
typedef void (*lengthen)(struct small *small, uint32_t count);

static union {
    ow_structure_group groups[512];
    ow_structure_gradient gradients[512];
    uint8_t bytes[512 * sizeof(ow_structure_gradient)];
} empty;

#define LENGTHEN(name, counted, list)                                                              \
    static void lengthen_##name(struct small *small, uint32_t count)                               \
    {                                                                                              \
        small->counted = count;                                                                    \
        small->list = (void *)&empty;                                                              \
    }
LENGTHEN(connections, settings.connection_count, settings.connections)
LENGTHEN(integers, settings.integer_count, settings.integers)
LENGTHEN(booleans, metadata.boolean_count, metadata.booleans)
LENGTHEN(floats, metadata.float_count, metadata.floats)
LENGTHEN(vectors, metadata.vector_count, metadata.vectors)
LENGTHEN(groups, metadata.group_count, metadata.groups)
LENGTHEN(bytes, metadata.byte_count, metadata.wide_bytes)
LENGTHEN(colors, metadata.color_count, metadata.colors)
LENGTHEN(gradients, metadata.gradient_count, metadata.gradients)

static void lengthen_both(struct small *small, uint32_t count)
{
    lengthen_groups(small, count);
    lengthen_vectors(small, 0);
}

static void lengthen_group(struct small *small, uint32_t count)
{
    static ow_structure_group group;
    group = (ow_structure_group){.value_count = count, .wide_values = (void *)&empty};
    small->metadata.groups = &group;
    small->metadata.group_count = 1;
}

static void make_small(struct small *small, unsigned version, uint8_t id)
{
    *small = (struct small){.block = {.id = id, .mask = 10, .settings = &small->settings},
                            .settings = {.metadata = &small->metadata},
                            .build = {.version = (uint8_t)version,
                                      .variant = ow_structure_game,
                                      .root_count = 1,
                                      .block_count = 1,
                                      .roots = &small->root,
                                      .blocks = &small->block}};
    for (int axis = 0; axis < 3 && version > 0; axis++)
        small->root.bounds_size[axis] = 1;
}

/* What a version can count no further than is refused behind it, with its place. */
static void counts_have_an_end(void **state)
{
    (void)state;
    static const struct {
        lengthen lengthen;
        uint8_t id;
        unsigned from, to;
        uint32_t most;
        const char *pointer, *message;
    } limits[] = {
        {lengthen_connections, 5, 0, 1, 255, "/connection_count", "256"},
        {lengthen_integers, 5, 0, 1, 255, "/integer_count", "256"},
        {lengthen_booleans, 5, 0, 1, 255, "/metadata/boolean_count", "256"},
        {lengthen_booleans, 5, 0, 5, 255, "/metadata/booleans", "256"},
        {lengthen_floats, 5, 0, 1, 255, "/metadata/float_count", "256"},
        {lengthen_vectors, 5, 0, 1, 255, "/metadata/vector_count", "256"},
        {lengthen_vectors, 109, 0, 1, 255, "/metadata/vertex_count", "256"},
        {lengthen_groups, 5, 0, 1, 126, "/metadata/group_length",
         "127 groups are too many; the file can store 126"},
        {lengthen_both, 5, 0, 1, 128, "/metadata/group_length",
         "129 groups are too many; the file can store 128"},
        {lengthen_group, 5, 0, 1, 255, "/metadata/groups/0", "256"},
        {lengthen_bytes, 5, 0, 1, 255, "/metadata/byte_count", "256"},
        {lengthen_bytes, 5, 4, 5, 63, "/metadata/byte_length",
         "64 bytes are too many; the file can store 63"},
        {lengthen_colors, 5, 0, 1, 255, "/metadata/color_count", "256"},
        {lengthen_gradients, 5, 0, 1, 255, "/metadata/gradient_count", "256"},
    };
    for (size_t i = 0; i < LENGTH(limits); i++) {
        struct small small;
        ow_structure_build *converted;
        struct warnings warnings = {{0}};
        ow_error error = {0};
        char pointer[200];
        make_small(&small, limits[i].from, limits[i].id);
        limits[i].lengthen(&small, limits[i].most);
        ow_structure_build target = {.version = (uint8_t)limits[i].to,
                                     .variant = ow_structure_game};
        converted = converted_like(&small.build, &target, &warnings);
        assert_reads_again(converted);
        if (!warnings.text[0])
            assert_comes_back(converted, &small.build);
        ow_structure_free(converted);
        limits[i].lengthen(&small, limits[i].most + 1);
        assert_int_equal(ow_structure_convert_as(&small.build, limits[i].to, NULL, NULL, NULL, NULL,
                                                 &converted, &error),
                         OW_BAD_VALUE);
        assert_null(converted);
        snprintf(pointer, sizeof pointer, "/blocks/0%s", limits[i].pointer);
        assert_error(&error, OW_BAD_VALUE, error.offset, pointer, limits[i].message);
    }
}

/* One byte has the numbers 0 to 255. */
static void roots_have_an_end(void **state)
{
    (void)state;
    enum { MOST = 256 };
    static ow_structure_root roots[MOST + 1];
    static ow_structure_block blocks[MOST + 1];
    ow_structure_build build = {.version = 2,
                                .variant = ow_structure_game,
                                .roots = roots,
                                .blocks = blocks,
                                .root_count = MOST,
                                .block_count = MOST};
    ow_structure_build target = {.version = 1, .variant = ow_structure_game}, *converted;
    struct warnings warnings;
    ow_error error;
    for (unsigned i = 0; i <= MOST; i++) {
        roots[i].last_block = (uint16_t)i;
        blocks[i].mask = 60;
    }
    converted = converted_like(&build, &target, &warnings);
    assert_string_equal(warnings.text, "");
    assert_int_equal(converted->blocks[MOST - 1].root, MOST - 1);
    assert_comes_back(converted, &build);
    ow_structure_free(converted);
    build.root_count = build.block_count = MOST + 1;
    for (unsigned version = 0; version < 2; version++) {
        assert_int_equal(
            ow_structure_convert_as(&build, version, NULL, NULL, NULL, NULL, &converted, &error),
            OW_BAD_VALUE);
        assert_null(converted);
        assert_error(&error, OW_BAD_VALUE, 0, "/roots", "the build has 257 roots; version ");
    }
}

/* To a version and a variant; NULL where it is refused, which is right for what is too long
 * alone. */
static ow_structure_build *converted_or_refused(const ow_structure_build *build, unsigned version,
                                                const ow_structure_variant *variant,
                                                struct warnings *warnings)
{
    ow_structure_build *converted;
    ow_error error = {0};
    *warnings = (struct warnings){{0}};
    ow_status status = ow_structure_convert_as(build, version, variant, NULL, note_warning,
                                               warnings, &converted, &error);
    if (status != OW_OK && (status != OW_BAD_VALUE || version >= build->version))
        ROW_FAILED("to version %u: %s: %s\n", version, error.pointer, error.message);
    return converted;
}

static void convert_to_all(const ow_structure_build *build)
{
    const ow_structure_variant *const variants[] = {&build->variant, &ow_structure_game,
                                                    &ow_structure_spec};
    for (unsigned k = 0; k < 3 * (OW_STRUCTURE_NEWEST + 1); k++) {
        struct warnings warnings;
        ow_structure_build *converted =
            converted_or_refused(build, k / 3, variants[k % 3], &warnings);
        if (!converted)
            continue;
        assert_reads_again(converted);
        if (!warnings.text[0])
            assert_comes_back(converted, build);
        ow_structure_free(converted);
    }
}

static void convert_sample(const char *name)
{
    char path[600];
    ow_structure_build *build;
    ow_error error = {0};
    snprintf(path, sizeof path, "samples/%s", name);
    print_message("# %s\n", path);
    struct bytes bytes = read_file(path);
    if (ow_structure_read(bytes.data, bytes.size, NULL, &build, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    convert_to_all(build);
    ow_structure_free(build);
    bytes_free(&bytes);
}

static void samples_come_back_where_nothing_is_reported(void **state)
{
    (void)state;
    DIR *folder = opendir("samples");
    struct dirent *entry;
    unsigned converted = 0;
    assert_non_null(folder);
    while ((entry = readdir(folder))) {
        const char *dot = strrchr(entry->d_name, '.');
        if (strncmp(entry->d_name, "build-", 6) != 0 || !dot || strcmp(dot, ".structure") != 0)
            continue;
        convert_sample(entry->d_name);
        converted++;
    }
    closedir(folder);
    assert_in_range(converted, 20, 1000);
}

/* From version 6 to another, and from there to all. */
static void convert_by_all(const ow_structure_build *build)
{
    convert_to_all(build);
    for (unsigned version = 0; version < OW_STRUCTURE_NEWEST; version++) {
        struct warnings warnings;
        ow_structure_build *older =
            converted_or_refused(build, version, &build->variant, &warnings);
        if (older)
            convert_to_all(older);
        ow_structure_free(older);
    }
}

static void random_builds_come_back_where_nothing_is_reported(void **state)
{
    (void)state;
    for (unsigned seed = 0; seed < 60; seed++) {
        struct variety variety = {.seed = seed,
                                  .block_count = 1 + 7 * (seed % 5),
                                  .color_count = (int)(seed % 4) - 1,
                                  .rotation_count = (int)(seed / 4 % 4) - 1,
                                  .plain = 30,
                                  .still = seed % 3 == 0,
                                  .types = doubtful_types,
                                  .type_count = LENGTH(doubtful_types)};
        ow_structure_variant variant = seed % 2 ? ow_structure_game : ow_structure_spec;
        variant.empty_custom_bounds = seed % 7 == 0;
        ow_buffer bytes = varied_build(&variant, &variety);
        ow_structure_build *build;
        ow_error error = {0};
        print_message("# seed %u\n", seed);
        if (ow_structure_read_as(bytes.data, bytes.size, &variant, NULL, &build, &error) != OW_OK)
            ROW_FAILED("%s\n", error.message);
        convert_by_all(build);
        ow_structure_free(build);
        ow_buffer_free(&bytes, NULL);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_have_an_end),
        cmocka_unit_test(roots_have_an_end),
        cmocka_unit_test(samples_come_back_where_nothing_is_reported),
        cmocka_unit_test(random_builds_come_back_where_nothing_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
