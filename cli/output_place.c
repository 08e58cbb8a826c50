/* A written file takes its place: beside nothing it may replace, or in place of what was there. */
#include "output_place.h"

#include "terminal.h"
#include "verb.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* mkstemp makes files that nobody else can read: give them the permissions of any new file, or of
 * the file that is replaced, and its owner where the system lets us. */
static bool set_permissions(int descriptor, const struct stat *old)
{
    mode_t mask = umask(0);
    umask(mask);
    if (!old)
        return fchmod(descriptor, 0666 & ~mask) == 0;
    bool owned = fchown(descriptor, old->st_uid, old->st_gid) == 0;
    return fchmod(descriptor, old->st_mode & (owned ? 07777 : 0777)) == 0;
}

/* By number: the C libraries of today's systems are older than the call, or hide it. */
static bool rename_to_new(const char *from, const char *to)
{
#ifdef SYS_renameat2
    enum { NO_REPLACE = 1 };
    return syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, NO_REPLACE) == 0;
#else
    (void)from;
    (void)to;
    errno = ENOSYS;
    return false;
#endif
}

static bool link_to_new(const char *from, const char *to)
{
    if (link(from, to) != 0)
        return false;
    unlink(from);
    return true;
}

/* Takes the name with an empty file, which is then replaced. What somebody else puts in place of that
 * empty file in between is lost: the one gap that is left, on file systems that have neither of the ways
 * above. No signal may leave the empty file behind. */
static bool rename_to_reserved(const char *from, const char *to)
{
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    int reserved = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    bool done = reserved >= 0 && rename(from, to) == 0;
    int problem = errno;
    if (reserved >= 0)
        close(reserved);
    if (reserved >= 0 && !done)
        unlink(to);
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = problem;
    return done;
}

/* What is there when the name is taken stays, whoever put it there and whenever. */
static bool move_to_new(const char *from, const char *to)
{
    return rename_to_new(from, to) ||
           (errno != EEXIST &&
            (link_to_new(from, to) || (errno != EEXIST && rename_to_reserved(from, to))));
}

bool output_place(struct output_file *output)
{
    struct stat about;
    const struct stat *old = output->replace && stat(output->file, &about) == 0 ? &about : NULL;
    if (!set_permissions(output->descriptor, old) || fsync(output->descriptor) != 0)
        return false;
    int closed = close(output->descriptor);
    output->descriptor = -1;
    if (closed != 0 && errno != EINTR)
        return false;
    output->other_names = old ? (unsigned long)old->st_nlink - 1 - output->is_kept : 0;
    return output->replace ? rename(output->temporary, output->file) == 0
                           : move_to_new(output->temporary, output->file);
}

/* What a folder says that cannot be synced: it may not be read, or its file system has no such thing. */
static bool is_no_loss(int problem)
{
    return problem == EACCES || problem == EINVAL || problem == ENOTSUP || problem == ENOSYS;
}

bool sync_folder_of(const char *path)
{
    char *copy = strdup(path);
    int folder = copy ? open(dirname(copy), O_RDONLY | O_CLOEXEC) : -1;
    bool synced = folder >= 0 && fsync(folder) == 0;
    int problem = errno;
    if (folder >= 0)
        close(folder);
    free(copy);
    errno = problem;
    return synced || is_no_loss(problem);
}
