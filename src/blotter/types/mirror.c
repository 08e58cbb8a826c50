/* Mirror images: a component whose type is symmetrical about a plane can replace its own mirror
 * image. */
#include "mirror.h"

#include <string.h>

/* Shapes are sums of fractions. The tolerance is far below the file's precision and far above
 * rounding errors. */
static const double nearly_none = 1e-6;

static bool is_near(double a, double b)
{
    return fabs(a - b) <= nearly_none;
}

static double axis_of(struct vector v, unsigned axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

static bool is_same_but(struct vector a, struct vector b, unsigned axis)
{
    return (axis == 0 || is_near(a.x, b.x)) && (axis == 1 || is_near(a.y, b.y)) &&
           (axis == 2 || is_near(a.z, b.z));
}

/* Where a body begins and ends on an axis, before its rotation. */
static double body_begin(const struct type_body *body, unsigned axis)
{
    return axis == 1 ? body->foot.y
                     : axis_of(body->foot, axis) - rounded_to_double(axis_of(body->size, axis) / 2);
}

static double body_end(const struct type_body *body, unsigned axis)
{
    return body_begin(body, axis) + axis_of(body->size, axis);
}

/* A wedge slopes along z; a lever is turned about x. */
static bool body_is_even(const struct type_body *body, unsigned axis)
{
    struct rotation turn = rotation_unit(body->turn);
    bool is_upright = turn.y == 0 && turn.z == 0 && (turn.x == 0 || axis == 0);
    return is_upright && (!(body->low > 0) || axis == 0);
}

static bool body_is_image(const struct type_body *body, const struct type_body *image,
                          unsigned axis, double sum)
{
    return is_near(body_begin(body, axis) + body_end(image, axis), sum) &&
           is_near(body_end(body, axis) + body_begin(image, axis), sum) &&
           is_same_but(body->foot, image->foot, axis) &&
           is_same_but(body->size, image->size, axis) && is_near(body->turn.x, image->turn.x) &&
           is_near(body->low, image->low) && body->paint == image->paint &&
           body->color == image->color && body->is_board == image->is_board &&
           body->input == image->input && body->values == image->values;
}

static bool bodies_have_images(const struct type_body *bodies, unsigned count, unsigned axis,
                               double sum)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned k = 0;
        while (k < count && !body_is_image(&bodies[i], &bodies[k], axis, sum))
            k++;
        if (k == count || !body_is_even(&bodies[i], axis))
            return false;
    }
    return true;
}

static bool peg_is_image(const struct type_peg *peg, const struct type_peg *image, unsigned axis,
                         double sum)
{
    struct vector foot = {peg->x, peg->y, peg->z}, other = {image->x, image->y, image->z};
    struct vector up = peg_up(peg->direction), other_up = peg_up(image->direction);
    return is_near(axis_of(foot, axis) + axis_of(other, axis), sum) &&
           is_same_but(foot, other, axis) && is_near(peg->length, image->length) &&
           is_near(axis_of(up, axis) + axis_of(other_up, axis), 0) &&
           is_same_but(up, other_up, axis);
}

/* Whether each peg is its own image, or (if reversed) that of the peg counted from the other end of
 * the list. */
static bool pegs_have_images(const struct type_use *use, bool output, bool reversed, unsigned axis,
                             double sum)
{
    uint32_t count = output ? use->outputs : use->inputs;
    struct type_peg peg, image;
    for (uint32_t i = 0; i < count; i++)
        if (!type_find_peg(use, output, i, &peg) ||
            !type_find_peg(use, output, reversed ? count - 1 - i : i, &image) ||
            !peg_is_image(&peg, &image, axis, sum))
            return false;
    return true;
}

/* The lowest plus the highest coordinate of the bodies; twice that of a peg if there are no
 * bodies. */
static double sum_of_ends(const struct type_use *use, const struct type_body *bodies,
                          unsigned count, unsigned axis)
{
    struct type_peg peg;
    if (count == 0) {
        type_find_peg(use, use->inputs == 0, 0, &peg);
        return 2 * axis_of((struct vector){peg.x, peg.y, peg.z}, axis);
    }
    double begin = body_begin(&bodies[0], axis), end = body_end(&bodies[0], axis);
    for (unsigned i = 1; i < count; i++) {
        begin = fmin(begin, body_begin(&bodies[i], axis));
        end = fmax(end, body_end(&bodies[i], axis));
    }
    return rounded_to_double(begin + end);
}

/* Bodies of one square are stretched along the ground. */
static double scale_of(const struct type_use *use, unsigned axis)
{
    if (!use->type->is_scaled || axis == 1)
        return 1;
    return axis == 0 ? use->data.size_x : use->data.size_z;
}

struct vector type_middle(const struct type_use *use)
{
    struct type_body room[MOST_BODIES];
    unsigned count;
    const struct type_body *bodies = type_find_bodies(use, room, &count);
    double middle[3];
    for (unsigned axis = 0; axis < 3; axis++)
        middle[axis] =
            rounded_to_double(sum_of_ends(use, bodies, count, axis) * scale_of(use, axis)) / 2;
    return (struct vector){middle[0], middle[1], middle[2]};
}

bool type_find_mirror(const struct type_use *use, unsigned axis, struct type_mirror *mirror)
{
    struct type_body room[MOST_BODIES];
    unsigned count;
    const struct type_body *bodies = type_find_bodies(use, room, &count);
    double sum = sum_of_ends(use, bodies, count, axis);
    *mirror =
        (struct type_mirror){.axis = axis, .sum = rounded_to_double(sum * scale_of(use, axis))};
    /* A board looks the same from above and below. All other types have a distinct underside. */
    if ((axis == 1 && !use->type->is_scaled) || use->type->is_unseen ||
        (use->type->guesses_several && use->inputs > 1) ||
        !bodies_have_images(bodies, count, axis, sum) ||
        !pegs_have_images(use, true, false, axis, sum))
        return false;
    if (pegs_have_images(use, false, false, axis, sum))
        return true;
    mirror->is_reversed = use->type->logic == OW_LOGIC_AND || use->type->logic == OW_LOGIC_XOR;
    return mirror->is_reversed && pegs_have_images(use, false, true, axis, sum);
}
