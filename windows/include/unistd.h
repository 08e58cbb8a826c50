/* Files by descriptors, as POSIX has them. */
#ifndef WINDOWS_UNISTD_H
#define WINDOWS_UNISTD_H

#include <stdlib.h>
#include <sys/types.h>
#include_next <unistd.h>

enum { _SC_NPROCESSORS_ONLN = 84 };

int unlinkat(int folder, const char *path, int flags);
int linkat(int from, const char *old, int to, const char *new, int flags);
int symlink(const char *target, const char *path);
ssize_t readlink(const char *restrict path, char *restrict target, size_t size);
int fchown(int file, uid_t user, gid_t group);
uid_t geteuid(void);
int fsync(int file);
int pipe(int ends[2]);
long sysconf(int what);

#endif
