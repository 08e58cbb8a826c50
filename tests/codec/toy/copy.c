/* The toy run as copy. */
#include "toy.h"

#include "codec/copy.h"
#include "layout.h"

ow_status toy_copy(toy *records, struct arena *arena)
{
    ow_options options = {0};
    struct codec codec = {.arena = arena, .options = &options};
    document(&codec, records);
    return codec.status;
}
