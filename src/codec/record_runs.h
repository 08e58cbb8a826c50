/* Lists of a document that another one takes over as they are, and parts of it that are told alone: what a
 * change needs beside the JSON of what is new. */
#ifndef OW_SRC_CODEC_RECORD_RUNS_H
#define OW_SRC_CODEC_RECORD_RUNS_H

#include "path.h"

/* Neighbours in a list of records or numbers. `kind` is how the layout has them: only a list of that kind
 * can take them over. */
struct record_run {
    const void *records; /* NULL: there are none that could be taken over */
    uint64_t count;
    size_t record_size;
    const char *kind;
};

/* Runs that a JSON text refers to: in the place of such an element it has a string of this character, which
 * no JSON text may have there, and the number of the run in decimal digits. */
#define RUN_MARK '\x01'

struct record_runs {
    const struct record_run *runs;
    uint32_t count;
    bool is_misplaced; /* set where one stands in a list of another kind */
};

/* A part of a document that is told alone: of each list on the way to it one element. */
struct part_request {
    uint32_t indexes
        [PATH_DEPTH]; /* by step of its JSON Pointer; where that is a name they do not count */
    unsigned depth;   /* how many steps; 0: the whole document */

    /* Where the part is a list, which of its elements are wanted: `count` of them from `first` on; a count of 0:
     * all. Some lists are told whole all the same. */
    uint64_t first, count;

    bool has_sizes; /* the true sizes of sections are known, though a part is told */

    /* Of the array that has just begun, for the visitor. */
    struct record_run list;
};

#endif
