/* What tests/peers/windows.py needs beside the command, compiled for Windows.
 *
 *     helper hold FILE          keeps FILE open, so that nobody may replace it, until standard
 *                               input ends; prints "held" first
 *     helper interrupt WORD...  runs a command line and presses Ctrl-C when a temporary file
 *                               is in the current folder; prints how the command ended
 *     helper FILE               stands in for a browser: writes FILE's name to "shown.txt"
 *     helper -Q -T -s SCRIPT    stands in for Yosys: complains, and fails */
#include <windows.h>

#include <stdio.h>
#include <string.h>

static int hold(const char *path)
{
    HANDLE file = CreateFileA(path, GENERIC_READ, FILE_SHARE_READ, NULL, OPEN_EXISTING, 0, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return 1;
    puts("held");
    fflush(stdout);
    while (getchar() != EOF)
        continue;
    return 0;
}

static int has_temporary(void)
{
    WIN32_FIND_DATAA found;
    HANDLE list = FindFirstFileA(".overworld.*", &found);
    if (list != INVALID_HANDLE_VALUE)
        FindClose(list);
    return list != INVALID_HANDLE_VALUE;
}

static int interrupt(int count, char **words)
{
    char line[4096] = "";
    STARTUPINFOA how = {.cb = sizeof how};
    PROCESS_INFORMATION started;
    DWORD status;
    for (int i = 0; i < count; i++)
        snprintf(line + strlen(line), sizeof line - strlen(line), "\"%s\" ", words[i]);
    AllocConsole();
    if (!CreateProcessA(NULL, line, NULL, NULL, FALSE, 0, NULL, NULL, &how, &started))
        return 1;
    while (!has_temporary() && WaitForSingleObject(started.hProcess, 0) == WAIT_TIMEOUT)
        continue;
    SetConsoleCtrlHandler(NULL, TRUE);
    GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0);
    WaitForSingleObject(started.hProcess, INFINITE);
    GetExitCodeProcess(started.hProcess, &status);
    printf("%lx\n", status);
    return 0;
}

static int browse(const char *path)
{
    FILE *file = fopen("shown.txt", "w");
    if (!file)
        return 1;
    fputs(path, file);
    return fclose(file) != 0;
}

int main(int count, char **words)
{
    if (count > 2 && strcmp(words[1], "hold") == 0)
        return hold(words[2]);
    if (count > 2 && strcmp(words[1], "interrupt") == 0)
        return interrupt(count - 2, words + 2);
    if (count > 4 && strcmp(words[1], "-Q") == 0) {
        puts("12.3. Executing ABC pass");
        fputs("ERROR: nothing fits\n", stderr);
        return 1;
    }
    return count > 1 ? browse(words[1]) : 1;
}
