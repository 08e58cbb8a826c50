/* Preparing a picture: options, budget, memory. */
#include "job.h"

#include "identity.h"
#include "overlay.h"

#include "../base/error.h"

#include "../scene/scene.h"

#include <string.h>

enum { USUAL_WIDTH = 1200, USUAL_HEIGHT = 900, USUAL_SAMPLES = 3, MOST_SAMPLES = 4 };

/* Costs of other work, in samples. */
enum { FACE_COST = 25, SAMPLE_COST = 5 };

static const uint64_t usual_budget = UINT64_C(8000000000), most_parts = UINT64_C(10000000);

/* Usually antialiasing takes at most this much. */
static const uint64_t usual_smoothing = UINT64_C(400000000);

/* Logic World's thumbnails leave 4 % on each side. */
static const double room_around = 1.08;

void *job_take(struct arena *arena, struct job *job, size_t count, size_t size)
{
    void *memory = NULL;
    if (job->watch.status != OW_OK)
        return NULL;
    if (count > SIZE_MAX / size)
        job->watch.status = OW_TOO_MUCH_MEMORY;
    else if (!(memory = arena_take(arena, count * size + 1)))
        job->watch.status = arena->status;
    return memory;
}

static ow_status refuse(const ow_scene *scene, const ow_picture_options *asked, ow_error *error)
{
    if (asked->width > OW_PICTURE_LARGEST || asked->height > OW_PICTURE_LARGEST)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "a picture is at most %d pixels wide and high, not %u by %u",
                         OW_PICTURE_LARGEST, (unsigned)asked->width, (unsigned)asked->height);
    if (asked->samples > MOST_SAMPLES)
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "a pixel has at most %d samples per side, not %u", MOST_SAMPLES,
                         asked->samples);
    if ((!asked->highlights && asked->highlight_count > 0) ||
        (!asked->highlight_segments && asked->highlight_segment_count > 0))
        return error_missing(error, "list of the highlights that the options count");
    const double *target = asked->target;
    if (asked->is_framed && !(asked->scale > 0 && asked->scale < 1e9 &&
                              fabs(target[0]) + fabs(target[1]) + fabs(target[2]) < 1e10))
        return error_set(error, OW_BAD_ARGUMENT, 0, NULL,
                         "a framed picture needs a finite middle and more than 0 pixels per unit");
    if (!identities_fit(scene))
        return error_plain(error, OW_TOO_MUCH_MEMORY);
    return OW_OK;
}

ow_status job_begin(struct job *job, const ow_scene *scene, const ow_picture_options *asked,
                    const ow_options *options, ow_error *error)
{
    *job = (struct job){.watch = {.status = OW_OK}};
    if (asked)
        job->asked = *asked;
    if (job->asked.width == 0 || job->asked.height == 0) {
        job->asked.width = job->asked.width ? job->asked.width : USUAL_WIDTH;
        job->asked.height = job->asked.height ? job->asked.height : USUAL_HEIGHT;
    }
    ow_status status = refuse(scene, &job->asked, error);
    if (status != OW_OK)
        return status;
    ow_options own = options ? *options : (ow_options){0};
    own.max_memory = own.max_memory ? own.max_memory : UINT64_MAX;
    job->options = options_or_default(&own, 0);
    job->watch.options = &job->options;
    job->quiet = job->options;
    job->quiet.progress = NULL;
    arena_init(&job->kept, &job->options);
    arena_share(&job->scratch, &job->kept);
    job->is_game = camera_view(scene, &job->asked) == OW_VIEW_GAME;
    struct painter *painter = &job->painter;
    painter->like_game = job->is_game;
    painter->projection =
        (struct projection){.scene = scene,
                            .options = &job->asked,
                            .camera = &painter->camera,
                            .most_cost = UINT64_MAX,
                            .unseen = job->is_game ? OW_HIDDEN : OW_HIDDEN | OW_OUTLYING,
                            .watch = &job->watch};
    return OW_OK;
}

void job_end(struct job *job, bool keep)
{
    arena_free(&job->scratch);
    if (!keep)
        arena_free(&job->kept);
}

/* Sums of the costs of parts, because shapes may share parts. */
static uint64_t *sum_costs(struct job *job, const ow_scene *scene)
{
    uint64_t *sums = job_take(&job->scratch, job, (size_t)scene->part_count + 1, sizeof *sums);
    for (uint32_t i = 0; sums && i <= scene->part_count; i++)
        sums[i] = i > 0 ? sums[i - 1] + solid_cost(scene, &scene->parts[i - 1]) : 0;
    return sums;
}

/* Shapes with very many parts, used very often, are drawn with their first parts only. */
static bool limit_parts(struct job *job)
{
    struct projection *projection = &job->painter.projection;
    const ow_scene *scene = projection->scene;
    uint64_t *sums = sum_costs(job, scene), total = 0;
    if (!sums)
        return false;
    for (uint32_t i = 0; i < scene->item_count && total <= UINT64_MAX / 2; i++) {
        const ow_scene_shape *shape = &scene->shapes[scene->items[i].shape];
        total += sums[shape->first_part + shape->part_count] - sums[shape->first_part];
    }
    if (total > most_parts) {
        projection->most_cost = most_parts / scene->item_count;
        job->painter.has_less_detail = true;
    }
    job->watch.total = 2 * (total + scene->item_count + scene->segment_count) + 1;
    return true;
}

/* The colours of wires that are off, for drawing without states. */
static bool find_off_colors(struct job *job)
{
    const ow_scene *scene = job->painter.projection.scene;
    if (!job->asked.without_states || scene->kind_count == 0)
        return true;
    ow_color *colors = job_take(&job->scratch, job, scene->kind_count, sizeof *colors);
    if (!colors)
        return false;
    memset(colors, 0, scene->kind_count * sizeof *colors);
    for (uint32_t i = 0; i < scene->segment_count; i++) {
        const ow_scene_segment *segment = &scene->segments[i];
        if (segment->kind >= scene->kind_count)
            continue;
        ow_color *color = &colors[segment->kind];
        if (!segment->on)
            *color = segment->color;
        else if (color->alpha == 0)
            *color =
                (ow_color){(uint8_t)(segment->color.red / 8), (uint8_t)(segment->color.green / 8),
                           (uint8_t)(segment->color.blue / 8), 255};
    }
    job->painter.projection.off_colors = colors;
    return true;
}

static bool find_highlighted(struct job *job)
{
    const ow_scene *scene = job->painter.projection.scene;
    const ow_picture_options *asked = &job->asked;
    size_t size = identity_of_ground(scene, scene->ground_count) / 8 + 1;
    if (asked->highlight_count == 0 && asked->highlight_segment_count == 0)
        return true;
    uint8_t *bits = job_take(&job->scratch, job, size, 1);
    if (!bits)
        return false;
    memset(bits, 0, size);
    for (size_t i = 0; i < asked->highlight_count; i++) {
        uint32_t id = identity_of_item(asked->highlights[i]);
        if (asked->highlights[i] < scene->item_count)
            bits[id / 8] |= (uint8_t)(1u << id % 8);
    }
    for (size_t i = 0; i < asked->highlight_segment_count; i++) {
        uint32_t id = identity_of_segment(scene, asked->highlight_segments[i]);
        if (asked->highlight_segments[i] < scene->segment_count)
            bits[id / 8] |= (uint8_t)(1u << id % 8);
    }
    job->painter.highlighted = bits;
    return true;
}

static bool has_mark(const ow_scene *scene, const ow_scene_shape *shape)
{
    for (uint32_t i = 0; i < shape->part_count; i++)
        if (scene->parts[shape->first_part + i].material == OW_MARK)
            return true;
    return false;
}

/* The radius of each shape around its origin. Marks have lines around them, as wide as on paper. */
static const double *find_reaches(struct job *job, bool has_lines)
{
    const ow_scene *scene = job->painter.projection.scene;
    struct scene_bounds *bounds = scene_shape_bounds(scene, &job->scratch);
    double *reaches = job_take(&job->scratch, job, scene->shape_count, sizeof *reaches);
    if (!bounds && job->watch.status == OW_OK)
        job->watch.status = job->scratch.status;
    for (uint32_t i = 0; bounds && reaches && i < scene->shape_count; i++) {
        double far[3];
        for (int axis = 0; axis < 3; axis++)
            far[axis] = fmax(fabs(bounds[i].least[axis]), fabs(bounds[i].most[axis]));
        reaches[i] = has_lines && has_mark(scene, &scene->shapes[i])
                         ? INFINITY
                         : vector_length((struct vector){far[0], far[1], far[2]});
    }
    return job->watch.status == OW_OK ? reaches : NULL;
}

/* Frames the requested place. */
static bool look_at_target(struct job *job, bool in_perspective)
{
    struct camera *camera = &job->painter.camera;
    const ow_picture_options *asked = &job->asked;
    struct window *window = &job->painter.projection.window;
    const double *target = asked->target;
    struct vector middle = camera_see(camera, (struct vector){target[0], target[1], target[2]});
    double wide = rounded_to_double(asked->width / asked->scale);
    double high = rounded_to_double(asked->height / asked->scale);
    if (in_perspective)
        camera_look_at(camera, middle, high);
    *window = (struct window){.is_asked = true,
                              .perspective = in_perspective,
                              .middle = middle,
                              .half_width = wide / 2,
                              .half_height = high / 2,
                              .distance = camera->distance,
                              .reaches = find_reaches(job, false)};
    return window->reaches && measure_scene(&job->painter.projection, &job->measure);
}

/* Rotates the camera and measures what it sees; a perspective first needs its distance. */
static bool measure(struct job *job)
{
    struct painter *painter = &job->painter;
    struct camera *camera = &painter->camera;
    camera_turn(camera, painter->projection.scene, &job->asked);
    light_turn(&painter->light, &painter->projection.scene->light, camera);
    bool in_perspective = camera->perspective && !job->is_game;
    camera->perspective = false;
    if (job->asked.is_framed)
        return look_at_target(job, in_perspective);
    if (!measure_scene(&painter->projection, &job->measure))
        return false;
    if (!in_perspective || !job->measure.extent.any)
        return true;
    camera_step_back(camera, &job->measure.extent);
    return measure_scene(&painter->projection, &job->measure);
}

static double work_of(const struct job *job, unsigned samples)
{
    const struct measure *measured = &job->measure;
    double count = (double)samples * samples, scale = job->painter.pixels_in_unit;
    double frame = (double)job->asked.width * job->asked.height * SAMPLE_COST;
    double filled = rounded_to_double(measured->area * rounded_to_double(scale * scale));
    double rows = rounded_to_double(measured->rise * rounded_to_double(scale * samples)) * 12;
    return rounded_to_double(count * (frame + filled)) + rows + (double)measured->faces * FACE_COST;
}

/* Chooses the requested number of samples, or what the budget allows. */
static void choose_samples(struct job *job)
{
    struct painter *painter = &job->painter;
    unsigned most = job->asked.samples ? job->asked.samples : USUAL_SAMPLES;
    painter->budget = job->asked.budget ? job->asked.budget : usual_budget;
    unsigned samples = job->is_game ? 1 : most;
    /* By default antialiasing takes only a part of the available time. */
    double most_work = (double)(job->asked.samples  ? painter->budget
                                : job->asked.budget ? painter->budget / 2
                                                    : usual_smoothing);
    while (samples > 1 && work_of(job, samples) > most_work)
        samples--;
    painter->has_less_detail =
        painter->has_less_detail || (job->asked.samples > samples && !job->is_game);
    painter->is_tight = work_of(job, samples) > (double)painter->budget;
    painter->enough = painter->budget / 2;
    painter->share = painter->enough / (job->measure.faces + 1);
    painter->samples = samples;
}

/* Frames a picture with `samples` per side of a pixel. */
static void frame_in(struct job *job, double samples)
{
    struct camera *camera = &job->painter.camera;
    double width = job->asked.width - job->legend, height = job->asked.height;
    camera_frame(camera, &job->measure.extent, width * samples, height * samples, room_around);
    if (job->asked.is_framed)
        camera_center(camera, camera_project(camera, job->painter.projection.window.middle),
                      rounded_to_double(job->asked.scale * samples));
}

static void frame(struct job *job)
{
    struct camera *camera = &job->painter.camera;
    job->legend = legend_width(job);
    frame_in(job, 1);
    job->painter.pixels_in_unit = camera->scale;
    choose_samples(job);
    double samples = job->painter.samples;
    frame_in(job, samples);
    camera->half_width = rounded_to_double(camera->half_width + job->legend * samples);
    if (!job->is_game)
        job->painter.projection.least_width = rounded_to_double(
            (job->painter.pixels_in_unit < 3 ? 0.3 : 0.6) / job->painter.pixels_in_unit);
}

static bool take_taken(struct job *job, int which)
{
    const int32_t radius = job->shade.radii[which];
    uint16_t *taken = job_take(&job->scratch, job, shade_rises(radius), sizeof *taken);
    if (taken)
        shade_fill_taken(radius, taken);
    job->shade.taken[which] = taken;
    return taken != NULL;
}

/* Sets lines and shading by the size of a unit: small things would drown in them. */
static bool set_shade(struct job *job)
{
    static const double lines_from = 1.5, full_lines_from = 7;
    struct shade *shade = &job->shade;
    const struct camera *camera = &job->painter.camera;
    double scale = job->painter.pixels_in_unit, samples = job->painter.samples;
    *shade = (struct shade){.raster = &job->painter.raster, .samples = job->painter.samples};
    if (job->asked.plain || job->is_game || !(camera->depth_scale > 0))
        return true;
    double strength = rounded_to_double((scale - lines_from) / (full_lines_from - lines_from));
    strength = strength < 0 ? 0 : strength > 1 ? 1 : strength;
    shade->line_strength = (unsigned)rounded_to_double(strength * (samples > 1 ? 256 : 160));
    double gap = rounded_to_double(camera->depth_scale * 0.12);
    shade->gap = gap < NEAREST_DEPTH ? (uint32_t)gap : NEAREST_DEPTH;
    shade->depth_to_pixels = rounded_to_double(scale * 16 / camera->depth_scale);
    /* flat things would show haloes */
    if (scale < lines_from || job->painter.projection.scene->layer_count > 0)
        return true;
    shade->radii[0] = (int32_t)(scale * 0.4 < 6 ? scale * 0.4 + 1 : 7);
    shade->radii[1] = (int32_t)(scale < 14 ? scale + 2 : 16);
    return take_taken(job, 0) && take_taken(job, 1);
}

bool job_take_normals(struct job *job, struct vector **normals)
{
    const ow_scene *scene = job->painter.projection.scene;
    size_t widest = 0;
    for (uint32_t i = 0; i < scene->ground_count; i++)
        widest = scene->grounds[i].width > widest ? scene->grounds[i].width : widest;
    *normals = widest > 0 ? job_take(&job->scratch, job, widest, 2 * sizeof **normals) : NULL;
    return job->watch.status == OW_OK;
}

bool job_prepare(struct job *job)
{
    if (!limit_parts(job) || !find_off_colors(job) || !find_highlighted(job) || !measure(job))
        return false;
    frame(job);
    if (!set_shade(job))
        return false;
    job->gap_reaches = find_reaches(job, true);
    return job->watch.status == OW_OK && job_take_normals(job, &job->painter.normals) &&
           labels_place(job);
}
