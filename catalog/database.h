/* A database that holds a catalogue, whoever makes it: what SQLite and PostgreSQL have in common.
 *
 * SQL text is the same for both, with $1, $2 ... as parameters in order; where dialects differ,
 * `dialect` picks. One connection belongs to one thread. */
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

/* What went wrong, in a sentence for a person, and whether trying again may help (a lock, a lost
 * connection, a conflict with another writer). */
struct database_failure {
    bool may_retry;
    bool is_statement; /* the SQL is wrong, or would change what is only read */
    char message[512];
};

struct database;

/* Is told each row of an answer; false ends it. */
typedef bool (*row_visitor)(void *context, const struct value *values, size_t count);

/* What a kind of database does. Each call but `close` returns false with *failure
 * (database_failure_of). */
struct database_kind {
    enum database_dialect dialect;
    const char *name; /* "SQLite", "PostgreSQL" */

    /* Opens PLACE: a file's path, or a postgresql:// address. Read-only where nothing is to be
     * changed: a file that does not exist is then an error. NULL after filling *failure. */
    struct database *(*open)(const char *place, bool read_only, struct database_failure *failure);
    void (*close)(struct database *database);

    /* Runs one statement. `visit` may be NULL. Names of columns are told by `column_name` while
     * rows come and after. Statements are prepared once for each text and kept. */
    bool (*run)(struct database *database, const char *sql, const struct value *values,
                size_t count, row_visitor visit, void *context);
    const char *(*column_name)(struct database *database, size_t column);

    /* Runs one statement that a user wrote, and that only reads: whatever the rights of the
     * connection are, nothing is changed, no file is touched and no program is run. It is refused
     * if that cannot be promised. It is stopped after so many seconds; 0: never. */
    bool (*ask)(struct database *database, const char *sql, unsigned seconds, row_visitor visit,
                void *context);

    /* The objects of the database are known to be ours, so those that write may call each other.
     * May be NULL. */
    void (*trust)(struct database *database);

    /* A transaction that writes; another writer is waited for, up to a minute. */
    bool (*begin)(struct database *database);
    bool (*commit)(struct database *database);
    void (*roll_back)(struct database *database);

    /* Rows for a table, many at once, inside a transaction: those whose primary key is there
     * already are left out. (SQLite: INSERT OR IGNORE, prepared; PostgreSQL: COPY into a
     * temporary table, then INSERT ... ON CONFLICT DO NOTHING.) One table after another. */
    bool (*bulk_begin)(struct database *database, const char *table, const char *const *columns,
                       size_t count);
    bool (*bulk_row)(struct database *database, const struct value *values);
    bool (*bulk_end)(struct database *database);

    const struct database_failure *(*failure_of)(const struct database *database);
};

extern const struct database_kind sqlite_database;
extern const struct database_kind postgresql_database;

#endif
