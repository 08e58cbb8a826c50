/* A database that holds a catalogue: the interface of SQLite and PostgreSQL.
 *
 * SQL text is the same for both, with $1, $2 ... as parameters in order. `dialect` says which of
 * two dialects to use where they differ. A connection belongs to one thread. */
#ifndef OW_CATALOG_DATABASE_H
#define OW_CATALOG_DATABASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum database_dialect { DIALECT_SQLITE, DIALECT_POSTGRESQL };

enum value_kind { VALUE_NULL, VALUE_INTEGER, VALUE_REAL, VALUE_TEXT, VALUE_BLOB };

/* A value on its way in or out. Text is valid UTF-8 without a zero byte. */
struct value {
    enum value_kind kind;
    int64_t integer;
    double real;
    const void *bytes; /* of text and blobs; lives as long as the call or the row */
    size_t size;
};

/* What went wrong, as a sentence for people, and whether trying again may help (a lock, a lost
 * connection, a conflict with another writer). */
struct database_failure {
    bool may_retry;
    bool is_statement; /* the SQL is wrong, or would change what is only read */
    bool is_away;  /* the server starts, stops, only reads or does not answer: it may come back */
    bool was_lost; /* the connection was lost: with the server, its last transactions may be gone */
    char message[512];
};

struct database;
struct patience;

/* Receives each row of an answer. Returns false to stop. */
typedef bool (*row_visitor)(void *context, const struct value *values, size_t count);

/* The calls of a kind of database. Each except `close` returns false if it fails, with *failure
 * (failure_of). */
struct database_kind {
    enum database_dialect dialect;
    const char *name; /* "SQLite", "PostgreSQL" */

    /* Opens PLACE: the path of a file, or a postgresql:// address. With `read_only`, a file that
     * does not exist is an error. Returns NULL with *failure. */
    struct database *(*open)(const char *place, bool read_only, struct database_failure *failure);
    void (*close)(struct database *database);

    /* Runs one statement. `visit` may be NULL. `column_name` has the names of columns while rows
     * come and afterwards. Statements are prepared once for each text and kept. */
    bool (*run)(struct database *database, const char *sql, const struct value *values,
                size_t count, row_visitor visit, void *context);
    const char *(*column_name)(struct database *database, size_t column);

    /* Runs one statement that a user wrote and that only reads. Whatever the rights of the
     * connection are, nothing is changed, no file is touched and no program is run; a statement for
     * which this cannot be guaranteed is refused. Stops after `seconds`; 0: never. */
    bool (*ask)(struct database *database, const char *sql, unsigned seconds, row_visitor visit,
                void *context);

    /* Says that the objects of the database are ours, so triggers may call functions. May be
     * NULL. */
    void (*trust)(struct database *database);

    /* Keeps `patience`, which may be NULL, for statements that only read. May be NULL. */
    void (*accompany)(struct database *database, struct patience *patience);

    /* A transaction that writes. Waits up to a minute for another writer. */
    bool (*begin)(struct database *database);
    bool (*commit)(struct database *database);
    void (*roll_back)(struct database *database);

    /* Adds many rows to a table, inside a transaction. Rows whose primary key exists are left out.
     * (SQLite: INSERT OR IGNORE, prepared. PostgreSQL: COPY into a temporary table, then INSERT ...
     * ON CONFLICT DO NOTHING.) One table at a time. */
    bool (*bulk_begin)(struct database *database, const char *table, const char *const *columns,
                       size_t count);
    bool (*bulk_row)(struct database *database, const struct value *values);
    bool (*bulk_end)(struct database *database);

    const struct database_failure *(*failure_of)(const struct database *database);
};

extern const struct database_kind sqlite_database;
extern const struct database_kind postgresql_database;

#endif
