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

bool run_process(const char *const arguments[], struct row *row)
{
    double durations[RUNS];
    for (int run = 0; run < RUNS; run++) {
        double began = seconds_now();
        struct rusage usage;
        int status;
        pid_t child = start(arguments);
        if (child < 0 || wait4(child, &status, 0, &usage) != child || status != 0) {
            fprintf(stderr, "bench: %s %s failed\n", arguments[0], arguments[1]);
            return false;
        }
        durations[run] = seconds_now() - began;
        uint64_t peak = (uint64_t)usage.ru_maxrss * 1024;
        row->peak_memory = peak > row->peak_memory ? peak : row->peak_memory;
    }
    row->seconds = median(durations);
    row->process = true;
    return true;
}
