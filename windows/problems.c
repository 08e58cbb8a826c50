/* Errors of Windows as numbers and words of POSIX. */
#include "layer.h"

#include <errno.h>
#include <ntstatus.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ULONG NTAPI RtlNtStatusToDosError(NTSTATUS status);

/* web/command/words.c, where strerror has this name. */
char *common_words(int number);

static const struct {
    DWORD problem;
    int number;
} table[] = {
    {ERROR_FILE_NOT_FOUND, ENOENT},
    {ERROR_PATH_NOT_FOUND, ENOENT},
    {ERROR_INVALID_DRIVE, ENOENT},
    {ERROR_BAD_PATHNAME, ENOENT},
    {ERROR_BAD_NETPATH, ENOENT},
    {ERROR_BAD_NET_NAME, ENOENT},
    {ERROR_INVALID_NAME, EBADNAME},
    {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
    {ERROR_ACCESS_DENIED, EACCES},
    {ERROR_PRIVILEGE_NOT_HELD, EPERM},
    {ERROR_INVALID_HANDLE, EBADF},
    {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
    {ERROR_OUTOFMEMORY, ENOMEM},
    {ERROR_COMMITMENT_LIMIT, ENOMEM},
    {ERROR_WRITE_PROTECT, EROFS},
    {ERROR_SHARING_VIOLATION, ESHARED},
    {ERROR_DELETE_PENDING, ESHARED},
    {ERROR_USER_MAPPED_FILE, ESHARED},
    {ERROR_LOCK_VIOLATION, EWOULDBLOCK},
    {ERROR_FILE_EXISTS, EEXIST},
    {ERROR_ALREADY_EXISTS, EEXIST},
    {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
    {ERROR_DIRECTORY, ENOTDIR},
    {ERROR_DISK_FULL, ENOSPC},
    {ERROR_HANDLE_DISK_FULL, ENOSPC},
    {1295 /* ERROR_DISK_QUOTA_EXCEEDED, which mingw lacks */, EDQUOT},
    {ERROR_BROKEN_PIPE, EPIPE},
    {ERROR_NO_DATA, EPIPE},
    {ERROR_PIPE_NOT_CONNECTED, EPIPE},
    {ERROR_NOT_SAME_DEVICE, EXDEV},
    {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
    {ERROR_BUFFER_OVERFLOW, ENAMETOOLONG},
    {ERROR_TOO_MANY_LINKS, EMLINK},
    {ERROR_CANT_RESOLVE_FILENAME, ELOOP},
    {ERROR_NO_UNICODE_TRANSLATION, EBADNAME},
    {ERROR_NOT_SUPPORTED, EOPNOTSUPP},
    {ERROR_INVALID_FUNCTION, EOPNOTSUPP},
    {ERROR_CALL_NOT_IMPLEMENTED, ENOSYS},
    {ERROR_INVALID_PARAMETER, EINVAL},
    {ERROR_BAD_EXE_FORMAT, ENOEXEC},
    {ERROR_SEEK, ESPIPE},
};

int fail_with(int problem)
{
    errno = problem;
    return -1;
}

int fail(DWORD problem)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].problem == problem)
            return fail_with(table[i].number);
    return fail_with(EIO);
}

int fail_status(NTSTATUS status)
{
    switch (status) {
    case STATUS_FILE_IS_A_DIRECTORY:
        return fail_with(EISDIR);
    case STATUS_DELETE_PENDING:
        return fail_with(ESHARED);
    case STATUS_CANNOT_DELETE:
        return fail_with(EACCES);
    default:
        return fail(RtlNtStatusToDosError(status));
    }
}

void end_without_memory(void)
{
    fputs("overworld: not enough memory\n", stderr);
    exit(3);
}

char *strerror(int number)
{
    static char reserved[] = "Windows reserves this name for a device";
    static char bad_name[] = "Windows does not allow this name";
    static char shared[] = "another program has the file open";
    return number == ERESERVED  ? reserved
           : number == EBADNAME ? bad_name
           : number == ESHARED  ? shared
                                : common_words(number);
}
