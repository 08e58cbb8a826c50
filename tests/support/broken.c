/* Files that cannot be read. */
#include "broken.h"

static ow_visit pass(void *context, const ow_event *event)
{
    (void)context, (void)event;
    return OW_GO_ON;
}

static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), of_end = strlen(end);
    return size >= of_end && strcmp(text + size - of_end, end) == 0;
}

static void count_breaks(void *context, const ow_issue *issue)
{
    const char *code = issue->code->code;
    *(unsigned *)context += ends_with(code, "_TRUNCATED") || ends_with(code, "_BROKEN") ||
                            ends_with(code, "_UNKNOWN_VERSION");
}

void assert_broken(const struct bytes *bytes, ow_status status, uint64_t offset,
                   const char *pointer, const char *fragment)
{
    enum { WAYS = 4 };
    ow_error errors[WAYS] = {0};
    ow_status found[WAYS];
    ow_document document;
    unsigned breaks = 0;
    ow_check_options check = {.issue = count_breaks, .issue_context = &breaks};
    ow_check_totals totals;
    uint8_t *exact = exact_copy(bytes->data, bytes->size);
    found[0] = ow_open(exact, bytes->size, NULL, &document, &errors[0]);
    ow_close(&document);
    found[1] = ow_trace(exact, bytes->size, NULL, NULL, NULL, &errors[1]);
    found[2] = ow_summarise(exact, bytes->size, NULL, true, pass, NULL, &errors[2]);
    found[3] = ow_check(exact, bytes->size, NULL, &check, &totals, &errors[3]);
    for (size_t i = 0; i < WAYS; i++) {
        if (found[i] != status || errors[i].offset != offset)
            print_error("way %zu: %s at %u, %s: %s\n", i, ow_status_name(found[i]),
                        (unsigned)errors[i].offset, errors[i].pointer, errors[i].message);
        assert_int_equal(found[i], status);
        assert_error(&errors[i], status, offset, pointer, fragment);
    }
    assert_int_equal(breaks, status != OW_UNKNOWN_FORMAT);
    free(exact);
}

void assert_cuts_are_reported(const struct bytes *whole, const struct reported_cut *rows,
                              size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct bytes cut = *whole;
        cut.size = rows[i].size;
        assert_broken(&cut, OW_TRUNCATED, rows[i].offset, rows[i].pointer, rows[i].message);
    }
}

void assert_values_are_reported(const struct bytes *whole, const struct reported_value *rows,
                                size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct bytes changed = {0}, other = {0};
        put_raw(&changed, whole->data, whole->size);
        put_hex(&other, rows[i].hex);
        assert_true(rows[i].at + other.size <= whole->size);
        memcpy(changed.data + rows[i].at, other.data, other.size);
        assert_broken(&changed, rows[i].status, rows[i].offset, rows[i].pointer, rows[i].message);
        bytes_free(&other);
        bytes_free(&changed);
    }
}
