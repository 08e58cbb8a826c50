/* Parts of documents: what is told of a part is what a trace of the whole tells of it. */
#include "support/test.h"

#include "support/documents.h"
#include "support/ledger.h"
#include "support/lines.h"
#include "support/worlds.h"

enum { DEEPEST = 16, LONGEST = 200 };

/* The JSON Pointers of all that a trace tells, and how many elements those have that are lists. */
struct places {
    char steps[DEEPEST][64];
    bool is_list[DEEPEST];
    unsigned depth;
    char pointers[4000][LONGEST];
    uint64_t counts[4000];
    size_t count;
};

static void note_place(struct places *places, const ow_event *event)
{
    size_t size = 0;
    if (places->depth > 0 && event->name)
        snprintf(places->steps[places->depth - 1], sizeof places->steps[0], "/%s", event->name);
    else if (places->depth > 0)
        snprintf(places->steps[places->depth - 1], sizeof places->steps[0], "/%llu",
                 (unsigned long long)event->index);
    for (unsigned i = 0; i < places->depth; i++) {
        size_t step = strlen(places->steps[i]);
        assert_true(size + step < LONGEST);
        memcpy(places->pointers[places->count] + size, places->steps[i], step + 1);
        size += step;
    }
    places->counts[places->count] = event->kind == OW_BEGIN_ARRAY ? event->count : UINT64_MAX;
    assert_true(++places->count < LENGTH(places->counts));
}

static ow_visit note(void *context, const ow_event *event)
{
    struct places *places = context;
    bool begins = event->kind == OW_BEGIN_OBJECT || event->kind == OW_BEGIN_ARRAY;
    if (!begins && event->kind != OW_VALUE) {
        places->depth--;
        return OW_GO_ON;
    }
    note_place(places, event);
    places->depth += begins;
    return OW_GO_ON;
}

static const char *reported(const ow_document *document, const char *pointer, uint64_t first,
                            uint64_t count, bool meanings, struct line *line)
{
    ow_options options = {.meanings = meanings};
    ow_error error;
    *line = (struct line){.size = 0};
    ow_status status =
        ow_trace_part(document, pointer, first, count, &options, add_to_line, line, &error);
    if (status != OW_OK)
        ROW_FAILED("%s: %s\n", pointer, error.message);
    return line->text;
}

/* A part stands in the line of the whole as it is. */
static void a_part_is_traced_as_the_whole_is(void **state)
{
    (void)state;
    static struct line whole, part;
    for (unsigned i = 0; worlds[i]; i++)
        for (int meanings = 0; meanings < 2; meanings++) {
            ow_document document = document_of(worlds[i]);
            struct places *places = calloc(1, sizeof *places);
            ow_options options = {.meanings = meanings};
            whole.size = 0;
            assert_int_equal(ow_trace_document(&document, &options, add_to_line, &whole, NULL),
                             OW_OK);
            assert_int_equal(ow_trace_document(&document, NULL, note, places, NULL), OW_OK);
            assert_string_equal(reported(&document, "", 0, 0, meanings, &part), whole.text);
            for (size_t k = 0; k < places->count; k++)
                if (!strstr(whole.text,
                            reported(&document, places->pointers[k], 0, 0, meanings, &part)))
                    ROW_FAILED("%s: %s\n", places->pointers[k], part.text);
            assert_true(places->count > 20);
            free(places);
            ow_close(&document);
        }
}

/* Elements of a list, as the list of its elements one by one. */
static void assert_range(const ow_document *document, const char *list, uint64_t all,
                         uint64_t first, uint64_t count, bool meanings)
{
    static struct line range, element;
    static char expected[sizeof range.text];
    char pointer[LONGEST + 24];
    size_t size = 0;
    expected[0] = '\0';
    for (uint64_t i = first; i < all && i - first < count; i++) {
        snprintf(pointer, sizeof pointer, "%s/%llu", list, (unsigned long long)i);
        size += (size_t)snprintf(expected + size, sizeof expected - size, "%s",
                                 reported(document, pointer, 0, 0, meanings, &element));
    }
    const char *text = reported(document, list, first, count, meanings, &range);
    const char *inside = strchr(text, '[');
    assert_non_null(inside);
    inside += strlen("[ ");
    if (strncmp(inside, expected, size) != 0 || strcmp(inside + size, "] ") != 0)
        ROW_FAILED("%s from %u, %u of %u: %s\nexpected: %s\n", list, (unsigned)first,
                   (unsigned)count, (unsigned)all, text, expected);
}

static void a_run_of_elements_is_traced_alone(void **state)
{
    (void)state;
    unsigned tried = 0;
    for (unsigned i = 0; worlds[i]; i++) {
        ow_document document = document_of(worlds[i]);
        struct places *places = calloc(1, sizeof *places);
        assert_int_equal(ow_trace_document(&document, NULL, note, places, NULL), OW_OK);
        for (size_t k = 0; k < places->count; k++) {
            uint64_t all = places->counts[k];
            if (all == OW_UP_TO_THE_END)
                continue;
            for (uint64_t first = 0; first <= all + 1 && first < 5; first++)
                for (uint64_t count = 1; count < 4; count++, tried++)
                    assert_range(&document, places->pointers[k], all, first, count, count == 2);
            assert_range(&document, places->pointers[k], all, 0, UINT64_MAX, false);
        }
        free(places);
        ow_close(&document);
    }
    assert_true(tried > 100);
}

static ow_visit stop(void *context, const ow_event *event)
{
    (void)event;
    ++*(unsigned *)context;
    return OW_STOP;
}

static void mistakes_are_reported(void **state)
{
    (void)state;
    static const char *const nowhere[] = {"/nowhere",   "/components/99999",        "/components/x",
                                          "components", "/components/0/position/3", "/version/0",
                                          "/"};
    ow_document document = document_of(worlds[0]), none = {0};
    unsigned count = 0;
    ow_error error;
    for (size_t i = 0; i < LENGTH(nowhere); i++) {
        assert_int_equal(ow_trace_part(&document, nowhere[i], 0, 0, NULL, stop, &count, &error),
                         OW_BAD_ARGUMENT);
        if (!strstr(error.message, nowhere[i]))
            ROW_FAILED("%s: %s\n", nowhere[i], error.message);
    }
    assert_int_equal(count, 0);
    assert_int_equal(ow_trace_part(NULL, "", 0, 0, NULL, stop, &count, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_trace_part(&none, "", 0, 0, NULL, stop, &count, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_trace_part(&document, NULL, 0, 0, NULL, stop, &count, &error),
                     OW_BAD_ARGUMENT);
    assert_int_equal(ow_trace_part(&document, "", 0, 0, NULL, NULL, NULL, &error), OW_BAD_ARGUMENT);
    assert_int_equal(ow_trace_part(&document, "/wires", 0, 0, NULL, stop, &count, &error), OW_OK);
    assert_int_equal(count, 1);
    ow_close(&document);
}

static void memory_that_is_missing_is_reported(void **state)
{
    (void)state;
    for (unsigned i = 0; worlds[i]; i++)
        for (uint64_t refuse = 1;; refuse++) {
            static struct line line;
            struct ledger ledger = {.refuse = refuse};
            ow_options options = ledger_options(&ledger);
            ow_document document = document_of(worlds[i]);
            options.meanings = true;
            line.size = 0;
            ow_status status =
                ow_trace_part(&document, "", 0, 0, &options, add_to_line, &line, NULL);
            ow_close(&document);
            assert_int_equal(ledger.blocks, 0);
            assert_int_equal(status, ledger.refused > 0 ? OW_NO_MEMORY : OW_OK);
            if (ledger.refused == 0)
                break;
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_is_traced_as_the_whole_is),
        cmocka_unit_test(a_run_of_elements_is_traced_alone),
        cmocka_unit_test(mistakes_are_reported),
        cmocka_unit_test(memory_that_is_missing_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
