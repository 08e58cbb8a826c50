/* The filter of system calls, made by libseccomp. Any call that is not listed here raises
 * SIGSYS. */
#include "library.h"
#include "sandbox_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

/* libseccomp is loaded on demand: runs without the sandbox do not pay for it. */
static const struct library libseccomp = {"needs", "libseccomp.so.2", "libseccomp2"};
#define EACH_OF_SECCOMP(FUNCTION)                                                                  \
    FUNCTION(init) FUNCTION(attr_set) FUNCTION(rule_add) FUNCTION(load) FUNCTION(release)

static struct {
#define POINTER(name) __typeof__(&seccomp_##name) name;
    EACH_OF_SECCOMP(POINTER)
#undef POINTER
} seccomp;

struct sandbox_calls {
    scmp_filter_ctx filter;
};

/* What reading, computing and printing take. */
static const int reading[] = {
    SCMP_SYS(access),
    SCMP_SYS(brk),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(close),
    SCMP_SYS(dup),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
    SCMP_SYS(faccessat),
    SCMP_SYS(faccessat2),
    SCMP_SYS(fstat),
    SCMP_SYS(fstat64),
    SCMP_SYS(fstatat64),
    SCMP_SYS(futex),
    SCMP_SYS(getcwd),
    SCMP_SYS(getdents64),
    SCMP_SYS(geteuid),
    SCMP_SYS(getpid),
    SCMP_SYS(getrandom),
    SCMP_SYS(gettid),
    SCMP_SYS(lseek),
    SCMP_SYS(lstat),
    SCMP_SYS(madvise),
    SCMP_SYS(mremap),
    SCMP_SYS(munmap),
    SCMP_SYS(nanosleep),
    SCMP_SYS(newfstatat),
    SCMP_SYS(pread64),
    SCMP_SYS(read),
    SCMP_SYS(readlink),
    SCMP_SYS(readlinkat),
    SCMP_SYS(readv),
    SCMP_SYS(restart_syscall),
    SCMP_SYS(rseq),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigpending),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(sched_yield),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(stat),
    SCMP_SYS(statx),
    SCMP_SYS(sysinfo),
    SCMP_SYS(umask),
    SCMP_SYS(write),
    SCMP_SYS(writev),
};

/* What writing a file takes besides: a temporary file that is synced, locked and renamed. */
static const int writing[] = {
    SCMP_SYS(fchmod), SCMP_SYS(fchown),   SCMP_SYS(flock),           SCMP_SYS(fsync),
    SCMP_SYS(link),   SCMP_SYS(linkat),   SCMP_SYS(mkdir),           SCMP_SYS(mkdirat),
    SCMP_SYS(rename), SCMP_SYS(renameat), SCMP_SYS(renameat2),       SCMP_SYS(rmdir),
    SCMP_SYS(unlink), SCMP_SYS(unlinkat), SCMP_SYS(sync_file_range),
};

/* Calls that are allowed with some values of an argument only. */
static const struct {
    int call;
    unsigned argument;
    scmp_datum_t mask, value; /* argument & mask == value */
} limited[] = {
    /* Landlock before version 3 lets a file that can be read be emptied. */
    {SCMP_SYS(open), 1, O_TRUNC, 0},
    {SCMP_SYS(openat), 2, O_TRUNC, 0},
    /* Memory that can be executed is never made. */
    {SCMP_SYS(mmap), 2, PROT_EXEC, 0},
    {SCMP_SYS(mmap2), 2, PROT_EXEC, 0},
    {SCMP_SYS(mprotect), 2, PROT_EXEC, 0},
    /* A thread, but no process. */
    {SCMP_SYS(clone), 0, CLONE_THREAD, CLONE_THREAD},
    /* Whether a stream is a terminal, and how wide it is; not what types into it. */
    {SCMP_SYS(ioctl), 1, UINT32_MAX, TCGETS},
    {SCMP_SYS(ioctl), 1, UINT32_MAX, TIOCGWINSZ},
    /* Not F_SETOWN, which can send signals to other processes. */
    {SCMP_SYS(fcntl), 1, UINT32_MAX, F_GETFD},
    {SCMP_SYS(fcntl), 1, UINT32_MAX, F_SETFD},
    {SCMP_SYS(fcntl), 1, UINT32_MAX, F_GETFL},
    {SCMP_SYS(fcntl), 1, UINT32_MAX, F_DUPFD_CLOEXEC},
    /* Limits can be read, not set. */
    {SCMP_SYS(prlimit64), 2, UINT64_MAX, 0},
};

static bool load(char *message, size_t room)
{
    void *library = library_open(&libseccomp);
    bool found = library != NULL;
#define FIND(name) found = found && library_find(library, "seccomp_" #name, &seccomp.name);
    EACH_OF_SECCOMP(FIND)
#undef FIND
    if (!found)
        library_tell(&libseccomp, NULL, message, room);
    return found;
}

static bool allow(scmp_filter_ctx filter, const int *calls, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (seccomp.rule_add(filter, SCMP_ACT_ALLOW, calls[i], 0) != 0)
            return false;
    return true;
}

static bool allow_limited(scmp_filter_ctx filter)
{
    for (size_t i = 0; i < sizeof limited / sizeof *limited; i++)
        if (seccomp.rule_add(filter, SCMP_ACT_ALLOW, limited[i].call, 1,
                             SCMP_CMP(limited[i].argument, SCMP_CMP_MASKED_EQ, limited[i].mask,
                                      limited[i].value)) != 0)
            return false;
    return true;
}

#define ALLOW(filter, calls) allow(filter, calls, sizeof(calls) / sizeof *(calls))

/* A signal may go to this process alone. The C library tries clone3, whose flags a filter cannot
 * see, and then takes clone. */
static bool add_rules(scmp_filter_ctx filter, bool writes)
{
    return ALLOW(filter, reading) && (!writes || ALLOW(filter, writing)) && allow_limited(filter) &&
           seccomp.rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1,
                            SCMP_CMP(0, SCMP_CMP_EQ, (scmp_datum_t)getpid(), 0)) == 0 &&
           seccomp.rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0;
}

struct sandbox_calls *sandbox_calls_prepare(bool writes, char *message, size_t room)
{
    if (!load(message, room))
        return NULL;
    struct sandbox_calls *calls = malloc(sizeof *calls);
    scmp_filter_ctx filter = calls ? seccomp.init(SCMP_ACT_TRAP) : NULL;
    /* as a binary tree, which the kernel takes in half the time */
    if (filter && seccomp.attr_set(filter, SCMP_FLTATR_CTL_OPTIMIZE, 2) == 0 &&
        add_rules(filter, writes)) {
        calls->filter = filter;
        return calls;
    }
    snprintf(message, room, "cannot be set up: not enough memory for the filter of system calls");
    if (filter)
        seccomp.release(filter);
    free(calls);
    return NULL;
}

void sandbox_calls_free(struct sandbox_calls *calls)
{
    seccomp.release(calls->filter);
    free(calls);
}

bool sandbox_calls_enter(struct sandbox_calls *calls, char *message, size_t room)
{
    int failed = seccomp.load(calls->filter);
    if (failed == -EFAULT) /* libseccomp passes what it could not allocate */
        snprintf(message, room, "cannot be set up: not enough memory for the filter");
    else if (failed != 0)
        snprintf(message, room, "cannot be set up: the kernel takes no filter of system calls: %s",
                 strerror(-failed));
    return failed == 0;
}
