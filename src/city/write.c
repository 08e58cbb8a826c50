/* City saves written: the layout run as encode. */
#include "city.h"

#include "../codec/encode.h"
#include "layout.h"

#include "../codec/writing.h"

/* The save is only read: the verbs of encode write through no pointer into a record. */
static void encode(const void *document, const ow_options *options, struct output *output,
                   ow_error *error)
{
    ow_city_save copy = *(const ow_city_save *)document;
    uint64_t sizes[CITY_SECTIONS];
    city_measure(&copy, sizes);
    struct codec codec = {
        .options = options, .output = output, .error = error, .section_sizes = sizes};
    open_output(&codec);
    save(&codec, &copy);
    settle_output(&codec);
}

ow_status ow_city_write(const ow_city_save *to_write, const ow_options *options,
                        const ow_sink *sink, ow_error *error)
{
    return write_to_sink(encode, to_write, options, sink, error);
}

ow_status ow_city_write_buffer(const ow_city_save *to_write, const ow_options *options,
                               ow_buffer *buffer, ow_error *error)
{
    return write_to_buffer(encode, to_write, options, buffer, error);
}
