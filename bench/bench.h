/* What the parts of the benchmark share. */
#ifndef OW_BENCH_BENCH_H
#define OW_BENCH_BENCH_H

#include <overworld/overworld.h>

enum { MOST_RUNS = 7, LEAST_RUNS = 3, MOST_ROWS = 40 };

/* A row is run MOST_RUNS times as far as it takes no more seconds than USUAL_SECONDS, LEAST_RUNS
 * times where no more than LONG_SECONDS, and once in any case. */
#define USUAL_SECONDS 3.0
#define LONG_SECONDS  15.0

/* One line of the result. */
struct row {
    const char *name;
    double seconds; /* median of its runs */
    int runs;
    double ratio;         /* median of its speed beside that of the limit, run right before each */
    uint64_t bytes;       /* that it went through, for its speed */
    uint64_t peak_memory; /* bytes, 0 where nothing was measured */
    bool process;         /* a whole process, beside `cat` */
};

/* A file that is made to be measured. The same size gives the same bytes. */
struct subject {
    const char *name, *what;
    bool (*make)(size_t size, ow_buffer *file); /* false when memory is short */
    size_t size;                                /* in bytes, or in records: as `make` takes it */
    unsigned copies; /* how many files of the same bytes are gone through in one run; 0: one */
    bool all;        /* with JSON, streaming and whole processes; else reading and writing alone */
};

/* The subjects; ends with a row without a name. */
extern const struct subject subjects[];

/* What came of one subject. */
struct result {
    struct row rows[MOST_ROWS];
    size_t count, file_size, json_size;
};

double seconds_now(void);

/* Median of durations; sorts them. */
double median(double durations[], int runs);

/* Whether a row that began at `began` and had `runs` runs has another. */
bool runs_again(int runs, double began);

/* The library's rows on a subject, in a process of its own: a command started from here must not
 * inherit the memory that they need, which the system would count as its own. Leaves the file at
 * `path`. */
bool measure_library(const struct subject *subject, size_t size, const char *path,
                     struct result *result);

/* Runs `limit` and then a command, several times, their output thrown away unless they write
 * files of their own; both went through row->bytes. Fills seconds, ratio and peak_memory; false
 * when one of them failed. */
bool run_process(const char *const limit[], uint64_t limit_bytes, const char *const arguments[],
                 struct row *row);

#endif
