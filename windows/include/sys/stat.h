/* What is known of a file. The compiler's flags define _STAT_DEFINED, so mingw's own does not
 * come in between. */
#ifndef WINDOWS_SYS_STAT_H
#define WINDOWS_SYS_STAT_H

#include <direct.h>
#include <io.h>
#include <sys/types.h>
#include <time.h>

struct stat {
    dev_t st_dev;
    ino_t st_ino;
    mode_t st_mode;
    unsigned st_nlink;
    uid_t st_uid;
    gid_t st_gid;
    off_t st_size;
    struct timespec st_atim, st_mtim, st_ctim;
};

#define S_IFMT      0170000
#define S_IFIFO     0010000
#define S_IFCHR     0020000
#define S_IFDIR     0040000
#define S_IFREG     0100000
#define S_IFLNK     0120000
#define S_ISDIR(m)  (((m)&S_IFMT) == S_IFDIR)
#define S_ISREG(m)  (((m)&S_IFMT) == S_IFREG)
#define S_ISLNK(m)  (((m)&S_IFMT) == S_IFLNK)
#define S_ISCHR(m)  (((m)&S_IFMT) == S_IFCHR)
#define S_ISFIFO(m) (((m)&S_IFMT) == S_IFIFO)

int stat(const char *restrict path, struct stat *restrict about);
int lstat(const char *restrict path, struct stat *restrict about);
int fstat(int file, struct stat *about);
int fstatat(int folder, const char *restrict path, struct stat *restrict about, int flags);
int mkdirat(int folder, const char *path, mode_t mode);
int fchmod(int file, mode_t mode);
int umask(int mask);

/* mingw declares another mkdir, with one parameter. */
#define mkdir(path, mode) mkdirat(-100, path, mode)

#endif
