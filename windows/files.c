/* Opens, reads and writes files. */
#include "layer.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <ntstatus.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <unistd.h>

HANDLE handle_of(int file)
{
    intptr_t handle = file < 0 ? -1 : _get_osfhandle(file);
    if (handle != -1 && handle != -2)
        return (HANDLE)handle;
    errno = EBADF;
    return NULL;
}

int descriptor_of(HANDLE handle, int flags)
{
    int file = _open_osfhandle((intptr_t)handle, _O_BINARY | _O_NOINHERIT | (flags & _O_RDONLY));
    if (file < 0) {
        CloseHandle(handle);
        errno = EMFILE;
    }
    return file;
}

static ACCESS_MASK access_of(int flags)
{
    if (flags & O_PATH)
        return FILE_TRAVERSE;
    if (flags & O_DIRECTORY)
        return FILE_LIST_DIRECTORY | FILE_TRAVERSE;
    switch (flags & (O_RDONLY | O_WRONLY | O_RDWR)) {
    case O_WRONLY:
        return FILE_GENERIC_WRITE;
    case O_RDWR:
        return FILE_GENERIC_READ | FILE_GENERIC_WRITE;
    default:
        return FILE_GENERIC_READ;
    }
}

static ULONG disposition_of(int flags)
{
    if (flags & O_CREAT)
        return flags & O_EXCL ? FILE_CREATE : flags & O_TRUNC ? FILE_OVERWRITE_IF : FILE_OPEN_IF;
    return flags & O_TRUNC ? FILE_OVERWRITE : FILE_OPEN;
}

static NTSTATUS open_place(struct place *place, int flags, HANDLE *handle)
{
    ULONG options = flags & O_DIRECTORY                     ? FILE_DIRECTORY_FILE
                    : flags & (O_WRONLY | O_RDWR | O_CREAT) ? FILE_NON_DIRECTORY_FILE
                                                            : FILE_OPEN_FOR_BACKUP_INTENT;
    ULONG disposition = disposition_of(flags);
    bool is_link = false;
    if (!(flags & O_NOFOLLOW) || disposition != FILE_OPEN)
        return place_open(place, access_of(flags), disposition, options, handle);
    NTSTATUS status = place_open_no_link(place, access_of(flags), options, handle, &is_link);
    if (status < 0 || !is_link)
        return status;
    CloseHandle(*handle);
    return STATUS_STOPPED_ON_SYMLINK;
}

static int open_at(int folder, const char *path, int flags)
{
    struct place place;
    HANDLE handle;
    if (!place_of(folder, path, flags & O_CREAT, &place))
        return -1;
    NTSTATUS status = open_place(&place, flags, &handle);
    int file = status >= 0                           ? descriptor_of(handle, flags)
               : status == STATUS_STOPPED_ON_SYMLINK ? fail_with(ELOOP)
                                                     : place_missing(&place, status);
    place_free(&place);
    return file;
}

int open(const char *path, int flags, ...)
{
    return open_at(AT_FDCWD, path, flags);
}

int openat(int folder, const char *path, int flags, ...)
{
    return open_at(folder, path, flags);
}

int dup(int file)
{
    HANDLE handle = handle_of(file), copy, here = GetCurrentProcess();
    if (!handle)
        return -1;
    if (!DuplicateHandle(here, handle, here, &copy, 0, FALSE, DUPLICATE_SAME_ACCESS))
        return fail(GetLastError());
    return descriptor_of(copy, 0);
}

/* No descriptor passes to other programs by itself. */
int fcntl(int file, int command, ...)
{
    (void)command;
    return handle_of(file) ? 0 : -1;
}

/* At the end of a pipe, whose writer has gone, there is nothing more to read. */
int read(int file, void *bytes, unsigned size)
{
    HANDLE handle = handle_of(file);
    DWORD done = 0;
    if (!handle)
        return -1;
    if (size > INT_MAX)
        size = INT_MAX;
    if (ReadFile(handle, bytes, size, &done, NULL))
        return (int)done;
    DWORD problem = GetLastError();
    if (problem == ERROR_BROKEN_PIPE || problem == ERROR_HANDLE_EOF)
        return 0;
    return problem == ERROR_INVALID_FUNCTION ? fail_with(EISDIR) : fail(problem);
}

/* Writes UTF-8 to a console, whatever its code page is. */
static int write_to_console(HANDLE console, const char *text, int size)
{
    wchar_t wide[4096];
    int part = size < (int)(sizeof wide / sizeof *wide) ? size : (int)(sizeof wide / sizeof *wide);
    /* not in the middle of a character */
    for (int i = 1; part < size && i < 4 && (text[part] & 0xc0) == 0x80; i++)
        part--;
    int length = MultiByteToWideChar(CP_UTF8, 0, text, part, wide, sizeof wide / sizeof *wide);
    DWORD done;
    return WriteConsoleW(console, wide, (DWORD)length, &done, NULL) ? part : fail(GetLastError());
}

int write(int file, const void *bytes, unsigned size)
{
    HANDLE handle = handle_of(file);
    DWORD done = 0;
    if (!handle)
        return -1;
    if (size > INT_MAX)
        size = INT_MAX;
    if (size > 0 && is_console(handle))
        return write_to_console(handle, bytes, (int)size);
    if (WriteFile(handle, bytes, size, &done, NULL))
        return (int)done;
    int result = fail(GetLastError());
    if (errno == EPIPE) {
        raise(SIGPIPE);
        errno = EPIPE;
    }
    return result;
}

/* A folder cannot be flushed, which counts as no loss. */
int fsync(int file)
{
    HANDLE handle = handle_of(file);
    if (!handle)
        return -1;
    return FlushFileBuffers(handle) ? 0 : fail(GetLastError());
}

int pipe(int ends[2])
{
    HANDLE from, to;
    if (!CreatePipe(&from, &to, NULL, 0))
        return fail(GetLastError());
    ends[0] = descriptor_of(from, 0);
    ends[1] = descriptor_of(to, 0);
    return ends[0] >= 0 && ends[1] >= 0 ? 0 : -1;
}
