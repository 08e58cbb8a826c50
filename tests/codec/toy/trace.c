/* The toy run as trace. */
#include "toy.h"

#include "codec/trace.h"
#include "layout.h"

ow_status toy_trace(const void *bytes, size_t size, struct toy_variant variant, ow_visitor visit,
                    void *context, ow_error *error)
{
    ow_options options = {0};
    struct codec codec = {
        .begin = bytes,
        .at = bytes,
        .end = (const uint8_t *)bytes + size,
        .variant = variant.variant,
        .big_endian = variant.big,
        .visit = visit,
        .visit_context = context,
        .options = &options,
    };
    toy scratch = {0};
    begin_object(&codec, NULL);
    toy_layout(&codec, &scratch);
    end_object(&codec);
    *error = codec.error;
    return codec.error.status;
}
