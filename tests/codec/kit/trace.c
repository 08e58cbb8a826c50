/* The kit run as trace. */
#include "kit.h"

#include "codec/trace.h"
#include "layout.h"

ow_status kit_trace(const void *bytes, size_t size, bool big, ow_visitor visit, void *context,
                    ow_error *error)
{
    ow_options options = {0};
    struct codec codec = {
        .begin = bytes,
        .at = bytes,
        .end = (const uint8_t *)bytes + size,
        .big_endian = big,
        .visit = visit,
        .visit_context = context,
        .options = &options,
    };
    kit scratch = {0};
    begin_object(&codec, NULL);
    kit_layout(&codec, &scratch);
    end_object(&codec);
    *error = codec.error;
    return codec.error.status;
}
