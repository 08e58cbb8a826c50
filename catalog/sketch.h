/* A sketch of a world's records, used to find likely copies (one permutation MinHash). Each record
 * gives a number, made of what the record is and where it stands. The numbers are divided into
 * SKETCH_BINS shares, and the least of each share is kept. Two worlds agree in about the same share
 * of bins as they have records in common. */
#ifndef OW_CATALOG_SKETCH_H
#define OW_CATALOG_SKETCH_H

#include <stdbool.h>
#include <stdint.h>

enum { SKETCH_BINS = 16, SKETCH_BANDS = 4, SKETCH_SIZE = SKETCH_BINS * 4, SKETCH_LEAST = 16 };

struct sketch {
    uint32_t least[SKETCH_BINS];
    bool filled[SKETCH_BINS];
    uint64_t count;
};

/* Initialise with zeros. */
void sketch_add(struct sketch *sketch, uint64_t mixed);

/* Writes the sketch as bytes, and for each band a number that two worlds share if they agree in all
 * bins of the band. Returns false for fewer than SKETCH_LEAST records, which are too few to
 * compare. */
bool sketch_finish(struct sketch *sketch, uint8_t bytes[SKETCH_SIZE], int64_t bands[SKETCH_BANDS]);

/* The same numbers, from a sketch as bytes. */
void sketch_bands(const uint8_t bytes[SKETCH_SIZE], int64_t bands[SKETCH_BANDS]);

/* Counts the bins in which two sketches agree. */
unsigned sketch_agreement(const uint8_t first[SKETCH_SIZE], const uint8_t second[SKETCH_SIZE]);

#endif
