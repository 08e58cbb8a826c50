/* Starts the command: words, environment and console as POSIX programs know them. */
#include "arguments.h"
#include "layer.h"
#include "verb.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* cli/main.c, where main has this name. */
int command(int count, char **words);

static bool is_verb(const char *word)
{
    for (const struct verb *const *verb = verbs; *verb; verb++)
        if (strcmp((*verb)->name, word) == 0)
            return true;
    return false;
}

/* A file that was dropped on the program's icon is shown in the browser. Returns whether it is
 * so. */
static bool add_view(struct words *words)
{
    if (words->count != 2 || *words->list[1] == '-' || is_verb(words->list[1]) ||
        access(words->list[1], F_OK) != 0)
        return false;
    add_word(words, _strdup("view"));
    char *world = words->list[1];
    words->list[1] = words->list[2];
    words->list[2] = world;
    return true;
}

/* A console that was opened for this run alone closes with it, and a message would be lost. */
static void wait_for_reader(void)
{
    DWORD processes[2];
    if (!is_console(GetStdHandle(STD_ERROR_HANDLE)) || GetConsoleProcessList(processes, 2) != 1)
        return;
    fputs("Press Enter to close this window.", stderr);
    char byte;
    read(STDIN_FILENO, &byte, 1);
}

static void flush_all(void)
{
    fflush(NULL);
}

int main(void)
{
    struct words words = {0};
    prepare_signals();
    read_environment();
    prepare_console();
    read_command_line(GetCommandLineW(), &words);
    bool is_dropped = add_view(&words);
    atexit(flush_all);
    int status = command((int)words.count, words.list);
    fflush(NULL);
    if (is_dropped && status != 0)
        wait_for_reader();
    return status;
}
