/* Records into events, or into the losses of a version. */
#include "run.h"

#include "../emit.h"

#include FORMAT_LAYOUT

ow_status RUN(emit)(void *records, const uint64_t *section_sizes, struct losses *losses,
                    struct part_request *part, const ow_options *options, ow_visitor visit,
                    void *context, ow_error *error)
{
    struct codec codec = {
        .from = {.section_sizes = section_sizes, .losses = losses, .part = part},
        .options = options,
        .visit = visit,
        .visit_context = context,
    };
    begin_object(&codec, NULL);
    document(&codec, records);
    end_object(&codec);
    if (codec.error.status != OW_OK && error)
        *error = codec.error;
    return codec.error.status;
}
