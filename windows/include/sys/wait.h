/* How a program has ended. No signal ends one on Windows. */
#ifndef WINDOWS_SYS_WAIT_H
#define WINDOWS_SYS_WAIT_H

#include <sys/types.h>

#define WIFEXITED(status)   1
#define WEXITSTATUS(status) (status)
#define WIFSIGNALED(status) 0
#define WTERMSIG(status)    0

pid_t waitpid(pid_t process, int *status, int options);

#endif
