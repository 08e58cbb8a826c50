/* Records that overlap others after they were moved or copied. */
#include "../support/test.h"

#include "../support/documents.h"
#include "../support/saves.h"

/* Inverters from C-1 on in a row along x, so many in each place. */
static ow_document row_of(uint32_t count, uint32_t in_each, int32_t step)
{
    struct bytes bytes = {0};
    ow_document document;
    ow_error error;
    put_head(&bytes, 2, count, 0);
    put_u32(&bytes, 0);
    put_u32(&bytes, 1);
    put_u16(&bytes, 1);
    put_text(&bytes, "MHG.Inverter");
    for (uint32_t i = 0; i < count; i++) {
        put_u32(&bytes, i + 1);
        put_u32(&bytes, 0);
        put_u16(&bytes, 1);
        put_i32(&bytes, (int32_t)(i / in_each) * step);
        put_i32(&bytes, 0);
        put_i32(&bytes, 0);
        for (int k = 0; k < 4; k++)
            put_f32(&bytes, k == 3);
        put_u32(&bytes, 0);
        put_u32(&bytes, 0);
        put_i32(&bytes, -1);
    }
    put_on_states(&bytes, 0, NULL);
    put_footer(&bytes);
    assert_int_equal(ow_open(bytes.data, bytes.size, NULL, &document, &error), OW_OK);
    bytes_free(&bytes);
    return document;
}

static const struct {
    ow_rearrangement how;
    const char *selectors, *warnings;
} rows[] = {
    {{.by = {1, 0, 0}}, "C-4", ""},
    {{.by = {0.5, 0, 0}}, "C-4", ""},
    {{.by = {-0.5, 0, 0}}, "C-1", ""},
    {{.by = {1, 0, 0}}, "C-1", "/components/0 MHG.Inverter C-1 overlaps MHG.Inverter C-2\n"},
    {{.by = {0.5, 0, 0}}, "C-1", "/components/0 MHG.Inverter C-1 overlaps MHG.Inverter C-2\n"},
    {{.by = {1.5, 0, 0}}, "C-1", "/components/0 MHG.Inverter C-1 overlaps MHG.Inverter C-2\n"},
    {{.by = {0.5, 0, 0}}, "C-1,C-2,C-3,C-4", ""},
    {{.by = {0.5, 0, 0}}, "C-1,C-2", "/components/1 MHG.Inverter C-2 overlaps MHG.Inverter C-3\n"},
    {{.by = {0, 0, 2}, .copies = 2}, "C-1,C-2", ""},
    {{.by = {0, 0, 0.5}, .copies = 2},
     "C-4",
     "/components/4 MHG.Inverter C-5 overlaps MHG.Inverter C-4\n"
     "/components/5 MHG.Inverter C-6 overlaps MHG.Inverter C-5\n"},
};

static void what_overlaps_is_reported_and_may_be_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document document = row_of(4, 1, 300), changed;
        ow_rearrangement how = rows[i].how;
        for (int refuse = 0; refuse < 2; refuse++) {
            struct warnings warnings = {""};
            bool is_refused = refuse && *rows[i].warnings;
            ow_error error = {0};
            how.refuse_overlaps = refuse;
            ow_status status = ow_rearrange_parts(&document, rows[i].selectors, &how, NULL,
                                                  note_warning, &warnings, &changed, NULL, &error);
            if (strcmp(warnings.text, rows[i].warnings) != 0)
                ROW_FAILED("row %u: %s", (unsigned)i, warnings.text);
            assert_int_equal(status, is_refused ? OW_BAD_VALUE : OW_OK);
            assert_true(!changed.format == is_refused);
            if (is_refused && !strstr(error.message, "would overlap others: choose another place"))
                ROW_FAILED("row %u: %s\n", (unsigned)i, error.message);
            ow_close(&changed);
        }
        ow_close(&document);
    }
}

static void nobody_who_asks_means_no_search(void **state)
{
    (void)state;
    ow_document document = row_of(4, 1, 300), changed;
    const ow_rearrangement how = {.by = {0.5, 0, 0}};
    ow_error error;
    assert_int_equal(
        ow_rearrange_parts(&document, "C-1", &how, NULL, NULL, NULL, &changed, NULL, &error),
        OW_OK);
    ow_close(&changed);
    ow_close(&document);
}

/* Most are counted, not listed. */
static void crowds_are_counted(void **state)
{
    (void)state;
    static const struct {
        uint32_t count;
        const char *last;
    } crowds[] = {{20, "/components/9 MHG.Inverter C-10 overlaps MHG.Inverter C-11\n"},
                  {22, " more records that overlap others: 1\n"},
                  {40, " more records that overlap others: 10\n"},
                  {1400, " too many records in one place: some overlaps may be missing\n"}};
    for (size_t i = 0; i < LENGTH(crowds); i++) {
        ow_document document = row_of(crowds[i].count, crowds[i].count / 2, 900), changed;
        struct warnings warnings = {""};
        const ow_rearrangement how = {.by = {2.9, 0, 0}};
        ow_error error;
        assert_int_equal(ow_rearrange_parts(&document, "at:0,0,0", &how, NULL, note_warning,
                                            &warnings, &changed, NULL, &error),
                         OW_OK);
        const char *last = strstr(warnings.text, crowds[i].last);
        if (!last || strcmp(last, crowds[i].last) != 0)
            ROW_FAILED("%s", warnings.text);
        ow_close(&changed);
        ow_close(&document);
    }
}

/* Memory is a limit for the scene and for the search. */
static void memory_may_be_too_little(void **state)
{
    (void)state;
    ow_document document = row_of(1000, 1, 300), changed;
    const ow_rearrangement how = {.by = {0.5, 0, 0}};
    ow_status status = OW_TOO_MUCH_MEMORY;
    ow_error error;
    for (uint64_t limit = 1; status != OW_OK; limit += 4000) {
        ow_options options = {.max_memory = limit};
        struct warnings warnings = {""};
        status = ow_rearrange_parts(&document, "C-1", &how, &options, note_warning, &warnings,
                                    &changed, NULL, &error);
        assert_true(status == OW_OK || status == OW_TOO_MUCH_MEMORY);
    }
    ow_close(&changed);
    ow_close(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_overlaps_is_reported_and_may_be_refused),
        cmocka_unit_test(nobody_who_asks_means_no_search),
        cmocka_unit_test(crowds_are_counted),
        cmocka_unit_test(memory_may_be_too_little),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
