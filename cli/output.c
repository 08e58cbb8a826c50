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

void output_remove_leftover(void)
{
    if (leftover)
        unlink(leftover);
}

static void on_interrupt(int number)
{
    output_remove_leftover();
    signal(number, SIG_DFL);
    raise(number);
}

/* A signal that was ignored before, as nohup does with SIGHUP, stays so. A file that grows past
 * its limit is an error of write, not a reason to die. */
static void guard_leftover(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (signal(numbers[i], on_interrupt) == SIG_IGN)
            signal(numbers[i], SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
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

static bool write_to_memory(void *context, const void *data, size_t size)
{
    ow_buffer *buffer = context;
    if (buffer->capacity - buffer->size < size) {
        size_t capacity = (buffer->size + size) * 2;
        uint8_t *larger = realloc(buffer->data, capacity);
        if (!larger)
            return false;
        buffer->data = larger;
        buffer->capacity = capacity;
    }
    if (size > 0)
        memcpy(buffer->data + buffer->size, data, size);
    buffer->size += size;
    return true;
}

ow_sink sink_to_memory(ow_buffer *buffer)
{
    return (ow_sink){.context = buffer, .write = write_to_memory};
}

ow_sink standard_output(void)
{
    return (ow_sink){.write = write_to_stdout};
}

static int failed(struct output_file *output, const char *what)
{
    complain("%s: %s: %s", output->path, what, strerror(errno));
    output_file_abandon(output);
    return EXIT_FILES;
}

/* `file` seen from the folder that `beside` lies in. */
static char *path_beside(const char *beside, const char *file)
{
    const char *slash = *file == '/' ? NULL : strrchr(beside, '/');
    size_t folder = slash ? (size_t)(slash - beside) + 1 : 0, size = strlen(file) + 1;
    char *path = malloc(folder + size);
    if (path) {
        memcpy(path, beside, folder);
        memcpy(path + folder, file, size);
    }
    return path;
}

/* The file behind a path's symbolic links, which need not exist yet. NULL with errno. */
static char *follow_links(const char *path)
{
    enum { MOST_LINKS = 40 };
    char target[4096], *file = strdup(path);
    for (int links = 0; file; links++) {
        ssize_t size = readlink(file, target, sizeof target - 1);
        if (size < 0)
            return file;
        target[size] = '\0';
        char *next = links < MOST_LINKS ? path_beside(file, target) : NULL;
        if (links == MOST_LINKS)
            errno = ELOOP;
        free(file);
        file = next;
    }
    return NULL;
}

/* Its name does not grow with the file's, which may be as long as names can be. */
static bool open_temporary(struct output_file *output)
{
    output->temporary = path_beside(output->file, ".overworld.XXXXXX");
    if (!output->temporary)
        return false;
    leftover = output->temporary;
    guard_leftover();
    output->descriptor = mkstemp(output->temporary);
    return output->descriptor >= 0;
}

int output_file_open(const char *path, struct output_file *output)
{
    struct stat about;
    *output = (struct output_file){.descriptor = STDOUT_FILENO};
    output->sink = (ow_sink){.context = output, .write = write_to_file};
    if (strcmp(path, "-") == 0)
        return EXIT_FINE;
    output->path = path;
    output->descriptor = -1;
    /* A pipe or a device is written to, not replaced. */
    bool direct = stat(path, &about) == 0 && !S_ISREG(about.st_mode);
    if (direct)
        output->descriptor = open(path, O_WRONLY | O_CLOEXEC);
    else if ((output->file = follow_links(path)))
        open_temporary(output);
    if (output->descriptor >= 0)
        return EXIT_FINE;
    return failed(output,
                  errno == ENOENT ? "cannot be made, its folder is missing" : "cannot be written");
}

/* mkstemp makes files that nobody else can read: give them the permissions of any new file, or of
 * the file that is replaced, and its owner where the system lets us. */
static bool set_permissions(const struct output_file *output)
{
    struct stat old;
    mode_t mask = umask(0);
    umask(mask);
    if (stat(output->file, &old) != 0)
        return fchmod(output->descriptor, 0666 & ~mask) == 0;
    bool owned = fchown(output->descriptor, old.st_uid, old.st_gid) == 0;
    return fchmod(output->descriptor, old.st_mode & (owned ? 07777 : 0777)) == 0;
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

static void forget_temporary(struct output_file *output)
{
    leftover = NULL;
    free(output->temporary);
    free(output->file);
    output->temporary = output->file = NULL;
}

int output_file_commit(struct output_file *output)
{
    if (!output->path)
        return EXIT_FINE;
    if (output->temporary && (!set_permissions(output) || fsync(output->descriptor) != 0))
        return failed(output, "cannot be written");
    int closed = close(output->descriptor);
    output->descriptor = -1;
    if (closed != 0 || (output->temporary && rename(output->temporary, output->file) != 0))
        return failed(output, "cannot be written");
    if (output->temporary)
        sync_folder(output->file);
    forget_temporary(output);
    return EXIT_FINE;
}

void output_file_abandon(struct output_file *output)
{
    if (output->problem)
        complain("%s: cannot be written: %s", output->path ? output->path : "standard output",
                 strerror(output->problem));
    if (!output->path)
        return;
    if (output->descriptor >= 0)
        close(output->descriptor);
    if (output->temporary)
        unlink(output->temporary);
    forget_temporary(output);
}
