/* Measuring a scene before it is drawn. */
#include "measure.h"

#include "layers.h"

#include "../base/pool.h"

#include "../scene/scene.h"

struct measuring {
    const struct projection *projection;
    struct measure *measure;
};

static void include(const struct measuring *measuring, struct vector seen)
{
    extent_include(&measuring->measure->extent,
                   camera_project(measuring->projection->camera, seen));
}

static void include_mesh(const struct measuring *measuring, const struct solid *solid)
{
    const ow_scene_mesh *mesh = solid->mesh;
    const ow_scene *scene = measuring->projection->scene;
    for (uint32_t i = 0; i < mesh->vertex_count; i++) {
        struct vector at = scene_vector(scene->vertices[mesh->first_vertex + i]);
        struct vector seen = solid_point(solid, at.x, at.y, at.z);
        if (vector_is_finite(seen))
            include(measuring, seen);
    }
}

/* The cost of a thing is at most that of the whole picture. */
static void bound_cost(const struct window *window, double *area, double *rise)
{
    double wide = 2 * window->half_width, high = 2 * window->half_height;
    if (!window->is_asked)
        return;
    *area = fmin(*area, rounded_to_double(wide * high));
    *rise = fmin(*rise, 6 * high);
}

/* Half of a box is visible: three faces, each between two axes. */
static void add_cost(const struct window *window, struct measure *measure,
                     const struct solid *solid)
{
    double area = 0, rise = 0;
    for (int i = 0; i < 3; i++) {
        const struct vector *a = &solid->axes[i], *b = &solid->axes[(i + 1) % 3];
        area = rounded_to_double(
            area + fabs(rounded_to_double(a->x * b->y) - rounded_to_double(a->y * b->x)));
        rise = rounded_to_double(rise + fabs(a->y) + fabs(b->y));
    }
    uint64_t faces = solid->kind == OW_SOLID_MESH ? solid->mesh->triangle_count
                     : solid->kind == OW_CYLINDER ? CYLINDER_SIDES
                                                  : 3;
    double times = solid->kind == OW_SOLID_MESH ? (double)faces : 1;
    bound_cost(window, &area, &rise);
    measure->faces += faces;
    measure->area = rounded_to_double(measure->area + rounded_to_double(area * times));
    measure->rise = rounded_to_double(measure->rise + rounded_to_double(rise * times));
}

/* Whether a solid is well inside what was measured so far, as nearly all are. */
static bool is_inside(const struct measuring *measuring, const struct solid *solid)
{
    const struct extent *extent = &measuring->measure->extent;
    const struct vector *middle = &solid->center;
    static const double slack = 1.0 + 1e-9;
    struct vector reach = vector_scale(solid_reach(solid), slack);
    return extent->any && solid->kind != OW_SOLID_MESH &&
           !measuring->projection->camera->perspective && middle->x - reach.x > extent->least.x &&
           middle->x + reach.x < extent->most.x && middle->y - reach.y > extent->least.y &&
           middle->y + reach.y < extent->most.y && middle->z - reach.z > extent->least.z &&
           middle->z + reach.z < extent->most.z;
}

static void include_solid(const struct measuring *measuring, const struct solid *solid)
{
    if (is_inside(measuring, solid))
        return;
    struct vector corners[MOST_CORNERS];
    unsigned count = solid_corners(solid, corners);
    for (unsigned i = 0; i < count; i++)
        include(measuring, corners[i]);
    if (solid->kind == OW_SOLID_MESH)
        include_mesh(measuring, solid);
}

static bool measure_solid(void *context, const struct solid *solid)
{
    const struct measuring *measuring = context;
    if (!measuring->projection->window.is_asked)
        include_solid(measuring, solid);
    if (solid->material == OW_MARK || solid->color.alpha < 255)
        measuring->measure->has_marks = true;
    add_cost(&measuring->projection->window, measuring->measure, solid);
    return true;
}

static void include_point(const struct measuring *measuring, double x, double y, double z)
{
    struct vector seen = camera_see(measuring->projection->camera, (struct vector){x, y, z});
    if (fabs(seen.x) + fabs(seen.y) + fabs(seen.z) < 1e10)
        include(measuring, seen);
}

static void include_layers(const struct measuring *measuring)
{
    const ow_scene *scene = measuring->projection->scene;
    for (uint32_t i = 0; i < scene->layer_count; i++) {
        const ow_scene_layer *layer = &scene->layers[i];
        double x = (double)layer->position[0], z = (double)layer->position[2];
        if (layer->flags & OW_HIDDEN)
            continue;
        double area = (double)layer->width * layer->height, rise = 0;
        bound_cost(&measuring->projection->window, &area, &rise);
        measuring->measure->area += area;
        for (int corner = 0; corner < 4; corner++)
            include_point(measuring, x + (corner & 1 ? layer->width : 0),
                          (double)layer->position[1], z + (corner & 2 ? layer->height : 0));
    }
}

static void include_base(const struct measuring *measuring, const ow_scene_ground *ground)
{
    double step = (double)ground->spacing, base = ground_base(ground);
    for (uint32_t corner = 0; corner < 4 && ground->width > 1 && ground->height > 1; corner++)
        include_point(measuring,
                      (double)ground->position[0] +
                          rounded_to_double((corner & 1 ? ground->width - 1 : 0) * step),
                      base,
                      (double)ground->position[2] +
                          rounded_to_double((corner & 2 ? ground->height - 1 : 0) * step));
}

static void include_grounds(const struct measuring *measuring)
{
    const ow_scene *scene = measuring->projection->scene;
    for (uint32_t i = 0; i < scene->ground_count; i++) {
        const ow_scene_ground *ground = &scene->grounds[i];
        double step = (double)ground->spacing, y = (double)ground->position[1];
        if (ground->flags & OW_HIDDEN)
            continue;
        for (uint32_t z = 0; z < ground->height; z++)
            for (uint32_t x = 0; x < ground->width; x++)
                include_point(measuring, (double)ground->position[0] + rounded_to_double(x * step),
                              y + (double)ground->heights[(size_t)z * ground->width + x],
                              (double)ground->position[2] + rounded_to_double(z * step));
        include_base(measuring, ground);
        measuring->measure->faces += (uint64_t)ground->width * ground->height * 2;
    }
}

/* An upper bound: letters are half as wide as a line is high. */
static void add_cost_of_label(struct measure *measure, const ow_scene_label *label)
{
    double high = fabs((double)label->font_size);
    double wide = rounded_to_double(high / 2 * (double)label->text.size);
    if (!(wide < 1e9))
        return;
    measure->faces++;
    measure->area = rounded_to_double(measure->area + rounded_to_double(wide * high));
}

static void include_labels(const struct measuring *measuring)
{
    const ow_scene *scene = measuring->projection->scene;
    for (uint32_t i = 0; i < scene->label_count; i++) {
        const float *at = scene->labels[i].position;
        if (scene->labels[i].flags & measuring->projection->unseen)
            continue;
        include_point(measuring, (double)at[0], (double)at[1], (double)at[2]);
        if (!(scene->labels[i].flags & OW_FACES_VIEWER))
            add_cost_of_label(measuring->measure, &scene->labels[i]);
    }
}

/* If the frame is given, only the depth is needed. */
static void include_bounds(const struct measuring *measuring)
{
    const ow_scene *scene = measuring->projection->scene;
    for (unsigned corner = 0; corner < 8; corner++)
        include_point(measuring, (double)(corner & 1 ? scene->most : scene->least)[0],
                      (double)(corner & 2 ? scene->most : scene->least)[1],
                      (double)(corner & 4 ? scene->most : scene->least)[2]);
}

/* Things in a slice, which one thread measures; and slices that are measured at once. So a scene is
 * added up in the same order with any number of threads. */
enum { SLICE = PIECE(1 << 16, 3), MOST_SLICES = 16 };

struct slice {
    struct measure measure;
    uint64_t work; /* for the watch */
};

struct slices {
    const struct projection *projection;
    ow_options quiet; /* other threads than the calling one report no progress */
    uint32_t first;   /* number of the first slice of these */
    struct slice slices[MOST_SLICES];
};

static void measure_slice(void *context, uint32_t number)
{
    struct slices *slices = context;
    struct slice *slice = &slices->slices[number];
    struct projection projection = *slices->projection;
    struct watch watch = {.options = &slices->quiet};
    struct measuring measuring = {&projection, &slice->measure};
    uint32_t first = (slices->first + number) * SLICE, all = solid_things(projection.scene);
    projection.watch = &watch;
    *slice = (struct slice){.work = 0};
    solid_walk_some(&projection, first, slice_end(slices->first + number, all, SLICE),
                    measure_solid, &measuring);
    slice->work = watch.done;
}

static void add_slice(struct measure *measure, const struct measure *slice)
{
    if (slice->extent.any) {
        extent_include(&measure->extent, slice->extent.least);
        extent_include(&measure->extent, slice->extent.most);
    }
    measure->faces += slice->faces;
    measure->area = rounded_to_double(measure->area + slice->area);
    measure->rise = rounded_to_double(measure->rise + slice->rise);
    measure->has_marks |= slice->has_marks;
}

static bool measure_solids(const struct projection *projection, struct measure *measure)
{
    struct slices slices = {.projection = projection, .quiet = *projection->watch->options};
    uint32_t count = slices_of(solid_things(projection->scene), SLICE);
    slices.quiet.progress = NULL;
    for (; slices.first < count; slices.first += MOST_SLICES) {
        uint32_t left = count - slices.first, some = left < MOST_SLICES ? left : MOST_SLICES;
        pool_run(&slices.quiet, some, measure_slice, &slices);
        for (uint32_t i = 0; i < some; i++) {
            add_slice(measure, &slices.slices[i].measure);
            if (!watch_go_on(projection->watch, slices.slices[i].work))
                return false;
        }
    }
    return true;
}

bool measure_scene(const struct projection *projection, struct measure *measure)
{
    struct measuring measuring = {projection, measure};
    *measure = (struct measure){0};
    if (!measure_solids(projection, measure))
        return false;
    if (projection->window.is_asked)
        include_bounds(&measuring);
    include_layers(&measuring);
    include_grounds(&measuring);
    include_labels(&measuring);
    return true;
}
