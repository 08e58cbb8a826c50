/* A sketch of what a world holds, by which likely copies are found: of every record a number is
 * made of what it is and where it stands, and of each of SKETCH_BINS shares of these numbers the
 * least is kept. Two worlds agree in about as many bins as the share of records that they have
 * in common (one permutation MinHash). */
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

/* Begins as all zero. */
void sketch_add(struct sketch *sketch, uint64_t mixed);

/* The sketch as bytes, and of each band a number that is the same for two worlds which agree in
 * all bins of the band. False for a world of fewer than SKETCH_LEAST records, which says too
 * little. */
bool sketch_finish(struct sketch *sketch, uint8_t bytes[SKETCH_SIZE], int64_t bands[SKETCH_BANDS]);

/* In how many bins two sketches agree. */
unsigned sketch_agreement(const uint8_t first[SKETCH_SIZE], const uint8_t second[SKETCH_SIZE]);

#endif
