/* The kit run as copy. */
#include "kit.h"

#include "codec/copy.h"
#include "layout.h"

ow_status kit_copy(kit *records, struct arena *arena)
{
    ow_options options = {0};
    struct codec codec = {.arena = arena, .options = &options};
    document(&codec, records);
    return codec.status;
}
