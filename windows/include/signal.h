/* Signals, which Windows knows as events of the console. */
#ifndef WINDOWS_SIGNAL_H
#define WINDOWS_SIGNAL_H

#include_next <signal.h>
#include <sys/types.h>

#undef NSIG
#define NSIG 32

/* Windows sends none of these but SIGINT, SIGTERM and SIGHUP. */
enum { SIGHUP = 1, SIGQUIT = 3, SIGBUS = 10, SIGPIPE = 13, SIGALRM = 14, SIGUSR1 = 24 };
enum { SIGUSR2 = 25, SIGXCPU = 26, SIGXFSZ = 27 };
enum { SIG_BLOCK, SIG_UNBLOCK, SIG_SETMASK, SA_SIGINFO = 4 };

typedef struct {
    void *si_addr;
} siginfo_t;

typedef unsigned sigset_t;

struct sigaction {
    union {
        void (*sa_handler)(int);
        void (*sa_sigaction)(int, siginfo_t *, void *);
    };
    sigset_t sa_mask;
    int sa_flags;
};

int sigaction(int number, const struct sigaction *restrict action, struct sigaction *restrict old);
int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int sigaddset(sigset_t *set, int number);
int sigismember(const sigset_t *set, int number);
int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old);
int sigpending(sigset_t *set);

#endif
