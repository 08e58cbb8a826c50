/* Failures of PostgreSQL as one sentence, and whether trying again may help. */
#include "place.h"
#include "postgresql.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Words before the server's own for failures that are unclear without, by the start of the SQLSTATE
 * (PostgreSQL's manual, appendix A). */
static const struct kind_of_failure {
    const char *state, *words;
    enum { FINAL, RETRY, LOST, AWAY } advice;
} kinds_of_failure[] = {
    {"08001", "a server that has a part of the worlds is away", AWAY}, /* said by postgres_fdw */
    {"08", "the connection to the database was lost", LOST},
    {"25006", "the database is read-only", FINAL}, /* but see advise */
    {"25P03", "the connection to the database was lost", LOST},
    {"40", "another program was writing to the database", RETRY},
    {"42501", "the user of the database does not have permission", FINAL},
    {"53100", "the disk of the database server is full", FINAL},
    {"53200", "the database server has not enough memory", RETRY},
    {"53300", "the database server has too many connections", RETRY},
    {"55P03", "another program has kept the database locked for a minute", RETRY},
    {"57014", "the statement was cancelled", RETRY},
    {"57P01", "the connection to the database was lost", LOST},
    {"57P02", "the connection to the database was lost", LOST},
    {"57P03", "the database server is not ready", AWAY},
    {"57P05", "the connection to the database was lost", LOST},
    {"58", "the database server reports a disk error", FINAL},
    {"XX001", "the database is damaged", FINAL},
    {"XX002", "the database is damaged", FINAL},
};

static const struct kind_of_failure *kind_of(const char *state)
{
    for (size_t i = 0; i < sizeof kinds_of_failure / sizeof *kinds_of_failure; i++)
        if (strncmp(state, kinds_of_failure[i].state, strlen(kinds_of_failure[i].state)) == 0)
            return &kinds_of_failure[i];
    return NULL;
}

/* Classes for mistakes in a statement: syntax and names, values, missing objects; and changes in a
 * read-only connection. */
static bool is_of_statement(const struct database *database, const char *state)
{
    return (strncmp(state, "42", 2) == 0 && strcmp(state, "42501") != 0) ||
           strncmp(state, "22", 2) == 0 || strncmp(state, "0A", 2) == 0 ||
           (database->read_only && strcmp(state, "25006") == 0);
}

/* A connection that writes has taken back a default of the role to read. So if it can only read,
 * its server is a standby: another server writes now, or this one will. */
static void advise(struct database *database, const struct kind_of_failure *kind, const char *state)
{
    struct database_failure *failure = &database->failure;
    bool is_standby = !database->read_only && strcmp(state, "25006") == 0;
    failure->may_retry = kind && kind->advice != FINAL;
    failure->was_lost = is_standby || (kind && kind->advice >= LOST);
    failure->is_away = is_standby || (kind && kind->advice == AWAY);
    database->must_reconnect = database->must_reconnect || is_standby;
}

bool postgresql_failed_with(struct database *database, const char *message)
{
    database->failure = (struct database_failure){0};
    snprintf(database->failure.message, sizeof database->failure.message, "%s", message);
    return false;
}

/* Appends the first line of TEXT to a message, as far as there is room. */
static void add(struct database_failure *failure, const char *between, const char *text)
{
    size_t used = strlen(failure->message), line = text ? strcspn(text, "\n") : 0;
    if (line > 0)
        snprintf(failure->message + used, sizeof failure->message - used, "%s%.*s",
                 used > 0 ? between : "", (int)line, text);
}

/* Says where in the user's statement the failure is. */
static void add_place(struct database *database, const char *place)
{
    char words[48];
    unsigned long number = place ? strtoul(place, NULL, 10) : 0;
    database->failed_at = 0;
    if (number <= database->prefix_length)
        return;
    database->failed_at = number - database->prefix_length;
    snprintf(words, sizeof words, " (character %lu)", database->failed_at);
    add(&database->failure, "", words);
}

/* Returns true if libpq itself failed. A connection that broke while rows were sent has the status
 * CONNECTION_OK until libpq reads from it. */
static bool is_lost(const struct database *database, const PGresult *result)
{
    ExecStatusType status = result ? libpq.resultStatus(result) : PGRES_FATAL_ERROR;
    return libpq.status(database->connection) == CONNECTION_BAD || status == PGRES_FATAL_ERROR;
}

/* libpq's message about a connection ends with a line feed, and may have a second line with
 * advice. */
static void add_lost_connection(struct database *database)
{
    database->failure.may_retry = database->failure.was_lost = true;
    database->must_reconnect = true;
    add(&database->failure, "", "the connection to the database was lost");
    add(&database->failure, ": ", libpq.errorMessage(database->connection));
}

bool postgresql_failed(struct database *database, PGresult *result)
{
    const char *state = result ? libpq.resultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    struct database_failure *failure = &database->failure;
    *failure = (struct database_failure){0};
    if (!state) {
        if (is_lost(database, result))
            add_lost_connection(database);
        else
            add(failure, "", libpq.errorMessage(database->connection));
        if (!failure->message[0])
            add(failure, "", "the database server gave an unexpected answer");
        libpq.clear(result);
        return false;
    }
    const struct kind_of_failure *kind = kind_of(state);
    advise(database, kind, state);
    failure->is_statement = is_of_statement(database, state);
    snprintf(database->state, sizeof database->state, "%s", state);
    if (kind)
        add(failure, "", kind->words);
    add(failure, ": ", libpq.resultErrorField(result, PG_DIAG_MESSAGE_PRIMARY));
    const char *place = libpq.resultErrorField(result, PG_DIAG_STATEMENT_POSITION);
    add_place(database, place);
    add(failure, "; ", libpq.resultErrorField(result, PG_DIAG_MESSAGE_DETAIL));
    add(failure, "; ", libpq.resultErrorField(result, PG_DIAG_MESSAGE_HINT));
    libpq.clear(result);
    return false;
}

enum { LONGEST_PLACE = 4096 };

static bool has_password(const char *place)
{
    char name[LONGEST_PLACE];
    place_without_passwords(place, name, sizeof name);
    return strcmp(name, place) != 0;
}

/* Returns true if libpq parses the address as intended, or if it has no password. Otherwise a
 * message of libpq may contain parts of the password as a host, a port, a name or the whole
 * address. */
static bool is_understood(const char *place)
{
    char *message = NULL;
    if (place_is_clear(place) && !has_password(place))
        return true;
    PQconninfoOption *parts = place_is_clear(place) ? libpq.conninfoParse(place, &message) : NULL;
    bool is_understood = parts != NULL;
    for (const PQconninfoOption *part = parts; part && part->keyword; part++)
        if (part->val && strcmp(part->keyword, "port") == 0)
            is_understood = part->val[strspn(part->val, "0123456789,")] == '\0';
    libpq.conninfoFree(parts);
    libpq.freemem(message);
    return is_understood;
}

/* Returns true if a server answered that is not the one to write to, by target_session_attrs.
 * These are words of libpq, which is not translated: the program keeps the locale "C". */
static bool is_standby(PGconn *connection)
{
    const char *message = connection ? libpq.errorMessage(connection) : "";
    return strstr(message, "session is read-only") || strstr(message, "hot standby mode") ||
           strstr(message, "could not make a writable connection");
}

void postgresql_not_connected(PGconn *connection, const char *place, PGPing answer,
                              struct database_failure *failure)
{
    *failure = (struct database_failure){0};
    if (!is_understood(place)) {
        add(failure, "",
            "invalid PostgreSQL address; write postgresql://USER:PASSWORD@HOST:PORT/DATABASE, with "
            "%40 for @, %2F for /, %3A for :, %3F for ? and %25 for % in a password");
        return;
    }
    add(failure, "", connection ? libpq.errorMessage(connection) : "not enough memory");
    if (!failure->message[0])
        add(failure, "", "the connection failed");
    /* A server that is starting or stopping reports that to any client. */
    failure->may_retry = answer == PQPING_REJECT;
    failure->is_away = connection && (answer == PQPING_REJECT || answer == PQPING_NO_RESPONSE ||
                                      is_standby(connection));
}
