/* Signals that the command raises itself. overworld.ts handles those from outside. */
#include "host.h"

#include <signal.h>
#include <unistd.h>

extern struct sigaction __sig_actions[_NSIG];

int __sigaction(int, const struct sigaction *restrict, struct sigaction *restrict);

/* What a shell reports for a process that a signal has ended: Node.js cannot end by SIGPIPE. */
enum { STATUS_OF_SIGNAL = 128 };

int raise(int number)
{
    struct sigaction action;
    __sigaction(number, NULL, &action);
    if (action.sa_handler == SIG_DFL)
        _exit(STATUS_OF_SIGNAL + number);
    if (action.sa_handler != SIG_IGN)
        action.sa_handler(number);
    return 0;
}

/* Called by the host when a pipe has no reader. Returns if the signal is ignored. */
EXPORT void broken_pipe(void)
{
    raise(SIGPIPE);
}
