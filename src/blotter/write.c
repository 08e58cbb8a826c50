/* Blotter written: the variant run as encode. */
#include "../codec/encode.h"

#include "blotter.h"
#include "layout.h"

#include "../codec/writing.h"

/* The save is only read: the verbs of encode write through no pointer into a record. */
static void encode(const void *document, const ow_options *options, struct output *output,
                   ow_error *error)
{
    ow_blotter_save copy = *(const ow_blotter_save *)document;
    struct codec codec = {.options = options, .output = output, .error = error};
    open_output(&codec);
    save(&codec, &copy);
    settle_output(&codec);
}

ow_status ow_blotter_write(const ow_blotter_save *to_write, const ow_options *options,
                           const ow_sink *sink, ow_error *error)
{
    return write_to_sink(encode, to_write, options, sink, error);
}

ow_status ow_blotter_write_buffer(const ow_blotter_save *to_write, const ow_options *options,
                                  ow_buffer *buffer, ow_error *error)
{
    return write_to_buffer(encode, to_write, options, buffer, error);
}
