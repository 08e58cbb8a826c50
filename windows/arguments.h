/* The words of the command line. */
#ifndef WINDOWS_ARGUMENTS_H
#define WINDOWS_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>

struct words {
    char **list; /* ends with NULL */
    size_t count;
};

/* Appends a word, which is in memory of malloc. */
void add_word(struct words *words, char *word);

/* Takes a command line apart, in UTF-8, and expands wildcards that are in no quotation marks. */
void read_command_line(const wchar_t *line, struct words *words);

/* Adds the names of files that a pattern matches, sorted. Returns false if there are none. The
 * last part of the path may have * and ?. */
bool add_matching(struct words *words, const wchar_t *pattern);

/* Turns the backslashes of a word into slashes if the word is a path. */
void turn_path(char *word);

#endif
