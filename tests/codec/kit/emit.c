/* The kit run as tell. */
#include "kit.h"

#include "codec/emit.h"
#include "layout.h"

ow_status kit_emit(kit *records, struct losses *losses, bool big, ow_visitor visit, void *context,
                   ow_error *error)
{
    ow_options options = {0};
    struct codec codec = {
        .from = {.losses = losses},
        .big_endian = big,
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
