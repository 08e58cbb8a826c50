/* One record of a file into events. */
#include "run.h"

#include "../trace.h"

#include FORMAT_LAYOUT

#include "records.h"

const char *RUN(record_pointer)(unsigned kind)
{
    switch (kind) {
#define POINTER(number, pointer, type, call)                                                       \
    case number:                                                                                   \
        return pointer;
        RECORDS(POINTER, POINTER)
#undef POINTER
    default:
        return NULL;
    }
}

static void trace_one(struct codec *c, unsigned kind, const DOCUMENT *v)
{
    (void)c, (void)v;
    switch (kind) {
#define TRACE(number, pointer, type, call)                                                         \
    case number: {                                                                                 \
        type record = {0};                                                                         \
        begin_object(c, NULL);                                                                     \
        call;                                                                                      \
        end_object(c);                                                                             \
        break;                                                                                     \
    }
#define TRACE_NUMBER(number, pointer, type, call)                                                  \
    case number: {                                                                                 \
        type record = 0;                                                                           \
        call;                                                                                      \
        break;                                                                                     \
    }
        RECORDS(TRACE, TRACE_NUMBER)
#undef TRACE_NUMBER
#undef TRACE
    default:
        break;
    }
}

ow_status RUN(trace_records)(const struct record_place *place, uint32_t count, const void *bytes,
                             size_t size, const void *document, const ow_options *options,
                             ow_visitor visit, void *context, ow_error *error)
{
    struct codec codec = trace_from(bytes, size, place->offset, options);
    codec.visit = visit;
    codec.visit_context = context;
    resume(&codec, document);
    for (uint32_t i = 0; i < count && healthy(&codec); i++)
        trace_one(&codec, place->kind, document);
    if (codec.error.status != OW_OK && error)
        *error = codec.error;
    return codec.error.status;
}
