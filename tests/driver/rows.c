/* A format need not have everything: what its row leaves out is filled in when it is registered. */
#include "../support/test.h"

#include "base/emit.h"
#include "base/report.h"
#include "driver/row.h"
#include "formats.h"
#include "leveld/leveld.h"

#include "../support/bytes.h"
#include "../support/cities.h"
#include "../support/documents.h"

#define LEVEL                                                                                      \
    "{'format': 'leveld', 'version': 2, 'byte_order': 'big', 'blocks': [{'id': 'NPCS', 'actors': " \
    "[{'id': 1, 'x': 2, 'y': 3, 'flags': 0}]}]}"

static void own(void *document, void *owner)
{
    ((ow_leveld_level *)document)->owner = owner;
}

static void *owner_of(const void *document)
{
    return ((const ow_leveld_level *)document)->owner;
}

DECLARE_RUNS(leveld);

/* Levels with nothing but their bytes: one version. Their byte order is known. */
static const struct format_row bare_row = {ROW_DEFAULTS(leveld, ow_leveld_level),
                                           .take_variant = leveld_take_variant};

static const ow_leveld_level big = {.byte_order = OW_LEVELD_BIG},
                             little = {.byte_order = OW_LEVELD_LITTLE};

static struct file file_of(const void *bytes, size_t size, const ow_leveld_level *preset)
{
    return (struct file){&bare_row, bytes, size, .options = options_or_default(NULL, size),
                         .preset = preset};
}

static void assert_no_null(const char *format, const void *from, size_t size)
{
    for (size_t at = 0; at < size; at += sizeof(uintptr_t)) {
        uintptr_t word;
        memcpy(&word, (const char *)from + at, sizeof word);
        if (word == 0)
            ROW_FAILED("%s: pointer %zu is NULL\n", format, at / sizeof word);
    }
}

/* From a member on there are pointers alone. */
#define ASSERT_NO_NULL_FROM(structure, from, name)                                                 \
    assert_no_null(name, (const char *)&(structure) + (from), sizeof(structure) - (from))

static void assert_complete(const struct format_row *row)
{
    const char *name = row->about.name;
    assert_true(row->about.title && row->about.extensions && row->about.folder_files);
    assert_true(row->about.variants && row->about.issue_codes);
    for (unsigned i = 0; i <= REPORT_UNKNOWN_VERSION; i++)
        assert_non_null(row->about.issue_codes[i].code);
    ASSERT_NO_NULL_FROM(row->runs, offsetof(struct runs, decode), name);
    ASSERT_NO_NULL_FROM(*row, offsetof(struct format_row, versions), name);
    ASSERT_NO_NULL_FROM(*row->parts, offsetof(struct part_calls, open), name);
}

static void no_row_has_a_null(void **state)
{
    (void)state;
    for (size_t i = 0; ow_format_at(i); i++)
        assert_complete(format_row_of(ow_format_at(i)));
    assert_complete(&bare_row);
}

/* A row without texts beside a file, parts, placements or wires: its calls do nothing, and fail
 * nothing. */
static void calls_that_a_row_has_not_do_nothing(void **state)
{
    (void)state;
    const ow_leveld_level level = {.byte_order = OW_LEVELD_BIG};
    ow_leveld_level preset = level;
    ow_part part = {.address = 7};
    ow_placement placement = {.at = {1, 2, 3}};
    uint8_t mark = 0;
    assert_int_equal(bare_row.folder->check(&level, NULL, NULL, NULL), OW_OK);
    bare_row.folder->summarise(NULL, NULL);
    bare_row.name_variant(&preset, "nothing");
    assert_memory_equal(&preset, &level, sizeof preset);
    bare_row.parts->fill(NULL, NULL, 0, &part);
    assert_int_equal(part.address, 7);
    bare_row.parts->find_origin(NULL, &placement);
    assert_true(placement.at[0] == 1 && placement.at[1] == 2 && placement.at[2] == 3);
    assert_false(bare_row.parts->mark_wired(NULL, 7, &mark));
    assert_int_equal(mark, 0);
}

/* What a version is, a document says: so a conversion to it needs no call of the format's own. */
static void a_row_without_conversion_sets_the_version(void **state)
{
    (void)state;
    struct format_row row = bare_row;
    row.about.newest_version = 4;
    row.about.oldest_written = 1;
    ow_document document = document_of(LEVEL);
    ow_error error = {0};
    void *converted;
    ow_target four = {.has_version = true, .version = 4},
              five = {.has_version = true, .version = 5}, named = {.variant = "little"};
    assert_int_equal(
        driver_convert(&row, document.as.any, &four, NULL, NULL, NULL, &converted, &error), OW_OK);
    assert_int_equal(((ow_leveld_level *)converted)->version, 4);
    assert_int_equal(((ow_leveld_level *)converted)->blocks[0].actors[0].y, 3);
    ow_leveld_free(converted);
    assert_int_equal(
        driver_convert(&row, document.as.any, &five, NULL, NULL, NULL, &converted, &error),
        OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, 0, "/version", "versions 1 to 4 can");
    assert_int_equal(
        driver_convert(&row, document.as.any, &named, NULL, NULL, NULL, &converted, &error),
        OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, 0, "/variant", "no variant");
    assert_null(converted);
    ow_close(&document);
}

static void note_issue(void *context, const ow_issue *issue)
{
    *(char *)context = *issue->code->code;
}

/* The whole file has no issue; one that is cut short has that one. */
static void a_row_without_rules_reports_breaks(void **state)
{
    (void)state;
    struct bytes bytes = bytes_of_json(LEVEL);
    for (size_t cut = 0; cut < 2; cut++) {
        char first = ' ';
        ow_check_options options = {.issue = note_issue, .issue_context = &first};
        struct report report;
        struct file file = file_of(bytes.data, bytes.size - cut, &big);
        ow_error error = {0};
        assert_int_equal(report_init(&report, bare_row.about.issue_codes, &options, &error), OW_OK);
        assert_int_equal(bare_row.check(&file, &report, &error), cut ? OW_TRUNCATED : OW_OK);
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

static const uint8_t empty[] = {0, 0}; /* a level of version 0 without blocks */

static void a_row_without_figures_gives_the_fields_of_the_document(void **state)
{
    (void)state;
    struct file file = file_of(empty, sizeof empty, &little);
    char names[200] = "";
    struct emitter emit = {.visit = note_name, .context = names};
    ow_error error = {0};
    assert_int_equal(bare_row.summarise(&file, true, &emit, &error), OW_OK);
    assert_string_equal(names, "version byte_order ");
}

static void a_row_without_a_start_makes_a_document_of_the_newest_version(void **state)
{
    (void)state;
    struct format_row row = bare_row;
    row.about.newest_version = 4;
    void *made;
    ow_error error = {0};
    assert_int_equal(driver_new(&row, NULL, &made, &error), OW_OK);
    assert_int_equal(((ow_leveld_level *)made)->version, 4);
    assert_int_equal(((ow_leveld_level *)made)->block_count, 0);
    ow_leveld_free(made);
}

/* The least that a row may have: one that CONTRIBUTING describes. */
static void a_row_with_nothing_but_its_bytes_serves_every_run(void **state)
{
    (void)state;
    ow_options named = {.variant = "big"};
    ow_buffer written = {0};
    ow_error error = {0};
    void *document, *copy;
    assert_int_equal(driver_read(&bare_row, empty, sizeof empty, &named, &document, &error),
                     OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, 0, "",
                 "as the variant \"big\"; it has no named variants");
    assert_null(document);
    ow_leveld_level preset = {.byte_order = OW_LEVELD_LITTLE};
    assert_int_equal(
        driver_read_preset(&bare_row, empty, sizeof empty, &preset, NULL, &document, &error),
        OW_OK);
    assert_int_equal(driver_copy(&bare_row, document, NULL, &copy, &error), OW_OK);
    ow_leveld_free(document);
    assert_int_equal(driver_write_buffer(&bare_row, copy, NULL, &written, &error), OW_OK);
    assert_int_equal(written.size, sizeof empty);
    assert_memory_equal(written.data, empty, sizeof empty);
    ow_buffer_free(&written, NULL);
    ow_leveld_free(copy);
}

static void a_long_list_of_variants_is_cut_in_a_message(void **state)
{
    (void)state;
    enum { MOST_SHOWN = 199 };
    static const char *const names[] = {
        "the-first-of-several-variants-whose-names-take-more-room-than-the-message-has",
        "the-second-of-several-variants-whose-names-take-more-room-than-the-message-has",
        "the-third-of-several-variants-whose-names-take-more-room-than-the-message-has",
        "the-fourth-of-several-variants-whose-names-take-more-room-than-the-message-has",
        NULL,
    };
    struct format_row row = bare_row;
    row.about.variants = names;
    ow_options options = {.variant = "another"};
    void *document;
    ow_error error = {0};
    assert_int_equal(driver_read(&row, empty, sizeof empty, &options, &document, &error),
                     OW_BAD_ARGUMENT);
    const char *shown = strstr(error.message, "it has the-first");
    assert_non_null(shown);
    shown += strlen("it has ");
    assert_int_equal(strlen(shown), MOST_SHOWN);
    assert_non_null(strstr(shown, names[1]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_row_has_a_null),
        cmocka_unit_test(calls_that_a_row_has_not_do_nothing),
        cmocka_unit_test(a_row_without_conversion_sets_the_version),
        cmocka_unit_test(a_row_without_rules_reports_breaks),
        cmocka_unit_test(a_row_without_figures_gives_the_fields_of_the_document),
        cmocka_unit_test(a_row_without_a_start_makes_a_document_of_the_newest_version),
        cmocka_unit_test(a_row_with_nothing_but_its_bytes_serves_every_run),
        cmocka_unit_test(a_long_list_of_variants_is_cut_in_a_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
