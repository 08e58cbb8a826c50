/* Placing upright labels without overlap, larger and nearer ones first. */
#include "labels.h"

#include "job.h"

#include "../base/sort.h"

#include "../scene/scene.h"

#include <string.h>

/* Size in pixels of the squares of the occupancy map; most tests, after which no more labels are
 * placed. */
enum { SQUARE = 4, MOST_LOOKS = 1 << 26 };

struct placing {
    struct job *job;
    uint8_t *taken; /* of each square */
    int32_t columns, rows;
    uint64_t looks;
};

/* Pixels per dot of the letters. */
static int32_t dot_of(const struct painter *painter, const ow_scene_label *label)
{
    double pixels = rounded_to_double((double)label->font_size * painter->pixels_in_unit);
    return pixels > 36 ? 3 : pixels > 22 ? 2 : 1;
}

static bool is_upright(const struct job *job, const ow_scene_label *label)
{
    return label->flags & OW_FACES_VIEWER && !(label->flags & job->painter.projection.unseen) &&
           label->font_size > 0 && label->text.size > 0;
}

/* Its place on the picture, in steps; returns false if it is too far away. */
static bool find_spot(const struct painter *painter, const ow_scene_label *label, struct spot *spot)
{
    struct vector seen = camera_see(&painter->camera, scene_vector(label->position));
    if (!(fabs(seen.x) + fabs(seen.y) + fabs(seen.z) < 1e10))
        return false;
    *spot = painter_spot(painter, seen);
    return spot->depth != SPOT_BEHIND;
}

/* Sort key: by the size of letters, then by nearness. */
static uint32_t find_keys(const struct job *job, uint64_t *keys)
{
    const ow_scene *scene = job->painter.projection.scene;
    uint32_t count = 0;
    for (uint32_t i = 0; i < scene->label_count; i++) {
        const ow_scene_label *label = &scene->labels[i];
        struct spot spot;
        if (!is_upright(job, label) || !find_spot(&job->painter, label, &spot))
            continue;
        uint64_t size = (uint64_t)(3 - dot_of(&job->painter, label));
        keys[count++] = size << 62 | (uint64_t)(NEAREST_DEPTH - spot.depth) << 32 | i;
    }
    return count;
}

/* The squares under a box, clipped to the picture; returns false if there are none. */
static bool find_squares(const struct placing *placing, const struct label_place *place,
                         int32_t squares[4])
{
    const ow_picture_options *asked = &placing->job->asked;
    int32_t left = place->left, top = place->top, edge = (int32_t)placing->job->legend;
    int32_t right = left + place->width, bottom = top + place->height;
    if (right <= edge || bottom <= 0 || left >= (int32_t)asked->width ||
        top >= (int32_t)asked->height)
        return false;
    squares[0] = left < edge ? edge / SQUARE : left / SQUARE;
    squares[1] = top < 0 ? 0 : top / SQUARE;
    squares[2] =
        (right - 1) / SQUARE < placing->columns ? (right - 1) / SQUARE : placing->columns - 1;
    squares[3] = (bottom - 1) / SQUARE < placing->rows ? (bottom - 1) / SQUARE : placing->rows - 1;
    return true;
}

static bool is_free(struct placing *placing, const int32_t squares[4])
{
    for (int32_t row = squares[1]; row <= squares[3]; row++)
        for (int32_t column = squares[0]; column <= squares[2]; column++, placing->looks++)
            if (placing->taken[(size_t)row * (size_t)placing->columns + (size_t)column])
                return false;
    return true;
}

static void take(const struct placing *placing, const int32_t squares[4])
{
    for (int32_t row = squares[1]; row <= squares[3]; row++)
        memset(placing->taken + (size_t)row * (size_t)placing->columns + (size_t)squares[0], 1,
               (size_t)(squares[2] - squares[0] + 1));
}

/* Tries its own place, then just above and below. */
static bool find_place(struct placing *placing, struct label_place *place)
{
    int32_t step = place->height + SQUARE - 1; /* into other squares */
    int32_t tops[3] = {place->top, place->top - step, place->top + step};
    int32_t squares[4];
    for (int i = 0; i < 3; i++) {
        place->top = tops[i];
        if (find_squares(placing, place, squares) && is_free(placing, squares)) {
            take(placing, squares);
            return true;
        }
    }
    return false;
}

static struct label_place wished_place(const struct painter *painter, uint32_t index)
{
    const ow_scene_label *label = &painter->projection.scene->labels[index];
    int32_t grid = SPOT_STEPS * (int32_t)painter->samples;
    struct spot at = {0, 0, 0};
    struct page page;
    page_set(&page, label->text, label->align_x);
    find_spot(painter, label, &at);
    struct label_place place = {.label = index, .dot = dot_of(painter, label)};
    place.width = (page.columns + 2) * place.dot;
    place.height = (page.rows + 2) * place.dot;
    place.left = (at.x - place.width * grid * (1 + page_align(label->align_x)) / 2) / grid;
    place.top = (at.y - place.height * grid * (1 + page_align(label->align_y)) / 2) / grid;
    return place;
}

bool labels_place(struct job *job)
{
    const ow_scene *scene = job->painter.projection.scene;
    struct placing placing = {.job = job,
                              .columns = (int32_t)(job->asked.width / SQUARE + 1),
                              .rows = (int32_t)(job->asked.height / SQUARE + 1)};
    size_t squares = (size_t)placing.columns * (size_t)placing.rows;
    if (!job->asked.labels || scene->label_count == 0)
        return true;
    uint64_t *keys = job_take(&job->scratch, job, scene->label_count, sizeof *keys);
    struct label_place *places = job_take(&job->scratch, job, scene->label_count, sizeof *places);
    placing.taken = job_take(&job->scratch, job, squares, 1);
    if (job->watch.status != OW_OK)
        return false;
    memset(placing.taken, 0, squares);
    uint32_t count = find_keys(job, keys);
    job->watch.status = sort_u64(keys, count, 0, &job->scratch);
    job->painter.places = places;
    for (uint32_t i = 0; i < count && placing.looks < MOST_LOOKS && watch_go_on(&job->watch, 1);
         i++) {
        struct label_place *place = &places[job->painter.place_count];
        *place = wished_place(&job->painter, (uint32_t)keys[i]);
        if (place->width > 2 * place->dot)
            job->painter.place_count += find_place(&placing, place);
    }
    return job->watch.status == OW_OK;
}
