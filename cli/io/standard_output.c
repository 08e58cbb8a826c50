/* Standard output that continues interrupted writes. */
#define _GNU_SOURCE /* fopencookie */
#include "io/output.h"
#include "terminal/terminal.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

bool write_whole(int descriptor, const void *data, size_t size)
{
    const char *at = data;
    while (size > 0) {
        ssize_t done = write(descriptor, at, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0)
            return false;
        at += done;
        size -= (size_t)done;
    }
    return true;
}

static int first_problem;

int standard_output_problem(void)
{
    return first_problem ? first_problem : errno;
}

#ifdef __GLIBC__

static ssize_t write_part(void *context, const char *data, size_t size)
{
    (void)context;
    if (write_whole(STDOUT_FILENO, data, size))
        return (ssize_t)size;
    first_problem = first_problem ? first_problem : errno;
    return 0;
}

/* A stream of the C library drops its buffer if a write is interrupted. If the library allows it,
 * the stream gets a write function of our own. */
void guard_standard_output(void)
{
    FILE *stream = fopencookie(NULL, "w", (cookie_io_functions_t){.write = write_part});
    if (!stream)
        return;
    setvbuf(stream, NULL, is_terminal(STDOUT_FILENO) ? _IOLBF : _IOFBF, 1 << 16);
    stdout = stream;
}

#else

/* The buffers of other C libraries are small. */
void guard_standard_output(void)
{
    static char buffer[1 << 16];
    setvbuf(stdout, buffer, is_terminal(STDOUT_FILENO) ? _IOLBF : _IOFBF, sizeof buffer);
}

#endif

static bool write_to_stdout(void *context, const void *data, size_t size)
{
    (void)context;
    return print_data(data, size);
}

ow_sink standard_output(void)
{
    return (ow_sink){.write = write_to_stdout};
}
