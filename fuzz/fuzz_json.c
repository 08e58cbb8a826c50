/* Any text as JSON: it is refused cleanly, or becomes a file that reads, is written back byte for
 * byte and is the same after another turn through JSON. */
#include "fuzz.h"

static void turn_again(const ow_buffer *file)
{
    struct collected json = {0};
    ow_sink sink = {&json, collect};
    ow_document document;
    ow_buffer buffer = {0};
    ow_error error = {0};
    PROMISE(ow_to_json(file->data, file->size, NULL, &sink, &error) == OW_OK);
    PROMISE(ow_from_json((const char *)json.data, json.size, NULL, &document, &error) == OW_OK);
    PROMISE(write_document(&document, &buffer) == OW_OK);
    PROMISE(same_bytes(buffer.data, buffer.size, file->data, file->size));
    ow_buffer_free(&buffer, NULL);
    ow_close(&document);
    free(json.data);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ow_document document, again;
    ow_buffer buffer = {0}, second = {0};
    ow_error error = {0};
    ow_status status = ow_from_json((const char *)data, size, NULL, &document, &error);
    expect_clean(status, &error, size);
    if (status != OW_OK)
        return 0;
    if (write_document(&document, &buffer) == OW_OK) {
        PROMISE(ow_open(buffer.data, buffer.size, NULL, &again, &error) == OW_OK);
        PROMISE(write_document(&again, &second) == OW_OK);
        PROMISE(same_bytes(buffer.data, buffer.size, second.data, second.size));
        ow_close(&again);
        turn_again(&buffer);
    }
    ow_buffer_free(&buffer, NULL);
    ow_buffer_free(&second, NULL);
    ow_close(&document);
    return 0;
}
