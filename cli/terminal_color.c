/* Colours on a terminal: as they are, or the nearest that it has. */
#include "terminal_color.h"

#include "terminal.h"

/* The nearest of the 256 colours: of the ramp of greys or of the cube of six levels. */
static unsigned nearest_of_256(ow_color color)
{
    enum { GREYS = 232, CUBE = 16, SAME = 8 };
    const uint8_t parts[] = {color.red, color.green, color.blue};
    unsigned least = 255, most = 0, index = 0;
    for (int i = 0; i < 3; i++) {
        unsigned part = parts[i];
        least = part < least ? part : least;
        most = part > most ? part : most;
        index = index * 6 + (part < 48 ? 0 : part < 115 ? 1 : (part - 35) / 40);
    }
    if (most - least > SAME || most < 4 || least > 243)
        return CUBE + index;
    return GREYS + (least < 8 ? 0 : (least - 8) / 10);
}

/* `where` is 38 for what is drawn, 48 for what is behind it. */
static void set_color(ow_color color, int where)
{
    if (has_all_colors())
        printf("\033[%d;2;%u;%u;%um", where, color.red, color.green, color.blue);
    else
        printf("\033[%d;5;%um", where, nearest_of_256(color));
}

void set_drawn_color(ow_color color)
{
    set_color(color, 38);
}

void set_color_behind(ow_color color)
{
    set_color(color, 48);
}
