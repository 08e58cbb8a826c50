/* Starts other programs: Yosys and a browser. */
#include "layer.h"

#include <errno.h>
#include <shellapi.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions)
{
    actions->output = -1;
    return 0;
}

/* Standard input is always /dev/null. */
int posix_spawn_file_actions_addopen(posix_spawn_file_actions_t *restrict actions, int file,
                                     const char *restrict path, int flags, mode_t mode)
{
    (void)actions;
    (void)path;
    (void)flags;
    (void)mode;
    return file == 0 ? 0 : ENOSYS;
}

int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int from, int to)
{
    actions->output = from;
    return to == 1 || to == 2 ? 0 : ENOSYS;
}

int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions)
{
    (void)actions;
    return 0;
}

/* Appends a word as programs take their command lines apart: backslashes count only before a
 * quotation mark. */
static void append_word(wchar_t *line, const wchar_t *word)
{
    wchar_t *to = line + wcslen(line);
    *to++ = L'"';
    for (size_t backslashes = 0; *word; word++) {
        if (*word == L'"')
            for (size_t i = 0; i <= backslashes; i++)
                *to++ = L'\\';
        backslashes = *word == L'\\' ? backslashes + 1 : 0;
        *to++ = *word;
        if (!word[1])
            while (backslashes-- > 0)
                *to++ = L'\\';
    }
    wcscpy(to, L"\" ");
}

static wchar_t *line_of(char *const *words)
{
    size_t room = 1;
    for (char *const *word = words; *word; word++)
        room += 2 * strlen(*word) + 4;
    wchar_t *line = calloc(room, sizeof *line);
    for (char *const *word = words; line && *word; word++) {
        wchar_t *wide = to_wide(*word);
        if (wide)
            append_word(line, wide);
        free(wide);
    }
    return line;
}

/* Looks through PATH alone: a program in the current folder may be anybody's. */
static bool find_program(const char *name, wchar_t found[MAX_PATH])
{
    wchar_t *wide = to_wide(name), *folders = to_wide(getenv("PATH") ? getenv("PATH") : "");
    bool has_folder = strpbrk(name, "/\\:") != NULL;
    DWORD size = wide && folders ? SearchPathW(has_folder ? NULL : folders, wide, L".exe", MAX_PATH,
                                               found, NULL)
                                 : 0;
    free(wide);
    free(folders);
    return size > 0 && size < MAX_PATH;
}

/* "open FILE", as macOS has it: opens the file with the program that the user has chosen. */
static int open_file(const char *path)
{
    wchar_t *wide = to_wide(path), full[MAX_PATH];
    DWORD size = wide ? GetFullPathNameW(wide, MAX_PATH, full, NULL) : 0;
    free(wide);
    if (size == 0 || size >= MAX_PATH)
        return ENOENT;
    /* a result above 32 says that it worked */
    return (INT_PTR)ShellExecuteW(NULL, L"open", full, NULL, NULL, SW_SHOWNORMAL) > 32 ? 0 : ENOENT;
}

/* Handles that the program gets. It gets no others. */
struct given {
    HANDLE input, output;
    LPPROC_THREAD_ATTRIBUTE_LIST list;
    HANDLE handles[2];
};

static bool give(struct given *given, int output)
{
    SECURITY_ATTRIBUTES passed = {.nLength = sizeof passed, .bInheritHandle = TRUE};
    HANDLE here = GetCurrentProcess();
    SIZE_T size = 0;
    given->input = CreateFileW(L"NUL", GENERIC_READ, FILE_SHARE_READ | FILE_SHARE_WRITE, &passed,
                               OPEN_EXISTING, 0, NULL);
    DuplicateHandle(here, handle_of(output), here, &given->output, 0, TRUE, DUPLICATE_SAME_ACCESS);
    given->handles[0] = given->input;
    given->handles[1] = given->output;
    InitializeProcThreadAttributeList(NULL, 1, 0, &size);
    given->list = malloc(size);
    return given->list && given->output &&
           InitializeProcThreadAttributeList(given->list, 1, 0, &size) &&
           UpdateProcThreadAttribute(given->list, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST,
                                     given->handles, sizeof given->handles, NULL, NULL);
}

static void take_back(struct given *given)
{
    if (given->list)
        DeleteProcThreadAttributeList(given->list);
    free(given->list);
    CloseHandle(given->input);
    CloseHandle(given->output);
}

/* Returns 0 or an error of Windows. */
static DWORD start(const wchar_t *program, wchar_t *line, int output, PROCESS_INFORMATION *started)
{
    STARTUPINFOEXW how = {.StartupInfo = {.cb = sizeof how}};
    struct given given = {0};
    bool redirects = output >= 0;
    if (redirects && give(&given, output)) {
        how.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
        how.StartupInfo.hStdInput = given.input;
        how.StartupInfo.hStdOutput = how.StartupInfo.hStdError = given.output;
        how.lpAttributeList = given.list;
    }
    BOOL is_started = CreateProcessW(program, line, NULL, NULL, redirects,
                                     redirects ? EXTENDED_STARTUPINFO_PRESENT : 0, NULL, NULL,
                                     &how.StartupInfo, started);
    DWORD problem = is_started ? 0 : GetLastError();
    if (redirects)
        take_back(&given);
    return problem;
}

int posix_spawnp(pid_t *restrict process, const char *restrict program,
                 const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *restrict attributes, char *const words[restrict],
                 char *const variables[restrict])
{
    wchar_t path[MAX_PATH];
    PROCESS_INFORMATION started;
    (void)attributes;
    (void)variables;
    if (!find_program(program, path))
        return strcmp(program, "open") == 0 && words[1] ? open_file(words[1]) : ENOENT;
    wchar_t *line = line_of(words);
    if (!line)
        return ENOMEM;
    DWORD problem = start(path, line, actions ? actions->output : -1, &started);
    free(line);
    if (problem) {
        fail(problem);
        return errno;
    }
    CloseHandle(started.hThread);
    *process = (pid_t)(INT_PTR)started.hProcess;
    return 0;
}

pid_t waitpid(pid_t process, int *status, int options)
{
    HANDLE handle = (HANDLE)(INT_PTR)process;
    DWORD ended = 0;
    (void)options;
    if (WaitForSingleObject(handle, INFINITE) != WAIT_OBJECT_0 ||
        !GetExitCodeProcess(handle, &ended))
        return fail(GetLastError());
    CloseHandle(handle);
    *status = (int)(ended > INT_MAX ? INT_MAX : ended);
    return process;
}

long sysconf(int what)
{
    SYSTEM_INFO about;
    (void)what; /* always the number of processors */
    GetSystemInfo(&about);
    return (long)about.dwNumberOfProcessors;
}
