/* The toy run as tell. */
#include "toy.h"

#include "codec/emit.h"
#include "layout.h"

ow_status toy_emit(toy *records, const uint64_t sizes[2], struct losses *losses, ow_visitor visit,
                   void *context, ow_error *error)
{
    ow_options options = {0};
    struct codec codec = {
        .from = {.section_sizes = sizes, .losses = losses},
        .options = &options,
        .visit = visit,
        .visit_context = context,
    };
    begin_object(&codec, NULL);
    document(&codec, records);
    end_object(&codec);
    *error = codec.error;
    return codec.error.status;
}
