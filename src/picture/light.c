/* Multiplying colours by light, in sRGB values, as the games do. */
#include "light.h"

void light_turn(struct light *light, const ow_scene_light *of_scene, const struct camera *camera)
{
    for (int i = 0; i < 3; i++) {
        struct vector sun = {(double)of_scene->sun[i][0], (double)of_scene->sun[i][1],
                             (double)of_scene->sun[i][2]};
        light->suns[i] = camera_see(camera, sun);
        light->ambient[i] = (double)of_scene->ambient[i];
    }
}

/* The nearest integer; a tiny bias keeps halves from rounding differently on other hosts. */
static uint8_t channel(double value)
{
    value = rounded_to_double(value + 0.500001);
    if (!(value > 0))
        return 0;
    return value < 255 ? (uint8_t)value : 255;
}

ow_color light_color(const struct light *light, struct vector normal, ow_color color, double times)
{
    struct vector unit = vector_unit(normal);
    uint8_t channels[3] = {color.red, color.green, color.blue};
    for (int i = 0; i < 3; i++) {
        double fall = vector_dot(light->suns[i], unit);
        double strength = rounded_to_double(light->ambient[i] + (fall > 0 ? fall : 0));
        channels[i] = channel(rounded_to_double(rounded_to_double(channels[i] * strength) * times));
    }
    return (ow_color){channels[0], channels[1], channels[2], color.alpha};
}

double light_fall(const struct light *light, struct vector normal)
{
    double fall = vector_dot(light->suns[1], vector_unit(normal));
    return fall > 0 ? fall : 0;
}
