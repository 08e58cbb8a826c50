/* Moves a written file to its place: without replacing anything, or replacing the old file. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* sync_file_range */
#endif
#include "io/output_place.h"

#include "io/output.h"
#include "terminal/terminal.h"
#include "verb.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* mkstemp creates files that only the owner can read. Sets the permissions of a new file, or the
 * permissions and, if allowed, the owner of the replaced file. */
static bool set_permissions(int descriptor, const struct stat *old)
{
    mode_t mask = umask(0);
    umask(mask);
    if (!old)
        return fchmod(descriptor, 0666 & ~mask) == 0;
    bool owned = fchown(descriptor, old->st_uid, old->st_gid) == 0;
    return fchmod(descriptor, old->st_mode & (owned ? 07777 : 0777)) == 0;
}

/* Calls the system by number: the C libraries of current systems are older than the call, or hide
 * it. */
static bool rename_to_new(int folder, const char *from, const char *to)
{
#ifdef SYS_renameat2
    enum { NO_REPLACE = 1 };
    return syscall(SYS_renameat2, folder, from, folder, to, NO_REPLACE) == 0;
#else
    (void)folder;
    (void)from;
    (void)to;
    errno = ENOSYS;
    return false;
#endif
}

static bool link_to_new(int folder, const char *from, const char *to)
{
    if (linkat(folder, from, folder, to, 0) != 0)
        return false;
    unlinkat(folder, from, 0);
    return true;
}

/* Creates an empty file with the name and then replaces it. A file that somebody else puts in its
 * place in between is lost: this is the only remaining gap, on file systems without either of the
 * ways above. Signals are blocked, so that none leaves the empty file. */
static bool rename_to_reserved(int folder, const char *from, const char *to)
{
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    int reserved = openat(folder, to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool done = reserved >= 0 && renameat(folder, from, folder, to) == 0;
    int problem = errno;
    if (reserved >= 0)
        close(reserved);
    if (reserved >= 0 && !done)
        unlinkat(folder, to, 0);
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = problem;
    return done;
}

/* A file that exists when the name is taken stays, whoever created it and whenever. */
static bool move_to_new(int folder, const char *from, const char *to)
{
    return rename_to_new(folder, from, to) ||
           (errno != EEXIST && (link_to_new(folder, from, to) ||
                                (errno != EEXIST && rename_to_reserved(folder, from, to))));
}

static const struct stat *old_file(const struct output_file *output, struct stat *about)
{
    bool is_there =
        output->replace && fstatat(output->folder, output->name, about, AT_SYMLINK_NOFOLLOW) == 0;
    return is_there ? about : NULL;
}

unsigned long output_other_names(const struct output_file *output)
{
    struct stat about;
    const struct stat *old = old_file(output, &about);
    return old ? (unsigned long)old->st_nlink - 1 : 0;
}

void begin_to_sync(int descriptor, uint64_t offset, size_t size)
{
#if defined(__linux__) && defined(SYNC_FILE_RANGE_WRITE)
    (void)sync_file_range(descriptor, (off_t)offset, (off_t)size, SYNC_FILE_RANGE_WRITE);
#else
    (void)descriptor, (void)offset, (void)size;
#endif
}

bool output_place(struct output_file *output)
{
    struct stat about;
    int folder = output->folder;
    const char *temporary = output->temporary.name;
    const struct stat *old = old_file(output, &about);
    if (!set_permissions(output->descriptor, old) || fsync(output->descriptor) != 0)
        return false;
    int closed = close(output->descriptor);
    output->descriptor = -1;
    if (closed != 0 && errno != EINTR)
        return false;
    return output->replace ? renameat(folder, temporary, folder, output->name) == 0
                           : move_to_new(folder, temporary, output->name);
}

/* It does not matter if a folder cannot be synced because it is not readable or because its file
 * system does not support it. */
static bool is_no_loss(int problem)
{
    return problem == EACCES || problem == EINVAL || problem == ENOTSUP || problem == ENOSYS;
}

bool sync_folder(int folder)
{
    int opened = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool synced = opened >= 0 && fsync(opened) == 0;
    int problem = errno;
    if (opened >= 0)
        close(opened);
    errno = problem;
    return synced || is_no_loss(problem);
}

/* The replaced file must be the one that was read, and two runs must not replace it at once. */

/* Limits the wait for another run, which locks a folder while it renames a file. */
enum { MOST_WAITS = 1000, WAIT_MILLISECONDS = 10 };

/* Locks the folder, not the file: the new file replaces the old one, and a user may have locked the
 * file itself. Returns false if another program keeps the folder locked. A folder that cannot be
 * locked, for lack of permission or support, is not. */
static bool lock_folder(struct output_file *output)
{
    const struct timespec moment = {.tv_nsec = WAIT_MILLISECONDS * 1000000L};
    output->held = openat(output->folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (int waits = 0; output->held >= 0 && flock(output->held, LOCK_EX | LOCK_NB) != 0; waits++) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return true;
        if (waits == MOST_WAITS)
            return false;
        nanosleep(&moment, NULL);
    }
    return true;
}

int output_file_hold(struct output_file *output, const struct file_mark *read)
{
    struct stat about;
    struct file_mark now = {0};
    if (output->folder < 0 || !read->is_known)
        return EXIT_FINE;
    if (!lock_folder(output)) {
        complain("%s: nothing was written: another program has locked its folder", output->path);
        return EXIT_FILES;
    }
    if (fstatat(output->folder, output->name, &about, AT_SYMLINK_NOFOLLOW) == 0) {
        now = mark_of(&about);
    } else if (errno != ENOENT) {
        complain("%s: nothing was written: %s", output->path, strerror(errno));
        return EXIT_FILES;
    }
    if (is_same_mark(read, &now))
        return EXIT_FINE;
    complain("%s: nothing was written: another program has changed the file since it was read; "
             "run the command again",
             output->path);
    return EXIT_FILES;
}

/* Keeps the old file as a backup. */

static int report_not_kept(const char *path)
{
    if (errno == EEXIST)
        complain("%s: already exists; add --force to replace it, or give --backup another suffix",
                 path);
    else
        complain("%s: the old file cannot be kept under this name: %s", path, strerror(errno));
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
