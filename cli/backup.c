/* The old file, kept where a new one takes its place. */
#include "backup.h"

#include "terminal.h"
#include "verb.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int report_not_kept(const char *path)
{
    if (errno == EEXIST)
        complain("%s: is there already; add --force to replace it, or give --backup another suffix",
                 path);
    else
        complain("%s: the old file cannot be kept here: %s", path, strerror(errno));
    return EXIT_FILES;
}

static bool copy_bytes(int from, int to)
{
    char bytes[1 << 16];
    for (;;) {
        ssize_t size = read(from, bytes, sizeof bytes);
        if (size < 0 && errno == EINTR)
            continue;
        if (size <= 0)
            return size == 0;
        if (!write_whole(to, bytes, (size_t)size))
            return false;
    }
}

static bool copy_file(int folder, const char *file, const char *path)
{
    int from = openat(folder, file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    int to = from < 0 ? -1 : openat(folder, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool copied = to >= 0 && copy_bytes(from, to) && fsync(to) == 0;
    int problem = errno;
    if (from >= 0)
        close(from);
    if (to >= 0 && close(to) != 0 && copied) {
        problem = errno;
        copied = false;
    }
    if (to >= 0 && !copied)
        unlinkat(folder, path, 0);
    errno = problem;
    return copied;
}

static bool keep(int folder, const char *file, const char *path)
{
    if (linkat(folder, file, folder, path, 0) == 0)
        return true;
    bool knows_no_links = errno == EPERM || errno == ENOSYS || errno == EOPNOTSUPP;
    return knows_no_links && copy_file(folder, file, path);
}

int keep_backup(struct output_file *output, const char *suffix, bool replace)
{
    const char *file = output->file;
    if (!suffix || !file)
        return EXIT_FINE;
    size_t size = strlen(file) + strlen(suffix) + 1;
    char *path = malloc(size);
    if (!path) {
        complain("not enough memory");
        return EXIT_FILES;
    }
    snprintf(path, size, "%s%s", file, suffix);
    const char *name = path + (output->name - file);
    if (replace && *suffix)
        unlinkat(output->folder, name, 0);
    int status = keep(output->folder, output->name, name) ? EXIT_FINE : report_not_kept(path);
    free(path);
    return status;
}
