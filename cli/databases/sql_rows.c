/* overworld sql: prints the rows of a statement. */
#include "databases/sql_rows.h"

#include "../../catalog/sqlite_value.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct answer {
    sqlite3_stmt *statement;
    size_t columns;
    char **names;
    struct value *values;
};

/* JSON keys must be unique: a repeated name gets its column's number. */
static char *name_of_column(sqlite3_stmt *statement, int column)
{
    const char *name = sqlite3_column_name(statement, column);
    size_t size = strlen(name) + 12;
    char *text = malloc(size);
    bool twice = false;
    for (int i = 0; i < column && !twice; i++)
        twice = strcmp(sqlite3_column_name(statement, i), name) == 0;
    if (text && twice)
        snprintf(text, size, "%s_%d", name, column + 1);
    else if (text)
        strcpy(text, name);
    return text;
}

static bool open_answer(struct answer *answer)
{
    answer->columns = (size_t)sqlite3_column_count(answer->statement);
    answer->names = calloc(answer->columns + 1, sizeof *answer->names);
    answer->values = calloc(answer->columns + 1, sizeof *answer->values);
    bool fine = answer->names && answer->values;
    for (size_t i = 0; fine && i < answer->columns; i++)
        fine = (answer->names[i] = name_of_column(answer->statement, (int)i)) != NULL;
    return fine;
}

static void close_answer(struct answer *answer)
{
    for (size_t i = 0; answer->names && i < answer->columns; i++)
        free(answer->names[i]);
    free(answer->names);
    free(answer->values);
}

static int take_rows(const struct answer *answer, struct rows *rows, unsigned long long most)
{
    int status;
    while ((status = sqlite3_step(answer->statement)) == SQLITE_ROW &&
           (most == 0 || rows->count < most)) {
        for (size_t i = 0; i < answer->columns; i++)
            answer->values[i] = sqlite_value(answer->statement, (int)i);
        if (!rows_take(rows, answer->values, answer->columns))
            return rows->has_failed ? SQLITE_NOMEM : SQLITE_ROW;
    }
    return status;
}

int write_statement(sqlite3_stmt *statement, enum rows_form form, unsigned long long most)
{
    struct answer answer = {.statement = statement};
    struct rows rows;
    int status = SQLITE_NOMEM;
    if (open_answer(&answer)) {
        rows_begin(&rows, NULL, form);
        rows.names = (const char *const *)answer.names;
        rows.column_count = answer.columns;
        status = take_rows(&answer, &rows, most);
        if (rows.count == 0 && status != SQLITE_DONE && status != SQLITE_ROW)
            rows.column_count = 0; /* no heading if the query fails */
        rows_end(&rows);
        status = rows.has_failed ? SQLITE_NOMEM : status;
    }
    close_answer(&answer);
    return status;
}
