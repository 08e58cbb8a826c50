/* What is known of a file. */
#include "layer.h"

#include <errno.h>
#include <fcntl.h>
#include <ntstatus.h>
#include <sys/stat.h>
#include <unistd.h>

/* Windows counts 100 nanoseconds since 1601. */
static struct timespec time_of(FILETIME time)
{
    enum { SECOND = 10000000 };
    long long count = (long long)time.dwHighDateTime << 32 | time.dwLowDateTime;
    count -= 11644473600LL * SECOND;
    long long part = (count % SECOND + SECOND) % SECOND;
    return (struct timespec){.tv_sec = (count - part) / SECOND, .tv_nsec = (long)part * 100};
}

static int describe_disk_file(HANDLE handle, bool is_link, struct stat *about)
{
    BY_HANDLE_FILE_INFORMATION known;
    if (!GetFileInformationByHandle(handle, &known))
        return fail(GetLastError());
    bool is_folder = known.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
    bool is_fixed = known.dwFileAttributes & FILE_ATTRIBUTE_READONLY;
    about->st_mode = (mode_t)(is_link     ? S_IFLNK | 0777
                              : is_folder ? S_IFDIR | 0755
                                          : S_IFREG | 0644);
    if (is_fixed && !is_folder)
        about->st_mode &= (mode_t)~0222;
    about->st_dev = known.dwVolumeSerialNumber;
    about->st_ino = (ino_t)known.nFileIndexHigh << 32 | known.nFileIndexLow;
    about->st_nlink = known.nNumberOfLinks;
    about->st_size = is_folder ? 0 : (off_t)known.nFileSizeHigh << 32 | known.nFileSizeLow;
    about->st_atim = time_of(known.ftLastAccessTime);
    about->st_mtim = time_of(known.ftLastWriteTime);
    about->st_ctim = about->st_mtim;
    FILE_BASIC_INFO basic;
    if (GetFileInformationByHandleEx(handle, FileBasicInfo, &basic, sizeof basic))
        about->st_ctim =
            time_of((FILETIME){basic.ChangeTime.LowPart, (DWORD)basic.ChangeTime.HighPart});
    return 0;
}

static int describe(HANDLE handle, bool is_link, struct stat *about)
{
    *about = (struct stat){.st_nlink = 1};
    switch (GetFileType(handle)) {
    case FILE_TYPE_DISK:
        return describe_disk_file(handle, is_link, about);
    case FILE_TYPE_CHAR:
        about->st_mode = S_IFCHR | 0666;
        return 0;
    case FILE_TYPE_PIPE:
        about->st_mode = S_IFIFO | 0666;
        return 0;
    default:
        return fail_with(EBADF);
    }
}

int fstat(int file, struct stat *about)
{
    HANDLE handle = handle_of(file);
    return handle ? describe(handle, false, about) : -1;
}

int fstatat(int folder, const char *restrict path, struct stat *restrict about, int flags)
{
    struct place place;
    HANDLE handle;
    bool is_link = false;
    if (!place_of(folder, path, false, &place))
        return -1;
    NTSTATUS status =
        flags & AT_SYMLINK_NOFOLLOW
            ? place_open_no_link(&place, 0, FILE_OPEN_FOR_BACKUP_INTENT, &handle, &is_link)
            : place_open(&place, 0, FILE_OPEN, FILE_OPEN_FOR_BACKUP_INTENT, &handle);
    int result = status < 0 ? place_missing(&place, status) : describe(handle, is_link, about);
    if (status >= 0)
        CloseHandle(handle);
    place_free(&place);
    return result;
}

int stat(const char *restrict path, struct stat *restrict about)
{
    return fstatat(AT_FDCWD, path, about, 0);
}

int lstat(const char *restrict path, struct stat *restrict about)
{
    return fstatat(AT_FDCWD, path, about, AT_SYMLINK_NOFOLLOW);
}

int access(const char *path, int mode)
{
    struct place place;
    struct stat about;
    HANDLE handle;
    if (stat(path, &about) != 0 || !place_of(AT_FDCWD, path, false, &place))
        return -1;
    ACCESS_MASK wanted = (mode & R_OK ? FILE_READ_DATA : 0) | (mode & W_OK ? FILE_WRITE_DATA : 0);
    NTSTATUS status = place_open(&place, wanted, FILE_OPEN, FILE_OPEN_FOR_BACKUP_INTENT, &handle);
    if (status >= 0)
        CloseHandle(handle);
    place_free(&place);
    return status >= 0 ? 0 : fail_status(status);
}

/* Files have lists of rights, which a new file gets from its folder. */

int fchmod(int file, mode_t mode)
{
    (void)mode;
    return handle_of(file) ? 0 : -1;
}

int fchown(int file, uid_t user, gid_t group)
{
    (void)user;
    (void)group;
    return handle_of(file) ? 0 : -1;
}

int umask(int mask)
{
    (void)mask;
    return 022;
}

uid_t geteuid(void)
{
    return 0;
}
