/* A file on its way out: all of it or nothing. */
#include "output.h"

#include "terminal.h"
#include "verb.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* What an interrupted run has to take away. */
static char *volatile leftover;

static void on_interrupt(int number)
{
    if (leftover)
        unlink(leftover);
    signal(number, SIG_DFL);
    raise(number);
}

static bool write_to_file(void *context, const void *data, size_t size)
{
    struct output_file *output = context;
    const char *at = data;
    while (size > 0) {
        ssize_t done = write(output->descriptor, at, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done < 0) {
            output->problem = errno;
            return false;
        }
        at += done;
        size -= (size_t)done;
    }
    return true;
}

static bool write_to_stdout(void *context, const void *data, size_t size)
{
    (void)context;
    return fwrite(data, 1, size, stdout) == size;
}

ow_sink standard_output(void)
{
    return (ow_sink){NULL, write_to_stdout};
}

static int failed(struct output_file *output, const char *what)
{
    complain("%s: %s: %s", output->path, what, strerror(errno));
    output_file_abandon(output);
    return EXIT_FILES;
}

int output_file_open(const char *path, struct output_file *output)
{
    *output = (struct output_file){.descriptor = STDOUT_FILENO};
    output->sink = (ow_sink){output, write_to_file};
    if (strcmp(path, "-") == 0)
        return EXIT_FINE;
    output->path = path;
    size_t size = strlen(path) + sizeof ".XXXXXX";
    output->temporary = malloc(size);
    if (!output->temporary)
        return failed(output, "no memory");
    snprintf(output->temporary, size, "%s.XXXXXX", path);
    output->descriptor = mkstemp(output->temporary);
    if (output->descriptor < 0) {
        free(output->temporary);
        output->temporary = NULL;
        return failed(output, "cannot be created");
    }
    leftover = output->temporary;
    signal(SIGINT, on_interrupt);
    signal(SIGTERM, on_interrupt);
    signal(SIGHUP, on_interrupt);
    return EXIT_FINE;
}

/* mkstemp makes files that nobody else can read: give them the permissions of any new file, or of
 * the file that is replaced. */
static bool set_permissions(const struct output_file *output)
{
    struct stat old;
    mode_t mask = umask(0);
    umask(mask);
    mode_t mode = stat(output->path, &old) == 0 ? old.st_mode & 07777 : 0666 & ~mask;
    return fchmod(output->descriptor, mode) == 0;
}

/* The rename itself lasts only once the folder is on the disk. */
static void sync_folder(const char *path)
{
    char *copy = strdup(path);
    int folder = copy ? open(dirname(copy), O_RDONLY | O_CLOEXEC) : -1;
    if (folder >= 0) {
        fsync(folder);
        close(folder);
    }
    free(copy);
}

int output_file_commit(struct output_file *output)
{
    if (!output->path)
        return EXIT_FINE;
    if (!set_permissions(output) || fsync(output->descriptor) != 0)
        return failed(output, "cannot be written");
    int closed = close(output->descriptor);
    output->descriptor = -1;
    if (closed != 0 || rename(output->temporary, output->path) != 0)
        return failed(output, "cannot be written");
    leftover = NULL;
    sync_folder(output->path);
    free(output->temporary);
    output->temporary = NULL;
    return EXIT_FINE;
}

void output_file_abandon(struct output_file *output)
{
    if (output->problem)
        complain("%s cannot be written: %s", output->path ? output->path : "standard output",
                 strerror(output->problem));
    if (!output->path)
        return;
    if (output->descriptor >= 0)
        close(output->descriptor);
    if (output->temporary)
        unlink(output->temporary);
    leftover = NULL;
    free(output->temporary);
    output->temporary = NULL;
}
