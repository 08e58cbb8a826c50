/* Marked parts of a picture. */
#ifndef OW_CLI_PICTURES_RENDER_MARKS_H
#define OW_CLI_PICTURES_RENDER_MARKS_H

#include "pictures/render.h"
#include "pictures/scene_overlay.h"

/* render --net draws nets of a Logic World save in colour, and everything else pale. */

enum { MOST_NETS = 6, NET_CAPTION = 128 };

/* All members zero: no nets. */
struct net_marks {
    struct overlay overlay;
    unsigned count;
    char captions[MOST_NETS][NET_CAPTION];
};

/* Writes the names of nets into the corner of the picture, each in its colour. */
void write_net_names(const struct net_marks *marks, ow_picture *picture);

/* The marks of a picture. */
struct marks {
    uint32_t *items, *segments;
    struct net_marks nets;
    struct overlay overlay; /* marked parts in colour, the rest pale */
    uint64_t *subjects;     /* marked items, by kind and index, ascending */
    size_t subject_count;
    const ow_scene *scene; /* the scene to draw */
};

/* Finds what --highlight or --issues mark and passes it to rendering->picture; colours the nets of
 * --net. Returns an exit status; free the marks in all cases. */
int make_marks(struct rendering *rendering, struct marks *marks);
void free_marks(struct rendering *rendering, struct marks *marks);

#endif
