/* What differs between two worlds, as a JSON Patch, makes of the first the bytes of the second:
 * every file with others of its format, whatever their version, and with what random bytes make
 * of it that can still be read. */
#include "company.h"

static void print_patch(const struct bytes *patch)
{
    broken("the patch: %.*s", (int)(patch->size < 600 ? patch->size : 600),
           (const char *)patch->data);
}

static bool is_written_as(const ow_document *document, const ow_buffer *expected)
{
    ow_buffer found = {0};
    ow_error error;
    bool is_same = ow_write_buffer(document, NULL, &found, &error) == OW_OK &&
                   found.size == expected->size &&
                   memcmp(found.data, expected->data, found.size) == 0;
    ow_buffer_free(&found, NULL);
    return is_same;
}

/* With the old values in it, the patch leads back. */
static void hold_back(const ow_document *before, const ow_document *after,
                      const struct bytes *patch, const char *what)
{
    struct bytes reversible = {0};
    ow_sink sink = sink_to(&reversible);
    ow_error error = {0};
    ow_document back = {0};
    ow_buffer expected = {0};
    if (ow_write_buffer(before, NULL, &expected, &error) != OW_OK)
        return;
    if (ow_reversible_patch(before, (const char *)patch->data, patch->size, NULL, &sink, &error) !=
            OW_OK ||
        ow_patch_back(after, (const char *)reversible.data, reversible.size, NULL, &back, &error) !=
            OW_OK) {
        broken("%s: not patched back: %s at %s", what, error.message, error.pointer);
        print_patch(&reversible);
    } else if (!is_written_as(&back, &expected)) {
        broken("%s: patched back, it is another world", what);
        print_patch(&reversible);
    }
    ow_close(&back);
    ow_buffer_free(&expected, NULL);
    bytes_free(&reversible);
}

/* Both documents stay as they are. */
static void hold_against(const ow_document *before, const ow_document *after, const char *what)
{
    struct bytes patch = {0};
    ow_sink sink = sink_to(&patch);
    ow_error error = {0};
    ow_document patched = {0};
    ow_buffer expected = {0};
    if (ow_write_buffer(after, NULL, &expected, &error) != OW_OK)
        return; /* what cannot be written cannot come back */
    if (ow_diff_patch(before, after, NULL, &sink, &error) != OW_OK) {
        broken("%s: no patch: %s at %s", what, error.message, error.pointer);
    } else if (ow_patch(before, (const char *)patch.data, patch.size, NULL, &patched, &error) !=
               OW_OK) {
        broken("%s: not patched: %s at %s", what, error.message, error.pointer);
        print_patch(&patch);
    } else if (!is_written_as(&patched, &expected)) {
        broken("%s: patched, it is another world", what);
        print_patch(&patch);
    } else {
        hold_back(before, after, &patch, what);
    }
    ow_close(&patched);
    ow_buffer_free(&expected, NULL);
    bytes_free(&patch);
}

static void hold_both_ways(const ow_document *earlier, const ow_document *document)
{
    hold_against(earlier, document, "an earlier file");
    hold_against(document, earlier, "an earlier file, back");
}

static void patch(const struct test_file *file)
{
    enum { MUTATIONS = 12 };
    struct random random = random_begin(file->size);
    ow_document document, other;
    if (!open_or_leave_out(file, &document))
        return;
    hold_against(&document, &document, "itself");
    for (unsigned i = 0; i < MUTATIONS && file->size <= LARGEST_OF_A_PAIR / 8; i++) {
        if (!mutate(file, &random, &document, &other))
            break;
        hold_against(&document, &other, "random bytes");
        hold_against(&other, &document, "random bytes, back");
        ow_close(&other);
    }
    pair_with_earlier(file, document, hold_both_ways);
}

int main(int count, char **arguments)
{
    int status = run_on_files(count, arguments, "patches", LARGEST_OF_A_PAIR, patch);
    part_company();
    return status;
}
