/* Whole processes, timed from outside, with the peak memory that the system counted. */
#define _DEFAULT_SOURCE
#include "bench.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t start(const char *const arguments[])
{
    pid_t child = fork();
    if (child != 0)
        return child;
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere < 0 || dup2(nowhere, STDOUT_FILENO) < 0)
        _exit(127);
    execvp(arguments[0], (char *const *)(const void *)arguments);
    _exit(127);
}

/* Seconds that one run took, negative when it failed. */
static double run_once(const char *const arguments[], uint64_t *peak_memory)
{
    double began = seconds_now();
    struct rusage usage;
    int status;
    pid_t child = start(arguments);
    /* 1 is that of a diff that finds something. */
    if (child < 0 || wait4(child, &status, 0, &usage) != child || !WIFEXITED(status) ||
        WEXITSTATUS(status) > 1) {
        fprintf(stderr, "bench: %s %s failed\n", arguments[0], arguments[1]);
        return -1;
    }
    uint64_t peak = (uint64_t)usage.ru_maxrss * 1024;
    *peak_memory = peak > *peak_memory ? peak : *peak_memory;
    return seconds_now() - began;
}

bool run_process(const char *const limit[], uint64_t limit_bytes, const char *const arguments[],
                 struct row *row)
{
    double durations[MOST_RUNS], ratios[MOST_RUNS], began = seconds_now();
    for (int run = 0; runs_again(run, began); run++) {
        uint64_t ignored = 0;
        double limit_seconds = run_once(limit, &ignored);
        durations[run] = run_once(arguments, &row->peak_memory);
        if (limit_seconds < 0 || durations[run] < 0)
            return false;
        ratios[run] = (double)row->bytes / durations[run] / ((double)limit_bytes / limit_seconds);
        row->runs = run + 1;
    }
    row->seconds = median(durations, row->runs);
    row->ratio = median(ratios, row->runs);
    row->process = true;
    return true;
}
