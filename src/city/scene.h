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

/* What stands for a thing. */
enum city_stand_in { CITY_HOUSE, CITY_TREE, CITY_TOWER, CITY_DECK, CITY_STAND_INS };

/* By words of its meta thing's name. */
enum city_stand_in city_stand_in_of(ow_text name);

uint32_t city_add_stand_in(struct scene_builder *builder, enum city_stand_in stand_in);

/* By the name too: the order of the table means nothing, and a house is to look the same in every city.
 * Two that would have the same colour get different ones while there are any; `used` are bits for roofs
 * and for leaves, 0 at first. */
enum { CITY_COLOR_LISTS = 2 };
ow_color city_pick_color(ow_text name, enum city_stand_in stand_in,
                         unsigned used[CITY_COLOR_LISTS]);

/* Where something of the city stands in the scene, before scene_place: height goes up. */
static inline struct vector city_place(double x, double y, double height)
{
    return (struct vector){x, height, y};
}

#endif
