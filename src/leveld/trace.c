/* LevelD told as events, and the words for an error that decode met. */
#include "leveld.h"

#include "../codec/trace.h"
#include "layout.h"

ow_status leveld_trace_reading(const void *bytes, size_t size, struct leveld_reading reading,
                               const ow_options *options, ow_visitor visit, void *context,
                               ow_error *error)
{
    struct codec codec = {
        .begin = bytes,
        .at = bytes,
        .end = (const uint8_t *)bytes + size,
        .layout = reading.layout,
        .big_endian = reading.byte_order == OW_LEVELD_BIG,
        .visit = visit,
        .visit_context = context,
        .options = options,
    };
    ow_leveld_level scratch = {0};
    begin_object(&codec, NULL);
    level(&codec, &scratch);
    end_object(&codec);
    if (codec.error.status != OW_OK && error)
        *error = codec.error;
    return codec.error.status;
}

ow_status leveld_explain(const void *bytes, size_t size, struct leveld_reading reading,
                         const ow_options *options, ow_status status, ow_error *error)
{
    if (status == OW_NO_MEMORY || status == OW_TOO_MUCH_MEMORY || status == OW_CANCELLED)
        return error_plain(error, status);
    ow_options quiet = *options;
    quiet.progress = NULL;
    ow_status found = leveld_trace_reading(bytes, size, reading, &quiet, NULL, NULL, error);
    return found != OW_OK ? found : error_plain(error, status);
}
