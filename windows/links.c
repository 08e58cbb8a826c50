/* Symbolic links, and the real paths of files. */
#include "layer.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <winioctl.h>

/* What FSCTL_GET_REPARSE_POINT gives for a symbolic link. */
struct link {
    DWORD tag;
    WORD size, reserved;
    WORD target_at, target_size, shown_at, shown_size;
    DWORD is_relative;
    wchar_t text[];
};

/* Copies a text to a buffer that need not end with a zero. Returns its size. */
static ssize_t take(char *text, char *buffer, size_t room)
{
    if (!text)
        return -1;
    size_t size = strlen(turn_slashes(text));
    size = size < room ? size : room;
    memcpy(buffer, text, size);
    free(text);
    return (ssize_t)size;
}

static ssize_t read_program(char *target, size_t size)
{
    static wchar_t path[32768];
    DWORD length = GetModuleFileNameW(NULL, path, sizeof path / sizeof *path);
    return length > 0 ? take(to_utf8(path), target, size) : fail(GetLastError());
}

ssize_t readlink(const char *restrict path, char *restrict target, size_t size)
{
    _Alignas(8) static unsigned char bytes[16 << 10];
    struct link *link = (void *)bytes;
    struct place place;
    HANDLE file;
    DWORD got = 0;
    if (strcmp(path, "/proc/self/exe") == 0)
        return read_program(target, size);
    if (!place_of(AT_FDCWD, path, false, &place))
        return -1;
    NTSTATUS status = place_open(&place, 0, FILE_OPEN,
                                 FILE_OPEN_REPARSE_POINT | FILE_OPEN_FOR_BACKUP_INTENT, &file);
    ssize_t result = status < 0 ? place_missing(&place, status) : 0;
    place_free(&place);
    if (status < 0)
        return result;
    BOOL is_point = DeviceIoControl(file, FSCTL_GET_REPARSE_POINT, NULL, 0, bytes, sizeof bytes - 2,
                                    &got, NULL);
    CloseHandle(file);
    if (!is_point || link->tag != IO_REPARSE_TAG_SYMLINK)
        return fail_with(EINVAL);
    wchar_t *shown = link->text + link->shown_at / sizeof(wchar_t);
    shown[link->shown_size / sizeof(wchar_t)] = L'\0';
    return take(to_utf8(shown), target, size);
}

/* Users may make links if they are in developer mode. */
int symlink(const char *target, const char *path)
{
    enum { UNPRIVILEGED = 2 };
    wchar_t *wide_target = to_wide(target), *wide_path = to_wide(path);
    DWORD known = wide_target ? GetFileAttributesW(wide_target) : INVALID_FILE_ATTRIBUTES;
    bool is_folder = known != INVALID_FILE_ATTRIBUTES && known & FILE_ATTRIBUTE_DIRECTORY;
    for (wchar_t *at = wide_target; at && *at; at++)
        if (*at == L'/')
            *at = L'\\';
    bool made = wide_target && wide_path &&
                CreateSymbolicLinkW(wide_path, wide_target,
                                    (is_folder ? SYMBOLIC_LINK_FLAG_DIRECTORY : 0) | UNPRIVILEGED);
    DWORD problem = GetLastError();
    free(wide_target);
    free(wide_path);
    return made ? 0 : fail(problem);
}

/* "C:/a/b", or "//server/share/a", without what stands in front of long paths. */
static char *path_of(HANDLE file)
{
    DWORD room = GetFinalPathNameByHandleW(file, NULL, 0, VOLUME_NAME_DOS);
    wchar_t *path = room > 0 ? malloc((room + 1) * sizeof *path) : NULL;
    if (room > 0 && !path)
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    if (!path || GetFinalPathNameByHandleW(file, path, room + 1, VOLUME_NAME_DOS) == 0) {
        free(path);
        fail(GetLastError());
        return NULL;
    }
    wchar_t *begin = path;
    if (wcsncmp(path, L"\\\\?\\UNC\\", 8) == 0) {
        begin = path + 6;
        *begin = L'\\';
    } else if (wcsncmp(path, L"\\\\?\\", 4) == 0) {
        begin = path + 4;
    }
    char *text = to_utf8(begin);
    free(path);
    return text ? turn_slashes(text) : NULL;
}

char *realpath(const char *restrict path, char *restrict real)
{
    struct place place;
    HANDLE file;
    if (!place_of(AT_FDCWD, path, false, &place))
        return NULL;
    NTSTATUS status = place_open(&place, 0, FILE_OPEN, FILE_OPEN_FOR_BACKUP_INTENT, &file);
    if (status < 0)
        place_missing(&place, status);
    place_free(&place);
    if (status < 0)
        return NULL;
    char *text = path_of(file);
    CloseHandle(file);
    if (!text || !real)
        return text;
    size_t size = strlen(text);
    if (size < PATH_MAX)
        memcpy(real, text, size + 1);
    else
        errno = ENAMETOOLONG;
    free(text);
    return size < PATH_MAX ? real : NULL;
}
