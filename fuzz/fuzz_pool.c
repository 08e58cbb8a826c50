/* Worlds as bytes or as JSON, with a pool and without. */
#include "promises.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ow_document document = {0};
    ow_buffer buffer = {0};
    if (size > 0 && data[0] == '{')
        keep_promises_of_text_with_pool(data, size);
    if (size == 0 || data[0] != '{') {
        keep_promises_of_pool(data, size);
    } else if (ow_from_json((const char *)data, size, NULL, &document, NULL) == OW_OK) {
        PROMISE(write_document(&document, &buffer) == OW_OK);
        keep_promises_of_pool(buffer.data, buffer.size);
    }
    ow_buffer_free(&buffer, NULL);
    ow_close(&document);
    return 0;
}
