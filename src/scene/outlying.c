/* Finding outliers, with which a picture would show a dot and emptiness.
 *
 * On each axis a box is narrowed repeatedly to the thirty-second of itself that contains all but a
 * few of the positions, until there is none. What is in the box or near it on all axes is the
 * bulk. Records farther away than many times the size of the bulk, with its shapes and grounds,
 * are outliers. */
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

/* The box that is narrowed, and the number of positions in each part of it. */
struct survey {
    const ow_scene *scene;
    double least[3], most[3];
    uint32_t counts[3][BINS];
};

static struct vector middle_of_segment(const ow_scene_segment *segment)
{
    return vector_scale(vector_add(scene_vector(segment->from), scene_vector(segment->to)), 0.5);
}

static void count(struct survey *survey, struct vector position)
{
    const double at[3] = {position.x, position.y, position.z};
    for (int i = 0; i < 3; i++) {
        double range = rounded_to_double(survey->most[i] - survey->least[i]);
        double place = rounded_to_double(rounded_to_double(at[i] - survey->least[i]) * BINS);
        if (place >= 0 && at[i] <= survey->most[i] && range > 0) {
            uint32_t bin = (uint32_t)rounded_to_double(place / range);
            survey->counts[i][bin < BINS ? bin : BINS - 1]++;
        }
    }
}

static uint64_t count_all(struct survey *survey)
{
    const ow_scene *scene = survey->scene;
    uint64_t counted = 0;
    memset(survey->counts, 0, sizeof survey->counts);
    for (uint32_t i = 0; i < scene->item_count; i++)
        if (!(scene->items[i].flags & OW_HIDDEN)) {
            count(survey, scene_vector(scene->items[i].position));
            counted++;
        }
    for (uint32_t i = 0; i < scene->segment_count; i++)
        if (!(scene->segments[i].flags & OW_HIDDEN)) {
            count(survey, middle_of_segment(&scene->segments[i]));
            counted++;
        }
    return counted;
}

/* Narrows an axis to the window with enough positions; returns false if there is none. */
static bool narrow(struct survey *survey, int axis, uint64_t enough)
{
    const uint32_t *counts = survey->counts[axis];
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

/* The flags of a record, with OW_OUTLYING if it is an outlier and visible. */
static uint16_t judge(ow_scene *scene, uint16_t flags, bool is_out)
{
    if (!is_out || flags & OW_HIDDEN)
        return (uint16_t)(flags & ~OW_OUTLYING);
    scene->outlying_count++;
    return flags | OW_OUTLYING;
}

/* Flags records farther than `reach` from a box. */
static void flag(ow_scene *scene, const double least[3], const double most[3], double reach)
{
    scene->outlying_count = 0;
    for (uint32_t i = 0; i < scene->item_count; i++) {
        ow_scene_item *item = &scene->items[i];
        item->flags =
            judge(scene, item->flags, is_beyond(least, most, scene_vector(item->position), reach));
    }
    for (uint32_t i = 0; i < scene->segment_count; i++) {
        ow_scene_segment *segment = &scene->segments[i];
        segment->flags = judge(scene, segment->flags,
                               is_beyond(least, most, scene_vector(segment->from), reach) ||
                                   is_beyond(least, most, scene_vector(segment->to), reach));
    }
    for (uint32_t i = 0; i < scene->label_count; i++) {
        ow_scene_label *label = &scene->labels[i];
        label->flags = judge(scene, label->flags,
                             is_beyond(least, most, scene_vector(label->position), reach));
    }
}

/* The longest side of a box. */
static double size_of(const double least[3], const double most[3])
{
    double size = LEAST_SIZE;
    for (int i = 0; i < 3; i++)
        size = fmax(size, rounded_to_double(most[i] - least[i]));
    return size;
}

struct scene_bounds scene_find_outlying(ow_scene *scene, const struct scene_bounds *shapes)
{
    struct survey survey = {.scene = scene};
    if (scene->outlying_count > 0)
        flag(scene, survey.least, survey.most, INFINITY);
    struct scene_bounds bounds = scene_bounds_of(scene, shapes);
    if (!bounds.any || !find_bulk(&survey, &bounds))
        return bounds;
    flag(scene, survey.least, survey.most, size_of(survey.least, survey.most));
    bounds = scene_bounds_of(scene, shapes);
    flag(scene, bounds.least, bounds.most, size_of(bounds.least, bounds.most) * TIMES_SIZE);
    return scene_bounds_of(scene, shapes);
}
