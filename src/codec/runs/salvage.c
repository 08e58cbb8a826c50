/* The readable part of a truncated file into records. */
#define SALVAGES 1

#include "run.h"

#include "../decode.h"

#include FORMAT_LAYOUT

ow_status RUN(salvage)(const void *bytes, size_t size, const ow_options *options,
                       struct arena *arena, void *read, struct salvage *salvage)
{
    DOCUMENT record = *(DOCUMENT *)read;
    struct codec codec = {
        .begin = bytes,
        .at = bytes,
        .end = (const uint8_t *)bytes + size,
        .arena = arena,
        .options = options,
        .salvage = salvage,
    };
    *salvage = (struct salvage){0};
    document(&codec, &record);
    *(DOCUMENT *)read = record;
    if (arena->status != OW_OK)
        return arena->status;
    return codec.status == OW_CANCELLED ? OW_CANCELLED : OW_OK;
}
