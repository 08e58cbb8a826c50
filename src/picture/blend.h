/* Blending colours. */
#ifndef OW_SRC_PICTURE_BLEND_H
#define OW_SRC_PICTURE_BLEND_H

#include <overworld/scene.h>

static inline uint8_t blend_channel(uint8_t below, unsigned rest, uint8_t above, unsigned share)
{
    unsigned all = rest + share;
    return (uint8_t)((below * rest + above * share + all / 2) / all);
}

/* Blends `above` over `color`, of which `there` (of 255) is opaque. Returns the combined opacity;
 * the alphas of the two colours are not used. */
static inline uint8_t blend(ow_color *color, uint8_t there, ow_color above, uint8_t opacity)
{
    enum { WHOLE = 255 };
    unsigned rest = WHOLE - opacity, share = opacity;
    if (there < WHOLE)
        rest *= there, share *= WHOLE;
    if (rest + share == 0)
        return 0;
    color->red = blend_channel(color->red, rest, above.red, share);
    color->green = blend_channel(color->green, rest, above.green, share);
    color->blue = blend_channel(color->blue, rest, above.blue, share);
    return there == WHOLE ? WHOLE : (uint8_t)((rest + share + WHOLE / 2) / WHOLE);
}

#endif
