/* Calls by number: renaming without replacing anything. */
#ifndef WINDOWS_SYS_SYSCALL_H
#define WINDOWS_SYS_SYSCALL_H

#define SYS_renameat2 316

long syscall(long number, int from, const char *old, int to, const char *new, int flags);

#endif
