/* A sketch of a world's records, used to find likely copies. */
#include "sketch.h"

#include "digest.h"

#include <string.h>

void sketch_add(struct sketch *sketch, uint64_t mixed)
{
    unsigned bin = (unsigned)(mixed % SKETCH_BINS);
    uint32_t value = (uint32_t)(mixed >> 32);
    if (!sketch->filled[bin] || value < sketch->least[bin])
        sketch->least[bin] = value;
    sketch->filled[bin] = true;
    sketch->count++;
}

/* An empty bin borrows from the next filled one, with its distance, so similar worlds still
 * agree. */
static uint32_t value_of(const struct sketch *sketch, unsigned bin)
{
    unsigned steps = 0;
    while (!sketch->filled[(bin + steps) % SKETCH_BINS])
        steps++;
    return sketch->least[(bin + steps) % SKETCH_BINS] + steps * 0x9e3779b9u;
}

bool sketch_finish(struct sketch *sketch, uint8_t bytes[SKETCH_SIZE], int64_t bands[SKETCH_BANDS])
{
    if (sketch->count < SKETCH_LEAST)
        return false;
    for (unsigned bin = 0; bin < SKETCH_BINS; bin++) {
        uint32_t value = value_of(sketch, bin);
        for (unsigned i = 0; i < 4; i++)
            bytes[4 * bin + i] = (uint8_t)(value >> 8 * i);
    }
    sketch_bands(bytes, bands);
    return true;
}

void sketch_bands(const uint8_t bytes[SKETCH_SIZE], int64_t bands[SKETCH_BANDS])
{
    enum { BAND_SIZE = SKETCH_SIZE / SKETCH_BANDS };
    for (unsigned band = 0; band < SKETCH_BANDS;
         band++) /* positive, so that any database can hold it */
        bands[band] = (int64_t)(mix(band, bytes + BAND_SIZE * band, BAND_SIZE) >> 1);
}

unsigned sketch_agreement(const uint8_t first[SKETCH_SIZE], const uint8_t second[SKETCH_SIZE])
{
    unsigned count = 0;
    for (unsigned bin = 0; bin < SKETCH_BINS; bin++)
        count += memcmp(first + 4 * bin, second + 4 * bin, 4) == 0;
    return count;
}
