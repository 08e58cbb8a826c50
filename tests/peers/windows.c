/* What tests/peers/windows.py needs beside the command, compiled for Windows.
 *
 *     helper hold FILE         keeps FILE open, so that nobody may replace it, until standard
 *                              input ends; prints "held" first
 *     helper FILE              stands in for a browser: writes FILE's name to "shown.txt"
 *     helper -Q -T -s SCRIPT   stands in for Yosys: complains, and fails */
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
    if (count > 4 && strcmp(words[1], "-Q") == 0) {
        puts("12.3. Executing ABC pass");
        fputs("ERROR: nothing fits\n", stderr);
        return 1;
    }
    return count > 1 ? browse(words[1]) : 1;
}
