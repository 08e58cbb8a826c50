/* Takes the command line apart: Windows gives a program one text. */
#include "arguments.h"

#include "layer.h"

#include <stdlib.h>
#include <string.h>
#include <wchar.h>

void add_word(struct words *words, char *word)
{
    char **larger = realloc(words->list, (words->count + 2) * sizeof *larger);
    if (!word || !larger)
        end_without_memory();
    words->list = larger;
    words->list[words->count++] = word;
    words->list[words->count] = NULL;
}

/* Counts backslashes before a quotation mark: half of them stay. With an odd count, the mark is a
 * character like others. Other backslashes all stay. */
static const wchar_t *read_backslashes(const wchar_t *at, wchar_t **to)
{
    size_t count = wcsspn(at, L"\\");
    bool is_marked = at[count] == L'"';
    for (size_t i = 0; i < (is_marked ? count / 2 : count); i++)
        *(*to)++ = L'\\';
    at += count;
    if (is_marked && count % 2)
        *(*to)++ = *at++;
    return at;
}

/* Reads one word. *is_pattern says that it has a wildcard in no quotation marks. */
static const wchar_t *read_word(const wchar_t *at, wchar_t *to, bool *is_pattern)
{
    bool quoted = false;
    *is_pattern = false;
    while (*at && (quoted || (*at != L' ' && *at != L'\t'))) {
        if (*at == L'\\') {
            at = read_backslashes(at, &to);
        } else if (*at == L'"' && quoted && at[1] == L'"') {
            *to++ = L'"';
            at += 2;
        } else if (*at == L'"') {
            quoted = !quoted;
            at++;
        } else {
            *is_pattern |= !quoted && wcschr(L"*?", *at);
            *to++ = *at++;
        }
    }
    *to = L'\0';
    return at;
}

void read_command_line(const wchar_t *line, struct words *words)
{
    wchar_t *word = malloc((wcslen(line) + 1) * sizeof *word);
    if (!word)
        end_without_memory();
    while (*(line += wcsspn(line, L" \t"))) {
        bool is_pattern;
        line = read_word(line, word, &is_pattern);
        if (is_pattern && words->count > 0 && *word != L'-' && add_matching(words, word))
            continue;
        char *text = to_utf8(word);
        add_word(words, text);
        if (words->count > 1)
            turn_path(text);
    }
    free(word);
}
