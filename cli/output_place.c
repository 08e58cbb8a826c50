/* A written file takes its place: beside nothing it may replace, or in place of what was there. */
#include "output_place.h"

#include "terminal.h"
#include "verb.h"

#include <errno.h>
#include <fcntl.h>
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

/* Takes the name with an empty file, which is then replaced. What somebody else puts in place of that
 * empty file in between is lost: the one gap that is left, on file systems that have neither of the ways
 * above. No signal may leave the empty file behind. */
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

/* What is there when the name is taken stays, whoever put it there and whenever. */
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

/* A folder that cannot be synced is no loss if it may not be read, or if its file system has no
 * such thing. */
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
