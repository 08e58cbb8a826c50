/* Blotter written: the layout run as encode. */
#include "../codec/encode.h"

#include "blotter.h"
#include "layout.h"

/* `save` is only read: the verbs of encode take no record by a pointer that they write through. */
static ow_status encode(struct codec *codec, const ow_blotter_save *to_write)
{
    ow_blotter_save copy = *to_write;
    save(codec, &copy);
    return codec->error.status;
}

static ow_status outcome(const struct codec *codec, ow_status output, ow_error *error)
{
    if (codec->error.status == OW_OK)
        return output == OW_OK ? OW_OK : error_plain(error, output);
    if (error)
        *error = codec->error;
    return codec->error.status;
}

ow_status ow_blotter_write(const ow_blotter_save *to_write, const ow_options *options,
                           const ow_sink *sink, ow_error *error)
{
    ow_options filled = options_or_default(options, 0);
    struct codec codec = {.options = &filled};
    if (output_to_sink(&codec.output, &filled, sink) != OW_OK)
        return error_plain(error, OW_NO_MEMORY);
    encode(&codec, to_write);
    return outcome(&codec, output_close_sink(&codec.output), error);
}

ow_status ow_blotter_write_buffer(const ow_blotter_save *to_write, const ow_options *options,
                                  ow_buffer *buffer, ow_error *error)
{
    ow_options filled = options_or_default(options, 0);
    struct codec codec = {.options = &filled};
    output_to_buffer(&codec.output, &filled, buffer);
    encode(&codec, to_write);
    ow_status status = outcome(&codec, output_close_buffer(&codec.output, buffer), error);
    if (status != OW_OK)
        buffer->size = 0;
    return status;
}
