/* A catalogue in a SQLite file. */
#include "database.h"
#include "sqlite_keys.h"
#include "sqlite_reading.h"
#include "sqlite_value.h"
#include "statement.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* The application id of a catalogue: "OWct". Files of other programs are not touched. */
enum {
    APPLICATION_ID = 0x4f576374,
    MOST_STATEMENTS = 128,
    WAIT_MILLISECONDS = 60000,
    WAIT_STEP = 10
};

struct kept {
    char *sql;
    sqlite3_stmt *statement;
};

struct database {
    sqlite3 *handle;
    struct kept kept[MOST_STATEMENTS];
    size_t kept_count;
    sqlite3_stmt *last, *bulk;
    size_t bulk_columns;
    bool read_only;
    struct database_failure failure;
};

/* Words for common failures; SQLite's own for all others. */
static const char *words_of(sqlite3 *handle, int code)
{
    switch (code & 0xff) {
    case SQLITE_FULL:
        return "the disk is full";
    case SQLITE_READONLY:
        return "it is read-only";
    case SQLITE_NOTADB:
        return "it is not an SQLite database";
    case SQLITE_CORRUPT:
        return "the database is damaged; sqlite3 FILE .recover saves the readable part";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return "another program has kept it locked for a minute";
    case SQLITE_CANTOPEN:
    case SQLITE_IOERR:
        if (handle && sqlite3_system_errno(handle))
            return strerror(sqlite3_system_errno(handle));
        break;
    default:
        break;
    }
    return handle ? sqlite3_errmsg(handle) : sqlite3_errstr(code);
}

static bool failed(struct database *database, int code)
{
    int kind = code & 0xff;
    if (kind == SQLITE_AUTH)
        return statement_changes(&database->failure);
    database->failure.may_retry = kind == SQLITE_BUSY || kind == SQLITE_LOCKED;
    database->failure.is_statement =
        kind == SQLITE_ERROR || kind == SQLITE_RANGE || kind == SQLITE_TOOBIG;
    snprintf(database->failure.message, sizeof database->failure.message, "%s",
             words_of(database->handle, code));
    return false;
}

static bool refuse(struct database *database, const char *why)
{
    database->failure.may_retry = database->failure.is_statement = false;
    snprintf(database->failure.message, sizeof database->failure.message, "%s", why);
    return false;
}

/* Returns true if more than white space, semicolons and comments follows a statement. */
static bool has_more(const char *sql)
{
    for (; *sql; sql++) {
        if (sql[0] == '-' && sql[1] == '-')
            sql += strcspn(sql, "\n");
        else if (!strchr(" \t\r\n;", *sql))
            return true;
        if (!*sql)
            break;
    }
    return false;
}

/* Forgets statements, except those in use: rows of one may be added, or visited, when there is no
 * room for another. */
static void forget_idle(struct database *database)
{
    size_t left = 0;
    for (size_t i = 0; i < database->kept_count; i++) {
        struct kept *kept = &database->kept[i];
        if (kept->statement == database->bulk || sqlite3_stmt_busy(kept->statement)) {
            database->kept[left++] = *kept;
            continue;
        }
        sqlite3_finalize(kept->statement);
        free(kept->sql);
    }
    database->kept_count = left;
    database->last = NULL;
}

/* Finds or prepares the statement of a text. NULL after a failure. */
static sqlite3_stmt *prepare(struct database *database, const char *sql)
{
    const char *tail = "";
    for (size_t i = 0; i < database->kept_count; i++)
        if (strcmp(database->kept[i].sql, sql) == 0)
            return database->kept[i].statement;
    if (database->kept_count == MOST_STATEMENTS)
        forget_idle(database);
    if (database->kept_count == MOST_STATEMENTS) {
        refuse(database, "too many statements at once");
        return NULL;
    }
    struct kept *kept = &database->kept[database->kept_count];
    int code = sqlite3_prepare_v3(database->handle, sql, -1, SQLITE_PREPARE_PERSISTENT,
                                  &kept->statement, &tail);
    if (code != SQLITE_OK) {
        failed(database, code);
        return NULL;
    }
    kept->sql = strdup(sql);
    if (kept->statement && kept->sql && !has_more(tail)) {
        database->kept_count++;
        return kept->statement;
    }
    if (kept->statement && !kept->sql)
        refuse(database, "not enough memory");
    else if (kept->statement)
        statement_is_several(&database->failure);
    else
        statement_is_missing(&database->failure);
    sqlite3_finalize(kept->statement);
    free(kept->sql);
    return NULL;
}

static int bind(sqlite3_stmt *statement, int index, const struct value *value)
{
    switch (value->kind) {
    case VALUE_INTEGER:
        return sqlite3_bind_int64(statement, index, value->integer);
    case VALUE_REAL:
        return sqlite3_bind_double(statement, index, value->real);
    case VALUE_TEXT:
        return sqlite3_bind_text64(statement, index, value->bytes, value->size, SQLITE_STATIC,
                                   SQLITE_UTF8);
    case VALUE_BLOB:
        return sqlite3_bind_blob64(statement, index, value->size ? value->bytes : "", value->size,
                                   SQLITE_STATIC);
    case VALUE_NULL:
        break;
    }
    return sqlite3_bind_null(statement, index);
}

/* SQLite takes $2 as a name and numbers names by their first occurrence. */
static int bind_all(sqlite3_stmt *statement, const struct value *values, size_t count)
{
    int parameters = sqlite3_bind_parameter_count(statement);
    for (int i = 1; i <= parameters; i++) {
        const char *name = sqlite3_bind_parameter_name(statement, i);
        size_t number = name ? strtoul(name + 1, NULL, 10) : (size_t)i;
        if (number < 1 || number > count)
            return SQLITE_RANGE;
        int code = bind(statement, i, &values[number - 1]);
        if (code != SQLITE_OK)
            return code;
    }
    return SQLITE_OK;
}

enum { MOST_COLUMNS = 2000 }; /* SQLite's own limit */

static bool sqlite_run(struct database *database, const char *sql, const struct value *values,
                       size_t count, row_visitor visit, void *context)
{
    sqlite3_stmt *statement = prepare(database, sql);
    database->last = statement;
    if (!statement)
        return false;
    if (database->read_only && !sqlite3_stmt_readonly(statement))
        return statement_changes(&database->failure);
    int code = bind_all(statement, values, count), columns = sqlite3_column_count(statement);
    struct value row[columns > 0 && columns <= MOST_COLUMNS ? columns : 1];
    bool more = true;
    while (code == SQLITE_OK && more) {
        code = sqlite3_step(statement);
        if (code != SQLITE_ROW)
            break;
        for (int i = 0; visit && i < columns; i++)
            row[i] = sqlite_value(statement, i);
        more = !visit || visit(context, row, (size_t)columns);
        code = SQLITE_OK;
    }
    bool fine = code == SQLITE_OK || code == SQLITE_DONE;
    if (!fine)
        failed(database, code);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return fine;
}

/* DEFENSIVE and a read-only connection do not keep a statement from opening another database. */
static bool sqlite_ask(struct database *database, const char *sql, unsigned seconds,
                       row_visitor visit, void *context)
{
    struct sqlite_deadline deadline;
    if (!statement_reads(sql, &database->failure))
        return false;
    /* A virtual table declares itself when it is first named, which a read-only connection would
     * refuse. */
    sqlite3_exec(database->handle, "SELECT 1 FROM world_words LIMIT 0", NULL, NULL, NULL);
    sqlite_only_read(database->handle);
    sqlite_stop_after(database->handle, seconds, &deadline);
    bool fine = sqlite_run(database, sql, NULL, 0, visit, context);
    sqlite3_progress_handler(database->handle, 0, NULL, NULL);
    sqlite_do_anything(database->handle);
    return fine || !deadline.is_over ? fine : statement_is_late(&database->failure, seconds);
}

/* Our triggers write the words of FTS5, which an untrusted schema must not do. */
static void sqlite_trust(struct database *database)
{
    if (!database->read_only)
        sqlite3_db_config(database->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, (int *)NULL);
}

static const char *sqlite_column_name(struct database *database, size_t column)
{
    const char *name = database->last ? sqlite3_column_name(database->last, (int)column) : NULL;
    return name ? name : "";
}

static void sqlite_close(struct database *database)
{
    if (!database)
        return;
    forget_idle(database);
    sqlite3_close(database->handle);
    free(database);
}

static bool take_integer(void *context, const struct value *values, size_t count)
{
    *(int64_t *)context = count > 0 && values->kind == VALUE_INTEGER ? values->integer : -1;
    return false;
}

/* Returns true if the file is empty or a catalogue; other files are not touched. Counts the tables
 * first: whoever makes them meanwhile marks the file in the same transaction. */
static bool is_ours(struct database *database)
{
    int64_t id = 0, tables = 0;
    if (!sqlite_run(database, "SELECT count(*) FROM sqlite_schema", NULL, 0, take_integer,
                    &tables) ||
        !sqlite_run(database, "PRAGMA application_id", NULL, 0, take_integer, &id))
        return false;
    if (id == APPLICATION_ID || (id == 0 && tables == 0))
        return true;
    return refuse(database, "it is a database of another program");
}

/* If two processes switch a file to WAL at once, SQLite does not wait for the lock. */
static bool run_patiently(struct database *database, const char *sql)
{
    const struct timespec moment = {.tv_nsec = WAIT_STEP * 1000000L};
    for (int waited = 0;; waited += WAIT_STEP) {
        if (sqlite_run(database, sql, NULL, 0, NULL, NULL))
            return true;
        if (!database->failure.may_retry || waited >= WAIT_MILLISECONDS)
            return false;
        nanosleep(&moment, NULL);
    }
}

/* WAL lets others read while one process writes. A commit need not wait for the disk: the file
 * stays intact without, and the next run finds again what a power cut lost. Triggers give each
 * statement a journal of its own, which would be written to a file. */
static bool set_up(struct database *database, bool read_only)
{
    static const char *const writing[] = {
        "PRAGMA journal_mode = WAL", "PRAGMA synchronous = NORMAL",
        "PRAGMA wal_autocheckpoint = 32768", "PRAGMA cache_size = -65536",
        "PRAGMA temp_store = MEMORY"};
    sqlite3_busy_timeout(database->handle, WAIT_MILLISECONDS);
    sqlite3_db_config(database->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
    /* A stranger's tables must not run functions with side effects. */
    sqlite3_db_config(database->handle, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)NULL);
    sqlite3_db_config(database->handle, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)NULL);
    /* As in PostgreSQL, an unknown name in double quotes is an error, not a text. */
    sqlite3_db_config(database->handle, SQLITE_DBCONFIG_DQS_DML, 0, (int *)NULL);
    int code = read_only ? SQLITE_OK : sqlite_add_keys(database->handle);
    if (code != SQLITE_OK)
        return failed(database, code);
    if (!is_ours(database))
        return false;
    for (size_t i = 0; !read_only && i < sizeof writing / sizeof *writing; i++)
        if (!run_patiently(database, writing[i]))
            return false;
    return true;
}

/* Makes an address of a path which says that nobody changes the file. It is then read without a
 * lock and without the files that WAL needs beside it. malloc'ed. */
static char *immutable_address(const char *place)
{
    static const char digits[] = "0123456789abcdef", plain[] = "/.-_~";
    char *address = malloc(3 * strlen(place) + sizeof "file:?immutable=1"), *to = address;
    if (!address)
        return NULL;
    to += sprintf(to, "file:");
    for (const char *at = place; *at; at++) {
        unsigned char letter = (unsigned char)*at;
        if (isalnum(letter) || strchr(plain, letter)) {
            *to++ = *at;
        } else {
            *to++ = '%';
            *to++ = digits[letter >> 4];
            *to++ = digits[letter & 15];
        }
    }
    strcpy(to, "?immutable=1");
    return address;
}

/* Returns true if there are changes in files beside it that are not in the file yet. */
static bool has_log(const char *place)
{
    struct stat about;
    char *log = malloc(strlen(place) + sizeof "-wal");
    if (log)
        sprintf(log, "%s-wal", place);
    bool has = !log || (stat(log, &about) == 0 && about.st_size > 0);
    free(log);
    return has;
}

/* In a read-only folder, SQLite cannot make the files that WAL needs. */
static bool open_immutable(struct database *database, const char *place)
{
    char *address = has_log(place) ? NULL : immutable_address(place);
    if (!address)
        return false;
    sqlite3_close(database->handle);
    database->handle = NULL;
    int code = sqlite3_open_v2(address, &database->handle,
                               SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
    free(address);
    return code == SQLITE_OK ? set_up(database, true) : failed(database, code);
}

/* SQLite tries to open a file that it may not create and then reports only that there is none. The
 * folder has the reason. */
static bool refuse_new_file(struct database *database, const char *place)
{
    const char *slash = strrchr(place, '/');
    char *folder = strndup(slash ? place : ".", slash > place ? (size_t)(slash - place) : 1);
    bool may_be_made = folder && access(folder, W_OK | X_OK) == 0;
    int problem = errno;
    free(folder);
    if (may_be_made)
        return failed(database, SQLITE_CANTOPEN);
    database->failure = (struct database_failure){0};
    snprintf(database->failure.message, sizeof database->failure.message, "%s: %s",
             problem == ENOENT ? "it cannot be created: its folder does not exist"
                               : "it cannot be created: its folder is not writable",
             strerror(problem));
    return false;
}

static bool open_handle(struct database *database, const char *place, bool read_only)
{
    database->read_only = read_only;
    int flags = read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    int code = sqlite3_open_v2(place, &database->handle, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (read_only && code != SQLITE_OK && sqlite3_system_errno(database->handle) == ENOENT)
        return refuse(database, "it does not exist; overworld catalog add makes one");
    if (code != SQLITE_OK && sqlite3_system_errno(database->handle) == ENOENT)
        return refuse_new_file(database, place);
    if (code != SQLITE_OK)
        return failed(database, code);
    if (!read_only && sqlite3_db_readonly(database->handle, "main") == 1)
        return failed(database, SQLITE_READONLY);
    if (set_up(database, read_only))
        return true;
    int problem = sqlite3_errcode(database->handle) & 0xff;
    forget_idle(database);
    return read_only && (problem == SQLITE_READONLY || problem == SQLITE_CANTOPEN) &&
           open_immutable(database, place);
}

static struct database *sqlite_open(const char *place, bool read_only,
                                    struct database_failure *failure)
{
    struct database *database = calloc(1, sizeof *database);
    if (!database) {
        *failure = (struct database_failure){.message = "not enough memory"};
        return NULL;
    }
    if (!sqlite_load(database->failure.message, sizeof database->failure.message)) {
        *failure = database->failure;
        free(database);
        return NULL;
    }
    if (open_handle(database, place, read_only))
        return database;
    *failure = database->failure;
    sqlite_close(database);
    return NULL;
}

static bool sqlite_begin(struct database *database)
{
    return sqlite_run(database, "BEGIN IMMEDIATE", NULL, 0, NULL, NULL);
}

static bool sqlite_commit(struct database *database)
{
    return sqlite_run(database, "COMMIT", NULL, 0, NULL, NULL);
}

static void sqlite_roll_back(struct database *database)
{
    struct database_failure why = database->failure;
    if (!sqlite3_get_autocommit(database->handle))
        sqlite_run(database, "ROLLBACK", NULL, 0, NULL, NULL);
    database->failure = why;
}

static bool sqlite_bulk_begin(struct database *database, const char *table,
                              const char *const *columns, size_t count)
{
    char names[2048] = "", marks[512] = "", sql[3072];
    size_t name_size = 0, mark_size = 0;
    for (size_t i = 0; i < count; i++) {
        const char *comma = i > 0 ? ", " : "";
        name_size += (size_t)snprintf(names + name_size, sizeof names - name_size, "%s%s", comma,
                                      columns[i]);
        mark_size += (size_t)snprintf(marks + mark_size, sizeof marks - mark_size, "%s?", comma);
        if (name_size >= sizeof names || mark_size >= sizeof marks)
            return refuse(database, "a table has too many columns");
    }
    snprintf(sql, sizeof sql, "INSERT INTO %s (%s) VALUES (%s) ON CONFLICT DO NOTHING", table,
             names, marks);
    database->bulk = prepare(database, sql);
    database->bulk_columns = count;
    return database->bulk != NULL;
}

static bool sqlite_bulk_row(struct database *database, const struct value *values)
{
    int code = SQLITE_OK;
    for (size_t i = 0; i < database->bulk_columns && code == SQLITE_OK; i++)
        code = bind(database->bulk, (int)i + 1, &values[i]);
    if (code == SQLITE_OK)
        code = sqlite3_step(database->bulk);
    bool fine = code == SQLITE_DONE || failed(database, code);
    sqlite3_reset(database->bulk);
    return fine;
}

static bool sqlite_bulk_end(struct database *database)
{
    sqlite3_clear_bindings(database->bulk);
    database->bulk = NULL;
    return true;
}

static const struct database_failure *sqlite_failure_of(const struct database *database)
{
    return &database->failure;
}

const struct database_kind sqlite_database = {
    .dialect = DIALECT_SQLITE,
    .name = "SQLite",
    .open = sqlite_open,
    .close = sqlite_close,
    .run = sqlite_run,
    .ask = sqlite_ask,
    .trust = sqlite_trust,
    .column_name = sqlite_column_name,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .roll_back = sqlite_roll_back,
    .bulk_begin = sqlite_bulk_begin,
    .bulk_row = sqlite_bulk_row,
    .bulk_end = sqlite_bulk_end,
    .failure_of = sqlite_failure_of,
};
