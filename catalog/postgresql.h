/* Shared by the files of PostgreSQL: the connection, its statements, and the rows being written. */
#ifndef OW_CATALOG_POSTGRESQL_H
#define OW_CATALOG_POSTGRESQL_H

#include "database.h"
#include "libpq.h"
#include "patience.h"

/* Limits: values of a statement, columns of a table that is filled, statements that stay prepared
 * (more than these are run too), tables that are filled in one connection. */
enum { MOST_VALUES = 128, MOST_COLUMNS = 64, MOST_STATEMENTS = 256, MOST_TABLES = 32 };

/* A prepared statement. The same text with other kinds of values is another statement, because the
 * server prepares it for types. */
struct statement {
    char *sql;
    enum value_kind *kinds;
    size_t count;
};

/* Types of the server, by their numbers, which are the same in every database (pg_type.dat). */
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
    char *key;            /* the columns of its primary key */
    Oid types[MOST_COLUMNS];
    size_t count;
    bool used; /* its temporary table has rows of this transaction */
};

/* A buffer that grows and is reused. */
struct growing_bytes {
    unsigned char *data;
    size_t size, room;
};

struct bulk {
    struct filled_table *table; /* NULL: no table is being filled */
    bool is_copying;            /* true from the first row on */
    struct growing_bytes rows;  /* rows not sent yet, in the binary form of COPY */
};

struct database {
    PGconn *connection;
    char *place;
    bool read_only, in_transaction, visiting;
    bool must_reconnect; /* the server only reads, and another one may write */
    struct patience *patience;
    unsigned prefix_length; /* characters before the user's own text in a statement */
    /* character of the statement where the last failure is, from 1 on; 0: unknown */
    unsigned long failed_at;
    char state[6]; /* SQLSTATE of the last failure */
    struct database_failure failure;
    struct statement statements[MOST_STATEMENTS];
    size_t statement_count;
    PGresult *columns; /* the last answer, kept for the names of its columns */
    struct growing_bytes unpacked;
    struct filled_table tables[MOST_TABLES];
    size_t table_count;
    struct bulk bulk;
};

/* postgresql_failure.c. Each fills database->failure and returns false. */

/* Takes the failure from a result, or from the connection if RESULT is NULL. Clears RESULT. */
bool postgresql_failed(struct database *database, PGresult *result);
bool postgresql_failed_with(struct database *database, const char *message);

/* Fills *failure with the reason why CONNECTION was not made. `answer` is what the server said when
 * it was asked afterwards. */
void postgresql_not_connected(PGconn *connection, const char *place, PGPing answer,
                              struct database_failure *failure);

/* postgresql_run.c */

bool postgresql_run(struct database *database, const char *sql, const struct value *values,
                    size_t count, row_visitor visit, void *context);
const char *postgresql_column_name(struct database *database, size_t column);

/* Runs one statement without values and discards its answer. A second statement in the text is a
 * failure. */
bool postgresql_run_once(struct database *database, const char *sql);

/* Result of a fetch: how many rows, and whether `visit` stopped it. */
struct fetched {
    size_t count;
    bool ended;
};

/* Runs SQL of the program itself, without values, and visits its rows. FETCHED may be NULL. */
bool postgresql_fetch(struct database *database, const char *sql, row_visitor visit, void *context,
                      struct fetched *fetched);

/* Runs SQL without values and discards its answer. */
bool postgresql_do(struct database *database, const char *sql);

/* Ends a transaction without its changes. */
void postgresql_undo(struct database *database);

/* Forgets the prepared statements of a connection that was lost or is closed. */
void postgresql_forget_statements(struct database *database);

/* Makes room for SIZE more bytes. Returns false if memory runs out. */
bool postgresql_grow(struct growing_bytes *bytes, size_t size);

/* postgresql_ask.c */

bool postgresql_ask(struct database *database, const char *sql, unsigned seconds, row_visitor visit,
                    void *context);

/* postgresql_bulk.c */

bool postgresql_bulk_begin(struct database *database, const char *table, const char *const *columns,
                           size_t count);
bool postgresql_bulk_row(struct database *database, const struct value *values);
bool postgresql_bulk_end(struct database *database);

/* Stops filling a table, if one is being filled, and drops its rows. */
void postgresql_bulk_stop(struct database *database);

/* Call at the end of a transaction: the temporary tables are empty then. After a rollback, the
 * temporary tables made in it are gone, so they are forgotten. */
void postgresql_bulk_mark_unused(struct database *database);
void postgresql_forget_tables(struct database *database);

/* postgresql.c */

/* Connects again if the connection was lost outside a transaction. */
bool postgresql_connected(struct database *database);

#endif
