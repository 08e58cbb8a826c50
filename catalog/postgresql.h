/* What the files of the PostgreSQL side share: the connection, its statements, the rows that are
 * being filled in. */
#ifndef OW_CATALOG_POSTGRESQL_H
#define OW_CATALOG_POSTGRESQL_H

#include "database.h"
#include "libpq.h"

/* What there is at most: values of a statement, columns of a table that is filled, statements
 * that stay prepared (those beyond run all the same), tables that are filled within one
 * connection. */
enum {
    MOST_VALUES = 128,
    MOST_COLUMNS = 64,
    MOST_STATEMENTS = 256,
    MOST_TABLES = 32,
    MOST_TRIES = 3
};

/* A statement is another one where its values are of other kinds: the server prepares it for
 * types. */
struct statement {
    char *sql;
    enum value_kind *kinds;
    size_t count;
};

/* Types of the server, by the numbers that they have in every database (pg_type.dat). */
enum {
    TYPE_BOOLEAN = 16,
    TYPE_BYTES = 17,
    TYPE_INT8 = 20,
    TYPE_INT2 = 21,
    TYPE_INT4 = 23,
    TYPE_TEXT = 25,
    TYPE_OBJECT = 26,
    TYPE_FLOAT4 = 700,
    TYPE_FLOAT8 = 701,
    TYPE_NUMERIC = 1700
};

/* A table that was filled in this connection. */
struct filled_table {
    char *name, *columns; /* the columns as a list in SQL */
    char *key;            /* those of its primary key */
    Oid types[MOST_COLUMNS];
    size_t count;
    bool used; /* rows of this transaction are in its temporary table */
};

/* Bytes that grow and are used again. */
struct growing_bytes {
    unsigned char *data;
    size_t size, room;
};

struct bulk {
    struct filled_table *table; /* NULL where none is being filled */
    bool is_copying;            /* from its first row on */
    struct growing_bytes rows;  /* those that are not sent yet, in the binary form of COPY */
};

struct database {
    PGconn *connection;
    char *place;
    bool read_only, in_transaction, visiting;
    unsigned prefix_length; /* characters that stand before the user's own in a statement */
    unsigned long
        failed_at; /* the character of it at which the last failure is, from 1 on; 0: none */
    char state[6]; /* SQLSTATE of the last failure */
    struct database_failure failure;
    struct statement statements[MOST_STATEMENTS];
    size_t statement_count;
    PGresult *columns; /* says what the columns of the last answer are called */
    struct growing_bytes unpacked;
    struct filled_table tables[MOST_TABLES];
    size_t table_count;
    struct bulk bulk;
};

/* postgresql_failure.c. Each fills database->failure and returns false. */

/* What a result, or the connection where RESULT is NULL, says went wrong; clears RESULT. */
bool postgresql_failed(struct database *database, PGresult *result);
bool postgresql_failed_with(struct database *database, const char *message);

/* Why CONNECTION was not made. */
void postgresql_not_connected(PGconn *connection, const char *place,
                              struct database_failure *failure);

/* postgresql_run.c */

bool postgresql_run(struct database *database, const char *sql, const struct value *values,
                    size_t count, row_visitor visit, void *context);
const char *postgresql_column_name(struct database *database, size_t column);

/* Runs one statement without values, whose answer nobody needs; a second statement in the text is a
 * failure. */
bool postgresql_run_once(struct database *database, const char *sql);

/* What came of a fetch: how many rows, and whether `visit` ended it. */
struct fetched {
    size_t count;
    bool ended;
};

/* Runs SQL of the program's own, without values, and hands out its rows. FETCHED may be NULL. */
bool postgresql_fetch(struct database *database, const char *sql, row_visitor visit, void *context,
                      struct fetched *fetched);

/* Runs SQL that has no values and whose answer nobody needs. */
bool postgresql_do(struct database *database, const char *sql);

/* Forgets what a connection knew: it was lost, or is closed. */
void postgresql_forget_statements(struct database *database);

/* Makes room for SIZE more bytes; false where memory ends. */
bool postgresql_grow(struct growing_bytes *bytes, size_t size);

/* postgresql_ask.c */

bool postgresql_ask(struct database *database, const char *sql, unsigned seconds, row_visitor visit,
                    void *context);

/* postgresql_bulk.c */

bool postgresql_bulk_begin(struct database *database, const char *table, const char *const *columns,
                           size_t count);
bool postgresql_bulk_row(struct database *database, const struct value *values);
bool postgresql_bulk_end(struct database *database);

/* Ends a table that is being filled, where there is one, without its rows. */
void postgresql_bulk_stop(struct database *database);

/* The transaction is over, and with it what the temporary tables held; where it was undone, the
 * temporary tables that it made are gone too. */
void postgresql_bulk_mark_unused(struct database *database);
void postgresql_forget_tables(struct database *database);

/* postgresql.c */

/* Connects anew where the connection was lost outside of a transaction. */
bool postgresql_connected(struct database *database);

#endif
