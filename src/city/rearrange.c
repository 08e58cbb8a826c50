/* Moves, turns and mirrors things of a city, and mirrors the ground below them. */
#include "parts.h"

#include "../base/error.h"
#include "../base/floats.h"

#include <math.h>
#include <string.h>

enum { DIRECTIONS = 8 };

struct rearranging {
    ow_city_save *save;
    struct parts *parts;
    const ow_rearrangement *how;
    ow_city_thing about; /* the centre of rotation */
    bool has_patch;
    struct patch patch; /* of the ground, below the box */
    double mirror_sum;  /* twice the mirror's place on its axis */
    uint64_t *count;
    ow_error *error;
};

static bool is_mirrored(const struct rearranging *r, unsigned axis)
{
    return r->how->mirror == OW_MIRROR_X + axis;
}

static uint8_t mirror_direction(const struct rearranging *r, uint8_t direction)
{
    unsigned along = is_mirrored(r, 0) ? DIRECTIONS / 2 : 0; /* direction 0 is along x */
    return (uint8_t)((along + DIRECTIONS - direction) % DIRECTIONS);
}

/* Turns a thing clockwise seen from above, or mirrors it, and moves it. */
static ow_status rearrange_thing(const struct rearranging *r, uint32_t index)
{
    ow_city_thing *thing = &r->save->things[index];
    const ow_city_thing *about = &r->about;
    const ow_rearrangement *how = r->how;
    unsigned quarters = (unsigned)how->quarter_turns & 3;
    double x = (double)thing->x - (double)about->x, y = (double)thing->y - (double)about->y;
    double by[3] = {how->by[0], how->by[1], how->by[2]};
    for (unsigned i = 0; i < quarters; i++) {
        double old = x;
        x = -y; /* y points down on a map */
        y = old;
    }
    by[0] = rounded_to_double(by[0] + (x - ((double)thing->x - (double)about->x)));
    by[1] = rounded_to_double(by[1] + (y - ((double)thing->y - (double)about->y)));
    if (is_mirrored(r, 0))
        by[0] = rounded_to_double(by[0] + (r->mirror_sum - 2 * (double)thing->x));
    if (is_mirrored(r, 1))
        by[1] = rounded_to_double(by[1] + (r->mirror_sum - 2 * (double)thing->y));
    if (thing->direction < DIRECTIONS)
        thing->direction = (uint8_t)((thing->direction + DIRECTIONS / 4 * quarters) % DIRECTIONS);
    if (thing->direction < DIRECTIONS && how->mirror != OW_MIRROR_NONE)
        thing->direction = mirror_direction(r, thing->direction);
    if (city_move_thing(thing, by))
        return OW_OK;
    return error_set(r->error, OW_BAD_VALUE, 0, NULL,
                     "thing %u would stand farther away than a save has room for", (unsigned)index);
}

/* ---- mirrors ---- */

/* Places the mirror where the caller says, in the middle of the ground below the box, or at the
 * first thing. */
static ow_status place_mirror(struct rearranging *r)
{
    unsigned axis = r->how->mirror - OW_MIRROR_X;
    const ow_city_terrain *terrain = &r->save->terrain;
    if (axis > 1)
        return error_set(r->error, OW_BAD_ARGUMENT, 0, NULL,
                         "the ground of a city cannot be turned over: it can be mirrored across x "
                         "and y");
    r->has_patch = r->parts->has_box && terrain->kind == OW_CITY_HEIGHTS &&
                   city_find_patch(r->parts, terrain, &r->patch);
    r->mirror_sum = 2 * (double)(axis == 0 ? r->about.x : r->about.y);
    if (r->has_patch)
        r->mirror_sum = (double)r->patch.first[axis] + r->patch.last[axis];
    if (r->how->has_mirror_at)
        r->mirror_sum = 2 * r->how->mirror_at;
    return OW_OK;
}

/* Finds the first vertex of the ground's mirror image. */
static ow_status find_image(const struct rearranging *r, uint32_t image[2])
{
    const uint32_t counts[2] = {r->save->terrain.x_vertices, r->save->terrain.y_vertices};
    for (unsigned axis = 0; axis < 2; axis++) {
        double first = r->patch.first[axis], last = r->patch.last[axis];
        double begin = (is_mirrored(r, axis) ? r->mirror_sum - last : first) + r->how->by[axis];
        if (!(begin >= 0 && begin + (last - first) < counts[axis]))
            return error_set(r->error, OW_BAD_VALUE, 0, NULL,
                             "the heights would leave the ground, which has %u by %u vertices",
                             (unsigned)counts[0], (unsigned)counts[1]);
        if (begin != floor(begin))
            return error_set(r->error, OW_BAD_ARGUMENT, 0, NULL,
                             "heights go to whole vertices: the mirror has to stand on a vertex "
                             "or between two");
        image[axis] = (uint32_t)begin;
    }
    return OW_OK;
}

/* The ground at the old place does not change, even if the image is elsewhere. */
static ow_status mirror_ground(const struct rearranging *r)
{
    ow_city_terrain *terrain = &r->save->terrain;
    uint32_t width = r->patch.last[0] - r->patch.first[0] + 1, image[2];
    uint32_t height = r->patch.last[1] - r->patch.first[1] + 1;
    ow_status status = find_image(r, image);
    float *taken = status == OW_OK
                       ? arena_take(&r->parts->arena, (size_t)width * height * sizeof *taken)
                       : NULL;
    if (!taken)
        return status == OW_OK ? error_plain(r->error, r->parts->arena.status) : status;
    for (uint32_t y = 0; y < height; y++)
        memcpy(taken + (size_t)y * width,
               terrain->heights + (size_t)(r->patch.first[1] + y) * terrain->x_vertices +
                   r->patch.first[0],
               width * sizeof *taken);
    for (uint32_t y = 0; y < height; y++) {
        const float *from = taken + (size_t)(is_mirrored(r, 1) ? height - 1 - y : y) * width;
        float *to = terrain->heights + (size_t)(image[1] + y) * terrain->x_vertices + image[0];
        for (uint32_t x = 0; x < width; x++) /* exact, bit for bit */
            memcpy(&to[x], &from[is_mirrored(r, 0) ? width - 1 - x : x], sizeof *to);
    }
    ++*r->count;
    return OW_OK;
}

static const ow_city_thing *first_chosen(const struct rearranging *r)
{
    for (uint32_t i = 0; i < r->save->thing_count; i++)
        if (r->parts->chosen[i])
            return &r->save->things[i];
    return NULL;
}

ow_status city_rearrange_parts(void *document, struct parts *parts, const ow_rearrangement *how,
                               const struct part_notes *notes, uint64_t *count, ow_error *error)
{
    struct rearranging r = {
        .save = document, .parts = parts, .how = how, .count = count, .error = error};
    ow_status status = OW_OK;
    (void)notes;
    if (how->copies > 0)
        return FORMAT_HAS_NONE;
    const ow_city_thing *first = first_chosen(&r);
    if (first)
        r.about = *first;
    if (how->mirror != OW_MIRROR_NONE)
        status = place_mirror(&r);
    if (status == OW_OK && r.has_patch)
        status = mirror_ground(&r);
    for (uint32_t i = 0; i < r.save->thing_count && status == OW_OK; i++) {
        if (!parts->chosen[i])
            continue;
        status = rearrange_thing(&r, i);
        ++*count;
    }
    return status;
}
