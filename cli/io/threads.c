/* The threads of --jobs. */
#include "io/threads.h"

#include "../../files/processors.h"
#include "terminal/terminal.h"

/* Smaller inputs are done before a thread has started. */
enum { WORTH_THREADS = 4 << 20 };

static unsigned jobs = 1; /* 0: as many as processors */
static ow_pool *pool;

bool read_jobs(const struct arguments *arguments)
{
    unsigned long long number = 0;
    const char *asked = option_value(arguments, "jobs");
    if (!has_option(arguments->verb, "jobs") || arguments->verb->confines_itself)
        return true;
    if (!option_number(arguments, "jobs", &number))
        return false;
    if (asked && (number == 0 || number > OW_POOL_MOST)) {
        complain("--jobs takes a number from 1 to %d, not \"%s\"", OW_POOL_MOST, asked);
        return false;
    }
    bool is_confined = option_set(arguments, "sandbox");
    if (is_confined && number > 1) {
        complain("--sandbox leaves no threads; leave out --jobs");
        return false;
    }
    jobs = is_confined ? 1 : (unsigned)number;
    return true;
}

const ow_pool *threads_for(size_t size)
{
    unsigned count = jobs ? jobs : size < WORTH_THREADS ? 1 : processor_count();
    count = count < OW_POOL_MOST ? count : OW_POOL_MOST;
    if (count > 1 && !pool)
        ow_pool_open(count, NULL, &pool, NULL); /* without memory, one thread does */
    return count > 1 ? pool : NULL;
}

void end_threads(void)
{
    ow_pool_close(pool);
    pool = NULL;
}
