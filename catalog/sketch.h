/* A sketch of a world's records, used to find likely copies: a one-permutation MinHash.
 *
 * Each record has a number, made of its type and its place. The numbers are divided into bins by
 * their upper half, and the record of a bin is the one with the least lower half. In each bin, two
 * worlds have the same record with a probability of J, the share of common records among all
 * records of both (the Jaccard similarity). If 90 of 100 records are equal, J is 90 / 110.
 *
 * The sketch keeps one bit of each of SKETCH_BITS bins, which agrees with a probability of
 * (1 + J) / 2. So the estimate of J has a standard deviation of 0.03 to 0.04. The bands take whole
 * records of wider bins, BAND_ROWS each: a band of two worlds is equal with a probability of J
 * to the power of BAND_ROWS. */
#ifndef OW_CATALOG_SKETCH_H
#define OW_CATALOG_SKETCH_H

#include <stdbool.h>
#include <stdint.h>

enum {
    SKETCH_BITS = 384,
    SKETCH_BANDS = 4,
    BAND_ROWS = 3,
    BAND_SIZE = 6,
    COUNT_SIZE = 2,
    SKETCH_SIZE = COUNT_SIZE + SKETCH_BANDS * BAND_SIZE + SKETCH_BITS / 8,
    SKETCH_LEAST = 10 /* records: of fewer, all are equal if 90 % are */
};

/* Initialise with sketch_begin. */
struct sketch {
    uint64_t least[SKETCH_BITS]; /* UINT64_MAX: the bin is empty */
    uint64_t count;
};

void sketch_begin(struct sketch *sketch);
void sketch_add(struct sketch *sketch, uint64_t mixed);

/* Writes the sketch as bytes: the number of records, the bands and the bits. Returns false for
 * fewer than SKETCH_LEAST records, which are too few to compare. */
bool sketch_finish(const struct sketch *sketch, uint8_t bytes[SKETCH_SIZE]);

/* The bands of a sketch. Two worlds that are alike have one of them in common, mostly. */
void sketch_bands(const uint8_t bytes[SKETCH_SIZE], int64_t bands[SKETCH_BANDS]);

/* Estimates how many percent of the records of the larger world are in the other one too. */
unsigned sketch_percent(const uint8_t first[SKETCH_SIZE], const uint8_t second[SKETCH_SIZE]);

#endif
