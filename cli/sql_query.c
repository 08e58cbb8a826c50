/* The question of overworld sql: which of the operands it is, or standard input. */
#include "sql_query.h"

#include "input.h"
#include "terminal.h"

#include "../catalog/statement.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

/* Whether an operand is the query: what begins with a word that only a query begins with. */
static bool is_query(const char *text)
{
    static const char *const words[] = {"select", "with", "values", "explain", "pragma"};
    while (isspace((unsigned char)*text) || *text == '(')
        text++;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t size = strlen(words[i]);
        if (strncasecmp(text, words[i], size) == 0 && strpbrk(text, " \t\n(*'") != NULL)
            return true;
    }
    return strncmp(text, "--", 2) == 0 && strchr(text, '\n');
}

/* Whether an operand behind a file is a query that begins with a wrong word, such as DELETE: words, and no file. */
static bool is_wrong_query(const char *text)
{
    struct stat about;
    const char *dot = strrchr(text, '.');
    bool has_extension = dot && ow_format_by_extension(dot + 1);
    return !*text || (strpbrk(text, " \t\n") && !has_extension && stat(text, &about) != 0);
}

static int read_query(char **query)
{
    struct input input = {0};
    int status = open_other_file("-", &input);
    if (status == EXIT_FINE) {
        *query = malloc(input.size + 1);
        if (!*query) {
            complain("there is no memory for a query of %zu bytes", input.size);
            status = EXIT_FILES;
        } else {
            memcpy(*query, input.bytes, input.size);
            (*query)[input.size] = '\0';
        }
    }
    close_input(&input);
    return status;
}

int refuse_second_query(void)
{
    struct database_failure failure;
    statement_is_several(&failure);
    complain("%s", failure.message);
    return EXIT_USAGE;
}

int find_query(const struct arguments *arguments, char **query, int *file_count)
{
    int last = arguments->operand_count - 1;
    *file_count = arguments->operand_count;
    const char *word = arguments->operands[last];
    if (!is_query(word) && (last == 0 || !is_wrong_query(word)))
        return read_query(query);
    *file_count = last;
    if (last > 1 && is_query(arguments->operands[last - 1]))
        return refuse_second_query();
    *query = malloc(strlen(word) + 1);
    if (!*query) {
        complain("there is no memory for the query");
        return EXIT_FILES;
    }
    strcpy(*query, word);
    return EXIT_FINE;
}
