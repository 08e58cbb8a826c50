/* overworld render: options for the appearance of a picture. */
#include "pictures/render.h"
#include "terminal/terminal.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int misused(const char *option, const char *takes, const char *value)
{
    complain("--%s takes %s, not \"%s\"", option, takes, value);
    return EXIT_USAGE;
}

/* Reads a number at *text and moves behind it. */
static bool take_number(const char **text, double *number)
{
    char *end;
    errno = 0;
    *number = strtod(*text, &end);
    bool good = end != *text && errno == 0 && isfinite(*number);
    *text = end;
    return good;
}

static int read_size(struct rendering *rendering, const char *value)
{
    char *end;
    unsigned long width = strtoul(value, &end, 10);
    unsigned long height = *end == 'x' || *end == 'X' ? strtoul(end + 1, &end, 10) : 0;
    if (*end != '\0' || *value == '-' || width < 1 || height < 1 || width > OW_PICTURE_LARGEST ||
        height > OW_PICTURE_LARGEST)
        return misused("size", "WIDTHxHEIGHT, each up to 16384, such as 1600x1200", value);
    rendering->picture.width = (uint32_t)width;
    rendering->picture.height = (uint32_t)height;
    return EXIT_FINE;
}

static int read_view(struct rendering *rendering, const char *value)
{
    static const struct {
        const char *name;
        ow_view_kind view;
    } views[] = {{"iso", OW_VIEW_ISO},     {"top", OW_VIEW_TOP},   {"bottom", OW_VIEW_BOTTOM},
                 {"front", OW_VIEW_FRONT}, {"back", OW_VIEW_BACK}, {"left", OW_VIEW_LEFT},
                 {"right", OW_VIEW_RIGHT}, {"city", OW_VIEW_CITY}, {"game", OW_VIEW_GAME}};
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        if (strcmp(value, views[i].name) == 0) {
            rendering->picture.view = views[i].view;
            return EXIT_FINE;
        }
    }
    const char *at = value;
    rendering->picture.view = OW_VIEW_ANGLES;
    bool good = take_number(&at, &rendering->picture.yaw) && *at++ == ',' &&
                take_number(&at, &rendering->picture.pitch) && *at == '\0';
    good = good && fabs(rendering->picture.pitch) <= 90 && fabs(rendering->picture.yaw) <= 360;
    return good ? EXIT_FINE
                : misused("view",
                          "iso, top, bottom, front, back, left, right, city, game, or YAW,PITCH in "
                          "degrees such as 30,45",
                          value);
}

/* "y=0..4": one axis or several separated by commas; either end may be omitted. */
static int read_cut(struct rendering *rendering, const char *value)
{
    static const char *const takes = "ranges such as y=0..4 or x=..10,z=2..";
    const char *at = value;
    for (;;) {
        int axis = *at >= 'x' && *at <= 'z' ? *at - 'x' : -1;
        if (axis < 0 || at[1] != '=')
            return misused("cut", takes, value);
        at += 2;
        double *least = &rendering->choice.least[axis], *most = &rendering->choice.most[axis];
        *least = -INFINITY, *most = INFINITY;
        /* strtod would read "0." and leave one dot. */
        const char *dots = strstr(at, "..");
        char number[64] = "";
        if (!dots || (size_t)(dots - at) >= sizeof number)
            return misused("cut", takes, value);
        memcpy(number, at, (size_t)(dots - at));
        const char *low = number;
        if (*low && (!take_number(&low, least) || *low))
            return misused("cut", takes, value);
        at = dots + 2;
        if (*at && *at != ',' && !take_number(&at, most))
            return misused("cut", takes, value);
        rendering->choice.cuts[axis] = true;
        if (*least > *most || (*at && *at != ','))
            return misused("cut", takes, value);
        if (*at++ == '\0')
            return EXIT_FINE;
    }
}

static int read_background(struct rendering *rendering, const char *value)
{
    unsigned red, green, blue;
    char end;
    const char *digits = *value == '#' ? value + 1 : value;
    if (strlen(digits) != 6 || strspn(digits, "0123456789abcdefABCDEF") != 6 ||
        sscanf(digits, "%2x%2x%2x%c", &red, &green, &blue, &end) != 3)
        return misused("background", "a colour such as #f4f7fa", value);
    rendering->picture.has_background = true;
    rendering->picture.background = (ow_color){(uint8_t)red, (uint8_t)green, (uint8_t)blue, 255};
    return EXIT_FINE;
}

static int read_turn(struct rendering *rendering, const char *value)
{
    if (strlen(value) != 1 || *value < '0' || *value > '3')
        return misused("turn", "a number of quarter turns, 0 to 3", value);
    rendering->picture.turn = (unsigned)(*value - '0');
    return EXIT_FINE;
}

/* Selects a layer of a level by its number, instead of --only. */
static int read_layer(struct rendering *rendering, const char *value)
{
    const char *only = option_value(rendering->arguments, "only");
    size_t room = strlen(value) + 32;
    if (!*value || strspn(value, "0123456789") != strlen(value))
        return misused("layer", "a number from 0 up", value);
    if (only) {
        complain("--layer and --only exclude each other; write --only \"group:layer %s\" to "
                 "combine them",
                 value);
        return EXIT_USAGE;
    }
    rendering->only = malloc(room);
    if (!rendering->only) {
        complain("not enough memory");
        return EXIT_FILES;
    }
    snprintf(rendering->only, room, "group:layer %s", value);
    rendering->choice.only = rendering->only;
    return EXIT_FINE;
}

static int read_samples(struct rendering *rendering, const char *value)
{
    if (strlen(value) != 1 || *value < '1' || *value > '4')
        return misused("samples", "a number from 1 (no antialiasing) to 4", value);
    rendering->picture.samples = (unsigned)(*value - '0');
    return EXIT_FINE;
}

static int read_tick(struct rendering *rendering, const char *value)
{
    (void)value;
    return option_number(rendering->arguments, "tick", &rendering->ticks) ? EXIT_FINE : EXIT_USAGE;
}

/* A tileset of --tileset must exist; one that a level names may be missing. */
static int read_tileset(struct rendering *rendering, const char *value)
{
    (void)rendering;
    if (access(value, R_OK) == 0)
        return EXIT_FINE;
    complain("%s: cannot be opened: %s", value, strerror(errno));
    return EXIT_FILES;
}

static void read_switches(struct rendering *rendering)
{
    const struct arguments *arguments = rendering->arguments;
    ow_picture_options *picture = &rendering->picture;
    picture->perspective = option_set(arguments, "perspective");
    picture->transparent = option_set(arguments, "transparent");
    picture->plain = option_set(arguments, "plain");
    picture->without_states = option_set(arguments, "no-states");
    picture->labels = option_set(arguments, "labels");
    picture->grid = option_set(arguments, "grid");
    picture->scale_bar = option_set(arguments, "scale-bar");
    picture->legend = option_set(arguments, "legend");
    rendering->choice.only = option_value(arguments, "only");
    rendering->choice.hide = option_value(arguments, "hide");
}

int read_render_options(struct rendering *rendering)
{
    static const struct {
        const char *name;
        int (*read)(struct rendering *rendering, const char *value);
    } readers[] = {{"size", read_size},
                   {"view", read_view},
                   {"turn", read_turn},
                   {"cut", read_cut},
                   {"layer", read_layer},
                   {"samples", read_samples},
                   {"background", read_background},
                   {"tick", read_tick},
                   {"tileset", read_tileset}};
    read_switches(rendering);
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        const char *value = option_value(rendering->arguments, readers[i].name);
        int status = value ? readers[i].read(rendering, value) : EXIT_FINE;
        if (status != EXIT_FINE)
            return status;
    }
    return EXIT_FINE;
}
