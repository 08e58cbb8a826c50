/* Gives files other names: renames, links, makes and removes. */
#include "layer.h"

#include <errno.h>
#include <fcntl.h>
#include <ntstatus.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#undef rename

NTSTATUS NTAPI NtSetInformationFile(HANDLE file, PIO_STATUS_BLOCK state, PVOID information,
                                    ULONG size, FILE_INFORMATION_CLASS kind);

/* Numbers of NtSetInformationFile. Those of 64 and 65 are of Windows 10: with them a file that is
 * open elsewhere can be replaced or removed if that program agreed to it. */
enum {
    RENAME = 10,
    LINK = 11,
    DISPOSE = 13,
    DISPOSE_NOW = 64,
    RENAME_NOW = 65,
    REPLACE = 1,
    POSIX_SEMANTICS = 2,
    REMOVE = 1
};

/* For RENAME, LINK and RENAME_NOW. */
struct new_name {
    ULONG flags;
    HANDLE folder;
    ULONG size;
    wchar_t name[];
};

static bool is_unknown(NTSTATUS status)
{
    return status == STATUS_INVALID_PARAMETER || status == STATUS_INVALID_INFO_CLASS ||
           status == STATUS_NOT_IMPLEMENTED || status == STATUS_NOT_SUPPORTED ||
           status == STATUS_INVALID_DEVICE_REQUEST;
}

static NTSTATUS set(HANDLE file, void *information, size_t size, int kind)
{
    IO_STATUS_BLOCK state;
    return NtSetInformationFile(file, &state, information, (ULONG)size,
                                (FILE_INFORMATION_CLASS)kind);
}

static NTSTATUS give_name(HANDLE file, const struct place *to, int kind, ULONG flags)
{
    size_t size = sizeof(struct new_name) + to->name.Length + sizeof(wchar_t);
    struct new_name *name = calloc(1, size);
    if (!name)
        return STATUS_NO_MEMORY;
    *name = (struct new_name){flags, to->folder, to->name.Length};
    memcpy(name->name, to->path, to->name.Length);
    NTSTATUS status = STATUS_NOT_SUPPORTED;
    if (kind == RENAME)
        status = set(file, name, size, RENAME_NOW);
    if (is_unknown(status)) {
        name->flags = flags & REPLACE;
        status = set(file, name, size, kind);
    }
    free(name);
    return status;
}

/* A file that is open elsewhere refuses as if there were no permission. */
static int why_not_replaced(struct place *to, NTSTATUS status)
{
    HANDLE handle;
    if (status != STATUS_ACCESS_DENIED)
        return fail_status(status);
    NTSTATUS found = place_open(to, DELETE, FILE_OPEN, FILE_OPEN_REPARSE_POINT, &handle);
    if (found >= 0)
        CloseHandle(handle);
    return fail_status(found == STATUS_SHARING_VIOLATION ? found : status);
}

static bool is_folder(HANDLE file)
{
    BY_HANDLE_FILE_INFORMATION known;
    return GetFileInformationByHandle(file, &known) &&
           known.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY;
}

/* A folder replaces an empty folder, which Windows does not do by itself, and nothing else. No file
 * replaces a folder. Returns false with errno. */
static bool make_room(HANDLE file, int folder, const char *path)
{
    struct stat about;
    if (fstatat(folder, path, &about, AT_SYMLINK_NOFOLLOW) != 0)
        return errno == ENOENT;
    if (!is_folder(file))
        return !S_ISDIR(about.st_mode) || fail_with(EISDIR) == 0;
    return S_ISDIR(about.st_mode) ? unlinkat(folder, path, AT_REMOVEDIR) == 0
                                  : fail_with(ENOTDIR) == 0;
}

static int move(int from, const char *old, int to, const char *new, ULONG flags)
{
    struct place source, target;
    HANDLE file;
    int result = -1;
    if (!place_of(from, old, false, &source))
        return -1;
    NTSTATUS status = place_open(&source, DELETE, FILE_OPEN,
                                 FILE_OPEN_REPARSE_POINT | FILE_OPEN_FOR_BACKUP_INTENT, &file);
    place_free(&source);
    if (status < 0)
        return fail_status(status);
    if (place_of(to, new, true, &target)) {
        if (!(flags & REPLACE) || make_room(file, to, new)) {
            flags = is_folder(file) ? 0 : flags;
            status = give_name(file, &target, RENAME, flags | POSIX_SEMANTICS);
            result = status >= 0 ? 0 : why_not_replaced(&target, status);
        }
        place_free(&target);
    }
    CloseHandle(file);
    return result;
}

int renameat(int from, const char *old, int to, const char *new)
{
    return move(from, old, to, new, REPLACE);
}

int rename(const char *old, const char *new)
{
    return move(AT_FDCWD, old, AT_FDCWD, new, REPLACE);
}

long syscall(long number, int from, const char *old, int to, const char *new, int flags)
{
    (void)flags;
    return number == SYS_renameat2 ? move(from, old, to, new, 0) : fail_with(ENOSYS);
}

int linkat(int from, const char *old, int to, const char *new, int flags)
{
    struct place source, target;
    HANDLE file;
    (void)flags;
    if (!place_of(from, old, false, &source))
        return -1;
    NTSTATUS status =
        place_open(&source, FILE_WRITE_ATTRIBUTES, FILE_OPEN, FILE_OPEN_REPARSE_POINT, &file);
    place_free(&source);
    if (status < 0)
        return fail_status(status);
    if (!place_of(to, new, true, &target)) {
        CloseHandle(file);
        return -1;
    }
    status = give_name(file, &target, LINK, 0);
    place_free(&target);
    CloseHandle(file);
    return status >= 0 ? 0 : fail_status(status);
}

int unlinkat(int folder, const char *path, int flags)
{
    struct place place;
    HANDLE file;
    if (!place_of(folder, path, false, &place))
        return -1;
    ULONG kind = flags & AT_REMOVEDIR ? FILE_DIRECTORY_FILE : FILE_NON_DIRECTORY_FILE;
    NTSTATUS status = place_open(&place, DELETE, FILE_OPEN, kind | FILE_OPEN_REPARSE_POINT, &file);
    place_free(&place);
    if (status < 0)
        return fail_status(status);
    ULONG now = REMOVE | POSIX_SEMANTICS;
    BOOLEAN later = TRUE;
    status = set(file, &now, sizeof now, DISPOSE_NOW);
    if (is_unknown(status))
        status = set(file, &later, sizeof later, DISPOSE);
    CloseHandle(file);
    return status >= 0 ? 0 : fail_status(status);
}

int unlink(const char *path)
{
    return unlinkat(AT_FDCWD, path, 0);
}

int rmdir(const char *path)
{
    return unlinkat(AT_FDCWD, path, AT_REMOVEDIR);
}

int mkdirat(int folder, const char *path, mode_t mode)
{
    struct place place;
    HANDLE made;
    (void)mode;
    if (!place_of(folder, path, true, &place))
        return -1;
    NTSTATUS status = place_open(&place, FILE_TRAVERSE, FILE_CREATE, FILE_DIRECTORY_FILE, &made);
    int result = status >= 0 ? 0 : place_missing(&place, status);
    if (status >= 0)
        CloseHandle(made);
    place_free(&place);
    return result;
}
