/* Which parts of a picture are marked. */
#ifndef OW_CLI_PICTURES_RENDER_MARKS_H
#define OW_CLI_PICTURES_RENDER_MARKS_H

#include "pictures/render.h"
#include "pictures/scene_overlay.h"

/* render --net draws nets of a Logic World save in colour, and everything else pale. */

enum { MOST_NETS = 6, NET_CAPTION = 128 };

/* All members zero: no nets are asked for. */
struct net_marks {
    struct overlay overlay;
    unsigned count;
    char captions[MOST_NETS][NET_CAPTION];
};

/* Their names into the corner of the picture, each in its colour. */
void write_net_names(const struct net_marks *marks, ow_picture *picture);

/* What is marked in a picture. */
struct marks {
    uint32_t *items, *segments;
    struct net_marks nets;
    struct overlay overlay; /* marked parts in colour, the rest pale */
    uint64_t *subjects;     /* what is marked, by kind and index, ascending */
    size_t subject_count;
    const ow_scene *scene; /* what is to be drawn */
};

/* Finds what --highlight names, or what --issues finds, and hands it to rendering->picture; paints what --net
 * names. An exit status; free the marks in any case. */
int make_marks(struct rendering *rendering, struct marks *marks);
void free_marks(struct rendering *rendering, struct marks *marks);

#endif
