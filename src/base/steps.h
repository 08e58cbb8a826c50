/* Heights as multiples of a step: finds a scale and offset that reproduce every height. */
#ifndef OW_SRC_BASE_STEPS_H
#define OW_SRC_BASE_STEPS_H

#include "compiler.h"
#include "memory.h"

#include <overworld/heights.h>

#include <math.h>

enum { LARGEST_SAMPLE = 65535 };

/* Height of a sample: offset + scale * sample. */
struct height_scale {
    double scale, offset;
};

/* The height of a sample. The only place of the formula: making an image must compare with exactly
 * what readers get. */
static inline float height_of(const struct height_scale *by, uint16_t sample)
{
    return rounded_to_float(by->offset + rounded_to_double(by->scale * sample));
}

static inline uint16_t sample_of(const struct height_scale *by, float height)
{
    double sample = rint(rounded_to_double((height - by->offset) / by->scale));
    return sample > 0 ? (uint16_t)(sample < LARGEST_SAMPLE ? sample : LARGEST_SAMPLE) : 0;
}

/* A float that is not less than the number: for errors, "at most" must hold. */
static inline float float_from_above(double number)
{
    float near = rounded_to_float(number);
    return near < number ? nextafterf(near, INFINITY) : near;
}

/* Finds a scale that reproduces every finite height. Returns false if there is none; *status says
 * if memory was the reason. */
bool find_exact_scale(const float *values, size_t count, const ow_options *options,
                      struct height_scale *found, ow_status *status);

/* The range of the finite heights. Returns false if there are none. */
bool find_range(const float *values, size_t count, float *least, float *most);

#endif
