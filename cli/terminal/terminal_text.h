/* Colours on a terminal. */
#ifndef OW_CLI_TERMINAL_TERMINAL_TEXT_H
#define OW_CLI_TERMINAL_TERMINAL_TEXT_H

#include <overworld/overworld.h>

/* The colour of what is drawn from here on, and of what is behind it. Only where colors_wanted. */
void set_drawn_color(ow_color color);
void set_color_behind(ow_color color);

#endif
