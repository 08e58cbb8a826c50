/* Drawing a scene: measuring, framing, drawing in bands of rows, and resolving into pixels. */
#include "overlay.h"

#include "../base/error.h"

#include <string.h>

static void draw_over(struct job *job, ow_color *pixels)
{
    const struct overlay overlay = {pixels, (int32_t)job->asked.width, (int32_t)job->asked.height,
                                    NULL};
    legend_draw(job, &overlay);
    if (job->asked.scale_bar)
        scale_bar_draw(job, &overlay);
}

ow_status ow_picture_draw(const ow_scene *scene, const ow_picture_options *picture_options,
                          const ow_options *options, ow_picture *picture, ow_error *error)
{
    struct job job;
    error_clear(error);
    if (picture)
        *picture = (ow_picture){0};
    if (!scene || !picture)
        return error_missing(error, "scene, or output for its picture");
    ow_status status = job_begin(&job, scene, picture_options, options, error);
    if (status != OW_OK)
        return status;
    ow_picture drawn = {.width = job.asked.width, .height = job.asked.height};
    drawn.pixels = job_take(&job.kept, &job, (size_t)drawn.width * drawn.height, sizeof(ow_color));
    if (drawn.pixels && job_prepare(&job) && job_take_bands(&job) && job_draw(&job, &drawn)) {
        draw_over(&job, drawn.pixels);
        job_give_rows(&job);
    }
    status = job.watch.status;
    drawn.has_less_detail = job.painter.has_less_detail;
    void *copy = NULL;
    if (status == OW_OK) {
        drawn.owner = arena_adopt(&job.kept, &drawn, sizeof drawn, &copy);
        status = drawn.owner ? OW_OK : job.kept.status;
    }
    job_end(&job, status == OW_OK);
    if (status != OW_OK)
        return error_limited(error, status, job.options.max_memory);
    *picture = drawn;
    return OW_OK;
}

void ow_picture_free(ow_picture *picture)
{
    if (!picture)
        return;
    arena_release(picture->owner);
    *picture = (ow_picture){0};
}
