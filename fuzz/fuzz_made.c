/* Files that the layouts make by the choices of the input, see tests/made/make.h: each is built as
 * its layout says, with odd values. Up to three of its bytes are changed afterwards. */
#include "promises.h"

#include "made/made.h"

enum { FORMAT, KIND, CHANGES, HEAD, CHANGE_SIZE = 3 };

/* A change: the place in two bytes, and the value. */
static void change(const struct made *made, const uint8_t *changes, unsigned count)
{
    for (unsigned i = 0; i < count && made->size > 0; i++, changes += CHANGE_SIZE)
        made->bytes[(changes[0] | (size_t)changes[1] << 8) % made->size] = changes[2];
}

/* In its own variant each file that reads is written as the same bytes. */
static void write_back(const struct made *made, const char *format, const char *variant)
{
    ow_options options = {.variant = variant, .format = format};
    ow_document document;
    ow_buffer written = {0};
    ow_error error = {0};
    ow_status status = ow_open(made->bytes, made->size, &options, &document, &error);
    expect_clean(status, &error, made->size);
    if (status == OW_OK) {
        PROMISE(ow_write_buffer(&document, NULL, &written, &error) == OW_OK);
        PROMISE(same_bytes(written.data, written.size, made->bytes, made->size));
    }
    ow_buffer_free(&written, NULL);
    ow_close(&document);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *variant;
    unsigned formats = 0, changes = size > HEAD ? data[CHANGES] % 4u : 0;
    while (made_format(formats))
        formats++;
    if (size < HEAD + (size_t)changes * CHANGE_SIZE)
        return 0;
    const char *format = made_format(data[FORMAT] % formats);
    const uint8_t *choices = data + HEAD + changes * CHANGE_SIZE;
    struct made made = made_file_by(format, data[KIND] % made_kinds(format), choices,
                                    (size_t)(data + size - choices), &variant);
    change(&made, data + HEAD, changes);
    write_back(&made, format, variant);
    keep_promises_of_bytes(made.bytes, made.size);
    keep_promises_of_pool(made.bytes, made.size);
    free(made.bytes);
    return 0;
}
