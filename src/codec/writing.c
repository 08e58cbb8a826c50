/* What every writer of documents does around its encode. */
#include "writing.h"

#include "../base/error.h"
#include "../base/memory.h"

static ow_status outcome(const ow_error *encoding, ow_status output, ow_error *error)
{
    if (encoding->status == OW_OK)
        return output == OW_OK ? OW_OK : error_plain(error, output);
    if (error)
        *error = *encoding;
    return encoding->status;
}

ow_status write_to_sink(encode_document encode, const void *document, const ow_options *options,
                        const ow_sink *sink, ow_error *error)
{
    ow_options filled = options_or_default(options, 0);
    ow_error encoding = {0};
    struct output output;
    if (output_to_sink(&output, &filled, sink) != OW_OK)
        return error_plain(error, OW_NO_MEMORY);
    encode(document, &filled, &output, &encoding);
    return outcome(&encoding, output_close_sink(&output), error);
}

ow_status write_to_buffer(encode_document encode, const void *document, const ow_options *options,
                          ow_buffer *buffer, ow_error *error)
{
    ow_options filled = options_or_default(options, 0);
    ow_error encoding = {0};
    struct output output;
    output_to_buffer(&output, &filled, buffer);
    encode(document, &filled, &output, &encoding);
    ow_status status = outcome(&encoding, output_close_buffer(&output, buffer), error);
    if (status != OW_OK)
        buffer->size = 0;
    return status;
}
