/* The environment in UTF-8. */
#include "layer.h"

#include <stdlib.h>
#include <string.h>

char **environ;
static size_t count;

static void add(char *variable)
{
    char **larger = variable ? realloc(environ, (count + 2) * sizeof *larger) : NULL;
    if (!larger)
        end_without_memory();
    environ = larger;
    environ[count++] = variable;
    environ[count] = NULL;
}

char *getenv(const char *name)
{
    size_t size = strlen(name);
    for (size_t i = 0; i < count; i++)
        if (_strnicmp(environ[i], name, size) == 0 && environ[i][size] == '=')
            return environ[i] + size + 1;
    return NULL;
}

void set_default(const char *name, const char *value)
{
    size_t size = strlen(name) + strlen(value) + 2;
    if (getenv(name))
        return;
    char *variable = malloc(size);
    if (!variable)
        end_without_memory();
    strcpy(variable, name);
    strcat(variable, "=");
    add(strcat(variable, value));
}

static char *needed(char *text)
{
    if (!text)
        end_without_memory();
    return text;
}

/* Folders of this user, by the names that the command knows. */
static void name_folders(void)
{
    wchar_t wide[MAX_PATH + 2];
    const char *data = getenv("LOCALAPPDATA");
    char *kept = data ? needed(_strdup(data)) : NULL;
    DWORD size = GetTempPathW(MAX_PATH + 1, wide);
    char *temporary = size > 0 && size <= MAX_PATH ? needed(to_utf8(wide)) : NULL;
    if (kept)
        set_default("XDG_DATA_HOME", turn_slashes(kept));
    if (temporary) {
        size_t end = strlen(turn_slashes(temporary));
        if (end > 3 && temporary[end - 1] == '/')
            temporary[end - 1] = '\0';
        set_default("TMPDIR", temporary);
    }
    free(kept);
    free(temporary);
}

void read_environment(void)
{
    wchar_t *all = GetEnvironmentStringsW();
    for (wchar_t *at = all; at && *at; at += wcslen(at) + 1)
        if (*at != L'=') /* the current folder of a drive */
            add(to_utf8(at));
    if (all)
        FreeEnvironmentStringsW(all);
    name_folders();
    /* A console takes UTF-16, into which all text is turned. */
    if (!getenv("LC_ALL") && !getenv("LC_CTYPE"))
        set_default("LANG", "C.UTF-8");
}
