/* Merging worlds that came of one: a side that changed nothing, or the same as the other, leaves
 * the other side's bytes. Every file with others of its format, whatever their version, and with
 * what random bytes make of it; three different worlds come to a world that can be written, or
 * to an error. */
#include "company.h"

static void assert_merged(const ow_document *base, const ow_document *ours,
                          const ow_document *theirs, const ow_document *expected, const char *what)
{
    ow_error error = {0};
    ow_document merged = {0};
    ow_buffer wanted = {0}, found = {0};
    uint64_t conflicts = 0;
    if (ow_write_buffer(expected, NULL, &wanted, &error) != OW_OK)
        return; /* what cannot be written cannot come back */
    if (ow_merge3(base, ours, theirs, NULL, NULL, NULL, NULL, NULL, &conflicts, &merged, &error) !=
        OW_OK)
        broken("%s: not merged: %s at %s", what, error.message, error.pointer);
    else if (ow_write_buffer(&merged, NULL, &found, &error) != OW_OK)
        broken("%s: merged, it cannot be written: %s at %s", what, error.message, error.pointer);
    else if (conflicts > 0)
        broken("%s: %llu conflicts", what, (unsigned long long)conflicts);
    else if (found.size != wanted.size || memcmp(found.data, wanted.data, found.size) != 0)
        broken("%s: merged, it is another world", what);
    ow_close(&merged);
    ow_buffer_free(&wanted, NULL);
    ow_buffer_free(&found, NULL);
}

static void hold_against(const ow_document *base, const ow_document *other, const char *what)
{
    char text[80];
    snprintf(text, sizeof text, "%s, as ours", what);
    assert_merged(base, other, base, other, text);
    snprintf(text, sizeof text, "%s, as theirs", what);
    assert_merged(base, base, other, other, text);
    snprintf(text, sizeof text, "%s, as both", what);
    assert_merged(base, other, other, other, text);
}

/* Three worlds that have nothing in common but their format. */
static void merge_any(const ow_document *base, const ow_document *ours, const ow_document *theirs)
{
    ow_error error = {0};
    ow_document merged = {0};
    ow_buffer written = {0};
    ow_status status =
        ow_merge3(base, ours, theirs, NULL, NULL, NULL, NULL, NULL, NULL, &merged, &error);
    if (status == OW_OK && ow_write_buffer(&merged, NULL, &written, &error) != OW_OK)
        broken("three worlds: what came of them cannot be written: %s at %s", error.message,
               error.pointer);
    else if (status != OW_OK && status != OW_BAD_JSON && status != OW_BAD_VALUE)
        broken("three worlds: %s: %s", ow_status_name(status), error.message);
    ow_close(&merged);
    ow_buffer_free(&written, NULL);
}

static void merge_mutations(const struct test_file *file, const ow_document *document)
{
    enum { MUTATIONS = 8 };
    struct random random = random_begin(file->size);
    ow_document ours, theirs;
    for (unsigned i = 0; i < MUTATIONS; i++) {
        if (!mutate(file, &random, document, &ours))
            return;
        hold_against(document, &ours, "random bytes");
        if (mutate(file, &random, document, &theirs)) {
            merge_any(document, &ours, &theirs);
            ow_close(&theirs);
        }
        ow_close(&ours);
    }
}

/* The one before the last. */
static const ow_document *third;

static void merge_pair(const ow_document *earlier, const ow_document *document)
{
    hold_against(earlier, document, "an earlier file");
    merge_any(earlier, document, third ? third : document);
    third = earlier;
}

static void merge(const struct test_file *file)
{
    ow_document document;
    if (!open_or_leave_out(file, &document))
        return;
    hold_against(&document, &document, "itself");
    if (file->size <= LARGEST_OF_A_PAIR / 8)
        merge_mutations(file, &document);
    third = NULL;
    pair_with_earlier(file, document, merge_pair);
}

int main(int count, char **arguments)
{
    int status = run_on_files(count, arguments, "merges", LARGEST_OF_A_PAIR, merge);
    part_company();
    return status;
}
