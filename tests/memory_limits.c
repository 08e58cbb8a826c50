/* Files whose records take many times their bytes: they are read within the limit, or told what
 * raises it; with a higher one they come back byte for byte. */
#include "support/test.h"

#include "support/builds.h"
#include "support/cities.h"
#include "support/levels.h"

enum { MIB = 1 << 20 };

/* A Meta Things table of one name again and again, and no things. */
static struct bytes city_of_names(size_t size, const char *name)
{
    enum { HEAD = 31, TAIL = 8 };
    struct bytes small = bytes_of_json(
        "{'format': 'city', 'variant': 'd3', 'version': 0, 'name': 'abc', 'terrain': {'kind': "
        "'image', 'image_path': 'h/a.png', 'z_scale': 0.1}, 'meta_things': [], 'things': []}");
    uint8_t entry[16] = {0, (uint8_t)strlen(name)};
    size_t entry_size = 2 + strlen(name);
    uint32_t count = (uint32_t)(size / entry_size);
    memcpy(entry + 2, name, strlen(name));
    struct bytes bytes = {0};
    put_raw(&bytes, small.data, HEAD);
    for (int shift = 24; shift >= 0; shift -= 8)
        put_u8(&bytes, count >> shift & 255);
    for (uint32_t i = 0; i < count; i++)
        put_raw(&bytes, entry, entry_size);
    put_raw(&bytes, small.data + small.size - TAIL, TAIL);
    bytes_free(&small);
    return bytes;
}

static struct bytes empty_names(size_t size)
{
    return city_of_names(size, "");
}

static struct bytes one_letter_names(size_t size)
{
    return city_of_names(size, "a");
}

static struct bytes short_metas(size_t size)
{
    static const uint8_t meta[14] = {'M', 'E', 'T', 'A'};
    struct bytes bytes = {0};
    put_raw(&bytes, "\0", 2); /* version 0 */
    while (bytes.size < size)
        put_raw(&bytes, meta, sizeof meta);
    return bytes;
}

static struct bytes one_cell_layers(size_t size)
{
    static const uint8_t layer[] = {0, 0, 0, 1, 0, 7};
    struct bytes bytes = level_of(LEVEL(META, MESH_OF("16", "1", "1", "[7]")));
    uint8_t *count = bytes.data + bytes.size - sizeof layer - 4;
    uint32_t layers = (uint32_t)(size / sizeof layer);
    for (int i = 0; i < 4; i++)
        count[i] = (uint8_t)(layers >> (24 - 8 * i));
    for (uint32_t i = 1; i < layers; i++)
        put_raw(&bytes, layer, sizeof layer);
    return bytes;
}

static struct bytes empty_groups(size_t size)
{
    enum { SEAT = 5, GROUPS = 126, ABOUT_A_BLOCK = 150, MOST_BLOCKS = 65535 };
    static ow_structure_group groups[GROUPS];
    static ow_structure_metadata metadata = {.group_count = GROUPS, .groups = groups};
    static ow_structure_settings settings = {.metadata = &metadata};
    static ow_structure_block blocks[MOST_BLOCKS];
    ow_structure_root root = {.bounds_size = {1, 1, 1}};
    ow_structure_build build = {
        .version = OW_STRUCTURE_NEWEST,
        .variant = ow_structure_game,
        .root_count = 1,
        .roots = &root,
        .block_count = (uint32_t)(size / ABOUT_A_BLOCK),
        .blocks = blocks,
    };
    root.last_block = (uint16_t)(build.block_count - 1);
    for (uint32_t i = 0; i < build.block_count; i++)
        blocks[i] =
            (ow_structure_block){.id = SEAT, .mask = OW_STRUCTURE_NO_COLOR, .settings = &settings};
    ow_buffer written = bytes_of_build(&build);
    struct bytes bytes = {0};
    put_raw(&bytes, written.data, written.size);
    ow_buffer_free(&written, NULL);
    return bytes;
}

static const struct {
    const char *name;
    struct bytes (*make)(size_t size);
    size_t fits, refused; /* sizes; 0: none is refused */
} rows[] = {
    {"empty names", empty_names, 3 * MIB, 8 * MIB},
    {"one-letter names", one_letter_names, 3 * MIB, 8 * MIB},
    {"short META blocks", short_metas, 4 * MIB, 8 * MIB},
    {"layers of one cell", one_cell_layers, 8 * MIB, 0},
    {"empty groups", empty_groups, 1 * MIB, 8 * MIB},
};

static void assert_comes_back(const char *name, const struct bytes *bytes, uint64_t limit)
{
    ow_options options = {.max_memory = limit};
    ow_document document;
    ow_error error = {0};
    struct bytes written = {0};
    ow_sink sink = sink_to(&written);
    if (ow_open(bytes->data, bytes->size, &options, &document, &error) != OW_OK ||
        ow_write(&document, &options, &sink, &error) != OW_OK)
        ROW_FAILED("%s: %zu bytes: %s\n", name, bytes->size, error.message);
    assert_int_equal(written.size, bytes->size);
    assert_memory_equal(written.data, bytes->data, bytes->size);
    ow_close(&document);
    bytes_free(&written);
}

static ow_visit pass_by(void *context, const ow_event *event)
{
    (void)context, (void)event;
    return OW_GO_ON;
}

static void assert_reports(const char *name, const struct bytes *bytes, const ow_error *error)
{
    char allowed[64];
    snprintf(allowed, sizeof allowed, "%zu MiB", (bytes->size * 4 >> 20) + 16);
    if (error->status != OW_TOO_MUCH_MEMORY || !strstr(error->message, allowed) ||
        !strstr(error->message, "ow_options.max_memory"))
        ROW_FAILED("%s: %zu bytes: %s\n", name, bytes->size, error->message);
}

/* A trace takes no memory for records; a check may for what it compares. */
static void assert_walked_through(const char *name, const struct bytes *bytes, uint64_t limit)
{
    ow_options options = {.max_memory = limit};
    ow_check_options check = {0};
    ow_check_totals totals;
    ow_error error = {0};
    if (ow_trace(bytes->data, bytes->size, NULL, pass_by, NULL, &error) != OW_OK)
        ROW_FAILED("%s: %zu bytes: %s\n", name, bytes->size, error.message);
    ow_status status = ow_check(bytes->data, bytes->size, NULL, &check, &totals, &error);
    if (status != OW_OK)
        assert_reports(name, bytes, &error);
    if (ow_check(bytes->data, bytes->size, &options, &check, &totals, &error) != OW_OK)
        ROW_FAILED("%s: %zu bytes: %s\n", name, bytes->size, error.message);
}

static void assert_refused(const char *name, const struct bytes *bytes)
{
    ow_document document;
    ow_error error = {0};
    ow_open(bytes->data, bytes->size, NULL, &document, &error);
    assert_reports(name, bytes, &error);
}

static void small_files_are_read_and_large_ones_with_a_higher_limit(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes bytes = rows[i].make(rows[i].fits);
        assert_comes_back(rows[i].name, &bytes, 0);
        bytes_free(&bytes);
        if (!rows[i].refused)
            continue;
        bytes = rows[i].make(rows[i].refused);
        assert_refused(rows[i].name, &bytes);
        assert_walked_through(rows[i].name, &bytes, 1024ull * MIB);
        assert_comes_back(rows[i].name, &bytes, 1024ull * MIB);
        bytes_free(&bytes);
    }
}

/* A copy takes what the document takes, which is there already; a limit that the caller sets
 * holds. */
static void a_conversion_may_hold_what_the_document_does(void **state)
{
    (void)state;
    struct bytes bytes = one_cell_layers(8 * MIB);
    ow_options options = {.max_memory = 1 * MIB};
    ow_target target = {.has_version = true, .version = 3};
    ow_document document, converted;
    ow_error error = {0};
    assert_int_equal(ow_open(bytes.data, bytes.size, NULL, &document, &error), OW_OK);
    assert_int_equal(ow_convert(&document, &target, NULL, NULL, NULL, &converted, &error), OW_OK);
    ow_close(&converted);
    assert_int_equal(ow_convert(&document, &target, &options, NULL, NULL, &converted, &error),
                     OW_TOO_MUCH_MEMORY);
    assert_non_null(strstr(error.message, "1048576"));
    assert_non_null(strstr(error.message, "ow_options.max_memory"));
    ow_close(&document);
    bytes_free(&bytes);
}

static void a_patch_may_hold_what_the_document_does(void **state)
{
    (void)state;
    static const char patch[] = "[{\"op\": \"test\", \"path\": \"/version\", \"value\": 4}]";
    struct bytes bytes = one_cell_layers(8 * MIB);
    const ow_options usual = {0}, small = {.max_memory = 1 * MIB};
    ow_document document, changed;
    ow_error error = {0};
    assert_int_equal(ow_open(bytes.data, bytes.size, NULL, &document, &error), OW_OK);
    if (ow_patch(&document, patch, sizeof patch - 1, &usual, &changed, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    ow_close(&changed);
    assert_int_equal(ow_patch(&document, patch, sizeof patch - 1, &small, &changed, &error),
                     OW_TOO_MUCH_MEMORY);
    assert_non_null(strstr(error.message, "1048576"));
    ow_close(&document);
    bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_files_are_read_and_large_ones_with_a_higher_limit),
        cmocka_unit_test(a_conversion_may_hold_what_the_document_does),
        cmocka_unit_test(a_patch_may_hold_what_the_document_does),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
