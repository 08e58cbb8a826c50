/* A sketch of a world's records, used to find likely copies. */
#include "sketch.h"

#include <stddef.h>
#include <string.h>

enum {
    BINS_OF_BANDS = SKETCH_BANDS * BAND_ROWS,
    BINS_OF_ROW = SKETCH_BITS / BINS_OF_BANDS,
    BANDS_AT = COUNT_SIZE,
    BITS_AT = BANDS_AT + SKETCH_BANDS * BAND_SIZE
};

_Static_assert(SKETCH_BITS % BINS_OF_BANDS == 0 && SKETCH_BITS % 6 == 0 && BINS_OF_BANDS % 6 == 0,
               "bins are divided evenly, and into steps that share no divisor with their number");

/* Mixes all bits (the end of splitmix64). */
static uint64_t scramble(uint64_t number)
{
    number = (number ^ number >> 30) * 0xbf58476d1ce4e5b9;
    number = (number ^ number >> 27) * 0x94d049bb133111eb;
    return number ^ number >> 31;
}

void sketch_begin(struct sketch *sketch)
{
    memset(sketch->least, 0xff, sizeof sketch->least);
    sketch->count = 0;
}

void sketch_add(struct sketch *sketch, uint64_t mixed)
{
    size_t bin = (size_t)((mixed >> 32) * SKETCH_BITS >> 32);
    uint64_t order = mixed << 32 | mixed >> 32; /* the lower half, which did not choose the bin */
    if (order < sketch->least[bin])
        sketch->least[bin] = order;
    sketch->count++;
}

/* An empty bin takes the record of another one. Each bin tries the others in an order of its own,
 * the same in every sketch, so similar worlds still agree. At least one bin is filled. The numbers
 * of bins have no divisors but 2 and 3, so a step of 6n + 1 or 6n + 5 reaches all of them. */
static uint64_t record_of(const uint64_t *least, size_t bins, size_t bin)
{
    uint64_t chance = scramble(bin + 1);
    size_t step = (size_t)(6 * (chance % (bins / 6)) + (chance >> 63 ? 5 : 1));
    while (least[bin] == UINT64_MAX)
        bin = (bin + step) % bins;
    return least[bin];
}

/* A number with six bits for its size and ten for its first digits. */
static void put_count(uint64_t count, uint8_t bytes[COUNT_SIZE])
{
    unsigned shift = 0;
    while (count >> shift > 0x3ff)
        shift++;
    unsigned packed = shift << 10 | (unsigned)(count >> shift);
    bytes[0] = (uint8_t)packed;
    bytes[1] = (uint8_t)(packed >> 8);
}

static double count_of(const uint8_t bytes[COUNT_SIZE])
{
    unsigned packed = bytes[0] | (unsigned)bytes[1] << 8;
    return (double)((uint64_t)(packed & 0x3ff) << (packed >> 10));
}

static void put_bands(const struct sketch *sketch, uint8_t *bytes)
{
    uint64_t rows[BINS_OF_BANDS];
    memset(rows, 0xff, sizeof rows);
    for (size_t bin = 0; bin < SKETCH_BITS; bin++)
        if (sketch->least[bin] < rows[bin / BINS_OF_ROW])
            rows[bin / BINS_OF_ROW] = sketch->least[bin];
    for (size_t band = 0; band < SKETCH_BANDS; band++) {
        uint64_t mixed = band;
        for (size_t row = band * BAND_ROWS; row < (band + 1) * BAND_ROWS; row++)
            mixed = scramble(mixed ^ record_of(rows, BINS_OF_BANDS, row)) + row;
        for (size_t i = 0; i < BAND_SIZE; i++)
            bytes[band * BAND_SIZE + i] = (uint8_t)(mixed >> 8 * i);
    }
}

bool sketch_finish(const struct sketch *sketch, uint8_t bytes[SKETCH_SIZE])
{
    if (sketch->count < SKETCH_LEAST)
        return false;
    memset(bytes, 0, SKETCH_SIZE);
    put_count(sketch->count, bytes);
    put_bands(sketch, bytes + BANDS_AT);
    for (size_t bin = 0; bin < SKETCH_BITS; bin++) {
        uint64_t mixed = scramble(record_of(sketch->least, SKETCH_BITS, bin) + bin);
        bytes[BITS_AT + bin / 8] |= (uint8_t)((mixed & 1) << bin % 8);
    }
    return true;
}

/* SQLite needs six bytes for a number of 48 bits with a sign, and eight for a larger one. */
void sketch_bands(const uint8_t bytes[SKETCH_SIZE], int64_t bands[SKETCH_BANDS])
{
    for (size_t band = 0; band < SKETCH_BANDS; band++) {
        int64_t number = 0;
        for (size_t i = BAND_SIZE; i-- > 0;)
            number = number << 8 | bytes[BANDS_AT + band * BAND_SIZE + i];
        bands[band] = number - ((int64_t)1 << (8 * BAND_SIZE - 1));
    }
}

static unsigned differing_bits(const uint8_t *first, const uint8_t *second)
{
    unsigned count = 0;
    for (size_t i = BITS_AT; i < SKETCH_SIZE; i++)
        for (unsigned bits = first[i] ^ second[i]; bits; bits &= bits - 1)
            count++;
    return count;
}

unsigned sketch_percent(const uint8_t first[SKETCH_SIZE], const uint8_t second[SKETCH_SIZE])
{
    double similarity = 1 - 2.0 * differing_bits(first, second) / SKETCH_BITS;
    double sizes[] = {count_of(first), count_of(second)};
    double larger = sizes[0] > sizes[1] ? sizes[0] : sizes[1];
    if (similarity <= 0 || larger <= 0)
        return 0;
    double common = similarity / (1 + similarity) * (sizes[0] + sizes[1]);
    return common >= larger ? 100 : (unsigned)(100 * common / larger + 0.5);
}
