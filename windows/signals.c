/* Signals. Windows calls a handler in a thread of its own when Ctrl-C is pressed or the console is
 * closed. */
#include "layer.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>

enum { STATUS_OF_SIGNAL = 128, CONTROL_C = (int)0xc000013a };

static struct {
    CRITICAL_SECTION lock;
    void (*handlers[NSIG])(int);
    sigset_t blocked, pending;
} signals;

static bool is_known(int number)
{
    return number > 0 && number < NSIG;
}

/* Ends the run as Windows does after Ctrl-C, or as a shell reports other signals. */
static _Noreturn void end_run(int number)
{
    TerminateProcess(GetCurrentProcess(),
                     number == SIGINT ? (UINT)CONTROL_C : (UINT)(STATUS_OF_SIGNAL + number));
    abort();
}

static void deliver(int number)
{
    void (*handler)(int) = signals.handlers[number];
    if (handler == SIG_DFL)
        end_run(number);
    if (handler != SIG_IGN)
        handler(number);
}

__p_sig_fn_t signal(int number, __p_sig_fn_t handler)
{
    if (!is_known(number)) {
        errno = EINVAL;
        return SIG_ERR;
    }
    void (*old)(int) = signals.handlers[number];
    signals.handlers[number] = handler;
    return old;
}

int raise(int number)
{
    if (!is_known(number))
        return fail_with(EINVAL);
    deliver(number);
    return 0;
}

int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old)
{
    if (!is_known(number))
        return fail_with(EINVAL);
    if (old)
        *old = (struct sigaction){.sa_handler = signals.handlers[number]};
    /* Nothing raises a signal that has information: no file is mapped. */
    if (action && !(action->sa_flags & SA_SIGINFO))
        signals.handlers[number] = action->sa_handler;
    return 0;
}

int sigemptyset(sigset_t *set)
{
    *set = 0;
    return 0;
}

int sigfillset(sigset_t *set)
{
    *set = ~0u;
    return 0;
}

int sigaddset(sigset_t *set, int number)
{
    *set |= 1u << number;
    return 0;
}

int sigismember(const sigset_t *set, int number)
{
    return number < NSIG && (*set >> number & 1);
}

int sigpending(sigset_t *set)
{
    *set = signals.pending;
    return 0;
}

/* Calls the handlers of signals that are no longer blocked. */
int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
    EnterCriticalSection(&signals.lock);
    if (old)
        *old = signals.blocked;
    if (set)
        signals.blocked = how == SIG_BLOCK     ? signals.blocked | *set
                          : how == SIG_UNBLOCK ? signals.blocked & ~*set
                                               : *set;
    for (int number = 1; number < NSIG; number++) {
        if (!(signals.pending & ~signals.blocked & 1u << number))
            continue;
        signals.pending &= ~(1u << number);
        deliver(number);
    }
    LeaveCriticalSection(&signals.lock);
    return 0;
}

static BOOL WINAPI on_event(DWORD event)
{
    int number = event == CTRL_C_EVENT ? SIGINT : event == CTRL_BREAK_EVENT ? SIGTERM : SIGHUP;
    EnterCriticalSection(&signals.lock);
    if (signals.blocked & 1u << number)
        signals.pending |= 1u << number;
    else
        deliver(number);
    LeaveCriticalSection(&signals.lock);
    return TRUE;
}

void prepare_signals(void)
{
    InitializeCriticalSection(&signals.lock);
    SetConsoleCtrlHandler(on_event, TRUE);
}
