/* What the rows of the benchmark share. */
#ifndef OW_BENCH_BENCH_H
#define OW_BENCH_BENCH_H

#include <overworld/overworld.h>

enum { RUNS = 7 };

/* One line of the result. */
struct row {
    const char *name;
    double seconds;       /* median of RUNS */
    double ratio;         /* median of its speed beside that of the limit, run right before each */
    uint64_t bytes;       /* that it went through, for its speed */
    uint64_t peak_memory; /* bytes, 0 where nothing was measured */
    bool process;         /* a whole process, beside `cat` */
};

double seconds_now(void);

/* Median of RUNS durations; sorts them. */
double median(double durations[RUNS]);

/* Runs `limit` and then a command, RUNS times, their output thrown away unless they write files of
 * their own; both went through row->bytes. Fills seconds, ratio and peak_memory; false when one of
 * them failed. */
bool run_process(const char *const limit[], uint64_t limit_bytes, const char *const arguments[],
                 struct row *row);

#endif
