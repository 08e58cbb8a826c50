/* Parts of any world, as bytes or as JSON: found, removed, replaced, taken out and put into it. */
#include "promises.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ow_document document = {0};
    ow_error error = {0};
    ow_status status = size > 0 && data[0] == '{'
                           ? ow_from_json((const char *)data, size, NULL, &document, &error)
                           : ow_open(data, size, NULL, &document, &error);
    if (status == OW_OK)
        keep_promises_of_parts(&document, size > 1 ? data[size / 2] : 0);
    ow_close(&document);
    return 0;
}
