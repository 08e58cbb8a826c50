/* The colours of tiles without a tileset. Computed in integers only, so that they are the same on
 * every host. */
#include "palette.h"

const unsigned char leveld_hatch_color[4] = {20, 22, 34, 150};

/* A position on the wheel of saturated colours, 0 to 65535, from red over green and blue to red. */
static void full_color(uint32_t hue, int32_t rgb[3])
{
    enum { SIXTHS = 6 };
    uint32_t place = (hue & 0xffff) * SIXTHS;
    int32_t rising = (int32_t)(place >> 8 & 0xff), falling = 255 - rising;
    const int32_t sixths[SIXTHS][3] = {{255, rising, 0},  {falling, 255, 0}, {0, 255, rising},
                                       {0, falling, 255}, {rising, 0, 255},  {255, 0, falling}};
    for (int i = 0; i < 3; i++)
        rgb[i] = sixths[place >> 16][i];
}

/* The perceived brightness of a colour (BT.709). */
static int32_t brightness(const int32_t rgb[3])
{
    return (54 * rgb[0] + 183 * rgb[1] + 19 * rgb[2]) >> 8;
}

/* Mixes a colour with black or white until it has the wanted brightness. Pure blue is dark and pure
 * yellow is light, a difference that would have no meaning for tiles. */
static void set_brightness(int32_t rgb[3], int32_t wanted)
{
    int32_t now = brightness(rgb);
    for (int i = 0; i < 3; i++)
        rgb[i] = now >= wanted ? rgb[i] * wanted / now
                               : rgb[i] + (255 - rgb[i]) * (wanted - now) / (255 - now);
}

void leveld_tile_color(uint16_t tile, unsigned char rgb[3])
{
    /* Steps of the golden section keep consecutive ids apart. The first colour is a calm blue. */
    enum { GOLDEN = 40503, FIRST = 38600, GREY = 112, BANDS = 7 };
    static const int32_t brightness_of[BANDS] = {104, 168, 82, 196, 126, 74, 150};
    int32_t color[3];
    full_color(FIRST + (uint32_t)tile * GOLDEN, color);
    int32_t grey = brightness(color);
    for (int i = 0; i < 3; i++)
        color[i] += (grey - color[i]) * GREY / 255;
    set_brightness(color, brightness_of[tile % BANDS]);
    for (int i = 0; i < 3; i++)
        rgb[i] = (unsigned char)color[i];
}

bool leveld_is_hatched(uint32_t x, uint32_t y, uint32_t width, uint32_t height)
{
    enum { LINES = 2, WHOLE = 4096, THICK = WHOLE / 4 }; /* lines that cross an edge of a cell */
    if (width == 0 || height == 0)
        return false;
    uint64_t place = (uint64_t)x * LINES * WHOLE / width + (uint64_t)y * LINES * WHOLE / height;
    return place % WHOLE < THICK;
}
