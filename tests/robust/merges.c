/* Merging worlds that came of one: a side that changed nothing, or the same as the other, leaves the other side's
 * bytes. Every file with others of its format, whatever their version, and with what random bytes make of it;
 * three different worlds come to a world that can be written, or to an error. */
#include "harness.h"

#include "../support/random.h"

enum {
    LARGEST_FILE = 1 << 20,
    SMALL_FILE = 24 << 10, /* these are held against all before them */
    MOST_KEPT = 512,
    LAST_KEPT = 2, /* others against so many */
    MUTATIONS = 8,
    TRIES = 40
};

static struct kept {
    ow_document document;
    size_t size;
} kept[MOST_KEPT];
static unsigned kept_count;

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

/* Some bytes of the file at random; what a game would not read is no world to merge. */
static bool mutate(const struct test_file *file, struct random *random, const ow_document *document,
                   ow_document *other)
{
    uint8_t *bytes = malloc(file->size);
    bool made = false;
    for (unsigned i = 0; i < TRIES && !made && bytes; i++) {
        memcpy(bytes, file->data, file->size);
        for (unsigned n = 1 + random_below(random, 4); n > 0; n--)
            bytes[random_below(random, (uint32_t)file->size)] = (uint8_t)random_below(random, 256);
        made = ow_open(bytes, file->size, NULL, other, NULL) == OW_OK;
        if (made && other->format != document->format) {
            ow_close(other);
            made = false;
        }
    }
    free(bytes);
    return made;
}

static void merge_mutations(const struct test_file *file, const ow_document *document)
{
    struct random random = random_from(file->size);
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

static void merge(const struct test_file *file)
{
    ow_document document;
    if (ow_open(file->data, file->size, NULL, &document, NULL) != OW_OK) {
        leave_out();
        return;
    }
    unsigned last = 0;
    const ow_document *third = &document;
    hold_against(&document, &document, "itself");
    for (unsigned i = kept_count; i-- > 0;) {
        if (kept[i].document.format != document.format)
            continue;
        bool small = file->size <= SMALL_FILE && kept[i].size <= SMALL_FILE;
        if (!small && last++ >= LAST_KEPT)
            continue;
        hold_against(&kept[i].document, &document, "an earlier file");
        merge_any(&kept[i].document, &document, third);
        third = &kept[i].document;
    }
    if (file->size <= LARGEST_FILE / 8)
        merge_mutations(file, &document);
    if (kept_count < MOST_KEPT)
        kept[kept_count++] = (struct kept){document, file->size};
    else
        ow_close(&document);
}

int main(int count, char **arguments)
{
    int status = run_on_files(count, arguments, "merges", LARGEST_FILE, merge);
    while (kept_count > 0)
        ow_close(&kept[--kept_count].document);
    return status;
}
