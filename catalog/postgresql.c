/* A catalogue in PostgreSQL, through libpq: connections and transactions. */
#include "postgresql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Settings before the address may be overridden by it, those after it may not. A connection whose
 * other end has vanished is noticed after two minutes. */
enum { WORDS = 8, WORD_OF_ADDRESS = 5 };

static const char *const words[WORDS] = {
    "connect_timeout",           "keepalives_idle", "keepalives_interval", "keepalives_count",
    "fallback_application_name", "dbname",          "client_encoding",     NULL};

static const char *const values_of_words[WORDS] = {"15",        "60", "15",   "4",
                                                   "overworld", NULL, "UTF8", NULL};

static void fill_in_address(const char *place, const char *values[WORDS])
{
    memcpy(values, values_of_words, sizeof values_of_words);
    values[WORD_OF_ADDRESS] = place;
}

static PGconn *connect_to(const char *place)
{
    const char *values[WORDS];
    fill_in_address(place, values);
    return libpq.connectdbParams(words, values, 1);
}

/* Asks the server whether it takes connections at all. */
static PGPing ask_server(const char *place)
{
    const char *values[WORDS];
    fill_in_address(place, values);
    return libpq.pingParams(words, values, 1);
}

/* Overrides settings of the server, the database and the role on which answers depend. Only the
 * schema of the catalogue stays in the search path, after pg_catalog: no other schema can put
 * operators and functions of its own in place of the usual ones. */
static const char settings[] =
    "SET lock_timeout = '60s'; SET bytea_output = 'hex'; SET standard_conforming_strings = on;"
    " SET extra_float_digits = 3;"
    " SELECT pg_catalog.set_config('search_path', pg_catalog.quote_ident(COALESCE("
    "(SELECT nspname FROM pg_catalog.pg_class AS made JOIN pg_catalog.pg_namespace AS its"
    " ON its.oid OPERATOR(pg_catalog.=) relnamespace"
    " WHERE made.oid OPERATOR(pg_catalog.=) pg_catalog.to_regclass('catalog')),"
    " pg_catalog.current_schema())), false)";

/* For sessions that add. Limits that an administrator sets for queries of people do not apply;
 * servers know different ones. Plans are made anew, because the tables grow: one that was kept from
 * when they were small would scan a whole table again and again, until the next ANALYZE. */
static const char adding[] =
    "SET statement_timeout = 0; SET plan_cache_mode = force_custom_plan; SET jit = off;"
    " SELECT pg_catalog.set_config(name, '0', false) FROM pg_catalog.pg_settings"
    " WHERE name OPERATOR(pg_catalog.=) ANY (ARRAY['idle_in_transaction_session_timeout',"
    " 'idle_session_timeout', 'transaction_timeout'])";

static bool is_adding(const struct database *database)
{
    return !database->read_only || (database->patience && database->patience->is_adding);
}

static bool set_up(struct database *database)
{
    return (!is_adding(database) || postgresql_do(database, adding)) &&
           postgresql_do(database, settings) &&
           postgresql_do(database, database->read_only ? "SET default_transaction_read_only = on"
                                                       : "SET default_transaction_read_only = off");
}

/* Drops notices ("relation exists, skipping"). */
static void ignore(void *context, const char *message)
{
    (void)context;
    (void)message;
}

static void postgresql_close(struct database *database)
{
    if (!database)
        return;
    postgresql_forget_statements(database);
    postgresql_forget_tables(database);
    libpq.clear(database->columns);
    libpq.finish(database->connection);
    free(database->bulk.rows.data);
    free(database->unpacked.data);
    free(database->place);
    free(database);
}

/* A server that comes back between the connection and the question is tried once more. */
static bool connect_first(struct database *database, struct database_failure *failure)
{
    PGPing answer = PQPING_OK;
    for (int i = 0; i < 2 && answer == PQPING_OK; i++) {
        libpq.finish(database->connection);
        database->connection = connect_to(database->place);
        if (libpq.status(database->connection) == CONNECTION_OK)
            return true;
        answer = ask_server(database->place);
    }
    postgresql_not_connected(database->connection, database->place, answer, failure);
    return false;
}

static struct database *postgresql_open(const char *place, bool read_only,
                                        struct database_failure *failure)
{
    if (!libpq_load(failure))
        return NULL;
    struct database *database = calloc(1, sizeof *database);
    if (!database || (database->place = strdup(place)) == NULL) {
        *failure = (struct database_failure){.message = "not enough memory"};
        postgresql_close(database);
        return NULL;
    }
    database->read_only = read_only;
    if (!connect_first(database, failure)) {
        postgresql_close(database);
        return NULL;
    }
    libpq.setNoticeProcessor(database->connection, ignore, NULL);
    if (set_up(database))
        return database;
    *failure = database->failure;
    postgresql_close(database);
    return NULL;
}

static void postgresql_accompany(struct database *database, struct patience *patience)
{
    database->patience = patience;
    if (patience && patience->is_adding)
        postgresql_do(database, adding); /* a lost connection is set up again anyway */
}

bool postgresql_connected(struct database *database)
{
    bool is_connected = libpq.status(database->connection) == CONNECTION_OK;
    if (is_connected && !database->must_reconnect)
        return true;
    if (database->in_transaction)
        return is_connected || postgresql_failed(database, NULL);
    postgresql_forget_statements(database);
    postgresql_forget_tables(database);
    database->must_reconnect = false;
    libpq.reset(database->connection);
    if (libpq.status(database->connection) == CONNECTION_OK)
        return set_up(database);
    postgresql_not_connected(database->connection, database->place, ask_server(database->place),
                             &database->failure);
    database->failure.may_retry = database->failure.was_lost = true; /* it was there before */
    return false;
}

static bool postgresql_begin(struct database *database)
{
    if (database->in_transaction)
        return postgresql_failed_with(database, "a transaction inside another transaction");
    if (!postgresql_connected(database) ||
        !postgresql_do(database, "BEGIN ISOLATION LEVEL READ COMMITTED"))
        return false;
    database->in_transaction = true;
    return true;
}

/* ROLLBACK also ends a transaction in which a statement failed; the server does not report this as
 * a failure. */
static bool postgresql_commit(struct database *database)
{
    if (!database->in_transaction || database->bulk.table)
        return postgresql_failed_with(database, "there is no transaction to end");
    PGresult *result = libpq.exec(database->connection, "COMMIT");
    if (libpq.resultStatus(result) != PGRES_COMMAND_OK)
        return postgresql_failed(database, result);
    bool fine = strcmp(libpq.cmdStatus(result), "COMMIT") == 0;
    libpq.clear(result);
    database->in_transaction = false;
    if (fine) {
        postgresql_bulk_mark_unused(database);
        return true;
    }
    postgresql_forget_tables(database);
    return postgresql_failed_with(database,
                                  "the transaction was undone because a statement in it failed");
}

static void postgresql_roll_back(struct database *database)
{
    struct database_failure why = database->failure;
    postgresql_bulk_stop(database);
    if (database->in_transaction && libpq.status(database->connection) == CONNECTION_OK)
        postgresql_undo(database);
    database->in_transaction = false;
    postgresql_forget_tables(database);
    database->failure = why;
}

static const struct database_failure *postgresql_failure_of(const struct database *database)
{
    return &database->failure;
}

const struct database_kind postgresql_database = {
    .dialect = DIALECT_POSTGRESQL,
    .name = "PostgreSQL",
    .open = postgresql_open,
    .close = postgresql_close,
    .run = postgresql_run,
    .ask = postgresql_ask,
    .accompany = postgresql_accompany,
    .column_name = postgresql_column_name,
    .begin = postgresql_begin,
    .commit = postgresql_commit,
    .roll_back = postgresql_roll_back,
    .bulk_begin = postgresql_bulk_begin,
    .bulk_row = postgresql_bulk_row,
    .bulk_end = postgresql_bulk_end,
    .failure_of = postgresql_failure_of,
};
