/* ow_options.format and .variant: how bytes are read that could be read in more ways than one.
 * And what is new, or written into a buffer: that it reads, and what memory it takes. */
#include "support/test.h"

#include "support/bytes.h"
#include "support/documents.h"
#include "support/ledger.h"
#include "support/worlds.h"

static const char draft[] =
    "{'format': 'blotter', 'version': 5, 'variant': 'draft', 'game_version': [0, 90, 0, 1], "
    "'save_type': 'world', 'component_types': [], 'components': [{'address': 1, 'parent': 0, "
    "'type': "
    "1, 'position': [0.5, 0.0, 0.0], 'rotation': [0.0, 0.0, 0.0, 1.0], 'inputs': [{'exclusive': 1, "
    "'circuit_state': 7}], 'outputs': [3], 'custom_data': null}], 'wires': [], 'circuit_states': "
    "'AA=='}";

/* A document in a variant, by conversion where it is not in it yet. */
static ow_document in_variant(const char *world, const char *variant)
{
    struct warnings warnings;
    ow_document document = document_of(world);
    ow_target target = {.variant = variant};
    if (!variant || strcmp(variant, "draft") == 0)
        return document;
    ow_document converted = converted_to(&document, &target, &warnings);
    ow_close(&document);
    return converted;
}

static void assert_same_json(const ow_document *found, const ow_document *expected,
                             const char *variant)
{
    struct bytes a = {0}, b = {0};
    ow_sink to_a = sink_to(&a), to_b = sink_to(&b);
    assert_int_equal(ow_document_to_json(found, NULL, &to_a, NULL), OW_OK);
    assert_int_equal(ow_document_to_json(expected, NULL, &to_b, NULL), OW_OK);
    if (a.size != b.size || memcmp(a.data, b.data, a.size) != 0)
        ROW_FAILED("%s: read as another document\n%.*s\n", variant, (int)a.size, (char *)a.data);
    bytes_free(&a);
    bytes_free(&b);
}

/* Every call that reads takes the variant that it is told. */
static void assert_read(const ow_document *document, const ow_options *options)
{
    ow_buffer file = {0};
    ow_document read;
    struct bytes json = {0};
    ow_sink sink = sink_to(&json);
    ow_error error = {0};
    const char *variant = options->variant;
    assert_int_equal(ow_write_buffer(document, NULL, &file, NULL), OW_OK);
    if (ow_open(file.data, file.size, options, &read, &error) != OW_OK)
        ROW_FAILED("%s: %s at %s\n", variant, error.message, error.pointer);
    assert_same_json(&read, document, variant);
    assert_int_equal(ow_trace(file.data, file.size, options, NULL, NULL, &error), OW_OK);
    assert_int_equal(ow_check(file.data, file.size, options, NULL, NULL, &error), OW_OK);
    assert_int_equal(ow_to_json(file.data, file.size, options, &sink, &error), OW_OK);
    ow_close(&read);
    ow_buffer_free(&file, NULL);
    bytes_free(&json);
}

static void each_variant_is_read_as_asked(void **state)
{
    (void)state;
    static const struct {
        const char *world, *variant;
    } rows[] = {
        {draft, "draft"},
        {world_of_leveld, "big"},
        {"{'format': 'leveld', 'version': 2, 'byte_order': 'big', 'blocks': []}", "big"},
        {"{'format': 'leveld', 'version': 2, 'byte_order': 'little', 'blocks': []}", "little"},
        {world_of_leveld, "short-meta"},
        {world_of_leveld, "v4-layout"},
        {world_of_leveld, "1b"},
        {world_of_leveld, "u64-counts"},
        {world_of_city, "d3"},
        {world_of_city, "s1"},
        {world_of_city, "p0"},
        {world_of_city, "l2"},
        {world_of_city, "l1"},
        {world_of_structure, "game"},
        {world_of_structure, "spec"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document document = in_variant(rows[i].world, rows[i].variant);
        ow_options options = {.format = document.format->name, .variant = rows[i].variant};
        assert_read(&document, &options);
        options.format = NULL; /* the first bytes tell */
        assert_read(&document, &options);
        ow_close(&document);
    }
}

/* Read otherwise than it was written a file breaks somewhere, and the error says where. */
static void a_variant_that_does_not_fit_is_refused_in_words(void **state)
{
    (void)state;
    static const struct {
        const char *world, *written, *read;
        ow_status status;
        const char *pointer, *words;
    } rows[] = {
        {world_of_blotter, NULL, "draft", OW_BAD_VALUE, "/variant", "version 7 does not have"},
        {world_of_leveld, NULL, "1b", OW_BAD_VALUE, "/variant", "version 4 does not have"},
        {world_of_leveld, NULL, "u64-counts", OW_BAD_VALUE, "/variant", "version 4 does not have"},
        {world_of_leveld, NULL, "short-meta", OW_BAD_VALUE, "/variant", "version 4 does not have"},
        {world_of_leveld, NULL, "little", OW_UNKNOWN_VERSION, "/version", "version 1024"},
        {world_of_leveld, "short-meta", "big", OW_TRUNCATED, NULL, ""},
        {world_of_leveld, NULL, "v4-layout", OW_BAD_VALUE, "/variant", "version 4 does not have"},
        {world_of_city, "d3", "l2", OW_BAD_VALUE, NULL, ""},
        {world_of_city, "d3", "p0", OW_BAD_VALUE, NULL, "unexpected data"},
        {world_of_city, "l1", "d3", OW_UNKNOWN_VERSION, "/version", "version 1"},
        {world_of_structure, "game", "spec", OW_TRUNCATED, NULL, ""},
        {world_of_structure, "spec", "game", OW_TRUNCATED, NULL, ""},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document document = in_variant(rows[i].world, rows[i].written), read;
        ow_options options = {.format = document.format->name, .variant = rows[i].read};
        ow_buffer file = {0};
        ow_error error = {0};
        assert_int_equal(ow_write_buffer(&document, NULL, &file, NULL), OW_OK);
        ow_status status = ow_open(file.data, file.size, &options, &read, &error);
        if (status != rows[i].status || error.status != status || !*error.message ||
            !strstr(error.message, rows[i].words) ||
            (rows[i].pointer && strcmp(error.pointer, rows[i].pointer) != 0))
            ROW_FAILED("as %s: %s at %s: %s\n", rows[i].read, ow_status_name(status), error.pointer,
                       error.message);
        assert_int_equal(ow_trace(file.data, file.size, &options, NULL, NULL, NULL), status);
        assert_int_equal(ow_check(file.data, file.size, &options, NULL, NULL, NULL), status);
        ow_buffer_free(&file, NULL);
        ow_close(&document);
    }
}

static void names_that_there_are_not_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; worlds[i]; i++) {
        ow_document document = document_of(worlds[i]), read;
        ow_options no_format = {.format = "Blotter"}, no_variant = {.variant = "another"};
        ow_buffer file = {0};
        ow_error error;
        assert_int_equal(ow_write_buffer(&document, NULL, &file, NULL), OW_OK);
        assert_int_equal(ow_open(file.data, file.size, &no_format, &read, &error), OW_BAD_ARGUMENT);
        assert_error(&error, OW_BAD_ARGUMENT, 0, "", "unknown format \"Blotter\"");
        assert_int_equal(ow_open(file.data, file.size, &no_variant, &read, &error),
                         OW_BAD_ARGUMENT);
        assert_error(&error, OW_BAD_ARGUMENT, 0, "", "as the variant \"another\"; it has ");
        /* What is no document of that format is told as one that is broken. */
        for (size_t k = 0; ow_format_at(k); k++) {
            ow_options other = {.format = ow_format_at(k)->name};
            ow_status status = ow_open(file.data, file.size, &other, &read, &error);
            assert_true(ow_format_at(k) != document.format ||
                        (status == OW_OK && read.format == document.format));
            assert_true(status == OW_OK || (error.status == status && *error.message));
            ow_close(&read);
        }
        ow_buffer_free(&file, NULL);
        ow_close(&document);
    }
}

/* A document with nothing in it is a file that is found, read and sound. */
static void what_is_new_is_a_file_without_errors(void **state)
{
    (void)state;
    for (size_t i = 0; ow_format_at(i); i++) {
        const ow_format *format = ow_format_at(i);
        ow_document made, read;
        ow_buffer file = {0};
        ow_check_totals totals;
        ow_error error = {0};
        assert_int_equal(ow_new(format, NULL, &made, &error), OW_OK);
        assert_ptr_equal(made.format, format);
        assert_int_equal(ow_write_buffer(&made, NULL, &file, &error), OW_OK);
        assert_ptr_equal(ow_identify(file.data, file.size), format);
        if (ow_open(file.data, file.size, NULL, &read, &error) != OW_OK)
            ROW_FAILED("%s: %s at %s\n", format->name, error.message, error.pointer);
        assert_int_equal(ow_check(file.data, file.size, NULL, NULL, &totals, &error), OW_OK);
        if (totals.errors > 0)
            ROW_FAILED("%s: %u errors\n", format->name, (unsigned)totals.errors);
        ow_close(&read);
        ow_close(&made);
        ow_buffer_free(&file, NULL);
    }
}

/* Makes one of a world's lists long: about 3 MB of file. */
static void make_large(ow_document *document)
{
    enum { BYTES = 3 << 20 };
    ow_error error;
    void *made = NULL;
    if (strcmp(document->format->name, "blotter") == 0) {
        ow_blotter_save *save = document->as.blotter;
        made = ow_list_insert(save->owner, save->wires, save->wire_count, 0, BYTES / 30, &error);
        for (uint32_t i = 0; made && i < save->wire_count; i++)
            save->wires[i].first.kind = save->wires[i].second.kind = OW_BLOTTER_INPUT;
    } else if (strcmp(document->format->name, "leveld") == 0) {
        ow_leveld_level *level = document->as.leveld;
        ow_leveld_block *things = &level->blocks[2];
        made = ow_list_insert(level->owner, things->things, things->count, 0, BYTES / 23, &error);
    } else if (strcmp(document->format->name, "city") == 0) {
        ow_city_save *save = document->as.city;
        made = ow_list_insert(save->owner, save->things, save->thing_count, 0, BYTES / 21, &error);
    } else {
        static char name[200];
        ow_structure_build *build = document->as.structure;
        made = ow_list_insert(build->owner, build->blocks, build->block_count, 4, 15000, &error);
        for (uint32_t i = 4; made && i < build->block_count; i++)
            build->blocks[i] = build->blocks[1];
        memset(name, 'n', sizeof name);
        build->blocks[1].settings->name = (ow_text){name, sizeof name};
    }
    assert_non_null(made);
}

static void a_buffer_takes_little_more_than_its_bytes(void **state)
{
    (void)state;
    for (size_t i = 0; worlds[i]; i++) {
        ow_document document = document_of(worlds[i]);
        struct ledger ledger = {0};
        ow_options options = ledger_options(&ledger);
        ow_buffer file = {0};
        make_large(&document);
        assert_int_equal(ow_write_buffer(&document, &options, &file, NULL), OW_OK);
        assert_true(file.size > 2 << 20);
        if (ledger.peak > file.size + file.size / 10)
            ROW_FAILED("%s: %zu bytes for %zu\n", document.format->name, (size_t)ledger.peak,
                       file.size);
        ow_buffer_free(&file, &options);
        assert_int_equal(ledger.blocks, 0);
        ow_close(&document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_variant_is_read_as_asked),
        cmocka_unit_test(a_variant_that_does_not_fit_is_refused_in_words),
        cmocka_unit_test(names_that_there_are_not_are_refused),
        cmocka_unit_test(what_is_new_is_a_file_without_errors),
        cmocka_unit_test(a_buffer_takes_little_more_than_its_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
