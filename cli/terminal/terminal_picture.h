/* Prints pictures on a terminal, by the protocols of terminals. */
#ifndef OW_CLI_TERMINAL_TERMINAL_PICTURE_H
#define OW_CLI_TERMINAL_TERMINAL_PICTURE_H

#include <overworld/overworld.h>

enum picture_protocol { AS_KITTY, AS_ITERM2, AS_SIXEL, AS_BLOCKS };

/* Reads --picture: kitty, iterm2, sixel, blocks, or auto, which depends on the name of the
 * terminal. Returns false after a message. */
bool choose_protocol(const char *name, enum picture_protocol *protocol);

/* The size of a picture: at most 80 columns wide, or a square of 256 pixels. */
void picture_size(enum picture_protocol protocol, uint32_t *width, uint32_t *height);

/* Prints a picture. Returns false if memory runs out. */
bool print_picture(const ow_picture *picture, enum picture_protocol protocol);

#endif
