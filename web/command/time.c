/* Clocks and pauses. */
#include "host.h"

#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { SECOND = 1000000000 };

int clock_gettime(clockid_t clock, struct timespec *time)
{
    int64_t now = host_now(clock != CLOCK_REALTIME);
    *time = (struct timespec){.tv_sec = now / SECOND, .tv_nsec = (long)(now % SECOND)};
    return 0;
}

int __clock_gettime(clockid_t clock, struct timespec *time)
{
    return clock_gettime(clock, time);
}

time_t time(time_t *seconds)
{
    time_t now = host_now(0) / SECOND;
    if (seconds)
        *seconds = now;
    return now;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone)
{
    (void)zone;
    int64_t now = host_now(0);
    *time = (struct timeval){.tv_sec = now / SECOND, .tv_usec = (suseconds_t)(now % SECOND / 1000)};
    return 0;
}

int nanosleep(const struct timespec *pause, struct timespec *left)
{
    (void)left;
    host_sleep((double)pause->tv_sec * 1e3 + (double)pause->tv_nsec * 1e-6);
    return 0;
}

int usleep(unsigned microseconds)
{
    host_sleep(microseconds * 1e-3);
    return 0;
}
