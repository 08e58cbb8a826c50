/* Bytes into records. */
#include "run.h"

#include "../../base/pool.h"

#include "../decode.h"

#include FORMAT_LAYOUT

ow_status RUN(decode)(const void *bytes, size_t size, const ow_options *options,
                      struct arena *arena, void *read)
{
    DOCUMENT record = *(DOCUMENT *)read;
    const struct lanes lanes = {
        .runs = {RUN(pass_records), RUN(decode_records), RUN(record_pointer)},
        .bytes = bytes,
        .size = size,
        .document = &record,
        .document_size = sizeof record,
        .options = options,
        .arena = arena,
    };
    struct codec codec = {
        .begin = bytes,
        .at = bytes,
        .end = (const uint8_t *)bytes + size,
        .arena = arena,
        .options = options,
        .lanes = pool_threads(options) > 1 ? &lanes : NULL,
    };
    run_document(&codec, &record);
    *(DOCUMENT *)read = record;
    return codec.status;
}
