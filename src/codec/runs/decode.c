/* Bytes into records. */
#include "run.h"

#include FORMAT_HEADER

#include "../decode.h"

#include FORMAT_LAYOUT

#ifndef FOR_EACH_CASE
#define FOR_EACH_CASE(v, run) run
#endif

ow_status RUN(decode)(const void *bytes, size_t size, const ow_options *options,
                      struct arena *arena, void *read)
{
    DOCUMENT record = *(DOCUMENT *)read;
    struct codec codec = {
        .begin = bytes,
        .at = bytes,
        .end = (const uint8_t *)bytes + size,
        .arena = arena,
        .options = options,
    };
    FOR_EACH_CASE(&record, document(&codec, &record));
    *(DOCUMENT *)read = record;
    return codec.status;
}
