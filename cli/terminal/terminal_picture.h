/* Pictures on a terminal, by the protocols that terminals have for them. */
#ifndef OW_CLI_TERMINAL_TERMINAL_PICTURE_H
#define OW_CLI_TERMINAL_TERMINAL_PICTURE_H

#include <overworld/overworld.h>

enum picture_protocol { AS_KITTY, AS_ITERM2, AS_SIXEL, AS_BLOCKS };

/* What --picture says: kitty, iterm2, sixel, blocks, or auto, which goes by what the terminal calls
 * itself. False after a message. */
bool choose_protocol(const char *name, enum picture_protocol *protocol);

/* How large a picture should be: as wide as 80 columns at most, or a square of 256 pixels. */
void picture_size(enum picture_protocol protocol, uint32_t *width, uint32_t *height);

/* Prints a picture. False without memory. */
bool print_picture(const ow_picture *picture, enum picture_protocol protocol);

#endif
