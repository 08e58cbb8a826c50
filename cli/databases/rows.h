/* Prints rows of a database: as an aligned table, CSV or JSON. */
#ifndef OW_CLI_DATABASES_ROWS_H
#define OW_CLI_DATABASES_ROWS_H

#include "../../catalog/schema.h"
#include "verb.h"

enum rows_form { ROWS_TABLE, ROWS_CSV, ROWS_JSON, ROWS_JSON_LINES };

struct rows {
    enum rows_form form;
    struct catalog *catalog;  /* has the names of columns, */
    const char *const *names; /* unless these are set, column_count of them */
    struct row_kept *kept;    /* the first rows of a table, which determine the widths of columns */
    size_t kept_count, column_count;
    size_t *widths;
    uint64_t count;
    bool has_failed;      /* memory ran out */
    bool has_more_behind; /* JSON goes on behind the rows */
};

/* Options of verbs that print rows, and the form that they select. Returns false after a message if
 * they contradict each other. */
#define ROWS_OPTIONS                                                                               \
    {0, "csv", NULL, "print CSV instead of a table"}, JSON_OPTION, JSON_LINES_OPTION
bool read_rows_form(const struct arguments *arguments, enum rows_form *form);

/* The limit for a query. */
#define TIMEOUT_OPTION                                                                             \
    {                                                                                              \
        0, "timeout", "SECONDS", "stop the query after this time, with status 3"                   \
    }

void rows_begin(struct rows *rows, struct catalog *catalog, enum rows_form form);
bool rows_take(void *rows, const struct value *values, size_t count); /* a row_visitor */
void rows_end(struct rows *rows);

/* The exit status for `status`, after a message if rows are missing because memory ran out. */
int rows_status(const struct rows *rows, int status);

/* Prints one value as JSON: bytes in hexadecimal. */
void print_json_value(const struct value *value);

/* Prints text as a quoted field of CSV (RFC 4180), harmless to a terminal. */
void print_csv_quoted(const char *text, size_t size);
void print_bytes(const struct value *value);
/* Prints a row as the members of a JSON object, named by its columns. */
void print_json_members(const struct rows *rows, const struct value *values, size_t count,
                        const char *between);

#endif
