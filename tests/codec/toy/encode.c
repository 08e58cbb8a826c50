/* The toy run as encode; what stops it is told. */
#include "toy.h"

#include "codec/encode.h"
#include "layout.h"

ow_status toy_encode(const toy *to_write, const uint64_t sizes[2], ow_buffer *buffer,
                     ow_error *error)
{
    ow_options options = options_or_default(NULL, 0);
    struct output output;
    toy copy = *to_write;
    *error = (ow_error){0};
    output_to_buffer(&output, &options, buffer);
    struct codec codec = {.options = &options, .output = &output, .section_sizes = sizes};
    open_output(&codec);
    document(&codec, &copy);
    commit_output(&codec);
    ow_status status = output_close_buffer(&output, buffer);
    if (codec.status != OW_OK)
        toy_emit(&copy, sizes, NULL, NULL, NULL, error);
    return codec.status != OW_OK ? codec.status : status;
}
