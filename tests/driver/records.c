/* Issues of records: each kind of record has its JSON Pointer, and a field has its bytes. */
#include "../support/test.h"

#include "driver/records.h"
#include "leveld/leveld.h"

#include "../support/files.h"

/* An actor of version 4, big-endian: its id, x, y and flags. Not at the start of the file. */
static const uint8_t bytes[] = {9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0};

static void see(void *context, const ow_issue *issue)
{
    snprintf(context, 100, "%s %u+%u %s", issue->pointer, (unsigned)issue->offset,
             (unsigned)issue->size, issue->message);
}

static void each_kind_of_record_has_its_pointer_and_bytes(void **state)
{
    (void)state;
    static const struct {
        struct record_place place;
        const char *field, *seen;
    } rows[] = {
        {{OW_LEVELD_PLRS, {0, 4}, 3}, "", "/blocks/0/actors/4 3+14 odd 7"},
        {{OW_LEVELD_NPCS, {1, 5}, 3}, "/x", "/blocks/1/actors/5/x 7+4 odd 7"},
        {{OW_LEVELD_ITEM, {2, 6}, 3}, "/flags", "/blocks/2/actors/6/flags 15+2 odd 7"},
        /* a field that the record lacks has the place of the record */
        {{OW_LEVELD_ITEM, {2, 6}, 3}, "/mood", "/blocks/2/actors/6/mood 3+0 odd 7"},
        {{LEVELD_POINT, {1, 2, 3}, 3}, "/y", "/blocks/1/paths/2/points/3/y 7+4 odd 7"},
        {{OW_LEVELD_META, {8}, 3}, "/timestamp", "/blocks/8/timestamp 3+8 odd 7"},
    };
    struct file file = file_in(bytes, sizeof bytes);
    file.row = &leveld_format;
    const ow_leveld_level level = {.version = 4, .byte_order = OW_LEVELD_BIG};
    char seen[100];
    const ow_check_options options = {.issue = see, .issue_context = seen};
    struct report report = {.codes = leveld_issue_codes, .options = &options};
    const struct record_reporter reporter = {.report = &report, .file = &file, .document = &level};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        report_record(&reporter, REPORT_BROKEN, rows[i].place, rows[i].field, "odd %d", 7);
        if (strcmp(seen, rows[i].seen) != 0)
            ROW_FAILED("expected \"%s\", not \"%s\"\n", rows[i].seen, seen);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_of_record_has_its_pointer_and_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
