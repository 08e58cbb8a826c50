/* Small levels from JSON. */
#include "levels.h"

#include "documents.h"
#include "test.h"

struct bytes level_of(const char *json)
{
    struct bytes bytes = {0};
    ow_buffer written = {0};
    ow_error error = {0};
    ow_document document = document_of(json);
    if (ow_write_buffer(&document, NULL, &written, &error) != OW_OK)
        ROW_FAILED("%s: %s\n", error.pointer, error.message);
    put_raw(&bytes, written.data, written.size);
    ow_buffer_free(&written, NULL);
    ow_close(&document);
    return bytes;
}
