/* What is measured. */
#include "bench.h"
#include "levels.h"
#include "world.h"

const struct subject subjects[] = {
    {"world", "a Logic World save", make_world, 256u << 20, 0, true},
    {"tiles", "a level of 32 Mi tiles", make_tiles, 32u << 20, 0, false},
    {"things", "a level of a million things", make_things, 1000000, 0, false},
    {"triggers", "a level of a million triggers", make_triggers, 1000000, 0, false},
    {"heights", "a city on 4096 x 4096 heights", make_heights, 4096, 0, false},
    {"city-things", "a city of a million things", make_city_things, 1000000, 0, false},
    {"builds", "files of 65,535 blocks each", make_build, 65535, 64, false},
    {"old-builds", "the same in version 0", make_old_build, 65535, 32, false},
    {.name = NULL},
};
