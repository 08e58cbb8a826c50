/* How many processors this process may use. */
#include "processors.h"

#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#endif

unsigned processor_count(void)
{
#ifdef __linux__
    cpu_set_t allowed; /* can be fewer than there are, as in a container */
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0)
        return (unsigned)CPU_COUNT(&allowed);
#endif
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}
