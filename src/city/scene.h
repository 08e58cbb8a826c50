/* What the parts of a city's scene share. */
#ifndef OW_SRC_CITY_SCENE_H
#define OW_SRC_CITY_SCENE_H

#include "city.h"

#include "../scene/build.h"

/* The ground that things stand on. */
struct site {
    const ow_city_save *save;
    struct scene_builder *builder;
    ow_heights heights;   /* as the terrain has them; no vertices: nobody knows */
    double left, top;     /* the corner of least x and y */
    double width, length; /* along x and y */
    double level;         /* of a ground that nobody knows */
    uint16_t ground, thing, label;
};

/* Finds the heights, or how far a ground reaches that nobody knows. */
ow_status city_find_site(struct site *site, ow_error *error);

/* Adds the ground of a site; its heights are still needed for what stands on it. */
void city_add_ground(struct site *site);

/* Where something of the city stands in the scene, before scene_place: height goes up. */
static inline struct vector city_place(double x, double y, double height)
{
    return (struct vector){x, height, y};
}

#endif
