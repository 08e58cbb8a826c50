/* What the rows of the benchmark share. */
#ifndef OW_BENCH_BENCH_H
#define OW_BENCH_BENCH_H

#include <overworld/overworld.h>

enum { RUNS = 7 };

/* One line of the result. */
struct row {
    const char *name;
    double seconds;       /* median of RUNS */
    uint64_t bytes;       /* that it went through, for its speed */
    uint64_t peak_memory; /* bytes, 0 where nothing was measured */
    bool process;         /* a whole process, beside `cat` */
};

double seconds_now(void);

/* Median of RUNS durations; sorts them. */
double median(double durations[RUNS]);

/* Runs a command RUNS times, its output thrown away unless it writes files of its own. Fills
 * seconds and peak_memory; false when it failed. */
bool run_process(const char *const arguments[], struct row *row);

#endif
