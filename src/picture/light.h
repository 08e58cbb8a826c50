/* Light on faces, in view space. */
#ifndef OW_SRC_PICTURE_LIGHT_H
#define OW_SRC_PICTURE_LIGHT_H

#include "camera.h"

struct light {
    struct vector suns[3]; /* of red, green, blue */
    double ambient[3];
};

void light_turn(struct light *light, const ow_scene_light *of_scene, const struct camera *camera);

/* A colour in the light on a normal of any length, multiplied by `times`. */
ow_color light_color(const struct light *light, struct vector normal, ow_color color, double times);

/* How much a normal faces the sun: 0 to about 0.85 in full daylight. */
double light_fall(const struct light *light, struct vector normal);

#endif
