/* LevelD written: the variant run as encode. */
#include "leveld.h"

#include "../codec/encode.h"
#include "layout.h"

#include "../codec/writing.h"

/* The level is only read: the verbs of encode write through no pointer into a record. Each byte order
 * gets code of its own, as in read.c. */
static void encode(const void *document, const ow_options *options, struct output *output,
                   ow_error *error)
{
    ow_leveld_level copy = *(const ow_leveld_level *)document;
    struct codec codec = {.options = options, .output = output, .error = error};
    open_output(&codec);
    if (copy.byte_order == OW_LEVELD_BIG) {
        copy.byte_order = OW_LEVELD_BIG;
        level(&codec, &copy);
    } else {
        level(&codec, &copy);
    }
    settle_output(&codec);
}

ow_status ow_leveld_write(const ow_leveld_level *to_write, const ow_options *options,
                          const ow_sink *sink, ow_error *error)
{
    return write_to_sink(encode, to_write, options, sink, error);
}

ow_status ow_leveld_write_buffer(const ow_leveld_level *to_write, const ow_options *options,
                                 ow_buffer *buffer, ow_error *error)
{
    return write_to_buffer(encode, to_write, options, buffer, error);
}
