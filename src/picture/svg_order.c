/* Which face lies before which: told for each two that overlap on the picture, by how near both are where
 * they do. So a small thing upon a large one comes after it, wherever the middle of the large one is. */
#include "svg.h"

#include "../base/sort.h"

#include <string.h>

/* Pairs of faces that are looked at, and those noted: more is left to the depths of their middles. */
enum { MOST_LOOKS = 60000000, MOST_PAIRS = 2000000, MOST_CLIPPED = 2 * MOST_FACE_CORNERS + 8 };

struct point {
    double x, y;
};

struct pair {
    uint32_t behind, before;
};

struct ordering {
    struct svg *svg;
    struct pair *pairs;
    uint32_t pair_count, pair_room;
    uint64_t looks;
};

/* Twice the area on the left of the line from a to b that p is away from it. */
static double side_of(const struct spot *a, const struct spot *b, struct point p)
{
    return rounded_to_double(
        rounded_to_double(((double)b->x - a->x) * rounded_to_double(p.y - a->y)) -
        rounded_to_double(((double)b->y - a->y) * rounded_to_double(p.x - a->x)));
}

static struct point cut_of(struct point a, struct point b, double at_a, double at_b)
{
    double share = rounded_to_double(at_a / rounded_to_double(at_a - at_b));
    return (struct point){
        rounded_to_double(a.x + rounded_to_double(rounded_to_double(b.x - a.x) * share)),
        rounded_to_double(a.y + rounded_to_double(rounded_to_double(b.y - a.y) * share))};
}

/* What of a polygon lies on one side of a line. */
static unsigned clip(struct point *points, unsigned count, const struct spot *a,
                     const struct spot *b, double sign)
{
    struct point kept[MOST_CLIPPED];
    unsigned used = 0;
    for (unsigned i = 0; i < count && used + 2 < MOST_CLIPPED; i++) {
        struct point p = points[i], q = points[(i + 1) % count];
        double at_p = side_of(a, b, p) * sign, at_q = side_of(a, b, q) * sign;
        if (at_p >= 0)
            kept[used++] = p;
        if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0))
            kept[used++] = cut_of(p, q, at_p, at_q);
    }
    memcpy(points, kept, used * sizeof *points);
    return used;
}

static double area_of(const struct spot *points, uint32_t count)
{
    double area = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct spot *a = &points[i], *b = &points[(i + 1) % count];
        area = rounded_to_double(area + rounded_to_double((double)a->x * b->y) -
                                 rounded_to_double((double)b->x * a->y));
    }
    return area;
}

/* The middle of what two faces share of the picture; false where that is next to nothing. */
static bool find_shared(const struct svg *svg, const struct svg_face *a, const struct svg_face *b,
                        struct point *middle)
{
    enum { LEAST_SIDE = SPOT_STEPS / 8 };
    struct point points[MOST_CLIPPED];
    const struct spot *of_a = svg->points + a->first, *of_b = svg->points + b->first;
    unsigned count = a->count;
    double sign = area_of(of_b, b->count) < 0 ? -1 : 1;
    for (unsigned i = 0; i < count; i++)
        points[i] = (struct point){of_a[i].x, of_a[i].y};
    for (unsigned i = 0; i < b->count && count >= 3; i++)
        count = clip(points, count, &of_b[i], &of_b[(i + 1) % b->count], sign);
    if (count < 3)
        return false;
    struct point least = points[0], most = points[0], sum = {0, 0};
    for (unsigned i = 0; i < count; i++) {
        least.x = points[i].x < least.x ? points[i].x : least.x;
        least.y = points[i].y < least.y ? points[i].y : least.y;
        most.x = points[i].x > most.x ? points[i].x : most.x;
        most.y = points[i].y > most.y ? points[i].y : most.y;
        sum = (struct point){rounded_to_double(sum.x + points[i].x),
                             rounded_to_double(sum.y + points[i].y)};
    }
    *middle = (struct point){rounded_to_double(sum.x / count), rounded_to_double(sum.y / count)};
    return most.x - least.x > LEAST_SIDE && most.y - least.y > LEAST_SIDE;
}

/* How near a face is at a point of the picture. */
static double depth_at(const struct svg *svg, const struct svg_face *face, struct point at)
{
    const struct spot *points = svg->points + face->first;
    const struct spot *a = &points[0], *b = &points[1],
                      *c = &points[face->count / 2 + 1 < face->count ? face->count / 2 + 1 : 2];
    double px = (double)b->x - a->x, py = (double)b->y - a->y;
    double qx = (double)c->x - a->x, qy = (double)c->y - a->y;
    double turn = rounded_to_double(rounded_to_double(px * qy) - rounded_to_double(py * qx));
    if (turn == 0)
        return (double)face->depth;
    double x = rounded_to_double(at.x - a->x), y = rounded_to_double(at.y - a->y);
    double p = rounded_to_double((rounded_to_double(x * qy) - rounded_to_double(y * qx)) / turn);
    double q = rounded_to_double((rounded_to_double(px * y) - rounded_to_double(py * x)) / turn);
    return rounded_to_double(
        rounded_to_double(a->depth + rounded_to_double(p * ((double)b->depth - a->depth))) +
        rounded_to_double(q * ((double)c->depth - a->depth)));
}

/* Depths that differ less are the same. */
static const double hair = NEAREST_DEPTH / 65536.0;

static void note_pair(struct ordering *ordering, uint32_t first, uint32_t second)
{
    const struct svg_face *a = &ordering->svg->faces[first], *b = &ordering->svg->faces[second];
    struct point middle;
    if (ordering->pair_count == ordering->pair_room || !find_shared(ordering->svg, a, b, &middle))
        return;
    double difference = depth_at(ordering->svg, a, middle) - depth_at(ordering->svg, b, middle);
    if (difference > -hair && difference < hair)
        return;
    ordering->pairs[ordering->pair_count++] =
        difference < 0 ? (struct pair){first, second} : (struct pair){second, first};
}

/* Goes through the faces from the left; each is held against those that begin before it ends. */
static void find_pairs(struct ordering *ordering, const uint64_t *from_left)
{
    const struct svg *svg = ordering->svg;
    for (uint32_t i = 0; i < svg->face_count; i++) {
        uint32_t first = (uint32_t)from_left[i];
        const struct svg_face *a = &svg->faces[first];
        for (uint32_t k = i + 1; k < svg->face_count && ordering->looks < MOST_LOOKS; k++) {
            uint32_t second = (uint32_t)from_left[k];
            const struct svg_face *b = &svg->faces[second];
            ordering->looks++;
            if (b->left >= a->right)
                break;
            if (b->top < a->bottom && a->top < b->bottom)
                note_pair(ordering, first, second);
        }
    }
}

/* Lists, for each face, those behind it: `starts` has one number more than there are faces. */
static void list_behind(const struct ordering *ordering, uint32_t *starts, uint32_t *behind)
{
    uint32_t count = ordering->svg->face_count;
    memset(starts, 0, (count + 2) * sizeof *starts);
    for (uint32_t i = 0; i < ordering->pair_count; i++)
        starts[ordering->pairs[i].before + 2]++;
    for (uint32_t i = 2; i < count + 2; i++)
        starts[i] += starts[i - 1];
    for (uint32_t i = 0; i < ordering->pair_count; i++)
        behind[starts[ordering->pairs[i].before + 1]++] = ordering->pairs[i].behind;
}

/* Puts a face into the order after all that is behind it. What is behind one another in a circle comes as
 * it comes. */
static void put_in_order(struct svg *svg, uint32_t face, const uint32_t *starts,
                         const uint32_t *behind, uint32_t *next, uint32_t *stack, uint32_t *placed)
{
    enum { UNSEEN = 0 };
    uint32_t height = 0;
    if (next[face] != UNSEEN)
        return;
    next[face] = starts[face] + 1;
    stack[height++] = face;
    while (height > 0) {
        uint32_t top = stack[height - 1];
        if (next[top] - 1 == starts[top + 1]) {
            svg->order[(*placed)++] = top;
            height--;
            continue;
        }
        uint32_t other = behind[next[top]++ - 1];
        if (next[other] == UNSEEN) {
            next[other] = starts[other] + 1;
            stack[height++] = other;
        }
    }
}

/* Numbers of faces by one of their sides. */
static uint64_t *sorted(struct svg *svg, bool by_depth)
{
    uint64_t *keys = job_take(&svg->job.scratch, &svg->job, svg->face_count, sizeof *keys);
    for (uint32_t i = 0; keys && i < svg->face_count; i++) {
        int64_t value = by_depth ? svg->faces[i].depth : svg->faces[i].left;
        keys[i] = (uint64_t)(value + INT32_MAX) << 32 | i;
    }
    ow_status status =
        keys ? sort_u64(keys, svg->face_count, 0, &svg->job.scratch) : svg->job.watch.status;
    if (status != OW_OK)
        svg->job.watch.status = status;
    return status == OW_OK ? keys : NULL;
}

bool svg_order(struct svg *svg)
{
    struct job *job = &svg->job;
    struct ordering ordering = {.svg = svg, .pair_room = MOST_PAIRS};
    uint32_t count = svg->face_count, placed = 0;
    uint64_t *from_left = sorted(svg, false), *by_depth = sorted(svg, true);
    ordering.pairs = job_take(&job->scratch, job, MOST_PAIRS, sizeof *ordering.pairs);
    svg->order = job_take(&job->scratch, job, count, sizeof *svg->order);
    uint32_t *starts = job_take(&job->scratch, job, count + 2, sizeof *starts);
    uint32_t *next = job_take(&job->scratch, job, count, sizeof *next);
    uint32_t *stack = job_take(&job->scratch, job, count, sizeof *stack);
    if (job->watch.status != OW_OK)
        return false;
    find_pairs(&ordering, from_left);
    uint32_t *behind = job_take(&job->scratch, job, ordering.pair_count, sizeof *behind);
    if (!behind)
        return false;
    list_behind(&ordering, starts, behind);
    memset(next, 0, count * sizeof *next);
    for (uint32_t i = 0; i < count; i++)
        put_in_order(svg, (uint32_t)by_depth[i], starts, behind, next, stack, &placed);
    return true;
}
