/* Which parts of a picture may show each thing. Strips and bands do not look at the others. */
#include "job.h"

#include "../base/pool.h"

enum { SLICE = PIECE(1 << 14, 3) };

struct finding {
    struct projection projection;
    struct parts_shown *shown;
};

static void find_slice(void *context, uint32_t slice)
{
    const struct finding *finding = context;
    solid_find_parts(&finding->projection, slice * SLICE,
                     slice_end(slice, solid_things(finding->projection.scene), SLICE),
                     finding->shown);
}

/* Each thing is work in each part that may show it, and each part is some. */
static void add_up(struct job *job, uint32_t things)
{
    int64_t begin[PARTS + 1] = {0}, now = things / PARTS + 1;
    for (uint32_t i = 0; i < things; i++)
        if (job->shown[i].first <= job->shown[i].last) {
            begin[job->shown[i].first]++;
            begin[job->shown[i].last + 1]--;
        }
    for (uint32_t part = 0; part < PARTS; part++) {
        now += begin[part];
        job->work_above[part + 1] = job->work_above[part] + (uint64_t)now;
    }
}

/* The work above a row of samples. */
static double work_above(const struct job *job, int32_t row)
{
    double at = (double)row * PARTS / ((double)job->asked.height * job->painter.samples);
    uint32_t part = (uint32_t)at;
    if (part >= PARTS)
        return (double)job->work_above[PARTS];
    double above = (double)job->work_above[part], next = (double)job->work_above[part + 1];
    return above + (next - above) * (at - part);
}

int32_t job_row_of_strip(const struct job *job, uint32_t strip)
{
    const struct raster *band = &job->painter.raster;
    if (!job->shown || strip == job->strip_count)
        return (int32_t)((int64_t)band->height * strip / job->strip_count);
    double begin = work_above(job, band->top), end = work_above(job, band->top + band->height);
    double above = begin + (end - begin) * strip / job->strip_count;
    int32_t low = 0, high = band->height;
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (work_above(job, band->top + middle) < above)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool job_find_parts(struct job *job, uint64_t left)
{
    uint32_t things = solid_things(job->painter.projection.scene);
    struct raster whole = {.width = job->painter.raster.width,
                           .height = (int32_t)(job->asked.height * job->painter.samples)};
    struct gaps gaps = gaps_of(&job->painter.camera, &whole, job->gap_reaches);
    struct finding finding = {.projection = job->painter.projection};
    bool is_once = job->strip_count == 1 && job->band == job->asked.height;
    if (is_once || job->painter.camera.perspective || things * sizeof *finding.shown > left / 8)
        return true;
    finding.projection.gaps = &gaps;
    finding.shown = job_take(&job->scratch, job, things, sizeof *finding.shown);
    if (!finding.shown)
        return false;
    pool_run(&job->options, slices_of(things, SLICE), find_slice, &finding);
    job->shown = finding.shown;
    add_up(job, things);
    return true;
}
