/* The files beside a save that hold the colours of displays. There is one file for each number of
 * inputs and each configuration. It has a colour for each value of the inputs. */
#ifndef OW_SRC_BLOTTER_DISPLAY_FILE_H
#define OW_SRC_BLOTTER_DISPLAY_FILE_H

#include <overworld/jecs.h>
#include <stdio.h>

/* Real worlds have up to nine inputs and a few dozen configurations. Files for more are not looked
 * up, so that no save can cause many look-ups. */
enum { DISPLAY_INPUTS = 16, DISPLAY_CONFIGURATIONS = 256, DISPLAY_PATH = 96 };

/* Text files have the extension .jecs since about version 0.92 of the game, and .succ before. A
 * save may have either. */
static inline int display_path(char *path, size_t room, uint32_t inputs, int32_t configuration,
                               bool is_newer)
{
    return snprintf(path, room, "ExtraData/MHG.DisplayConfigurations/%u_pegs/Configuration%d.%s",
                    (unsigned)inputs, (int)configuration, is_newer ? "jecs" : "succ");
}

/* Reads the colours of such a file, one after another. */
struct display_colors {
    ow_jecs *text;
    const ow_jecs_node *next;
    uint32_t count; /* elements of the file */
};

/* Opens a file. Fails if it is not JECS or if memory runs out; nothing has to be closed then. */
ow_status display_colors_open(struct display_colors *colors, ow_bytes file,
                              const ow_options *options, ow_error *error);

/* Reads the next colour, 0xRRGGBB. Returns false at the end, or at an element that is not a
 * colour. */
bool display_colors_next(struct display_colors *colors, uint32_t *rgb);

void display_colors_close(struct display_colors *colors);

#endif
