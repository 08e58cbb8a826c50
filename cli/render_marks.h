/* Which parts of a picture are marked. */
#ifndef OW_CLI_RENDER_MARKS_H
#define OW_CLI_RENDER_MARKS_H

#include "render.h"
#include "render_nets.h"

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
