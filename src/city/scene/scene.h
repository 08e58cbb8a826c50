/* Declarations that the parts of a city's scene share. */
#ifndef OW_SRC_CITY_SCENE_SCENE_H
#define OW_SRC_CITY_SCENE_SCENE_H

#include "../city.h"

#include "../../scene/build.h"

/* The ground that things stand on. */
struct site {
    const ow_city_save *save;
    struct scene_builder *builder;
    ow_heights heights;   /* from the terrain; no vertices: not known */
    double left, top;     /* the corner with the lowest x and y */
    double width, length; /* along x and y */
    double level;         /* the height of unknown ground */
    uint16_t ground, thing, label;
};

/* Fills the scene of a city, see scenes/list.h. */
scene_filler city_scene;

/* Finds the heights, or the extent of unknown ground. */
ow_status city_find_site(struct site *site, ow_error *error);

/* Adds the ground of a site. Its heights are still needed to place things on it. */
void city_add_ground(struct site *site);

/* The shapes of things. */
enum city_stand_in { CITY_HOUSE, CITY_TREE, CITY_TOWER, CITY_DECK, CITY_STAND_INS };

/* The shape for words in the name of a meta thing. */
enum city_stand_in city_stand_in_of(ow_text name);

uint32_t city_add_stand_in(struct scene_builder *builder, enum city_stand_in stand_in);

/* The colour depends on the name too: the order of the table has no meaning, and a house should
 * look the same in every city. If two would have the same colour, they get different ones as long
 * as there are unused ones. `used` are bits for roofs and for leaves, 0 at first. */
enum { CITY_COLOR_LISTS = 2 };
ow_color city_pick_color(ow_text name, enum city_stand_in stand_in,
                         unsigned used[CITY_COLOR_LISTS]);

/* Converts a place in the city to the scene, before scene_place; height becomes y. */
static inline struct vector city_place(double x, double y, double height)
{
    return (struct vector){x, height, y};
}

#endif
