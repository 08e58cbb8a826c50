/* Statements that a user writes: which of them only read. */
#include "statement.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static bool refuse(struct database_failure *failure, bool is_statement, const char *words)
{
    *failure = (struct database_failure){.is_statement = is_statement};
    snprintf(failure->message, sizeof failure->message, "%s", words);
    return false;
}

bool statement_is_missing(struct database_failure *failure)
{
    return refuse(failure, true, "there is no statement; write a SELECT");
}

bool statement_is_several(struct database_failure *failure)
{
    return refuse(failure, true, "there is more than one statement; write one SELECT at a time");
}

bool statement_changes(struct database_failure *failure)
{
    return refuse(failure, true,
                  "the statement does more than read; only SELECT statements that read the tables "
                  "are allowed");
}

bool statement_is_late(struct database_failure *failure, unsigned seconds)
{
    refuse(failure, false, "");
    snprintf(failure->message, sizeof failure->message,
             "the query was stopped after %u second%s; --timeout can allow more", seconds,
             seconds == 1 ? "" : "s");
    return false;
}

/* Skips white space and comments. A comment that does not end takes the rest of the text. */
static const char *skip_space(const char *sql)
{
    for (;;) {
        const char *end;
        if (isspace((unsigned char)*sql)) {
            sql++;
        } else if (sql[0] == '-' && sql[1] == '-') {
            sql += strcspn(sql, "\n");
        } else if (sql[0] == '/' && sql[1] == '*') {
            end = strstr(sql + 2, "*/");
            sql = end ? end + 2 : sql + strlen(sql);
        } else {
            return sql;
        }
    }
}

static size_t word_at(const char *sql)
{
    size_t size = 0;
    while (isalnum((unsigned char)sql[size]) || sql[size] == '_')
        size++;
    return size;
}

bool statement_reads(const char *sql, struct database_failure *failure)
{
    static const char *const words[] = {"SELECT", "VALUES", "WITH"};
    enum { LONGEST_WORD = 40 };
    for (sql = skip_space(sql); *sql == '(' || *sql == ';'; sql = skip_space(sql + 1))
        continue;
    if (!*sql)
        return statement_is_missing(failure);
    size_t size = word_at(sql);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == size && strncasecmp(sql, words[i], size) == 0)
            return true;
    size = size == 0 ? 1 : size < LONGEST_WORD ? size : LONGEST_WORD;
    refuse(failure, true, "");
    snprintf(
        failure->message, sizeof failure->message,
        "\"%.*s\" is not allowed here: only SELECT statements are, which read and change nothing",
        (int)size, sql);
    return false;
}

/* The end of a quoted text or name, in which a doubled quote is part of the text. */
static const char *skip_quoted(const char *sql)
{
    char quote = *sql++;
    while (*sql && *sql != quote)
        sql++;
    return *sql ? sql + 1 : sql;
}

bool statement_has_second(const char *sql)
{
    for (sql = skip_space(sql); *sql; sql = skip_space(sql)) {
        if (*sql == ';')
            return *skip_space(sql + 1) != '\0';
        sql = strchr("'\"`", *sql) ? skip_quoted(sql) : sql + 1;
    }
    return false;
}
