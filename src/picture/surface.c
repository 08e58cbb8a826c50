/* Coordinates over a face, straight or in perspective, and strokes. */
#include "surface.h"

/* A linear function with the values `at_a`, `at_b`, `at_d` at the first, second and fourth corner
 * of a face. */
static struct plane plane_through(const struct face *face, double at_a, double at_b, double at_d)
{
    const struct spot *a = face->corners[0], *b = face->corners[1], *d = face->corners[3];
    double px = b->x - a->x, py = b->y - a->y, qx = d->x - a->x, qy = d->y - a->y;
    double turn = rounded_to_double(rounded_to_double(px * qy) - rounded_to_double(py * qx));
    double p = rounded_to_double((at_b - at_a) / turn), q = rounded_to_double((at_d - at_a) / turn);
    struct plane plane;
    plane.by_x = rounded_to_double(rounded_to_double(p * qy) - rounded_to_double(q * py));
    plane.by_y = rounded_to_double(rounded_to_double(q * px) - rounded_to_double(p * qx));
    plane.at = rounded_to_double(at_a - rounded_to_double(rounded_to_double(plane.by_x * a->x) +
                                                          rounded_to_double(plane.by_y * a->y)));
    return plane;
}

bool surface_lay_out(struct surface *surface, const struct camera *camera, const struct face *face,
                     double along, double across)
{
    double near[4] = {1, 1, 1, 1};
    if (face->count != 4 || face_area(face) == 0)
        return false;
    surface->in_perspective = camera->perspective && camera->depth_scale > 0;
    for (int i = 0; i < 4 && surface->in_perspective; i++)
        near[i] = camera_nearness(camera, face->corners[i]);
    surface->u = plane_through(face, 0, rounded_to_double(along * near[1]), 0);
    surface->v = plane_through(face, 0, 0, rounded_to_double(across * near[3]));
    surface->w = plane_through(face, near[0], near[1], near[3]);
    return true;
}

static double spread(const struct plane *plane)
{
    return rounded_to_double(fabs(plane->by_x) + fabs(plane->by_y));
}

double surface_footprint(const struct surface *surface, const struct face *face, unsigned samples)
{
    double u = spread(&surface->u), v = spread(&surface->v), w = 1;
    if (surface->in_perspective) {
        const struct spot *a = face->corners[0], *c = face->corners[2];
        double x = (a->x + c->x) / 2.0, y = (a->y + c->y) / 2.0;
        w = rounded_to_double(surface->w.at + rounded_to_double(surface->w.by_x * x));
        w = rounded_to_double(w + rounded_to_double(surface->w.by_y * y));
    }
    return rounded_to_double(rounded_to_double((u > v ? u : v) * (SPOT_STEPS * samples)) / w);
}

static ow_color hatched(const struct surface *surface, ow_color color, int64_t u, int64_t v)
{
    int64_t period = surface->numbers[0], place = (u + v) % period;
    place = place < 0 ? place + period : place;
    return place * 3 < period ? surface_shade(color, 46000) : color;
}

bool surface_hatch(struct surface *surface, const struct face *face, unsigned samples,
                   double period)
{
    if (surface_footprint(surface, face, samples) * 2.5 > period)
        return false;
    surface->color = hatched;
    surface->numbers[0] = (int32_t)rounded_to_double(period * 65536);
    return true;
}
