/* A third format made for tests: what the codecs set bounds to. It nests, has fields and has
 * records beyond them; the first byte says which. Run by each codec of src/codec/runs/. */
#ifndef OW_TESTS_CODEC_ODD_H
#define OW_TESTS_CODEC_ODD_H

#include "codec/runs.h"
#include "codec/verbs.h"

enum {
    ODD_DEPTH = 16,
    ODD_FIELDS = 64,
    ODD_RUN = 64,
    ODD_RUNS = 32,
    ODD_LISTS = 32,
    ODD_TOO_MANY = MOST_FIXED + 1
};

/* 2 KiB, in pieces that a layout reads at once. */
typedef struct odd_record {
    uint8_t runs[ODD_RUNS][ODD_RUN];
} odd_record;

typedef struct odd {
    uint8_t depth;  /* of objects in one another */
    uint8_t fields; /* in one object */
    /* 1 to 5: a fixed run is wider than a codec takes, each of other numbers; 6: many lists */
    uint8_t inmost;
    uint8_t values[ODD_FIELDS];
    uint32_t record_count;
    odd_record *records;
    uint8_t bytes[ODD_TOO_MANY];
    uint16_t words[ODD_TOO_MANY];
    int16_t signed_words[ODD_TOO_MANY];
    int32_t integers[ODD_TOO_MANY];
    float floats[ODD_TOO_MANY];
    uint8_t list_count;
    uint32_t record_counts[ODD_LISTS]; /* of each list */
    odd_record *lists[ODD_LISTS];
    uint64_t grid_count;
    float *grid;
} odd;

#define DOCUMENT odd

DECLARE_RUNS(odd);

#endif
