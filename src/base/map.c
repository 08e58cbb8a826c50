/* Releasing maps. */
#include "memory.h"

#include <overworld/map.h>

void ow_map_close(ow_map *map)
{
    if (!map)
        return;
    arena_release(map->owner);
    *map = (ow_map){0};
}
