/* One record of a file: what an issue refers to. */
#ifndef OW_SRC_CODEC_RECORD_PLACE_H
#define OW_SRC_CODEC_RECORD_PLACE_H

#include <stdint.h>

enum { MOST_INDEXES = 3 };

struct record_place {
    unsigned kind;             /* its row in RECORDS of the layout; another number: the document */
    uint32_t at[MOST_INDEXES]; /* an index for each "*" of its pointer */
    uint64_t offset;           /* where it begins */
};

#endif
