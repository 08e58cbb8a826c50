/* Finding outliers, with which a picture would show a dot and emptiness.
 *
 * On each axis a box is narrowed repeatedly to the thirty-second of itself that contains all but a
 * few of the positions, until there is none. What is in the box or near it on all axes is the
 * bulk. Records farther away than many times the size of the bulk, with its shapes and grounds,
 * are outliers. */
#include "../base/pool.h"
#include "scene.h"

#include <string.h>

enum {
    BINS = 256,
    WINDOW = BINS / 32,
    MOST_ROUNDS = 12, /* enough to narrow 10^9 units to less than LEAST_SIZE */
    LEAST_SIZE = 16,  /* in units: anything smaller is one place */
    LEAST_POSITIONS = 8,
    POSITIONS_FOR_ONE_MORE = 30, /* positions per allowed outlier */
    TIMES_SIZE = 16
};

/* The number of positions in each part of the box that is narrowed, and of all. */
struct counts {
    uint32_t bins[3][BINS];
    uint64_t all;
};

struct survey {
    ow_scene *scene;
    const ow_options *options;
    double least[3], most[3]; /* the box that is narrowed, or from which records are far */
    double reach;             /* how far */
    struct counts *counts;    /* of each slice; the first gets all */
    uint64_t outlying[SCENE_SLICES];
};

static struct vector middle_of_segment(const ow_scene_segment *segment)
{
    return vector_scale(vector_add(scene_vector(segment->from), scene_vector(segment->to)), 0.5);
}

static void count(const struct survey *survey, struct counts *counts, struct vector position)
{
    const double at[3] = {position.x, position.y, position.z};
    counts->all++;
    for (int i = 0; i < 3; i++) {
        double range = rounded_to_double(survey->most[i] - survey->least[i]);
        double place = rounded_to_double(rounded_to_double(at[i] - survey->least[i]) * BINS);
        if (place >= 0 && at[i] <= survey->most[i] && range > 0) {
            uint32_t bin = (uint32_t)rounded_to_double(place / range);
            counts->bins[i][bin < BINS ? bin : BINS - 1]++;
        }
    }
}

static void count_slice(void *context, uint32_t slice)
{
    const struct survey *survey = context;
    const ow_scene *scene = survey->scene;
    struct counts *counts = &survey->counts[slice];
    uint32_t item_end = scene_slice_end(slice, scene->item_count);
    uint32_t segment_end = scene_slice_end(slice, scene->segment_count);
    memset(counts, 0, sizeof *counts);
    for (uint32_t i = scene_slice_first(slice, scene->item_count); i < item_end; i++)
        if (!(scene->items[i].flags & OW_HIDDEN))
            count(survey, counts, scene_vector(scene->items[i].position));
    for (uint32_t i = scene_slice_first(slice, scene->segment_count); i < segment_end; i++)
        if (!(scene->segments[i].flags & OW_HIDDEN))
            count(survey, counts, middle_of_segment(&scene->segments[i]));
}

static uint64_t count_all(struct survey *survey)
{
    struct counts *sum = &survey->counts[0];
    pool_run(survey->options, SCENE_SLICES, count_slice, survey);
    for (uint32_t slice = 1; slice < SCENE_SLICES; slice++) {
        const struct counts *counts = &survey->counts[slice];
        sum->all += counts->all;
        for (int i = 0; i < 3; i++)
            for (int bin = 0; bin < BINS; bin++)
                sum->bins[i][bin] += counts->bins[i][bin];
    }
    return sum->all;
}

/* Narrows an axis to the window with enough positions; returns false if there is none. */
static bool narrow(struct survey *survey, int axis, uint64_t enough)
{
    const uint32_t *counts = survey->counts[0].bins[axis];
    double range = rounded_to_double(survey->most[axis] - survey->least[axis]);
    uint64_t sum = 0;
    if (!(range > LEAST_SIZE))
        return false;
    for (int end = 0; end < BINS; end++) {
        sum += counts[end];
        if (end >= WINDOW)
            sum -= counts[end - WINDOW];
        if (sum < enough)
            continue;
        double bin = rounded_to_double(range / BINS), from = end + 1 - WINDOW;
        double least = rounded_to_double(survey->least[axis] + rounded_to_double(bin * from));
        survey->least[axis] = least > survey->least[axis] ? least : survey->least[axis];
        survey->most[axis] = rounded_to_double(least + rounded_to_double(bin * WINDOW));
        return true;
    }
    return false;
}

/* Returns false if nothing was narrowed: then there are no outliers. */
static bool find_bulk(struct survey *survey, const struct scene_bounds *all)
{
    bool any = false, goes_on = true;
    memcpy(survey->least, all->least, sizeof survey->least);
    memcpy(survey->most, all->most, sizeof survey->most);
    for (int round = 0; round < MOST_ROUNDS && goes_on; round++) {
        uint64_t counted = count_all(survey);
        if (counted < LEAST_POSITIONS)
            return false;
        goes_on = false;
        for (int axis = 0; axis < 3; axis++)
            goes_on =
                narrow(survey, axis, counted - 1 - counted / POSITIONS_FOR_ONE_MORE) || goes_on;
        any = any || goes_on;
    }
    return any;
}

static bool is_beyond(const double least[3], const double most[3], struct vector position,
                      double reach)
{
    const double at[3] = {position.x, position.y, position.z};
    for (int i = 0; i < 3; i++)
        if (rounded_to_double(least[i] - at[i]) > reach ||
            rounded_to_double(at[i] - most[i]) > reach)
            return true;
    return false;
}

/* The flags of a record, with OW_OUTLYING if it is an outlier and visible, which is counted. */
static uint16_t judge(uint64_t *outlying, uint16_t flags, bool is_out)
{
    if (!is_out || flags & OW_HIDDEN)
        return (uint16_t)(flags & ~OW_OUTLYING);
    ++*outlying;
    return flags | OW_OUTLYING;
}

static void flag_slice(void *context, uint32_t slice)
{
    struct survey *survey = context;
    ow_scene *scene = survey->scene;
    const double *least = survey->least, *most = survey->most, reach = survey->reach;
    uint32_t item_end = scene_slice_end(slice, scene->item_count);
    uint32_t segment_end = scene_slice_end(slice, scene->segment_count);
    uint64_t outlying = 0;
    for (uint32_t i = scene_slice_first(slice, scene->item_count); i < item_end; i++) {
        ow_scene_item *item = &scene->items[i];
        item->flags = judge(&outlying, item->flags,
                            is_beyond(least, most, scene_vector(item->position), reach));
    }
    for (uint32_t i = scene_slice_first(slice, scene->segment_count); i < segment_end; i++) {
        ow_scene_segment *segment = &scene->segments[i];
        segment->flags = judge(&outlying, segment->flags,
                               is_beyond(least, most, scene_vector(segment->from), reach) ||
                                   is_beyond(least, most, scene_vector(segment->to), reach));
    }
    survey->outlying[slice] = outlying;
}

/* Flags records farther than `reach` from a box. */
static void flag(struct survey *survey, const double least[3], const double most[3], double reach)
{
    ow_scene *scene = survey->scene;
    uint64_t outlying = 0;
    memmove(survey->least, least, sizeof survey->least);
    memmove(survey->most, most, sizeof survey->most);
    survey->reach = reach;
    pool_run(survey->options, SCENE_SLICES, flag_slice, survey);
    for (uint32_t i = 0; i < SCENE_SLICES; i++)
        outlying += survey->outlying[i];
    for (uint32_t i = 0; i < scene->label_count; i++) {
        ow_scene_label *label = &scene->labels[i];
        label->flags = judge(&outlying, label->flags,
                             is_beyond(least, most, scene_vector(label->position), reach));
    }
    scene->outlying_count = outlying;
}

/* The longest side of a box. */
static double size_of(const double least[3], const double most[3])
{
    double size = LEAST_SIZE;
    for (int i = 0; i < 3; i++)
        size = fmax(size, rounded_to_double(most[i] - least[i]));
    return size;
}

static struct scene_bounds survey_all(struct survey *survey, const struct scene_bounds *shapes)
{
    static const double anywhere[3];
    const ow_options *options = survey->options;
    ow_scene *scene = survey->scene;
    if (scene->outlying_count > 0)
        flag(survey, anywhere, anywhere, INFINITY);
    struct scene_bounds bounds = scene_bounds_of(scene, shapes, options);
    if (!bounds.any || !find_bulk(survey, &bounds))
        return bounds;
    flag(survey, survey->least, survey->most, size_of(survey->least, survey->most));
    bounds = scene_bounds_of(scene, shapes, options);
    flag(survey, bounds.least, bounds.most, size_of(bounds.least, bounds.most) * TIMES_SIZE);
    return scene_bounds_of(scene, shapes, options);
}

ow_status scene_find_outlying(ow_scene *scene, const struct scene_bounds *shapes,
                              const ow_options *options, struct scene_bounds *bounds)
{
    static const ow_options no_pool;
    struct arena scratch;
    struct survey survey = {.scene = scene, .options = options ? options : &no_pool};
    arena_share(&scratch, scene->owner);
    survey.counts = arena_take(&scratch, SCENE_SLICES * sizeof *survey.counts);
    if (survey.counts)
        *bounds = survey_all(&survey, shapes);
    arena_free(&scratch);
    return survey.counts ? OW_OK : scratch.status;
}
