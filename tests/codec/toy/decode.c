/* The toy run as decode. */
#include "toy.h"

#include "codec/decode.h"
#include "layout.h"

ow_status toy_decode(const void *bytes, size_t size, struct toy_variant variant,
                     struct arena *arena, toy *read, uint64_t *failed_at)
{
    ow_options options = {0};
    struct codec codec = {
        .begin = bytes,
        .at = bytes,
        .end = (const uint8_t *)bytes + size,
        .arena = arena,
        .options = &options,
    };
    read->order = variant.big;
    read->variant = variant.variant;
    document(&codec, read);
    *failed_at = codec.status == OW_OK ? 0 : (uint64_t)(codec.failed_at - codec.begin);
    return codec.status;
}
