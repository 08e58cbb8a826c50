/* What stands at a pixel: the scene drawn through a window of that one alone. */
#include "identity.h"
#include "job.h"

#include "../base/error.h"

/* The sample in the pixel's middle, or the one nearest to it that shows something. */
static uint32_t id_in_pixel(const struct raster *raster)
{
    int32_t middle = raster->width / 2, nearest = INT32_MAX;
    uint32_t id = 0;
    for (int32_t y = 0; y < raster->height; y++)
        for (int32_t x = 0; x < raster->width; x++) {
            int32_t away = (x - middle) * (x - middle) + (y - middle) * (y - middle);
            const struct sample *sample = &raster->samples[y * raster->width + x];
            if (sample->id != 0 && away < nearest)
                nearest = away, id = sample->id;
        }
    return id;
}

static bool draw_pixel(struct job *job, uint32_t x, uint32_t y)
{
    static const ow_color nothing = {0};
    struct raster *raster = &job->painter.raster;
    int32_t side = (int32_t)job->painter.samples;
    raster->samples = job_take(&job->scratch, job, (size_t)(side * side), sizeof *raster->samples);
    raster->crossings = job_take(&job->scratch, job, (size_t)side, sizeof *raster->crossings);
    if (job->watch.status != OW_OK)
        return false;
    raster->left = (int32_t)x * side, raster->top = (int32_t)y * side;
    raster->width = raster->height = side;
    raster->ids_of_see_through = true;
    for (int32_t row = 0; row < side; row++)
        raster_clear_row(raster, row, nothing);
    return job_draw_window(job);
}

ow_status ow_picture_pick(const ow_scene *scene, const ow_picture_options *picture_options,
                          const ow_options *options, uint32_t x, uint32_t y,
                          ow_scene_part_kind *part, uint32_t *index, ow_error *error)
{
    struct job job;
    error_clear(error);
    if (!scene || !part || !index)
        return error_missing(error, "the scene or the place for what is found");
    *part = OW_IN_NOTHING;
    *index = 0;
    ow_status status = job_begin(&job, scene, picture_options, options, error);
    if (status != OW_OK)
        return status;
    if (x >= job.asked.width || y >= job.asked.height) {
        job_end(&job, false);
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "there is no pixel %u, %u in a picture of %u by %u", (unsigned)x,
                         (unsigned)y, (unsigned)job.asked.width, (unsigned)job.asked.height);
    }
    if (job_prepare(&job) && draw_pixel(&job, x, y))
        *part = identity_find(scene, id_in_pixel(&job.painter.raster), index);
    status = job.watch.status;
    job_end(&job, false);
    return status == OW_OK ? OW_OK : error_limited(error, status, job.options.max_memory);
}
