/* overworld render --net: nets of a Logic World save in colour, all else pale. */
#ifndef OW_CLI_RENDER_NETS_H
#define OW_CLI_RENDER_NETS_H

#include "render.h"
#include "scene_overlay.h"

enum { MOST_NETS = 6, NET_CAPTION = 128 };

/* All members zero: no nets are asked for. */
struct net_marks {
    struct overlay overlay;
    unsigned count;
    char captions[MOST_NETS][NET_CAPTION];
};

/* Finds the nets of --net and points *scene to a copy of the scene in which they are in colour; leaves it as it
 * is where none is asked for. An exit status; free the marks in any case. */
int paint_nets(struct rendering *rendering, struct net_marks *marks, const ow_scene **scene);
void free_net_marks(struct net_marks *marks);

/* Their names into the corner of the picture, each in its colour. */
void write_net_names(const struct net_marks *marks, ow_picture *picture);

#endif
