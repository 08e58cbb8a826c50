/* Opening files, also from an open folder. */
#ifndef WINDOWS_FCNTL_H
#define WINDOWS_FCNTL_H

#include_next <fcntl.h>
#include <sys/types.h>

#define O_CLOEXEC   0x01000000 /* always so */
#define O_NOFOLLOW  0x02000000
#define O_DIRECTORY 0x04000000
#define O_PATH      0x08000000
#define O_NONBLOCK  0 /* no file waits to be opened */

#define AT_FDCWD            (-100)
#define AT_SYMLINK_NOFOLLOW 0x100
#define AT_REMOVEDIR        0x200

enum { F_GETFD = 1, F_SETFD = 2, FD_CLOEXEC = 1 };

int fcntl(int file, int command, ...);
int openat(int folder, const char *path, int flags, ...);

#endif
