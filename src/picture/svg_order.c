/* Ordering faces: compares each two that overlap on the picture by their depths there. So a small
 * thing on a large one comes after it, wherever the centre of the large one is. */
#include "svg.h"

#include "../base/sort.h"

#include <math.h>
#include <string.h>

/* Costs in tests, see svg.h; and most recorded pairs. */
enum {
    COST_OF_CLIPPING = 48,
    COST_OF_DEPTHS = 2,
    MOST_PAIRS = 2000000,
    MOST_CLIPPED = 2 * MOST_FACE_CORNERS + 8
};

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

/* Twice the signed area between the line from a to b and p; positive on its left. */
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

/* Clips a polygon by a line, into `kept`. */
static unsigned clip(const struct point *points, unsigned count, const struct spot *a,
                     const struct spot *b, double sign, struct point *kept)
{
    unsigned used = 0;
    for (unsigned i = 0; i < count && used + 2 < MOST_CLIPPED; i++) {
        struct point p = points[i], q = points[(i + 1) % count];
        double at_p = side_of(a, b, p) * sign, at_q = side_of(a, b, q) * sign;
        if (at_p >= 0)
            kept[used++] = p;
        if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0))
            kept[used++] = cut_of(p, q, at_p, at_q);
    }
    return used;
}

static double area_of(const struct spot *points, uint32_t count)
{
    double area = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct spot *a = &points[i], *b = &points[(i + 1) % count];
        area = rounded_to_double(area + rounded_to_double((double)a->x * b->y));
        area = rounded_to_double(area - rounded_to_double((double)b->x * a->y));
    }
    return area;
}

/* The overlap of two faces on the picture. */
struct shared {
    struct point points[MOST_CLIPPED], middle;
    unsigned count;
};

/* Returns false if it is almost empty. */
static bool find_shared(const struct svg *svg, const struct svg_face *a, const struct svg_face *b,
                        struct shared *shared)
{
    enum { LEAST_SIDE = SPOT_STEPS / 8 };
    struct point clipped[MOST_CLIPPED], *points = shared->points, *other = clipped;
    const struct spot *of_a = svg->points + a->first, *of_b = svg->points + b->first;
    unsigned count = a->count;
    double sign = area_of(of_b, b->count) < 0 ? -1 : 1;
    for (unsigned i = 0; i < count; i++)
        points[i] = (struct point){of_a[i].x, of_a[i].y};
    for (unsigned i = 0; i < b->count && count >= 3; i++) {
        count = clip(points, count, &of_b[i], &of_b[(i + 1) % b->count], sign, other);
        struct point *from = points;
        points = other;
        other = from;
    }
    if (count < 3)
        return false;
    if (points != shared->points)
        memcpy(shared->points, points, count * sizeof *points);
    points = shared->points;
    struct point least = points[0], most = points[0], sum = {0, 0};
    for (unsigned i = 0; i < count; i++) {
        least.x = points[i].x < least.x ? points[i].x : least.x;
        least.y = points[i].y < least.y ? points[i].y : least.y;
        most.x = points[i].x > most.x ? points[i].x : most.x;
        most.y = points[i].y > most.y ? points[i].y : most.y;
        sum = (struct point){rounded_to_double(sum.x + points[i].x),
                             rounded_to_double(sum.y + points[i].y)};
    }
    shared->count = count;
    shared->middle =
        (struct point){rounded_to_double(sum.x / count), rounded_to_double(sum.y / count)};
    return rounded_to_double(most.x - least.x) > LEAST_SIDE &&
           rounded_to_double(most.y - least.y) > LEAST_SIDE;
}

/* The depth of a face at a point of the picture. */
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

/* Smaller differences of depths count as equal. */
static const double hair = NEAREST_DEPTH / 65536.0;

static double difference_at(const struct svg *svg, const struct svg_face *a,
                            const struct svg_face *b, struct point at)
{
    return rounded_to_double(depth_at(svg, a, at) - depth_at(svg, b, at));
}

/* Returns true for faces whose depths do not overlap, or in one plane parallel to the view: they
 * need no comparison. */
static bool cannot_pass_through(const struct svg_face *a, const struct svg_face *b)
{
    return a->nearest <= b->farthest || b->nearest <= a->farthest;
}

static bool are_in_one_plane(const struct svg_face *a, const struct svg_face *b)
{
    return a->nearest == a->farthest && b->nearest == b->farthest && a->nearest == b->nearest;
}

/* ---- faces that pass through each other ---- */

/* Returns true if a face is visible on both sides of another within the overlap. */
static bool passes_through(const struct svg *svg, const struct svg_face *a,
                           const struct svg_face *b, const struct shared *shared)
{
    static const double far_enough = NEAREST_DEPTH / 1024.0;
    double least = 0, most = 0;
    for (unsigned i = 0; i < shared->count; i++) {
        double difference = difference_at(svg, a, b, shared->points[i]);
        least = difference < least ? difference : least;
        most = difference > most ? difference : most;
    }
    return least < -far_enough && most > far_enough;
}

/* The part of a face on one side of another's plane; returns the number of corners. */
static unsigned cut_off(const struct svg *svg, const struct svg_face *face,
                        const struct svg_face *by, double sign, struct spot *kept)
{
    const struct spot *corners = svg->points + face->first;
    unsigned used = 0;
    for (uint32_t i = 0; i < face->count; i++) {
        const struct spot *p = &corners[i], *q = &corners[(i + 1) % face->count];
        double at_p = sign * difference_at(svg, face, by, (struct point){p->x, p->y});
        double at_q = sign * difference_at(svg, face, by, (struct point){q->x, q->y});
        if (at_p >= 0)
            kept[used++] = *p;
        if ((at_p > 0 && at_q < 0) || (at_p < 0 && at_q > 0)) {
            struct point cut =
                cut_of((struct point){p->x, p->y}, (struct point){q->x, q->y}, at_p, at_q);
            kept[used++] = (struct spot){(int32_t)round(cut.x), (int32_t)round(cut.y),
                                         (int32_t)depth_at(svg, face, cut)};
        }
    }
    return used;
}

/* Splits a face along another's plane. */
static bool split(struct svg *svg, uint32_t which, const struct svg_face *by)
{
    struct spot parts[2][2 * MOST_FACE_CORNERS + 4];
    struct svg_face whole = svg->faces[which];
    unsigned counts[2];
    if (svg->face_count >= SVG_FACE_ROOM || whole.count > MOST_FACE_CORNERS)
        return true;
    for (int i = 0; i < 2; i++)
        counts[i] = cut_off(svg, &whole, by, i == 0 ? 1 : -1, parts[i]);
    if (counts[0] < 3 || counts[1] < 3 || counts[0] > MOST_FACE_CORNERS ||
        counts[1] > MOST_FACE_CORNERS)
        return true;
    whole.is_round = true; /* no line at the cut */
    return svg_set_face(svg, which, &whole, parts[0], counts[0]) &&
           svg_set_face(svg, svg->face_count++, &whole, parts[1], counts[1]);
}

/* ---- pairs ---- */

static bool cut_pair(struct ordering *ordering, uint32_t first, uint32_t second)
{
    struct svg *svg = ordering->svg;
    const struct svg_face *of_first = &svg->faces[first], *of_second = &svg->faces[second];
    if (of_first->is_label || of_second->is_label || cannot_pass_through(of_first, of_second))
        return true;
    struct svg_face a = *of_first, b = *of_second; /* faces may move when one is split */
    ordering->looks += COST_OF_CLIPPING;
    struct shared shared = {0};
    if (!find_shared(svg, &a, &b, &shared) || !passes_through(svg, &a, &b, &shared))
        return true;
    bool is_first_smaller = fabs(area_of(svg->points + a.first, a.count)) <
                            fabs(area_of(svg->points + b.first, b.count));
    return is_first_smaller ? split(svg, first, &b) : split(svg, second, &a);
}

static bool note_pair(struct ordering *ordering, uint32_t first, uint32_t second)
{
    const struct svg_face *a = &ordering->svg->faces[first], *b = &ordering->svg->faces[second];
    struct shared shared = {0};
    if (a->is_label == b->is_label && are_in_one_plane(a, b))
        return true;
    ordering->looks += COST_OF_CLIPPING;
    if (ordering->pair_count == ordering->pair_room || !find_shared(ordering->svg, a, b, &shared))
        return true;
    double difference = difference_at(ordering->svg, a, b, shared.middle);
    if (difference > -hair && difference < hair) {
        if (a->is_label == b->is_label)
            return true;
        difference = a->is_label ? 1 : -1; /* text on a face comes after it */
    }
    ordering->pairs[ordering->pair_count++] =
        difference < 0 ? (struct pair){first, second} : (struct pair){second, first};
    return true;
}

typedef bool pair_visitor(struct ordering *ordering, uint32_t first, uint32_t second);

/* Visits the faces from left to right; compares each with those that begin before it ends. */
static bool visit_pairs(struct ordering *ordering, const uint64_t *from_left, uint32_t count,
                        pair_visitor *visit)
{
    const struct svg *svg = ordering->svg;
    ordering->looks = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = (uint32_t)from_left[i];
        for (uint32_t k = i + 1; k < count && ordering->looks < MOST_LOOKS; k++) {
            uint32_t second = (uint32_t)from_left[k];
            const struct svg_face *a = &svg->faces[first], *b = &svg->faces[second];
            ordering->looks++;
            if ((int64_t)(from_left[k] >> 32) - INT32_MAX >= a->right)
                break;
            if (b->left >= a->right || b->top >= a->bottom || a->top >= b->bottom)
                continue;
            ordering->looks += COST_OF_DEPTHS;
            if (!visit(ordering, first, second))
                return false;
        }
    }
    ordering->svg->looks += ordering->looks;
    return true;
}

/* Lists, for each face, the faces behind it: `starts` has one element more than there are faces. */
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

/* Adds a face to the order after all faces behind it. Cycles are broken arbitrarily. */
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

/* Faces that intersect have no order until one is split. */
static bool cut_all(struct svg *svg)
{
    struct ordering ordering = {.svg = svg};
    uint32_t count = svg->face_count;
    uint64_t *from_left = sorted(svg, false);
    return from_left && visit_pairs(&ordering, from_left, count, cut_pair);
}

bool svg_order(struct svg *svg)
{
    struct job *job = &svg->job;
    struct ordering ordering = {.svg = svg, .pair_room = MOST_PAIRS};
    uint32_t placed = 0;
    if (!cut_all(svg))
        return false;
    uint32_t count = svg->face_count;
    uint64_t *from_left = sorted(svg, false), *by_depth = sorted(svg, true);
    ordering.pairs = job_take(&job->scratch, job, MOST_PAIRS, sizeof *ordering.pairs);
    svg->order = job_take(&job->scratch, job, count, sizeof *svg->order);
    uint32_t *starts = job_take(&job->scratch, job, count + 2, sizeof *starts);
    uint32_t *next = job_take(&job->scratch, job, count, sizeof *next);
    uint32_t *stack = job_take(&job->scratch, job, count, sizeof *stack);
    if (job->watch.status != OW_OK)
        return false;
    visit_pairs(&ordering, from_left, count, note_pair);
    uint32_t *behind = job_take(&job->scratch, job, ordering.pair_count, sizeof *behind);
    if (!behind)
        return false;
    list_behind(&ordering, starts, behind);
    memset(next, 0, count * sizeof *next);
    for (uint32_t i = 0; i < count; i++)
        put_in_order(svg, (uint32_t)by_depth[i], starts, behind, next, stack, &placed);
    return true;
}
