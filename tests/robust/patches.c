/* What differs between two worlds, as a JSON Patch, makes of the first the bytes of the second: every file with
 * others of its format, whatever their version, and with what random bytes make of it that can still be read. */
#include "harness.h"

#include "../support/random.h"

enum {
    LARGEST_FILE = 1 << 20,
    SMALL_FILE = 24 << 10, /* these are held against all before them */
    MOST_KEPT = 512,
    LAST_KEPT = 2, /* others against so many */
    MUTATIONS = 12,
    TRIES = 60
};

static struct kept {
    ow_document document;
    size_t size;
} kept[MOST_KEPT];
static unsigned kept_count;

static void tell_patch(const struct bytes *patch)
{
    broken("the patch: %.*s", (int)(patch->size < 600 ? patch->size : 600),
           (const char *)patch->data);
}

/* Both documents stay as they are. */
static void hold_against(const ow_document *before, const ow_document *after, const char *what)
{
    struct bytes patch = {0};
    ow_sink sink = sink_to(&patch);
    ow_error error = {0};
    ow_document patched = {0};
    ow_buffer expected = {0}, found = {0};
    if (ow_write_buffer(after, NULL, &expected, &error) != OW_OK)
        return; /* what cannot be written cannot come back */
    if (ow_diff_patch(before, after, NULL, &sink, &error) != OW_OK) {
        broken("%s: no patch: %s at %s", what, error.message, error.pointer);
    } else if (ow_patch(before, (const char *)patch.data, patch.size, NULL, &patched, &error) !=
               OW_OK) {
        broken("%s: not patched: %s at %s", what, error.message, error.pointer);
        tell_patch(&patch);
    } else if (ow_write_buffer(&patched, NULL, &found, &error) != OW_OK ||
               found.size != expected.size || memcmp(found.data, expected.data, found.size) != 0) {
        broken("%s: patched, it is another world: %s", what, error.message);
        tell_patch(&patch);
    }
    ow_close(&patched);
    ow_buffer_free(&expected, NULL);
    ow_buffer_free(&found, NULL);
    bytes_free(&patch);
}

/* Some bytes of the file at random; what a game would not read is no world to compare. */
static void mutate(const struct test_file *file, const ow_document *document)
{
    uint8_t *bytes = malloc(file->size);
    unsigned done = 0;
    struct random random = random_from(file->size);
    for (unsigned i = 0; i < TRIES && done < MUTATIONS && bytes; i++) {
        ow_document other;
        memcpy(bytes, file->data, file->size);
        for (unsigned n = 1 + random_below(&random, 4); n > 0; n--)
            bytes[random_below(&random, (uint32_t)file->size)] =
                (uint8_t)random_below(&random, 256);
        if (ow_open(bytes, file->size, NULL, &other, NULL) != OW_OK)
            continue;
        if (other.format == document->format) {
            hold_against(document, &other, "random bytes");
            hold_against(&other, document, "random bytes, back");
            done++;
        }
        ow_close(&other);
    }
    free(bytes);
}

static void patch(const struct test_file *file)
{
    ow_document document;
    if (ow_open(file->data, file->size, NULL, &document, NULL) != OW_OK) {
        leave_out();
        return;
    }
    unsigned last = 0;
    hold_against(&document, &document, "itself");
    for (unsigned i = kept_count; i-- > 0;) {
        if (kept[i].document.format != document.format)
            continue;
        bool small = file->size <= SMALL_FILE && kept[i].size <= SMALL_FILE;
        if (!small && last++ >= LAST_KEPT)
            continue;
        hold_against(&kept[i].document, &document, "an earlier file");
        hold_against(&document, &kept[i].document, "an earlier file, back");
    }
    if (file->size <= LARGEST_FILE / 8)
        mutate(file, &document);
    if (kept_count < MOST_KEPT)
        kept[kept_count++] = (struct kept){document, file->size};
    else
        ow_close(&document);
}

int main(int count, char **arguments)
{
    int status = run_on_files(count, arguments, "patches", LARGEST_FILE, patch);
    while (kept_count > 0)
        ow_close(&kept[--kept_count].document);
    return status;
}
