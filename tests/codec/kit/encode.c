/* The kit run as encode; what stops it is told. */
#include "kit.h"

#include "codec/encode.h"
#include "layout.h"

ow_status kit_encode(const kit *to_write, bool big, ow_buffer *buffer, ow_error *error)
{
    ow_options options = options_or_default(NULL, 0);
    struct output output;
    kit copy = *to_write;
    *error = (ow_error){0};
    output_to_buffer(&output, &options, buffer);
    struct codec codec = {.options = &options, .output = &output, .big_endian = big};
    open_output(&codec);
    document(&codec, &copy);
    commit_output(&codec);
    ow_status status = output_close_buffer(&output, buffer);
    if (codec.status != OW_OK)
        kit_emit(&copy, NULL, big, NULL, NULL, error);
    return codec.status != OW_OK ? codec.status : status;
}
