/* Blotter written: the layout run as encode. */
#include "../codec/encode.h"

#include "blotter.h"
#include "layout.h"

/* `to_write` is only read: the verbs of encode write through no pointer into a record. */
static ow_status encode(const ow_blotter_save *to_write, const ow_options *options,
                        struct output *output, ow_error *error)
{
    ow_blotter_save copy = *to_write;
    struct codec codec = {.options = options, .output = output, .error = error};
    open_output(&codec);
    save(&codec, &copy);
    settle_output(&codec);
    return error->status;
}

static ow_status outcome(const ow_error *encoding, ow_status output, ow_error *error)
{
    if (encoding->status == OW_OK)
        return output == OW_OK ? OW_OK : error_plain(error, output);
    if (error)
        *error = *encoding;
    return encoding->status;
}

ow_status ow_blotter_write(const ow_blotter_save *to_write, const ow_options *options,
                           const ow_sink *sink, ow_error *error)
{
    ow_options filled = options_or_default(options, 0);
    ow_error encoding = {0};
    struct output output;
    if (output_to_sink(&output, &filled, sink) != OW_OK)
        return error_plain(error, OW_NO_MEMORY);
    encode(to_write, &filled, &output, &encoding);
    return outcome(&encoding, output_close_sink(&output), error);
}

ow_status ow_blotter_write_buffer(const ow_blotter_save *to_write, const ow_options *options,
                                  ow_buffer *buffer, ow_error *error)
{
    ow_options filled = options_or_default(options, 0);
    ow_error encoding = {0};
    struct output output;
    output_to_buffer(&output, &filled, buffer);
    encode(to_write, &filled, &output, &encoding);
    ow_status status = outcome(&encoding, output_close_buffer(&output, buffer), error);
    if (status != OW_OK)
        buffer->size = 0;
    return status;
}
