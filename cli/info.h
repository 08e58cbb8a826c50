/* What `overworld info` is asked for besides its usual lines: a map, a height. */
#ifndef OW_CLI_INFO_H
#define OW_CLI_INFO_H

#include "input.h"
#include "terminal_picture.h"
#include "verb.h"

struct asked {
    bool json, full, header;
    bool paths;              /* tell files by their paths: names below a folder repeat */
    unsigned long long most; /* elements of a list; 0: all */
    bool picture;
    enum picture_protocol protocol; /* of the picture */
    bool map, one_layer;
    uint32_t layer; /* where it is one */
    bool height;
    float x, y; /* where */
};

/* Reads the options. False after a message. */
bool read_asked(const struct arguments *arguments, struct asked *asked);

/* A map that was opened, and which of its layers are asked for. */
struct asked_map {
    ow_map map;
    uint32_t first, count;
};

/* Open the map, find the height. On failure the error says why, also of what is no error of the
 * library: a layer or a point that is not there (OW_BAD_ARGUMENT). */
ow_status open_asked_map(struct input *input, const struct asked *asked, struct asked_map *map,
                         ow_error *error);
ow_status find_asked_height(struct input *input, const struct asked *asked, float *height,
                            ow_error *error);

/* Draws the world and prints its picture. */
ow_status print_asked_picture(struct input *input, const struct asked *asked, ow_error *error);

#endif
