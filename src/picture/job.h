/* A picture that is being drawn. */
#ifndef OW_SRC_PICTURE_JOB_H
#define OW_SRC_PICTURE_JOB_H

#include "faces.h"
#include "measure.h"
#include "shade.h"

#include "../base/memory.h"

struct job {
    ow_picture_options asked; /* with its defaults */
    ow_options options;
    ow_options quiet;           /* without progress, for other threads than the calling one */
    struct arena kept, scratch; /* memory of the picture, and temporary memory */
    struct watch watch;
    struct painter painter;
    struct measure measure;
    struct shade shade;
    struct heights heights; /* of the rows that soft shading still needs */
    uint32_t heights_top;   /* the first of them */
    const ow_picture *picture;
    uint32_t finished, given; /* rows of it: that are as they will be; that the caller has got */
    bool is_giving;           /* while a band is drawn */
    uint32_t legend;          /* its width, on the left */
    uint64_t *legend_keys;
    uint32_t legend_rows;
    uint32_t band;        /* rows of pixels that are drawn at once */
    struct strip *strips; /* of a band, each for one thread */
    uint32_t strip_count;
    bool is_game;
    const double *gap_reaches;       /* see struct gaps */
    const struct parts_shown *shown; /* the same; NULL if it is drawn at once */
    uint64_t work_above[PARTS + 1];  /* above each part: things in the parts before it */
};

/* Checks the options. On failure there is nothing to end. */
ow_status job_begin(struct job *job, const ow_scene *scene, const ow_picture_options *asked,
                    const ow_options *options, ow_error *error);

/* Measures and frames the scene. Returns false on failure: see watch.status. */
bool job_prepare(struct job *job);

/* Places the upright labels. Returns false on failure: see watch.status. */
bool labels_place(struct job *job);

/* Allocates the bands. Returns false on failure: see watch.status. */
bool job_take_bands(struct job *job);

/* Finds which parts of the picture may show each thing, if it is drawn in bands or strips, and if
 * `left` bytes have room for that. Returns false on failure: see watch.status. */
bool job_find_parts(struct job *job, uint64_t left);

/* The row of samples of a band where a strip begins. All strips have about the same work. */
int32_t job_row_of_strip(const struct job *job, uint32_t strip);

/* Draws all bands. Returns false on failure: see watch.status. */
bool job_draw(struct job *job, const ow_picture *picture);

/* Hands out the finished rows that the caller has not got. */
void job_give_rows(struct job *job);

/* Draws the part of the scene that a painter's raster shows. Returns false on failure: see the
 * status of the painter's watch. */
bool job_draw_window(const struct job *job, struct painter *painter);

/* Allocates a painter's normals; NULL if there are no grounds. Returns false on failure: see
 * watch.status. */
bool job_take_normals(struct job *job, struct vector **normals);

/* Allocates; NULL sets watch.status. */
void *job_take(struct arena *arena, struct job *job, size_t count, size_t size);

void job_end(struct job *job, bool keep);

#endif
