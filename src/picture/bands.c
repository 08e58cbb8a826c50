/* Drawing a picture in bands of rows, if memory cannot hold it at once. Each thread draws a strip
 * of a band. */
#include "labels.h"
#include "layers.h"
#include "overlay.h"
#include "rings.h"

#include "../base/pool.h"

#include <string.h>

/* Most samples in memory, a third of a GiB. A strip has at least so many rows of pixels. There are
 * more strips than threads, because some have more to show than others. */
enum {
    MOST_HELD = 24 << 20,
    LEAST_OF_BAND = PIECE(64, 8),
    LEAST_OF_STRIP = PIECE(8, 4),
    LEAST_IF_TIGHT = PIECE(32, 4),
    STRIPS_OF_THREAD = 2,
    STRIPS_IF_FEW = 4, /* of a thread, if few things are drawn: again in each strip costs little */
    STRIPS_IF_TIGHT = 4
};

/* What the thread of a strip changes. */
struct strip {
    struct painter painter;
    struct watch watch;
    struct vector *normals;
    uint64_t visited; /* in all bands */
};

static bool draw_solid(const struct job *job, struct painter *painter)
{
    painter->pass = PASS_SOLID;
    layers_draw(painter);
    if (!grounds_draw(painter) || !solid_walk(&painter->projection, painter_draw_solid, painter))
        return false;
    labels_draw(painter);
    if (job->asked.grid)
        grid_draw(painter);
    return true;
}

static bool draw_seen_through(const struct job *job, struct painter *painter)
{
    painter->pass = PASS_SEEN_THROUGH;
    return grounds_draw(painter) && (!job->measure.has_marks ||
                                     solid_walk(&painter->projection, painter_draw_solid, painter));
}

bool job_draw_window(const struct job *job, struct painter *painter)
{
    struct gaps gaps = gaps_of(&painter->camera, &painter->raster, job->gap_reaches);
    double rows = (double)job->asked.height * job->painter.samples;
    gaps.shown = job->shown;
    gaps.parts = (struct parts_shown){part_of_row(gaps.top, rows), part_of_row(gaps.bottom, rows)};
    painter->projection.gaps = painter->camera.perspective ? NULL : &gaps;
    bool is_drawn = draw_solid(job, painter) && draw_seen_through(job, painter);
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

static bool is_transparent(const struct job *job)
{
    return job->asked.transparent || (job->is_game && !job->asked.has_background);
}

/* Rows of a picture with few things. They are drawn again for each band, but memory that is used
 * again need not be cleared by the system, and is nearer to the processor. */
static uint64_t few_rows(const struct job *job)
{
    enum { FACE_IN_BAND = 50 /* samples */ };
    uint32_t height = job->asked.height;
    uint64_t samples = (uint64_t)job->asked.width * height * job->painter.samples;
    uint64_t bands = samples * job->painter.samples / (job->measure.faces * FACE_IN_BAND + 1);
    if (job->painter.is_tight || bands == 0)
        return height;
    return height / bands > LEAST_OF_BAND ? height / bands : LEAST_OF_BAND;
}

/* What is omitted of a picture with a tight budget depends on what its strip has drawn before. So
 * the number of strips is the same then with any number of threads. */
static bool take_strips(struct job *job)
{
    uint32_t least = job->painter.is_tight ? LEAST_IF_TIGHT : LEAST_OF_STRIP;
    uint32_t most = job->band / least, threads = pool_threads(&job->options);
    uint32_t strips = job->painter.is_tight               ? STRIPS_IF_TIGHT
                      : threads == 1                      ? 1
                      : few_rows(job) < job->asked.height ? STRIPS_IF_FEW * threads
                                                          : STRIPS_OF_THREAD * threads;
    job->strip_count = most == 0 ? 1 : most < strips ? most : strips;
    job->strips = job_take(&job->scratch, job, job->strip_count, sizeof *job->strips);
    for (uint32_t i = 0; job->strips && i < job->strip_count; i++) {
        job->strips[i] = (struct strip){.visited = 0};
        if (!job_take_normals(job, &job->strips[i].normals))
            return false;
    }
    return job->strips != NULL;
}

/* Rows above and below a pixel on which its soft shading depends. */
static uint32_t soft_rows(const struct job *job)
{
    return (uint32_t)job->shade.radii[1];
}

/* As many rows at once as memory allows, but few of a picture with few things. */
bool job_take_bands(struct job *job)
{
    struct raster *raster = &job->painter.raster;
    uint64_t samples = job->painter.samples;
    uint64_t row = job->asked.width * samples * samples;
    uint64_t height_row = job->asked.width * sizeof *job->heights.list,
             held = job->kept.held + 2 * soft_rows(job) * height_row;
    uint64_t limit = arena_limit(&job->kept), left = limit > held ? limit - held : 0;
    size_t opacity = is_transparent(job) ? sizeof *raster->opacities : 0;
    uint64_t each = row * (sizeof *raster->samples + sizeof *raster->facings + opacity) +
                    samples * sizeof *raster->crossings + height_row;
    uint64_t rows = MOST_HELD / row < left / 4 * 3 / each ? MOST_HELD / row : left / 4 * 3 / each;
    uint64_t few = few_rows(job);
    rows = rows < LEAST_OF_BAND ? LEAST_OF_BAND : rows < few ? rows : few;
    job->band = (uint32_t)(rows < job->asked.height ? rows : job->asked.height);
    raster->width = (int32_t)(job->asked.width * samples);
    raster->samples =
        job_take(&job->scratch, job, (size_t)(row * job->band), sizeof *raster->samples);
    raster->facings =
        job_take(&job->scratch, job, (size_t)(row * job->band), sizeof *raster->facings);
    if (opacity > 0)
        raster->opacities = job_take(&job->scratch, job, (size_t)(row * job->band), opacity);
    raster->crossings =
        job_take(&job->scratch, job, (size_t)(job->band * samples), sizeof *raster->crossings);
    job->heights.columns = (int32_t)job->asked.width;
    job->heights.list =
        job_take(&job->scratch, job, (size_t)job->band + 2 * soft_rows(job), height_row);
    return job->watch.status == OW_OK && take_strips(job) && job_find_parts(job, left);
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

static void begin_strip(const struct job *job, uint32_t number, struct strip *strip)
{
    struct raster *raster = &strip->painter.raster;
    int32_t rows = job_row_of_strip(job, number);
    size_t before = (size_t)rows * (size_t)job->painter.raster.width;
    strip->painter = job->painter;
    strip->painter.normals = strip->normals;
    strip->painter.enough /= job->strip_count;
    strip->painter.projection.watch = &strip->watch;
    strip->watch = job->watch;
    if (number > 0 || job->is_giving) /* then the first one may be on any thread too */
        strip->watch.options = &job->quiet;
    raster->top += rows;
    raster->height = job_row_of_strip(job, number + 1) - rows;
    raster->samples += before;
    raster->facings += before;
    raster->opacities = raster->opacities ? raster->opacities + before : NULL;
    raster->crossings += rows;
    raster->visited = strip->visited;
}

static void draw_strip(void *context, uint32_t number)
{
    const struct job *job = context;
    struct strip *strip = &job->strips[number];
    struct raster *raster = &strip->painter.raster;
    begin_strip(job, number, strip);
    for (int32_t row = 0; row < raster->height; row++)
        raster_clear_row(raster, row,
                         background_at(job, (uint32_t)(raster->top + row) / job->painter.samples));
    job_draw_window(job, &strip->painter);
    strip->visited = raster->visited;
}

void job_give_rows(struct job *job)
{
    const uint32_t first = job->given, end = job->finished;
    job->given = end;
    if (job->asked.take_rows && first < end)
        job->asked.take_rows(job->asked.take_context, job->picture, first, end);
}

/* What is drawn last is over rows of the whole picture. */
static bool gives_rows(const struct job *job)
{
    return job->asked.take_rows && !job->asked.legend && !job->asked.scale_bar;
}

static void draw_strip_or_give(void *context, uint32_t number)
{
    if (number == 0)
        job_give_rows(context);
    else
        draw_strip(context, number - 1);
}

/* Returns false on failure. */
static bool end_strip(struct job *job, const struct strip *strip)
{
    job->painter.has_less_detail |= strip->painter.has_less_detail;
    if (job->watch.status == OW_OK)
        job->watch.status = strip->watch.status;
    return job->watch.status == OW_OK;
}

static bool draw_band(struct job *job, uint32_t top, uint32_t rows)
{
    struct raster *raster = &job->painter.raster;
    raster->left = 0;
    raster->top = (int32_t)(top * job->painter.samples);
    raster->height = (int32_t)(rows * job->painter.samples);
    job->is_giving = gives_rows(job) && job->given < job->finished;
    if (job->is_giving)
        pool_run(&job->options, job->strip_count + 1, draw_strip_or_give, job);
    else
        pool_run(&job->options, job->strip_count, draw_strip, job);
    job->watch.done = job->strips[0].watch.done;
    for (uint32_t i = 0; i < job->strip_count; i++)
        if (!end_strip(job, &job->strips[i]))
            return false;
    return true;
}

/* Rows that become pixels. */
struct resolving {
    const struct job *job;
    uint32_t top; /* of the band */
    uint32_t first, end;
    ow_color *pixels;
};

static uint32_t row_of_piece(const struct resolving *resolving, uint32_t piece)
{
    uint64_t rows = resolving->end - resolving->first;
    return resolving->first + (uint32_t)(rows * piece / resolving->job->strip_count);
}

static void resolve_rows(void *context, uint32_t piece)
{
    const struct resolving *resolving = context;
    const struct job *job = resolving->job;
    const size_t width = job->asked.width;
    const uint32_t end = row_of_piece(resolving, piece + 1);
    for (uint32_t row = row_of_piece(resolving, piece); row < end; row++) {
        const int32_t of_band = (int32_t)(row - resolving->top);
        shade_row(&job->shade, of_band, resolving->pixels + row * width);
        if (job->shade.radii[0] > 0)
            shade_heights(&job->shade, of_band,
                          job->heights.list + (row - job->heights_top) * width);
    }
}

static void soften_rows(void *context, uint32_t piece)
{
    const struct resolving *resolving = context;
    const struct job *job = resolving->job;
    const uint32_t end = row_of_piece(resolving, piece + 1);
    for (uint32_t row = row_of_piece(resolving, piece); row < end; row++)
        shade_softly(&job->shade, &job->heights, (int32_t)(row - job->heights_top),
                     resolving->pixels + (size_t)row * job->asked.width);
}

/* Keeps the heights of rows from `first` on, and makes room for those up to `end`. */
static void move_heights(struct job *job, uint32_t first, uint32_t end)
{
    struct heights *heights = &job->heights;
    const size_t width = job->asked.width, dropped = first - job->heights_top;
    memmove(heights->list, heights->list + dropped * width,
            ((size_t)heights->rows - dropped) * width * sizeof *heights->list);
    job->heights_top = first;
    heights->rows = (int32_t)(end - first);
}

/* Makes pixels of rows of the band from `top` on. Rows at its end are without soft shading until
 * rows below them have heights: returns the end of those that are finished. */
static uint32_t make_pixels(struct job *job, struct resolving rows)
{
    const uint32_t margin = soft_rows(job), finished = job->finished;
    const bool are_all = rows.end == job->asked.height;
    if (job->shade.radii[0] == 0) {
        pool_run(&job->options, job->strip_count, resolve_rows, &rows);
        return rows.end;
    }
    move_heights(job, finished < margin ? 0 : finished - margin, rows.end);
    pool_run(&job->options, job->strip_count, resolve_rows, &rows);
    rows.first = finished;
    rows.end = are_all ? rows.end : rows.end < finished + margin ? finished : rows.end - margin;
    pool_run(&job->options, job->strip_count, soften_rows, &rows);
    return rows.end;
}

/* A band has one row above and below those that become pixels of it, for lines. */
bool job_draw(struct job *job, const ow_picture *picture)
{
    const uint32_t height = job->asked.height;
    job->picture = picture;
    for (uint32_t done = 0; done < height;) {
        const uint32_t top = done > 0 ? done - 1 : 0;
        const uint32_t end = top + job->band < height ? top + job->band : height;
        const uint32_t last = end == height ? height : end - 1;
        if (!draw_band(job, top, end - top))
            return false;
        job->finished = make_pixels(job, (struct resolving){job, top, done, last, picture->pixels});
        done = last;
        if (!watch_go_on(&job->watch, 4096))
            return false;
    }
    return true;
}
