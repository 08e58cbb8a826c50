/* Locks. Those of a file are on a byte that no file has, because Windows keeps others from reading
 * what is locked. A folder has no bytes: a mutex with its number stands for it. */
#include "layer.h"

#include <errno.h>
#include <io.h>
#include <sys/file.h>
#include <unistd.h>
#include <wchar.h>

static int lock_bytes(HANDLE file)
{
    OVERLAPPED place = {.Offset = 0xfffffffe, .OffsetHigh = 0x7fffffff};
    if (LockFileEx(file, LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &place))
        return 0;
    DWORD problem = GetLastError();
    return problem == ERROR_IO_PENDING ? fail_with(EWOULDBLOCK) : fail(problem);
}

/* The folder that is locked: a run locks one at a time. */
static struct {
    HANDLE folder, mutex;
} held;

static void release(void)
{
    ReleaseMutex(held.mutex);
    CloseHandle(held.mutex);
    held.folder = held.mutex = NULL;
}

int close(int file)
{
    HANDLE handle = handle_of(file);
    if (!handle)
        return -1;
    if (handle == held.folder)
        release();
    return _close(file);
}

static int lock_folder(HANDLE folder, const BY_HANDLE_FILE_INFORMATION *known)
{
    wchar_t name[64];
    if (held.folder)
        release();
    _snwprintf(name, 64, L"Local\\overworld-%08lx-%08lx%08lx", known->dwVolumeSerialNumber,
               known->nFileIndexHigh, known->nFileIndexLow);
    HANDLE mutex = CreateMutexW(NULL, FALSE, name);
    if (!mutex)
        return fail(GetLastError());
    DWORD waited = WaitForSingleObject(mutex, 0);
    if (waited != WAIT_OBJECT_0 && waited != WAIT_ABANDONED) {
        CloseHandle(mutex);
        return fail_with(EWOULDBLOCK);
    }
    held.mutex = mutex;
    held.folder = folder;
    return 0;
}

int flock(int file, int operation)
{
    HANDLE handle = handle_of(file);
    BY_HANDLE_FILE_INFORMATION known;
    (void)operation;
    if (!handle)
        return -1;
    if (!GetFileInformationByHandle(handle, &known))
        return fail(GetLastError());
    return known.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY ? lock_folder(handle, &known)
                                                             : lock_bytes(handle);
}
