/* The kit run as decode. */
#include "kit.h"

#include "codec/decode.h"
#include "layout.h"

ow_status kit_decode(const void *bytes, size_t size, bool big, struct arena *arena, kit *read,
                     uint64_t *failed_at)
{
    ow_options options = {0};
    struct codec codec = {
        .begin = bytes,
        .at = bytes,
        .end = (const uint8_t *)bytes + size,
        .big_endian = big,
        .arena = arena,
        .options = &options,
    };
    document(&codec, read);
    *failed_at = codec.status == OW_OK ? 0 : (uint64_t)(codec.failed_at - codec.begin);
    return codec.status;
}
