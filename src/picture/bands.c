/* Drawing a picture in bands of rows, if memory cannot hold it at once. */
#include "labels.h"
#include "layers.h"
#include "overlay.h"
#include "rings.h"

#include <string.h>

static bool draw_solid(struct job *job)
{
    struct painter *painter = &job->painter;
    painter->pass = PASS_SOLID;
    layers_draw(painter);
    if (!grounds_draw(painter, &job->scratch) ||
        !solid_walk(&painter->projection, painter_draw_solid, painter))
        return false;
    labels_draw(painter);
    if (job->asked.grid)
        grid_draw(painter);
    return true;
}

static bool draw_seen_through(struct job *job)
{
    struct painter *painter = &job->painter;
    painter->pass = PASS_SEEN_THROUGH;
    return grounds_draw(painter, &job->scratch) &&
           (!job->measure.has_marks ||
            solid_walk(&painter->projection, painter_draw_solid, painter));
}

bool job_draw_window(struct job *job)
{
    struct painter *painter = &job->painter;
    const struct gaps gaps = gaps_of(&painter->camera, &painter->raster, job->gap_reaches);
    painter->projection.gaps = painter->camera.perspective ? NULL : &gaps;
    bool is_drawn = draw_solid(job) && draw_seen_through(job);
    painter->projection.gaps = NULL;
    if (!is_drawn)
        return false;
    painter->pass = PASS_HIGHLIGHTS;
    if (painter->highlighted && !solid_walk(&painter->projection, painter_draw_solid, painter))
        return false;
    ring_finish(painter);
    labels_draw_upright(painter);
    return true;
}

/* The background: light that gets a little darker downwards, or the requested colour. */
static ow_color background_at(const struct job *job, uint32_t row)
{
    static const ow_color top = {0xf7, 0xfa, 0xfc, 255}, bottom = {0xe6, 0xec, 0xf2, 255};
    uint32_t height = job->asked.height > 1 ? job->asked.height - 1 : 1;
    if (job->asked.has_background)
        return job->asked.background;
    return (ow_color){(uint8_t)(top.red - (top.red - bottom.red) * row / height),
                      (uint8_t)(top.green - (top.green - bottom.green) * row / height),
                      (uint8_t)(top.blue - (top.blue - bottom.blue) * row / height), 255};
}

/* Rows above and below a band that its soft shading needs. */
static uint32_t margin_of(const struct job *job)
{
    uint32_t margin = (uint32_t)job->shade.radii[1] + 1;
    return job->band == job->asked.height ? 0 : margin * 4 < job->band ? margin : 1;
}

static bool draw_band(struct job *job, uint32_t top, uint32_t rows)
{
    struct raster *raster = &job->painter.raster;
    unsigned samples = job->painter.samples;
    raster->left = 0;
    raster->top = (int32_t)(top * samples);
    raster->height = (int32_t)(rows * samples);
    for (int32_t row = 0; row < raster->height; row++)
        raster_clear_row(raster, row, background_at(job, top + (uint32_t)row / samples));
    if (!job_draw_window(job))
        return false;
    if (job->shade.radii[0] > 0)
        shade_heights(&job->shade);
    return true;
}

bool job_draw(struct job *job, ow_color *pixels)
{
    uint32_t height = job->asked.height, margin = margin_of(job);
    for (uint32_t done = 0; done < height;) {
        uint32_t top = done < margin ? 0 : done - margin;
        uint32_t end = top + job->band < height ? top + job->band : height;
        uint32_t last = end == height ? height : end - margin;
        if (!draw_band(job, top, end - top))
            return false;
        for (; done < last; done++)
            shade_row(&job->shade, (int32_t)(done - top), pixels + (size_t)done * job->asked.width);
        if (!watch_go_on(&job->watch, 4096))
            return false;
    }
    return true;
}
