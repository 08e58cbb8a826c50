/* Wildcards, which a shell of Windows leaves to each program, and paths with backslashes. */
#include "arguments.h"
#include "layer.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <wchar.h>

/* Takes time by the lengths multiplied: a name that does not fit gives one character more to the
 * last asterisk, never to an earlier one. */
static bool matches(const wchar_t *pattern, const wchar_t *name)
{
    const wchar_t *after_last = NULL, *taken = NULL; /* behind what the last asterisk took */
    while (*name)
        if (*pattern == L'*') {
            after_last = ++pattern;
            taken = name;
        } else if (*pattern == L'?' || towlower(*pattern) == towlower(*name)) {
            pattern++;
            name++;
        } else if (after_last) {
            pattern = after_last;
            name = ++taken;
        } else {
            return false;
        }
    while (*pattern == L'*')
        pattern++;
    return !*pattern;
}

static int by_name(const void *one, const void *other)
{
    return strcmp(*(char *const *)one, *(char *const *)other);
}

/* The folder of a pattern with a name in it. */
static char *join(const wchar_t *pattern, size_t folder, const wchar_t *name)
{
    wchar_t *path = malloc((folder + wcslen(name) + 1) * sizeof *path);
    if (!path)
        return NULL;
    wmemcpy(path, pattern, folder);
    wcscpy(path + folder, name);
    char *text = to_utf8(path);
    free(path);
    return text ? turn_slashes(text) : NULL;
}

bool add_matching(struct words *words, const wchar_t *pattern)
{
    WIN32_FIND_DATAW found;
    size_t folder = wcslen(pattern), before = words->count;
    while (folder > 0 && !wcschr(L"/\\:", pattern[folder - 1]))
        folder--;
    if (folder > 0 && wcspbrk(pattern, L"*?") < pattern + folder)
        return false;
    HANDLE list = FindFirstFileW(pattern, &found);
    if (list == INVALID_HANDLE_VALUE)
        return false;
    do {
        /* Windows also compares a second, short name. */
        bool is_hidden = *found.cFileName == L'.' && pattern[folder] != L'.';
        if (!is_hidden && matches(pattern + folder, found.cFileName))
            add_word(words, join(pattern, folder, found.cFileName));
    } while (FindNextFileW(list, &found));
    FindClose(list);
    qsort(words->list + before, words->count - before, sizeof *words->list, by_name);
    return words->count > before;
}

/* "C:\a", ".\a", "..\a" and "\\server\share\a" begin like no other text. */
static bool begins_as_path(const char *word)
{
    size_t dots = strspn(word, ".");
    bool has_drive = ((word[0] >= 'A' && word[0] <= 'Z') || (word[0] >= 'a' && word[0] <= 'z')) &&
                     word[1] == ':' && word[2] == '\\';
    return has_drive || (dots >= 1 && dots <= 2 && word[dots] == '\\') ||
           (word[0] == '\\' && word[1] == '\\');
}

/* Other words are paths if what stands before the last backslash is a folder. */
static bool is_in_folder(const char *word)
{
    struct stat about;
    const char *last = strrchr(word, '\\');
    char *folder = _strdup(word);
    if (!folder)
        end_without_memory();
    folder[last - word] = '\0';
    turn_slashes(folder);
    bool is_there = last > word && stat(folder, &about) == 0 && S_ISDIR(about.st_mode);
    free(folder);
    return is_there;
}

void turn_path(char *word)
{
    char *value = *word == '-' ? strchr(word, '=') : NULL;
    char *path = value ? value + 1 : word;
    if (strchr(path, '\\') && (begins_as_path(path) || is_in_folder(path)))
        turn_slashes(path);
}
