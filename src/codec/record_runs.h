/* Runs of records that one document takes over from another, and requests for parts of a document.
 * A change needs both besides the JSON of new values. */
#ifndef OW_SRC_CODEC_RECORD_RUNS_H
#define OW_SRC_CODEC_RECORD_RUNS_H

#include "path.h"

#include <string.h>

/* Consecutive records or numbers of a list. Only a list of the same `kind` can take them over. */
struct record_run {
    const void *records; /* NULL: nothing to take over */
    uint64_t count;
    size_t record_size;
    const char *kind; /* of records the call of their layout, of numbers a word such as "i32" */
};

static inline bool run_is_of_numbers(const struct record_run *run)
{
    return !strchr(run->kind, '(');
}

/* Runs that a JSON text refers to. In place of such an element it has a string of this character,
 * which is not allowed in JSON text, and the number of the run in decimal digits. */
#define RUN_MARK '\x01'

struct record_runs {
    const struct record_run *runs;
    uint32_t count;
    bool is_misplaced; /* set if a run is in a list of another kind */
};

/* The receiver of records and their bytes, one by one. */
struct record_receiver {
    /* Returns false to stop. */
    bool (*take)(void *context, const void *record, const uint8_t *bytes, size_t size);
    void *context;
};

/* A request for a part of a document: one element of each list on the path to it. */
struct part_request {
    uint32_t indexes[PATH_DEPTH]; /* by step of its JSON Pointer; ignored for names */
    unsigned depth;               /* number of steps; 0: the whole document */

    /* If the part is a list: `count` elements from `first` on; a count of 0: all. Some lists are
     * emitted whole nevertheless. */
    uint64_t first, count;

    bool has_sizes; /* the true sizes of sections are known, although only a part is emitted */

    /* The array that has just begun, for the visitor. */
    struct record_run list;
};

#endif
