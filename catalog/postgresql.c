/* A catalogue in PostgreSQL, through libpq: connections and transactions. */
#include "postgresql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Settings before the address may be overridden by it, those after it may not. A connection whose
 * other end has vanished is noticed after two minutes. */
static PGconn *connect_to(const char *place)
{
    const char *const words[] = {
        "connect_timeout",           "keepalives_idle", "keepalives_interval", "keepalives_count",
        "fallback_application_name", "dbname",          "client_encoding",     NULL};
    const char *const values[] = {"15", "60", "15", "4", "overworld", place, "UTF8", NULL};
    return libpq.connectdbParams(words, values, 1);
}

/* Overrides the settings of the server, the database and the user. */
static bool set_up(struct database *database)
{
    return postgresql_do(database, "SET lock_timeout = '60s'") &&
           postgresql_do(database, "SET bytea_output = 'hex'") &&
           postgresql_do(database, "SET standard_conforming_strings = on") &&
           (!database->read_only ||
            postgresql_do(database, "SET default_transaction_read_only = on"));
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
    database->connection = connect_to(place);
    if (libpq.status(database->connection) != CONNECTION_OK) {
        postgresql_not_connected(database->connection, place, failure);
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

bool postgresql_connected(struct database *database)
{
    if (libpq.status(database->connection) == CONNECTION_OK)
        return true;
    if (database->in_transaction)
        return postgresql_failed(database, NULL);
    postgresql_forget_statements(database);
    postgresql_forget_tables(database);
    libpq.reset(database->connection);
    if (libpq.status(database->connection) == CONNECTION_OK)
        return set_up(database);
    postgresql_not_connected(database->connection, database->place, &database->failure);
    database->failure.may_retry = true; /* the server was reachable before */
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
        postgresql_do(database, "ROLLBACK");
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
    .column_name = postgresql_column_name,
    .begin = postgresql_begin,
    .commit = postgresql_commit,
    .roll_back = postgresql_roll_back,
    .bulk_begin = postgresql_bulk_begin,
    .bulk_row = postgresql_bulk_row,
    .bulk_end = postgresql_bulk_end,
    .failure_of = postgresql_failure_of,
};
