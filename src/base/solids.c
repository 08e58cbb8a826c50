/* Boxes that may be turned, and which of them share space. */
#include "solids.h"

static double axis_of(struct vector v, int axis)
{
    return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}

/* Returns false for what is no number too. */
static bool is_within(struct vector v, double most)
{
    return fabs(v.x) < most && fabs(v.y) < most && fabs(v.z) < most;
}

bool solid_make(struct solid *solid, struct vector middle, struct vector size, struct rotation turn)
{
    static const struct vector units[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const double farthest = 1e30; /* so that extents are finite floats */
    bool is_fit = is_within(middle, farthest) && is_within(size, farthest);
    solid->middle = middle;
    for (int i = 0; i < 3; i++) {
        solid->axes[i] = vector_turn(turn, units[i]);
        solid->half[i] = rounded_to_double(fabs(axis_of(size, i)) / 2) - SOLID_TOUCH;
        is_fit = is_fit && solid->half[i] > 0 && is_within(solid->axes[i], 2);
    }
    return is_fit;
}

struct vector solid_in_wedge(struct vector size, double low, struct rotation turn,
                             struct vector *middle)
{
    double lost = rounded_to_double(size.y * (1 - low));
    struct vector down = {0, rounded_to_double(lost / 2), 0};
    *middle = vector_subtract(*middle, vector_turn(turn, down));
    return (struct vector){size.x, rounded_to_double(size.y - lost), size.z};
}

struct extent solid_extent(const struct solid *solid)
{
    struct extent extent;
    for (int i = 0; i < 3; i++) {
        double reach = 0, middle = axis_of(solid->middle, i);
        for (int k = 0; k < 3; k++)
            reach += rounded_to_double(fabs(axis_of(solid->axes[k], i)) * solid->half[k]);
        extent.least[i] = rounded_to_float(middle - reach);
        extent.most[i] = rounded_to_float(middle + reach);
    }
    return extent;
}

static double reach_of(const struct solid *solid, struct vector direction)
{
    double reach = 0;
    for (int i = 0; i < 3; i++)
        reach += rounded_to_double(fabs(vector_dot(solid->axes[i], direction)) * solid->half[i]);
    return reach;
}

/* Returns true if a plane across this direction separates the boxes. */
static bool separates(const struct solid *a, const struct solid *b, struct vector direction)
{
    static const double no_direction = 1e-6;
    double distance = fabs(vector_dot(vector_subtract(a->middle, b->middle), direction));
    return vector_length(direction) > no_direction &&
           distance >= reach_of(a, direction) + reach_of(b, direction);
}

/* Two boxes are apart if a plane separates them that is parallel to a face of one, or to an edge
 * of each. */
bool solids_overlap(const struct solid *a, const struct solid *b)
{
    for (int i = 0; i < 3; i++) {
        if (separates(a, b, a->axes[i]) || separates(a, b, b->axes[i]))
            return false;
        for (int k = 0; k < 3; k++)
            if (separates(a, b, vector_cross(a->axes[i], b->axes[k])))
                return false;
    }
    return true;
}
