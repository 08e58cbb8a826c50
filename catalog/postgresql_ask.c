/* A user's statement in PostgreSQL: a cursor in a read-only transaction, by a role that can only
 * read.
 *
 * A read-only transaction keeps a statement from changing tables. It does not keep functions from
 * files and programs of the server (lo_export, pg_read_file, functions in untrusted languages). So
 * a role that may call these is refused. */
#include "postgresql.h"
#include "statement.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

/* Lists in one text what makes a role more than a reader; NULL if nothing does. A role may become
 * any role that it is a member of, even within a SELECT (set_config). */
static const char rights[] =
    "SELECT pg_catalog.string_agg(DISTINCT more, ', ') FROM ("
    "SELECT CASE WHEN rolsuper THEN 'it is a superuser' ELSE 'it has ' || rolname END AS more"
    " FROM pg_catalog.pg_roles WHERE (rolsuper OR rolname IN ('pg_execute_server_program',"
    " 'pg_read_server_files', 'pg_write_server_files'))"
    " AND pg_catalog.pg_has_role(session_user, oid, 'MEMBER')"
    " UNION ALL SELECT 'it may call ' || proname || '()' FROM pg_catalog.pg_proc AS called"
    " JOIN pg_catalog.pg_language AS spoken ON spoken.oid = prolang WHERE"
    " (proname IN ('pg_read_file', 'pg_read_binary_file', 'pg_ls_dir', 'pg_stat_file', 'lo_import',"
    " 'lo_export', 'pg_file_write', 'pg_file_rename', 'pg_file_unlink', 'pg_file_sync')"
    " OR NOT (lanpltrusted OR lanname IN ('internal', 'c')))"
    " AND EXISTS (SELECT 1 FROM pg_catalog.pg_roles AS taken WHERE"
    " pg_catalog.pg_has_role(session_user, taken.oid, 'MEMBER') AND NOT taken.rolsuper"
    " AND pg_catalog.has_function_privilege(taken.oid, called.oid, 'EXECUTE'))) AS found";

static bool take_rights(void *context, const struct value *values, size_t count)
{
    char *text = context;
    if (count > 0 && values->kind == VALUE_TEXT)
        snprintf(text, 160, "%.*s", (int)values->size, (const char *)values->bytes);
    return true;
}

/* For a superuser, this is all. */
static bool is_reader(struct database *database)
{
    char found[160] = "";
    static const char superuser[] = "it is a superuser";
    if (!postgresql_fetch(database, rights, take_rights, found, NULL))
        return false;
    if (!*found)
        return true;
    if (strstr(found, superuser))
        strcpy(found, superuser);
    database->failure = (struct database_failure){0};
    snprintf(
        database->failure.message, sizeof database->failure.message,
        "the role of this address may reach files or programs of the server (%s), so its SQL is "
        "refused; create a role that only reads, and use it in the address: CREATE ROLE reader "
        "LOGIN; GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader",
        found);
    return false;
}

static bool open_cursor(struct database *database, const char *sql)
{
    static const char declare[] = "DECLARE overworld_answer NO SCROLL CURSOR FOR ";
    size_t size = sizeof declare + strlen(sql);
    char *text = malloc(size);
    if (!text)
        return postgresql_failed_with(database, "not enough memory");
    snprintf(text, size, "%s%s", declare, sql);
    database->prefix_length = (unsigned)(sizeof declare - 1);
    bool fine = postgresql_run_once(database, text);
    database->prefix_length = 0;
    free(text);
    return fine;
}

/* The remaining time in milliseconds; 0 if it is over. */
static long time_left(const struct timespec *end)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    long left = (long)(end->tv_sec - now.tv_sec) * 1000 + (end->tv_nsec - now.tv_nsec) / 1000000;
    return left > 0 ? left : 0;
}

/* Makes the server stop the next statement when the time is over. Set again before each statement,
 * because SQL of the user could change it. */
static bool set_time(struct database *database, unsigned seconds, const struct timespec *end)
{
    char text[64];
    if (seconds == 0)
        return true;
    long left = time_left(end);
    snprintf(text, sizeof text, "SET LOCAL statement_timeout = %ld", left);
    return left > 0 ? postgresql_do(database, text)
                    : statement_is_late(&database->failure, seconds);
}

/* The user's SQL may name tables of any schema in the search path of the role. */
static bool set_path(struct database *database)
{
    return postgresql_do(database, "SET LOCAL search_path TO DEFAULT");
}

/* Fetches until the answer ends or `visit` stops. */
static bool fetch_all(struct database *database, unsigned seconds, const struct timespec *end,
                      row_visitor visit, void *context)
{
    struct fetched fetched = {.count = 1};
    while (fetched.count > 0 && !fetched.ended) {
        if (!set_time(database, seconds, end) ||
            !postgresql_fetch(database, "FETCH FORWARD 100 FROM overworld_answer", visit, context,
                              &fetched))
            return false;
    }
    return true;
}

static bool is_state(const struct database *database, const char *state)
{
    return strcmp(database->state, state) == 0;
}

static bool begins_with_change(const char *sql)
{
    static const char *const words[] = {"insert", "update", "delete", "merge"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncasecmp(sql, words[i], strlen(words[i])) == 0)
            return true;
    return false;
}

/* Returns true if the server refused a change inside WITH. It reports a syntax error at the word,
 * or that a cursor cannot have such parts, or that the transaction only reads. */
static bool would_change(const struct database *database, const char *sql)
{
    size_t at = database->failed_at;
    if (is_state(database, "42601"))
        return at > 0 && at <= strlen(sql) && begins_with_change(sql + at - 1);
    bool found = false;
    for (; is_state(database, "0A000") && *sql && !found; sql++)
        found = begins_with_change(sql);
    return found || is_state(database, "25006");
}

/* Uses the words that every kind of database has, which do not mention a cursor. */
static void reword(struct database *database, const char *sql, unsigned seconds)
{
    struct database_failure *failure = &database->failure;
    if (seconds > 0 && is_state(database, "57014"))
        statement_is_late(failure, seconds);
    else if (would_change(database, sql))
        statement_changes(failure);
    else if (failure->is_statement && statement_has_second(sql))
        statement_is_several(failure);
}

bool postgresql_ask(struct database *database, const char *sql, unsigned seconds, row_visitor visit,
                    void *context)
{
    struct timespec end;
    if (database->visiting || database->bulk.table || database->in_transaction)
        return postgresql_failed_with(database, "a statement inside another statement");
    if (!statement_reads(sql, &database->failure))
        return false;
    if (!postgresql_connected(database) || !is_reader(database) ||
        !postgresql_do(database, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"))
        return false;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += (time_t)seconds;
    *database->state = '\0';
    database->failed_at = 0;
    bool fine = set_path(database) && set_time(database, seconds, &end) &&
                open_cursor(database, sql) && fetch_all(database, seconds, &end, visit, context);
    if (!fine)
        reword(database, sql, seconds);
    struct database_failure why = database->failure;
    if (libpq.status(database->connection) == CONNECTION_OK)
        postgresql_undo(database);
    database->failure = why;
    return fine;
}
