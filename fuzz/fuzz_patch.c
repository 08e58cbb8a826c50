/* A world as JSON, a zero byte, and text as a JSON Patch for it: it is refused cleanly, or what
 * comes of it is a world, and what differs between the two makes of the first the bytes of the
 * second. */
#include "promises.h"

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
            keep_promises_of_the_way(&document, &patched);
        ow_close(&patched);
    }
    ow_close(&document);
    return 0;
}
