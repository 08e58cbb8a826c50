/* Finds the step of which all heights are multiples. Heights from an image are rounded to floats:
 * 0.3 is not a multiple of 0.1. So the search has two phases. First: the number of steps between
 * the lowest and the highest height for which every height is near a multiple. Second: a line that
 * runs, at each multiple, through the numbers that round to the height there. */
#include "steps.h"

#include <float.h>
#include <stdlib.h>

enum {
    /* Two heights closer than half of the smallest step cannot have different samples: they share
     * a bucket, or are in the same one. */
    BUCKETS = 2 * LARGEST_SAMPLE + 1,
    /* Limit of attempts to find a line, times the number of heights. */
    MOST_WORK = 1 << 19,
    MOST_HALVINGS = 60
};

/* The distinct heights, ascending. */
struct heights_found {
    const float *values;
    size_t count;
    double least, range;
    double noise; /* maximum distance of a height from its multiple, by rounding */
};

bool find_range(const float *values, size_t count, float *least, float *most)
{
    *least = INFINITY, *most = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i]))
            continue;
        *least = values[i] < *least ? values[i] : *least;
        *most = values[i] > *most ? values[i] : *most;
    }
    return *least <= *most;
}

/* Fills `buckets` and packs it. Returns false if two heights are too close for any scale. */
static bool collect(const float *values, size_t count, float *buckets, struct heights_found *set)
{
    for (size_t i = 0; i < BUCKETS; i++)
        buckets[i] = NAN;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(values[i]))
            continue;
        float *bucket = &buckets[(size_t)((values[i] - set->least) / set->range * (BUCKETS - 1))];
        if (isnan(*bucket))
            *bucket = values[i];
        else if (*bucket != values[i])
            return false;
    }
    for (size_t i = 0; i < BUCKETS; i++)
        if (!isnan(buckets[i]))
            buckets[set->count++] = buckets[i];
    set->values = buckets;
    return set->count <= LARGEST_SAMPLE + 1;
}

static bool reads_back(const struct heights_found *set, const struct height_scale *by)
{
    for (size_t i = 0; i < set->count; i++)
        if (height_of(by, sample_of(by, set->values[i])) != set->values[i])
            return false;
    return true;
}

/* A multiple of the step, and the range of numbers that round to its height. */
struct stop {
    double multiple, low, high;
};

/* For the largest float, the gap above is taken to be that below. */
static struct stop stop_at(double multiple, float height)
{
    double below = nextafterf(height, -INFINITY), above = nextafterf(height, INFINITY);
    if (isinf(above))
        above = height + (height - below);
    if (isinf(below))
        below = height - (above - height);
    return (struct stop){multiple, (height + below) / 2, (height + above) / 2};
}

/* Avoids pow and log10: systems differ in their last digit. */
static double ten_to(int power)
{
    double result = 1;
    for (; power > 0; power--)
        result *= 10;
    return result;
}

/* Decimal exponent of a positive number. */
static int decimal_size(double number)
{
    int size = 0;
    for (; number >= 10; number /= 10)
        size++;
    for (; number < 1; number *= 10)
        size--;
    return size;
}

/* The number in a range with the fewest digits: 0.1 rather than 0.10000000149. */
static double roundest(double low, double high)
{
    double middle = low + (high - low) / 2;
    int size = middle > 0 ? decimal_size(middle) : 0;
    for (int digits = 1; digits <= DBL_DIG; digits++) {
        int places = digits - 1 - size;
        double unit = ten_to(abs(places));
        double candidate = places < 0 ? rint(middle / unit) * unit : rint(middle * unit) / unit;
        if (low <= candidate && candidate <= high)
            return candidate;
    }
    return middle;
}

/* The scale by which heights are multiples counted from 0, as in most images. A range of one
 * number is no accident: a float times an integer is sometimes halfway between two floats. Those
 * rounded up and those rounded down leave only the scale that was used. */
static bool find_scale_from_zero(const struct heights_found *set, double step, double *scale)
{
    double low = 0, high = INFINITY;
    for (size_t i = 0; i < set->count && low <= high; i++) {
        double multiple = rint(set->values[i] / step);
        if (multiple == 0 && set->values[i] != 0)
            return false;
        if (multiple == 0)
            continue;
        struct stop stop = stop_at(multiple, set->values[i]);
        double a = stop.low / multiple, b = stop.high / multiple;
        low = fmax(low, fmin(a, b));
        high = fmin(high, fmax(a, b));
    }
    if (!(low <= high) || isinf(high))
        return false;
    *scale = roundest(low, high);
    return true;
}

/* Spreads samples as far as possible, so that the image is not black. 8-bit samples become the
 * upper byte of 16-bit ones. */
static bool spread(const struct heights_found *set, const struct height_scale *by,
                   double most_multiple, struct height_scale *found)
{
    const double byte = 257, most_in_byte = 255;
    double apart = most_multiple <= most_in_byte ? byte : floor(LARGEST_SAMPLE / most_multiple);
    *found = (struct height_scale){by->scale / apart, by->offset};
    if (reads_back(set, found))
        return true;
    int exponent;
    frexp(apart, &exponent);
    apart = ldexp(1, exponent - 1); /* a power of two, which rounds nothing */
    *found = (struct height_scale){by->scale / apart, by->offset};
    return reads_back(set, found);
}

static bool try_from_zero(const struct heights_found *set, double step, double steps,
                          struct height_scale *found)
{
    double scale;
    if (!find_scale_from_zero(set, step, &scale))
        return false;
    double first = rint(set->least / scale), last = first + steps;
    if (first >= 0 && last <= LARGEST_SAMPLE)
        return spread(set, &(struct height_scale){scale, 0}, last, found);
    return spread(set, &(struct height_scale){scale, scale * first}, steps, found);
}

/* The tolerance of a line of this slope, and whether a steeper line has more. */
static double room_of(const struct heights_found *set, double step, double slope, double *offset,
                      double *steeper)
{
    struct stop floor_stop = {0, 0, 0}, ceiling_stop = {0, 0, 0};
    double ground = -INFINITY, ceiling = INFINITY;
    for (size_t i = 0; i < set->count; i++) {
        double multiple = rint((set->values[i] - set->least) / step);
        struct stop stop = stop_at(multiple, set->values[i]);
        if (stop.low - rounded_to_double(slope * multiple) > ground) {
            ground = stop.low - rounded_to_double(slope * multiple);
            floor_stop = stop;
        }
        if (stop.high - rounded_to_double(slope * multiple) < ceiling) {
            ceiling = stop.high - rounded_to_double(slope * multiple);
            ceiling_stop = stop;
        }
    }
    *offset = ground + (ceiling - ground) / 2;
    *steeper = floor_stop.multiple - ceiling_stop.multiple;
    return ceiling - ground;
}

/* The tolerance is a concave function of the slope, so bisection finds its maximum. It may be 0,
 * see find_scale_from_zero. */
static bool find_line(const struct heights_found *set, double steps, struct height_scale *line)
{
    double step = set->range / steps, low = (set->range - 2 * set->noise) / steps,
           high = (set->range + 2 * set->noise) / steps, room = 0;
    for (int i = 0; i < MOST_HALVINGS; i++) {
        double steeper;
        line->scale = low + (high - low) / 2;
        room = room_of(set, step, line->scale, &line->offset, &steeper);
        if (room > 0 || steeper == 0)
            break;
        *(steeper > 0 ? &low : &high) = line->scale;
    }
    return room > -1e-6 * set->noise;
}

static bool try_steps(const struct heights_found *set, double steps, struct height_scale *found)
{
    double step = set->range / steps, steeper;
    struct height_scale line;
    if (try_from_zero(set, step, steps, found))
        return true;
    if (!find_line(set, steps, &line))
        return false;
    if (spread(set, &line, steps, found))
        return true;
    line.scale = (float)line.scale; /* games have floats */
    room_of(set, step, line.scale, &line.offset, &steeper);
    line.offset = (float)line.offset;
    return spread(set, &line, steps, found);
}

static bool all_near_multiples(const struct heights_found *set, double steps)
{
    double step = set->range / steps;
    for (size_t i = 0; i < set->count; i++) {
        double multiple = (set->values[i] - set->least) / step;
        if (fabs(multiple - rint(multiple)) * step > set->noise)
            return false;
    }
    return true;
}

/* The largest power of two that divides all differences, for heights that are multiples of a
 * binary step, down to the precision of floats. */
static double binary_step(const struct heights_found *set)
{
    double step = ldexp(1, FLT_MAX_EXP);
    for (size_t i = 0; i < set->count; i++)
        while (fmod(set->values[i] - set->least, step) != 0)
            step /= 2;
    return step;
}

static bool search(const struct heights_found *set, struct height_scale *found)
{
    /* With finer steps any height is near a multiple. */
    double most = fmin(LARGEST_SAMPLE, set->range / set->noise / 2.5);
    size_t work = 0;
    for (double steps = (double)set->count - 1; steps <= most && work < MOST_WORK; steps++) {
        if (!all_near_multiples(set, steps))
            continue;
        if (try_steps(set, steps, found))
            return true;
        work += set->count;
    }
    double steps = set->range / binary_step(set);
    return steps <= LARGEST_SAMPLE && try_steps(set, steps, found);
}

bool find_exact_scale(const float *values, size_t count, const ow_options *options,
                      struct height_scale *found, ow_status *status)
{
    float least, most;
    *status = OW_OK;
    *found = (struct height_scale){.scale = 1};
    if (!find_range(values, count, &least, &most))
        return true;
    found->offset = least;
    if (least == most)
        return true;
    float largest = fmaxf(fabsf(least), fabsf(most));
    struct heights_found set = {
        .least = least,
        .range = (double)most - least,
        .noise = 2.02 * (stop_at(0, largest).high - largest),
    };
    struct arena scratch;
    arena_init(&scratch, options);
    float *buckets = arena_take(&scratch, BUCKETS * sizeof *buckets);
    if (!buckets)
        *status = scratch.status;
    bool exact = buckets && collect(values, count, buckets, &set) && search(&set, found);
    arena_free(&scratch);
    return exact;
}
