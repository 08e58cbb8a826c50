/* How many processors this process may use. */
#include "processors.h"

#ifdef __linux__

#include <sched.h>

/* Those that it may use can be fewer than there are, as in a container. */
unsigned processor_count(void)
{
    cpu_set_t allowed;
    return sched_getaffinity(0, sizeof allowed, &allowed) == 0 ? (unsigned)CPU_COUNT(&allowed) : 1;
}

#else

#include <unistd.h>

unsigned processor_count(void)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}

#endif
