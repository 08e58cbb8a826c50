/* A world as JSON, a zero byte, and text as a JSON Patch for it: it is refused cleanly, or what comes of it is
 * a world, and what differs between the two makes of the first the bytes of the second. */
#include "fuzz.h"

/* What cannot be written may be given up before all of it is looked at. */
static void expect_the_way_there(const ow_document *before, const ow_document *after)
{
    struct collected patch = {0};
    ow_sink sink = {.context = &patch, .write = collect};
    ow_buffer expected = {0}, found = {0};
    ow_document patched;
    ow_error error = {0};
    if (write_document(before, &expected) == OW_OK && write_document(after, &expected) == OW_OK) {
        PROMISE(ow_diff_patch(before, after, NULL, &sink, &error) == OW_OK);
        ow_status status =
            ow_patch(before, (const char *)patch.data, patch.size, NULL, &patched, &error);
        PROMISE(status == OW_OK || status == OW_TOO_MUCH_MEMORY);
        if (status == OW_OK) {
            PROMISE(write_document(&patched, &found) == OW_OK);
            PROMISE(same_bytes(found.data, found.size, expected.data, expected.size));
        }
        ow_close(&patched);
    }
    ow_buffer_free(&expected, NULL);
    ow_buffer_free(&found, NULL);
    free(patch.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = size > 0 ? memchr(data, 0, size) : NULL;
    ow_document document, patched;
    ow_error error = {0};
    if (!end)
        return 0;
    size_t json = (size_t)(end - data), patch = size - json - 1;
    if (ow_from_json((const char *)data, json, NULL, &document, &error) == OW_OK) {
        ow_status status =
            ow_patch(&document, (const char *)end + 1, patch, NULL, &patched, &error);
        expect_clean(status, &error, size);
        if (status == OW_OK)
            expect_the_way_there(&document, &patched);
        ow_close(&patched);
    }
    ow_close(&document);
    return 0;
}
