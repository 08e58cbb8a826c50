#include "io/confine_stop.h"

#include "io/output.h"
#include "io/output_temporary.h"
#include "verb.h"

#include <stddef.h>
#include <string.h>
#include <unistd.h>

static unsigned limit;

void set_confined_seconds(unsigned seconds)
{
    limit = seconds;
}

static void write_error(const char *text)
{
    (void)write_whole(STDERR_FILENO, text, strlen(text));
}

static void write_number(unsigned long number)
{
    char digits[24];
    size_t at = sizeof digits - 1;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    write_error(digits + at);
}

void stop_confined(long call)
{
    write_error("overworld: stopped by --sandbox: ");
    if (call < 0) {
        write_error("the time limit of ");
        write_number(limit);
        write_error(" s is over; --timeout can allow more\n");
    } else {
        write_error("a bug, perhaps provoked by the file, attempted the forbidden system call ");
        write_number((unsigned long)call);
        write_error("; please report it\n");
    }
    temporary_remove_all();
    _exit(EXIT_STOPPED);
}
