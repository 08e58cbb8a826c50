/* Two or three worlds as JSON with zero bytes between them: compared, patched, merged, put into
 * each other. */
#include "promises.h"

/* Opens the text up to the next zero byte, and returns where the next one begins. */
static const uint8_t *open_next(const uint8_t *at, const uint8_t *end, ow_document *document)
{
    const uint8_t *zero = at < end ? memchr(at, 0, (size_t)(end - at)) : NULL;
    size_t size = (size_t)((zero ? zero : end) - at);
    ow_error error = {0};
    ow_status status = ow_from_json((const char *)at, size, NULL, document, &error);
    expect_clean(status, &error, size);
    return zero ? zero + 1 : end;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ow_document worlds[3] = {{0}};
    const uint8_t *at = data, *end = data + size;
    for (unsigned i = 0; i < 3 && at < end && (i == 0 || worlds[i - 1].format); i++)
        at = open_next(at, end, &worlds[i]);
    if (worlds[0].format && worlds[1].format)
        keep_promises_of_pair(&worlds[0], &worlds[1], worlds[2].format ? &worlds[2] : &worlds[0]);
    for (unsigned i = 0; i < 3; i++)
        ow_close(&worlds[i]);
    return 0;
}
