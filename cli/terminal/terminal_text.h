/* Colours on a terminal. */
#ifndef OW_CLI_TERMINAL_TERMINAL_TEXT_H
#define OW_CLI_TERMINAL_TERMINAL_TEXT_H

#include <overworld/overworld.h>

/* Sets the colours of the foreground and of the background. Only if colors_wanted. */
void set_drawn_color(ow_color color);
void set_color_behind(ow_color color);

#endif
