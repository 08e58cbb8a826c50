/* Heights as whole numbers of steps: which scale and offset give every height back. */
#ifndef OW_SRC_BASE_STEPS_H
#define OW_SRC_BASE_STEPS_H

#include "compiler.h"
#include "memory.h"

#include <overworld/heights.h>

#include <math.h>

enum { LARGEST_SAMPLE = 65535 };

/* How samples stand for heights: offset + scale * sample. */
struct height_scale {
    double scale, offset;
};

/* What a sample is read as. The only place of the formula: what is held against it when an image is
 * made must be what readers get. */
static inline float height_of(const struct height_scale *by, uint16_t sample)
{
    return rounded_to_float(by->offset + rounded_to_double(by->scale * sample));
}

static inline uint16_t sample_of(const struct height_scale *by, float height)
{
    double sample = rint(rounded_to_double((height - by->offset) / by->scale));
    return sample > 0 ? (uint16_t)(sample < LARGEST_SAMPLE ? sample : LARGEST_SAMPLE) : 0;
}

/* A float that is no less, for errors of heights: "at most" must hold. */
static inline float float_from_above(double number)
{
    float near = rounded_to_float(number);
    return near < number ? nextafterf(near, INFINITY) : near;
}

/* Finds a scale by which every finite height reads back as it is. False where none was found; *status
 * says whether memory was why. */
bool find_exact_scale(const float *values, size_t count, const ow_options *options,
                      struct height_scale *found, ow_status *status);

/* The least and the largest of the finite heights; false where there is none. */
bool find_range(const float *values, size_t count, float *least, float *most);

#endif
