/* Records into records of their own. */
#include "run.h"

#include "../copy.h"

#include FORMAT_LAYOUT

ow_status RUN(copy)(void *records, const ow_options *options, struct arena *arena)
{
    struct codec codec = {.arena = arena, .options = options};
    arena_list_ranges(arena, &codec.own);
    document(&codec, records);
    return codec.status;
}
