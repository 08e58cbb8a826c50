/* Finding what is at a pixel: draws the scene through a window of that pixel. */
#include "identity.h"
#include "job.h"

#include "../base/error.h"

/* The sample at the pixel's centre, or the nearest one that is not empty; NULL: none. */
static const struct sample *sample_in_pixel(const struct raster *raster)
{
    int32_t middle = raster->width / 2, nearest = INT32_MAX;
    const struct sample *found = NULL;
    for (int32_t y = 0; y < raster->height; y++)
        for (int32_t x = 0; x < raster->width; x++) {
            int32_t away = (x - middle) * (x - middle) + (y - middle) * (y - middle);
            const struct sample *sample = &raster->samples[y * raster->width + x];
            if (sample->id != 0 && away < nearest)
                nearest = away, found = sample;
        }
    return found;
}

static bool draw_pixel(struct job *job, uint32_t x, uint32_t y)
{
    static const ow_color nothing = {0};
    struct raster *raster = &job->painter.raster;
    int32_t side = (int32_t)job->painter.samples;
    raster->samples = job_take(&job->scratch, job, (size_t)(side * side), sizeof *raster->samples);
    raster->facings = job_take(&job->scratch, job, (size_t)(side * side), sizeof *raster->facings);
    raster->crossings = job_take(&job->scratch, job, (size_t)side, sizeof *raster->crossings);
    if (job->watch.status != OW_OK)
        return false;
    raster->left = (int32_t)x * side, raster->top = (int32_t)y * side;
    raster->width = raster->height = side;
    raster->ids_of_see_through = true;
    for (int32_t row = 0; row < side; row++)
        raster_clear_row(raster, row, nothing);
    return job_draw_window(job, &job->painter);
}

/* Begins a job, which the caller ends, and draws one pixel. NULL: empty, or an error in the job's
 * watch. */
static const struct sample *draw_sample(struct job *job, uint32_t x, uint32_t y)
{
    return job_prepare(job) && draw_pixel(job, x, y) ? sample_in_pixel(&job->painter.raster) : NULL;
}

static ow_status begin(struct job *job, const ow_scene *scene,
                       const ow_picture_options *picture_options, const ow_options *options,
                       uint32_t x, uint32_t y, ow_error *error)
{
    ow_status status = job_begin(job, scene, picture_options, options, error);
    if (status != OW_OK || (x < job->asked.width && y < job->asked.height))
        return status;
    error_set(error, OW_BAD_ARGUMENT, 0, NULL, "there is no pixel %u, %u in a picture of %u by %u",
              (unsigned)x, (unsigned)y, (unsigned)job->asked.width, (unsigned)job->asked.height);
    job_end(job, false);
    return OW_BAD_ARGUMENT;
}

static ow_status end(struct job *job, ow_error *error)
{
    ow_status status = job->watch.status;
    uint64_t limit = job->options.max_memory;
    job_end(job, false);
    return status == OW_OK ? OW_OK : error_limited(error, status, limit);
}

ow_status ow_picture_pick(const ow_scene *scene, const ow_picture_options *picture_options,
                          const ow_options *options, uint32_t x, uint32_t y,
                          ow_scene_part_kind *part, uint32_t *index, ow_error *error)
{
    struct job job;
    error_clear(error);
    if (!scene || !part || !index)
        return error_missing(error, "scene, or output for what is found");
    *part = OW_IN_NOTHING;
    *index = 0;
    ow_status status = begin(&job, scene, picture_options, options, x, y, error);
    if (status != OW_OK)
        return status;
    const struct sample *sample = draw_sample(&job, x, y);
    if (sample)
        *part = identity_find(scene, sample->id, index);
    return end(&job, error);
}

ow_status ow_picture_find_place(const ow_scene *scene, const ow_picture_options *picture_options,
                                const ow_options *options, uint32_t x, uint32_t y, double place[3],
                                bool *found, ow_error *error)
{
    struct job job;
    error_clear(error);
    if (!scene || !place || !found)
        return error_missing(error, "scene, or output for what is found");
    *found = false;
    ow_status status = begin(&job, scene, picture_options, options, x, y, error);
    if (status != OW_OK)
        return status;
    const struct sample *sample = draw_sample(&job, x, y);
    if (sample && sample->depth > 0) {
        const struct camera *camera = &job.painter.camera;
        int32_t side = (int32_t)job.painter.samples * SPOT_STEPS;
        struct spot spot = {(int32_t)x * side + side / 2, (int32_t)y * side + side / 2,
                            (int32_t)sample->depth};
        struct vector seen = camera_point(camera, &spot);
        struct vector at = vector_add(
            vector_add(vector_scale(camera->right, seen.x), vector_scale(camera->up, seen.y)),
            vector_scale(camera->back, seen.z));
        place[0] = at.x, place[1] = at.y, place[2] = at.z;
        *found = true;
    }
    return end(&job, error);
}
