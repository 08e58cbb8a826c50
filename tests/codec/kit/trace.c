/* The kit run as trace. */
#include "kit.h"

#include "codec/trace.h"
#include "layout.h"

ow_status kit_trace(const void *bytes, size_t size, bool big, ow_visitor visit, void *context,
                    ow_error *error)
{
    ow_options options = {0};
    struct codec codec = trace_from(bytes, size, 0, &options);
    codec.big_endian = big;
    codec.visit = visit;
    codec.visit_context = context;
    kit scratch = {0};
    begin_object(&codec, NULL);
    document(&codec, &scratch);
    end_object(&codec);
    *error = codec.error;
    return codec.error.status;
}
