/* The files beside a save that have the colours of displays: one for each number of inputs and each configuration,
 * with a colour for each value of the inputs. */
#ifndef OW_SRC_BLOTTER_DISPLAY_FILE_H
#define OW_SRC_BLOTTER_DISPLAY_FILE_H

#include "scene/lines.h"

#include "../base/ascii.h"

#include <overworld/base.h>
#include <stdio.h>

/* Real worlds have up to nine inputs and a few dozen configurations; others are not looked for, so that
 * no save makes many files be asked for. */
enum { DISPLAY_INPUTS = 16, DISPLAY_CONFIGURATIONS = 256, DISPLAY_PATH = 96 };

/* Text files end in .jecs since about version 0.92 of the game, in .succ before. A save may have either. */
static inline int display_path(char *path, size_t room, uint32_t inputs, int32_t configuration,
                               bool is_newer)
{
    return snprintf(path, room, "ExtraData/MHG.DisplayConfigurations/%u_pegs/Configuration%d.%s",
                    (unsigned)inputs, (int)configuration, is_newer ? "jecs" : "succ");
}

/* An element of a list, "- 202020"; false for any other line. */
static inline bool display_take_color(struct line line, uint32_t *color)
{
    enum { DIGITS = 6 };
    uint32_t rgb = 0;
    if (line.at == line.end || *line.at++ != '-')
        return false;
    while (line.at < line.end && (*line.at == ' ' || *line.at == '"' || *line.at == '#'))
        line.at++;
    if (line.end - line.at < DIGITS)
        return false;
    for (int i = 0; i < DIGITS; i++) {
        int digit = hex_digit(line.at[i]);
        if (digit < 0)
            return false;
        rgb = rgb << 4 | (uint32_t)digit;
    }
    *color = rgb;
    return true;
}

#endif
