/* The sandbox: its limits and signals, and the order in which its parts are entered. */
#include "sandbox.h"

#include "sandbox_parts.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The time that is left for `stop`, before the kernel ends the process. */
enum { GRACE_SECONDS = 5, MOST_KEPT = 16 };

static void (*stop)(long call);
#ifdef UNDER_SANITIZERS
static bool is_entered;
#endif

static void on_forbidden_call(int number, siginfo_t *information, void *context)
{
    (void)number;
    (void)context;
    stop(information->si_syscall);
}

static void on_time_over(int number)
{
    (void)number;
    stop(-1);
}

static bool set_signals(void)
{
    struct sigaction forbidden = {.sa_sigaction = on_forbidden_call, .sa_flags = SA_SIGINFO};
    struct sigaction over = {.sa_handler = on_time_over};
    sigset_t both;
    sigemptyset(&both);
    sigaddset(&both, SIGSYS);
    sigaddset(&both, SIGXCPU);
    return sigaction(SIGSYS, &forbidden, NULL) == 0 && sigaction(SIGXCPU, &over, NULL) == 0 &&
           sigprocmask(SIG_UNBLOCK, &both, NULL) == 0;
}

/* A lower limit that the process already has stays. */
static bool limit(unsigned resource, rlim_t soft, rlim_t hard)
{
    struct rlimit now;
    if (getrlimit(resource, &now) != 0)
        return false;
    now.rlim_max = hard < now.rlim_max ? hard : now.rlim_max;
    now.rlim_cur = soft < now.rlim_cur ? soft : now.rlim_cur;
    return setrlimit(resource, &now) == 0;
}

#ifdef UNDER_SANITIZERS
/* Asked by the leak sanitizer at exit. It looks for leaks from a process of its own, which the
 * sandbox refuses. Tests run the same verbs outside of the sandbox. */
int __lsan_is_turned_off(void);
int __lsan_is_turned_off(void)
{
    return is_entered;
}
#endif

/* Sanitizers reserve terabytes of addresses, so a build with them has no limit of memory. */
static bool set_limits(const struct sandbox *sandbox)
{
#ifdef UNDER_SANITIZERS
    bool memory = true;
#else
    bool memory = limit(RLIMIT_AS, sandbox->memory, sandbox->memory);
#endif
    return memory && limit(RLIMIT_CORE, 0, 0) &&
           limit(RLIMIT_CPU, sandbox->seconds, (rlim_t)sandbox->seconds + GRACE_SECONDS);
}

/* Returns the number of "/dev/fd/N" or "/proc/self/fd/N"; 0 for another path. */
static unsigned named_descriptor(const char *path)
{
    unsigned number = 0;
    char rest;
    if (sscanf(path, "/dev/fd/%u%c", &number, &rest) == 1 ||
        sscanf(path, "/proc/self/fd/%u%c", &number, &rest) == 1)
        return number;
    return 0;
}

static int by_number(const void *first, const void *second)
{
    unsigned one = *(const unsigned *)first, other = *(const unsigned *)second;
    return one < other ? -1 : one > other;
}

/* A program that starts this one may have left descriptors open, such as sockets. */
static bool close_others(const struct sandbox *sandbox)
{
    unsigned kept[MOST_KEPT] = {0}, count = 0, from = STDERR_FILENO + 1;
    for (size_t i = 0; i < sandbox->path_count && count < MOST_KEPT; i++)
        if ((kept[count] = named_descriptor(sandbox->paths[i].path)) >= from)
            count++;
    qsort(kept, count, sizeof *kept, by_number);
    for (unsigned i = 0; i < count; i++) {
        if (kept[i] < from)
            continue;
        if (kept[i] > from && syscall(SYS_close_range, from, kept[i] - 1, 0) != 0)
            return false;
        from = kept[i] + 1;
    }
    return syscall(SYS_close_range, from, ~0U, 0) == 0;
}

static bool writes(const struct sandbox *sandbox)
{
    bool found = false;
    for (size_t i = 0; i < sandbox->path_count; i++)
        found |= sandbox->paths[i].use != SANDBOX_READ;
    return found;
}

static bool enter(struct sandbox_calls *calls, int rules, char *message, size_t room)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        snprintf(message, room, "cannot be set up: %s", strerror(errno));
        return false;
    }
    return sandbox_files_enter(rules, message, room) && sandbox_calls_enter(calls, message, room);
}

bool sandbox_enter(const struct sandbox *sandbox, char *message, size_t room)
{
    stop = sandbox->stop;
    /* First: they hold for what makes the filter, too. */
    if (!set_signals() || !set_limits(sandbox)) {
        snprintf(message, room, "cannot be set up: %s", strerror(errno));
        return false;
    }
    struct sandbox_calls *calls = sandbox_calls_prepare(writes(sandbox), message, room);
    if (!calls)
        return false;
    int rules = -1;
    if (close_others(sandbox))
        rules = sandbox_files_prepare(sandbox->paths, sandbox->path_count, message, room);
    else
        snprintf(message, room, "cannot close what other programs left open: %s", strerror(errno));
    bool entered = rules >= 0 && enter(calls, rules, message, room);
#ifdef UNDER_SANITIZERS
    is_entered = entered;
#endif
    if (rules >= 0)
        close(rules);
    sandbox_calls_free(calls);
    return entered;
}
