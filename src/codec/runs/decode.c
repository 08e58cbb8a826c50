/* Bytes into records. */
#include "run.h"

#include "../decode.h"

#include FORMAT_LAYOUT

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
    run_document(&codec, &record);
    *(DOCUMENT *)read = record;
    return codec.status;
}
