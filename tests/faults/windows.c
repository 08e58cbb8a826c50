/* Linked into a command for Windows (tests/peers/windows_faults.py): counts calls of
 * Windows about files, and those for memory, and fails one of them. The linker's --wrap sends each
 * call here. What windows/ and the program make of a failure is then seen.
 *
 * FAULT_TRACE=FILE        the name of every call goes into FILE, a line each, with the addresses of
 *                         its callers in the program; those in code of other projects begin
 *                         with "*"
 * FAULT=NAME:N:PROBLEM    call N of NAME (from 0 on) fails with this error of Windows or, for Nt
 *                         functions, with this status */
#include "due.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <windows.h>
#include <winternl.h>

static FILE *trace;
static bool begun; /* false before main, and when it has returned */
static CRITICAL_SECTION one_at_a_time;

int __wrap_main(int argc, char **argv);

/* The linker puts the code of the project in front of this file, that of other projects behind it,
 * and that of the compiler's libraries behind due.c. */
static bool is_of_others(const void *caller)
{
    return (uintptr_t)caller > (uintptr_t)__wrap_main;
}

static bool is_of_compiler(const void *caller)
{
    return (uintptr_t)caller > (uintptr_t)call_read;
}

static void note(const char *name)
{
    enum { DEEPEST = 62, OWN = 2 };
    void *callers[DEEPEST];
    const char *base = (const char *)GetModuleHandleW(NULL);
    const IMAGE_NT_HEADERS *about =
        (const void *)(base + ((const IMAGE_DOS_HEADER *)(const void *)base)->e_lfanew);
    unsigned count = RtlCaptureStackBackTrace(OWN, DEEPEST, callers, NULL);
    fputs(name, trace);
    for (unsigned i = 0; i < count; i++) {
        unsigned long long at = (unsigned long long)((const char *)callers[i] - base);
        if (at < about->OptionalHeader.SizeOfImage)
            fprintf(trace, is_of_others(callers[i]) ? " *%llx" : " %llx", at);
    }
    fputc('\n', trace);
}

/* Whether this call of a function is to fail; the thread's last error says how. What the compiler's
 * libraries call does not: POSIX threads crash without memory. */
static bool fails(const char *name, const void *caller, unsigned *problem)
{
    static bool busy; /* what follows calls functions, too */
    if (!begun || is_of_compiler(caller))
        return false;
    DWORD before = GetLastError();
    EnterCriticalSection(&one_at_a_time);
    bool due = false, first = !busy;
    if (first) {
        busy = true;
        if (trace)
            note(name);
        due = faults_are_due(name, problem);
        busy = false;
    }
    LeaveCriticalSection(&one_at_a_time);
    SetLastError(due ? *problem : before);
    return due;
}

static void end(void)
{
    begun = false;
    if (trace)
        fclose(trace);
}

extern int __real_main(int argc, char **argv);
int __wrap_main(int argc, char **argv)
{
    static char text[MAX_PATH];
    InitializeCriticalSection(&one_at_a_time);
    if (GetEnvironmentVariableA("FAULT", text, sizeof text) > 0)
        faults_read(text);
    if (GetEnvironmentVariableA("FAULT_TRACE", text, sizeof text) > 0 &&
        !(trace = fopen(text, "wb")))
        abort();
    atexit(end);
    begun = true;
    return __real_main(argc, argv);
}

#define FAULTY_MEMORY(symbol, parameters, values)                                                  \
    extern void *__real_##symbol parameters;                                                       \
    void *__wrap_##symbol parameters;                                                              \
    void *__wrap_##symbol parameters                                                               \
    {                                                                                              \
        unsigned problem;                                                                          \
        if (!fails("malloc", __builtin_return_address(0), &problem))                               \
            return __real_##symbol values;                                                         \
        _set_errno(ENOMEM);                                                                        \
        return NULL;                                                                               \
    }

FAULTY_MEMORY(malloc, (size_t size), (size))
FAULTY_MEMORY(calloc, (size_t count, size_t size), (count, size))
FAULTY_MEMORY(realloc, (void *block, size_t size), (block, size))

/* A function that is called through a pointer, as all of DLLs whose headers say so. */
#define FAULTY(type, symbol, failure, parameters, values)                                          \
    typedef type(WINAPI *type_of_##symbol) parameters;                                             \
    extern const type_of_##symbol __real___imp_##symbol;                                           \
    static type WINAPI faulty_##symbol parameters                                                  \
    {                                                                                              \
        unsigned problem;                                                                          \
        return fails(#symbol, __builtin_return_address(0), &problem)                               \
                   ? (failure)                                                                     \
                   : __real___imp_##symbol values;                                                 \
    }                                                                                              \
    extern const type_of_##symbol __wrap___imp_##symbol;                                           \
    const type_of_##symbol __wrap___imp_##symbol = faulty_##symbol;

FAULTY(HANDLE, CreateFileW, INVALID_HANDLE_VALUE,
       (LPCWSTR name, DWORD rights, DWORD share, LPSECURITY_ATTRIBUTES security, DWORD how,
        DWORD flags, HANDLE like),
       (name, rights, share, security, how, flags, like))
FAULTY(HANDLE, CreateMutexW, NULL, (LPSECURITY_ATTRIBUTES security, BOOL owned, LPCWSTR name),
       (security, owned, name))
FAULTY(BOOL, DeviceIoControl, FALSE,
       (HANDLE file, DWORD code, LPVOID in, DWORD in_size, LPVOID out, DWORD out_size, LPDWORD size,
        LPOVERLAPPED later),
       (file, code, in, in_size, out, out_size, size, later))
FAULTY(BOOL, DuplicateHandle, FALSE,
       (HANDLE from, HANDLE handle, HANDLE to, LPHANDLE copy, DWORD rights, BOOL inherit,
        DWORD options),
       (from, handle, to, copy, rights, inherit, options))
FAULTY(HANDLE, FindFirstFileW, INVALID_HANDLE_VALUE, (LPCWSTR name, LPWIN32_FIND_DATAW found),
       (name, found))
FAULTY(BOOL, FindNextFileW, FALSE, (HANDLE list, LPWIN32_FIND_DATAW found), (list, found))
FAULTY(BOOL, FlushFileBuffers, FALSE, (HANDLE file), (file))
FAULTY(DWORD, GetFileAttributesW, INVALID_FILE_ATTRIBUTES, (LPCWSTR name), (name))
FAULTY(BOOL, GetFileInformationByHandle, FALSE, (HANDLE file, LPBY_HANDLE_FILE_INFORMATION about),
       (file, about))
FAULTY(BOOL, GetFileInformationByHandleEx, FALSE,
       (HANDLE file, FILE_INFO_BY_HANDLE_CLASS kind, LPVOID about, DWORD size),
       (file, kind, about, size))
FAULTY(DWORD, GetFinalPathNameByHandleW, 0, (HANDLE file, LPWSTR path, DWORD size, DWORD flags),
       (file, path, size, flags))
FAULTY(DWORD, GetFullPathNameW, 0, (LPCWSTR name, DWORD size, LPWSTR path, LPWSTR *last),
       (name, size, path, last))
FAULTY(DWORD, GetTempPathW, 0, (DWORD size, LPWSTR path), (size, path))
FAULTY(BOOL, LockFileEx, FALSE,
       (HANDLE file, DWORD flags, DWORD unused, DWORD low, DWORD high, LPOVERLAPPED later),
       (file, flags, unused, low, high, later))
FAULTY(BOOL, ReadFile, FALSE,
       (HANDLE file, LPVOID to, DWORD size, LPDWORD done, LPOVERLAPPED later),
       (file, to, size, done, later))
FAULTY(BOOL, WriteFile, FALSE,
       (HANDLE file, LPCVOID from, DWORD size, LPDWORD done, LPOVERLAPPED later),
       (file, from, size, done, later))

/* The file is closed in any case. */
extern BOOL(WINAPI *const __real___imp_CloseHandle)(HANDLE);
static BOOL WINAPI faulty_CloseHandle(HANDLE file)
{
    unsigned problem;
    bool due = fails("CloseHandle", __builtin_return_address(0), &problem);
    BOOL closed = __real___imp_CloseHandle(file);
    if (due)
        SetLastError(problem);
    return closed && !due;
}
extern BOOL(WINAPI *const __wrap___imp_CloseHandle)(HANDLE);
BOOL(WINAPI *const __wrap___imp_CloseHandle)(HANDLE) = faulty_CloseHandle;

/* Called without a pointer. The problem is the status. */
#define FAULTY_STATUS(symbol, parameters, values)                                                  \
    extern NTSTATUS NTAPI __real_##symbol parameters;                                              \
    NTSTATUS NTAPI __wrap_##symbol parameters;                                                     \
    NTSTATUS NTAPI __wrap_##symbol parameters                                                      \
    {                                                                                              \
        unsigned problem;                                                                          \
        return fails(#symbol, __builtin_return_address(0), &problem) ? (NTSTATUS)problem           \
                                                                     : __real_##symbol values;     \
    }

FAULTY_STATUS(NtCreateFile,
              (PHANDLE file, ACCESS_MASK rights, POBJECT_ATTRIBUTES which, PIO_STATUS_BLOCK done,
               PLARGE_INTEGER size, ULONG attributes, ULONG share, ULONG how, ULONG options,
               PVOID more, ULONG more_size),
              (file, rights, which, done, size, attributes, share, how, options, more, more_size))
FAULTY_STATUS(NtSetInformationFile,
              (HANDLE file, PIO_STATUS_BLOCK done, PVOID about, ULONG size,
               FILE_INFORMATION_CLASS kind),
              (file, done, about, size, kind))
