/* Bytes into events. */
#include "run.h"

#include "../trace.h"

#include FORMAT_LAYOUT

ow_status RUN(trace)(const void *bytes, size_t size, const void *external_records,
                     struct list_places *places, const ow_options *options, ow_visitor visit,
                     void *context, ow_error *error)
{
    DOCUMENT record = *(const DOCUMENT *)external_records;
    struct codec codec = trace_from(bytes, size, 0, options);
    codec.from.places = places;
    places_know(places, &record);
    codec.visit = visit;
    codec.visit_context = context;
    begin_object(&codec, NULL);
    document(&codec, &record);
    end_object(&codec);
    places_know(places, NULL);
    /* the error of a reader */
    if (codec.error.status != OW_OK && codec.doubt.status != OW_OK)
        codec.error = codec.doubt;
    if (codec.error.status != OW_OK && error)
        *error = codec.error;
    return codec.error.status;
}
