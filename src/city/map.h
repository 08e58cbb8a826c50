/* Colours of a map: the ground by its height. */
#ifndef OW_SRC_CITY_MAP_H
#define OW_SRC_CITY_MAP_H

#include <overworld/heights.h>
#include <overworld/map.h>

/* The ground that a map shows. */
struct ground {
    ow_heights heights;
    float least, most; /* of the finite heights */
};

void city_measure_ground(struct ground *ground);

/* The cell of a vertex. */
ow_map_cell city_ground_cell(const struct ground *ground, uint32_t x, uint32_t y);

#endif
