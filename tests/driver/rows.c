/* A format need not have everything: what its row leaves out, the driver does without. */
#include "../support/test.h"

#include "base/emit.h"
#include "base/report.h"
#include "leveld/leveld.h"

#include "../support/bytes.h"
#include "../support/cities.h"
#include "../support/documents.h"
#include "../support/files.h"

#define LEVEL                                                                                      \
    "{'format': 'leveld', 'version': 2, 'byte_order': 'big', 'blocks': [{'id': 'NPCS', 'actors': " \
    "[{'id': 1, 'x': 2, 'y': 3, 'flags': 0}]}]}"

static struct format_row bare_row(void)
{
    struct format_row row = leveld_format;
    row.convert = NULL;
    row.check = NULL;
    row.summarise = NULL;
    row.start = NULL;
    return row;
}

static void a_row_without_conversion_refuses_targets_and_copies(void **state)
{
    (void)state;
    struct format_row row = bare_row();
    ow_document document = document_of(LEVEL);
    ow_error error = {0};
    void *converted;
    ow_target targets[] = {{.has_version = true, .version = 4}, {.variant = "little"}};
    for (size_t i = 0; i < LENGTH(targets); i++) {
        assert_int_equal(driver_convert(&row, document.as.any, &targets[i], NULL, NULL, NULL,
                                        &converted, &error),
                         OW_BAD_ARGUMENT);
        assert_error(&error, OW_BAD_ARGUMENT, 0, "", "cannot be converted");
        assert_null(converted);
    }
    assert_int_equal(
        driver_convert(&row, document.as.any, NULL, NULL, NULL, NULL, &converted, &error), OW_OK);
    assert_int_equal(((ow_leveld_level *)converted)->blocks[0].actors[0].y, 3);
    ow_leveld_free(converted);
    ow_close(&document);
}

static void count_issue(void *context, const ow_issue *issue)
{
    *(char *)context = issue->code->code[strlen("LEVELD_")];
}

/* The whole file has no issue; one that is cut short has that one. */
static void a_row_without_rules_tells_breaks(void **state)
{
    (void)state;
    struct format_row row = bare_row();
    struct bytes bytes = bytes_of_json(LEVEL);
    for (size_t cut = 0; cut < 2; cut++) {
        char first = ' ';
        ow_check_options options = {.issue = count_issue, .issue_context = &first};
        struct report report;
        struct file file = file_in(bytes.data, bytes.size - cut);
        ow_error error = {0};
        assert_int_equal(report_init(&report, row.about.issue_codes, &options, &error), OW_OK);
        assert_int_equal(driver_check(&row, &file, &report, &error), cut ? OW_TRUNCATED : OW_OK);
        assert_int_equal(report.totals.errors, cut);
        assert_int_equal(first, cut ? 'T' : ' ');
        assert_string_equal(error.pointer, cut ? "/blocks/0/actors/0/flags" : "");
    }
    bytes_free(&bytes);
}

static ow_visit note_name(void *context, const ow_event *event)
{
    char *names = context;
    if (event->kind == OW_VALUE)
        sprintf(names + strlen(names), "%s ", event->name);
    return OW_GO_ON;
}

static void a_row_without_figures_tells_the_fields_of_the_document(void **state)
{
    (void)state;
    struct format_row row = bare_row();
    struct bytes bytes = bytes_of_json(LEVEL);
    struct file file = file_in(bytes.data, bytes.size);
    char names[200] = "";
    struct emitter emit = {.visit = note_name, .context = names};
    ow_error error = {0};
    assert_int_equal(driver_summarise(&row, &file, true, &emit, &error), OW_OK);
    assert_string_equal(names, "version byte_order ");
    bytes_free(&bytes);
}

static void a_row_without_a_start_makes_a_zeroed_document(void **state)
{
    (void)state;
    struct format_row row = bare_row();
    void *made;
    ow_error error = {0};
    assert_int_equal(driver_new(&row, NULL, &made, &error), OW_OK);
    assert_int_equal(((ow_leveld_level *)made)->version, 0);
    assert_int_equal(((ow_leveld_level *)made)->byte_order, OW_LEVELD_LITTLE);
    ow_leveld_free(made);
}

/* The least that a row may have: one that CONTRIBUTING describes. */
static void a_row_with_nothing_but_its_bytes_serves_every_run(void **state)
{
    (void)state;
    struct format_row row = {
        .runs = leveld_format.runs, .own = leveld_format.own, .owner_of = leveld_format.owner_of};
    row.about.name = row.about.title = "bare";
    row.about.extensions = row.about.folder_files = row.about.variants = driver_no_names;
    row.about.issue_codes = driver_no_codes;
    static const uint8_t bytes[] = {0, 0}; /* a level of version 0 without blocks */
    ow_options named = {.variant = "big"};
    ow_buffer written = {0};
    ow_error error = {0};
    void *document, *copy;
    assert_int_equal(driver_read(&row, bytes, sizeof bytes, &named, &document, &error),
                     OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, 0, "", "no variant \"big\"");
    assert_null(document);
    ow_leveld_level known = {.byte_order = OW_LEVELD_LITTLE};
    assert_int_equal(driver_read_known(&row, bytes, sizeof bytes, &known, NULL, &document, &error),
                     OW_OK);
    assert_int_equal(driver_copy(&row, document, NULL, &copy, &error), OW_OK);
    ow_leveld_free(document);
    assert_int_equal(driver_write_buffer(&row, copy, NULL, &written, &error), OW_OK);
    assert_int_equal(written.size, sizeof bytes);
    assert_memory_equal(written.data, bytes, sizeof bytes);
    ow_buffer_free(&written, NULL);
    ow_leveld_free(copy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_row_without_conversion_refuses_targets_and_copies),
        cmocka_unit_test(a_row_without_rules_tells_breaks),
        cmocka_unit_test(a_row_without_figures_tells_the_fields_of_the_document),
        cmocka_unit_test(a_row_without_a_start_makes_a_zeroed_document),
        cmocka_unit_test(a_row_with_nothing_but_its_bytes_serves_every_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
