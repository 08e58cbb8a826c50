/* JSON Patches applied backwards: the old world comes back byte for byte, or the patch is
 * refused. */
#include "../support/test.h"

#include "../support/bytes.h"
#include "../support/changes.h"
#include "../support/documents.h"
#include "../support/ledger.h"
#include "../support/worlds.h"

/* A patch with single quotes for double ones. */
static char *quoted(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    assert_non_null(copy);
    memcpy(copy, text, size);
    for (char *at = copy; *at; at++)
        *at = *at == '\'' ? '"' : *at;
    return copy;
}

static void assert_same(const char *patch, const ow_document *found, const ow_document *expected)
{
    ow_buffer a = {0}, b = {0};
    ow_error error;
    assert_int_equal(ow_write_buffer(found, NULL, &a, &error), OW_OK);
    assert_int_equal(ow_write_buffer(expected, NULL, &b, &error), OW_OK);
    if (a.size != b.size || memcmp(a.data, b.data, a.size) != 0)
        ROW_FAILED("%s leads to another world\n", patch);
    ow_buffer_free(&a, NULL);
    ow_buffer_free(&b, NULL);
}

static const struct {
    const char *world, *patch;
} both_ways[] = {
    {world_of_city, "[]"},
    {world_of_city, "[{'op': 'add', 'path': '/things_size', 'value': 9}]"},
    {world_of_city, "[{'op': 'add', 'path': '/meta_things/1', 'value': 'new'}]"},
    {world_of_city, "[{'op': 'add', 'path': '/meta_things/-', 'value': 'new'}]"},
    {world_of_city, "[{'op': 'test', 'path': '/name', 'value': 'c'},"
                    " {'op': 'replace', 'path': '/name', 'value': 'd'},"
                    " {'op': 'test', 'path': '/name', 'value': 'd'},"
                    " {'op': 'replace', 'path': '/name', 'value': 'e'}]"},
    {world_of_city, "[{'op': 'test', 'path': '/things/0/x', 'value': 1},"
                    " {'op': 'add', 'path': '/meta_things/0', 'value': 'new'}]"},
    {world_of_city, "[{'op': 'copy', 'from': '/meta_things/0', 'path': '/meta_things/-'},"
                    " {'op': 'copy', 'from': '/meta_things/0', 'path': '/meta_things/0'}]"},
    {world_of_city, "[{'op': 'move', 'from': '/meta_things/0', 'path': '/meta_things/-'}]"},
    {world_of_leveld,
     "[{'op': 'test', 'path': '/blocks/1/layers/0/2', 'value': 2},"
     " {'op': 'replace', 'path': '/blocks/1/layers/0/2', 'value': 9},"
     " {'op': 'move', 'from': '/blocks/1/layers/1', 'path': '/blocks/1/layers/0'}]"},
    {world_of_blotter, "[{'op': 'copy', 'from': '/wires/0', 'path': '/wires/-'}]"},
};

static void old_worlds_come_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(both_ways); i++) {
        ow_document document = document_of(both_ways[i].world), patched, back;
        char *patch = quoted(both_ways[i].patch);
        ow_error error;
        if (ow_patch(&document, patch, strlen(patch), NULL, &patched, &error) != OW_OK ||
            ow_patch_back(&patched, patch, strlen(patch), NULL, &back, &error) != OW_OK)
            ROW_FAILED("%s: %s\n", patch, error.message);
        assert_same(patch, &back, &document);
        free(patch);
        ow_close(&back);
        ow_close(&patched);
        ow_close(&document);
    }
}

/* Patches for a world that they do not lead to, or without old values. */
static const struct {
    const char *world, *patch;
    ow_status status;
    const char *message;
} refusals[] = {
    {world_of_city, "[{'op': 'remove', 'path': '/name'}]", OW_NOT_THERE,
     "operation 0 (remove /name): the patch does not say what the old value was"},
    {world_of_city, "[{'op': 'replace', 'path': '/name', 'value': 'd'}]", OW_NOT_THERE,
     "operation 0 (replace /name): the patch does not say what the old value was"},
    {world_of_city,
     "[{'op': 'test', 'path': '/version', 'value': 0},"
     " {'op': 'replace', 'path': '/name', 'value': 'c'}]",
     OW_NOT_THERE, "operation 1 (replace /name): the patch does not say"},
    {world_of_city,
     "[{'op': 'replace', 'path': '/name', 'value': 'c'},"
     " {'op': 'replace', 'path': '/name', 'value': 'c'}]",
     OW_NOT_THERE, "operation 1 (replace /name): the patch does not say"},
    {world_of_city,
     "[{'op': 'test', 'path': '/name'}, {'op': 'replace', 'path': '/name', 'value': 'c'}]",
     OW_NOT_THERE, "operation 1 (replace /name): the patch does not say"},
    {world_of_city,
     "[{'op': 'test', 'path': '/name', 'value': 'a'},"
     " {'op': 'replace', 'path': '/name', 'value': 'b'}]",
     OW_NOT_THERE, "operation 1 (replace /name): the value is \"c\", not \"b\""},
    {world_of_city,
     "[{'op': 'test', 'path': '/name', 'value': 'a'}, {'op': 'replace', 'path': '/name'}]",
     OW_BAD_JSON, "missing \"value\""},
    {world_of_city, "[{'op': 'add', 'path': '/meta_things/1', 'value': 'new'}]", OW_NOT_THERE,
     "operation 0 (add /meta_things/1): the value is \"b\", not \"new\""},
    {world_of_city, "[{'op': 'add', 'path': '/meta_things/9', 'value': 'new'}]", OW_NOT_THERE,
     "there is no element 9"},
    {world_of_city, "[{'op': 'add', 'path': '/nose/-', 'value': 'new'}]", OW_NOT_THERE,
     "there is no member \"nose\""},
    {world_of_city, "[{'op': 'add', 'path': '/name/-', 'value': 'new'}]", OW_NOT_THERE,
     "has no members"},
    {world_of_city,
     "[{'op': 'test', 'path': '/meta_things', 'value': ['a', 'b']},"
     " {'op': 'replace', 'path': '/meta_things', 'value': []},"
     " {'op': 'add', 'path': '/meta_things/-', 'value': 'x'},"
     " {'op': 'move', 'from': '/meta_things/-', 'path': '/meta_things/0'}]",
     OW_NOT_THERE, "operation 2 (add /meta_things/-): the value is \"a\", not \"x\""},
    {world_of_blotter,
     "[{'op': 'move', 'from': '/mods/0', 'path': '/wires/-'},"
     " {'op': 'move', 'from': '/mods/0', 'path': '/wires/-'},"
     " {'op': 'move', 'from': '/mods/0', 'path': '/wires/-'}]",
     OW_NOT_THERE, "the list is empty"},
    {world_of_city, "[{'op': 'copy', 'from': '/meta_things/0', 'path': '/meta_things/1'}]",
     OW_NOT_THERE, "operation 0 (copy /meta_things/1): the copy differs from its source"},
    {world_of_city, "[{'op': 'copy', 'path': '/meta_things/1'}]", OW_BAD_JSON, "missing \"from\""},
    {world_of_city, "[{'op': 'move', 'path': '/meta_things/1'}]", OW_BAD_JSON, "missing \"from\""},
    {world_of_city, "[{'op': 'copy', 'from': '/meta_things/9', 'path': '/meta_things/1'}]",
     OW_NOT_THERE, "there is no element 9"},
    {world_of_city, "[{'op': 'test', 'path': '/name', 'value': 'x'}]", OW_NOT_THERE,
     "operation 0 (test /name): the value is \"c\", not \"x\""},
    {world_of_city, "[{'op': 'spin', 'path': '/name'}]", OW_BAD_JSON, "unknown \"op\""},
    {world_of_city, "[{'op': 'remove'}]", OW_BAD_JSON, "missing \"path\""},
    {world_of_city, "[{'path': '/name'}]", OW_BAD_JSON, "missing \"op\""},
    {world_of_city, "[{'op': 'remove'", OW_BAD_JSON, "expected a comma"},
};

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(refusals); i++) {
        ow_document document = document_of(refusals[i].world), back;
        char *patch = quoted(refusals[i].patch);
        ow_error error;
        ow_status status = ow_patch_back(&document, patch, strlen(patch), NULL, &back, &error);
        if (status != refusals[i].status || !strstr(error.message, refusals[i].message))
            ROW_FAILED("%s: %s: %s\n", patch, ow_status_name(status), error.message);
        assert_null(back.format);
        free(patch);
        ow_close(&document);
    }
}

static const struct {
    const char *world, *patch, *reversible;
} written[] = {
    {world_of_city, "[]", "[]\n"},
    {world_of_city, "[ {'op': 'add', 'path': '/meta_things/1', 'value': 'new'} ]",
     "[\n  {'op': 'add', 'path': '/meta_things/1', 'value': 'new'}\n]\n"},
    {world_of_city,
     "[{'path': '/name', 'op': 'replace', 'value': 'd'}, {'op':'remove','path':'/meta_things/0'}]",
     "[\n  {'op': 'test', 'path': '/name', 'value': 'c'},\n"
     "  {'path': '/name', 'op': 'replace', 'value': 'd'},\n"
     "  {'op': 'test', 'path': '/meta_things/0', 'value': 'a'},\n"
     "  {'op':'remove','path':'/meta_things/0'}\n]\n"},
};

static ow_status write_reversible(const char *world, const char *text, const ow_options *options,
                                  struct bytes *found, ow_error *error)
{
    ow_document document = document_of(world);
    char *patch = quoted(text);
    ow_sink sink = sink_to(found);
    ow_status status = ow_reversible_patch(&document, patch, strlen(patch), options, &sink, error);
    free(patch);
    ow_close(&document);
    return status;
}

static void tests_are_written_before_losses(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(written); i++) {
        struct bytes found = {0};
        char *expected = quoted(written[i].reversible);
        ow_error error;
        assert_int_equal(write_reversible(written[i].world, written[i].patch, NULL, &found, &error),
                         OW_OK);
        if (found.size != strlen(expected) || memcmp(found.data, expected, found.size) != 0)
            ROW_FAILED("%.*s", (int)found.size, (const char *)found.data);
        free(expected);
        bytes_free(&found);
    }
}

static void a_patch_that_cannot_be_applied_is_not_written(void **state)
{
    (void)state;
    static const struct {
        const char *patch;
        ow_status status;
        const char *message;
    } rows[] = {
        {"[{'op': 'remove', 'path': '/nose'}]", OW_NOT_THERE,
         "operation 0 (remove /nose): there is no member \"nose\""},
        {"[{'op': 'replace', 'value': 1}]", OW_BAD_JSON, "missing \"path\""},
        {"[{'op': 'test', 'path': '/name', 'value': 'x'}]", OW_NOT_THERE, "not \"x\""},
        {"{}", OW_BAD_JSON, "expected a list of operations"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes found = {0};
        ow_error error;
        ow_status status = write_reversible(world_of_city, rows[i].patch, NULL, &found, &error);
        if (status != rows[i].status || !strstr(error.message, rows[i].message))
            ROW_FAILED("%s: %s: %s\n", rows[i].patch, ow_status_name(status), error.message);
        bytes_free(&found);
    }
}

static bool refuse_bytes(void *context, const void *data, size_t size)
{
    (void)context;
    (void)data;
    (void)size;
    return false;
}

static void a_sink_may_refuse(void **state)
{
    (void)state;
    ow_document document = document_of(world_of_city);
    const ow_sink sink = {.write = refuse_bytes};
    ow_error error;
    assert_int_equal(ow_reversible_patch(&document, "[]", 2, NULL, &sink, &error), OW_WRITE_FAILED);
    assert_int_equal(error.status, OW_WRITE_FAILED);
    ow_close(&document);
}

static void memory_that_ends_is_an_error(void **state)
{
    (void)state;
    static const char text[] =
        "[{'op': 'add', 'path': '/blocks/-', 'value': {'id': 'NAME', 'name': 'x'}},"
        " {'op': 'copy', 'from': '/blocks/2/things/0', 'path': '/blocks/2/things/-'},"
        " {'op': 'remove', 'path': '/blocks/5'},"
        " {'op': 'move', 'from': '/blocks/2/things/1', 'path': '/blocks/2/things/0'}]";
    struct bytes patch = {0};
    ow_document document = document_of(world_of_leveld), patched, back;
    ow_error error;
    if (write_reversible(world_of_leveld, text, NULL, &patch, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    assert_int_equal(
        ow_patch(&document, (const char *)patch.data, patch.size, NULL, &patched, &error), OW_OK);
    uint64_t calls[2] = {1, 1};
    for (uint64_t refuse = 0; refuse <= calls[0] || refuse <= calls[1]; refuse++) {
        struct ledger ledger = {.refuse = refuse}, written_ledger = {.refuse = refuse};
        ow_options options = ledger_options(&ledger);
        struct bytes again = {0};
        ow_status status =
            ow_patch_back(&patched, (const char *)patch.data, patch.size, &options, &back, &error);
        ow_close(&back);
        assert_int_equal(status, refuse > 0 && refuse <= calls[0] ? OW_NO_MEMORY : OW_OK);
        assert_int_equal(ledger.blocks, 0);
        options = ledger_options(&written_ledger);
        ow_sink sink = sink_to(&again);
        status = ow_reversible_patch(&document, (const char *)patch.data, patch.size, &options,
                                     &sink, &error);
        assert_int_equal(status, refuse > 0 && refuse <= calls[1] ? OW_NO_MEMORY : OW_OK);
        assert_int_equal(written_ledger.blocks, 0);
        bytes_free(&again);
        calls[0] = refuse == 0 ? ledger.calls : calls[0];
        calls[1] = refuse == 0 ? written_ledger.calls : calls[1];
    }
    bytes_free(&patch);
    ow_close(&patched);
    ow_close(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(old_worlds_come_back),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(tests_are_written_before_losses),
        cmocka_unit_test(a_patch_that_cannot_be_applied_is_not_written),
        cmocka_unit_test(a_sink_may_refuse),
        cmocka_unit_test(memory_that_ends_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
