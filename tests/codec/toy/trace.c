/* The toy run as trace. */
#include "toy.h"

#include "codec/trace.h"
#include "layout.h"

ow_status toy_trace(const void *bytes, size_t size, struct toy_variant variant, ow_visitor visit,
                    void *context, ow_error *error)
{
    ow_options options = {0};
    struct codec codec = trace_from(bytes, size, 0, &options);
    codec.visit = visit;
    codec.visit_context = context;
    toy scratch = {.order = variant.big, .variant = variant.variant};
    begin_object(&codec, NULL);
    document(&codec, &scratch);
    end_object(&codec);
    *error = codec.error;
    return codec.error.status;
}
