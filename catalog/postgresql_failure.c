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
    bool may_retry;
} kinds_of_failure[] = {
    {"08", "the connection to the database was lost", true},
    {"25006", "the database is read-only", false},
    {"40", "another program was writing to the database", true},
    {"42501", "the user of the database does not have permission", false},
    {"53100", "the disk of the database server is full", false},
    {"53200", "the database server has not enough memory", true},
    {"53300", "the database server has too many connections", true},
    {"55P03", "another program has kept the database locked for a minute", true},
    {"57P01", "the connection to the database was lost", true},
    {"57P02", "the connection to the database was lost", true},
    {"57P03", "the database server is not ready", true},
    {"58", "the database server reports a disk error", false},
    {"XX001", "the database is damaged", false},
    {"XX002", "the database is damaged", false},
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

bool postgresql_failed_with(struct database *database, const char *message)
{
    database->failure.may_retry = database->failure.is_statement = false;
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

/* libpq's message about a connection ends with a line feed, and may have a second line with
 * advice. */
static void add_lost_connection(struct database *database)
{
    database->failure.may_retry = true;
    add(&database->failure, "", "the connection to the database was lost");
    add(&database->failure, ": ", libpq.errorMessage(database->connection));
}

bool postgresql_failed(struct database *database, PGresult *result)
{
    const char *state = result ? libpq.resultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    struct database_failure *failure = &database->failure;
    *failure = (struct database_failure){0};
    if (!state) {
        if (libpq.status(database->connection) == CONNECTION_BAD)
            add_lost_connection(database);
        else
            add(failure, "", libpq.errorMessage(database->connection));
        if (!failure->message[0])
            add(failure, "", "the database server gave an unexpected answer");
        libpq.clear(result);
        return false;
    }
    const struct kind_of_failure *kind = kind_of(state);
    failure->may_retry = kind && kind->may_retry;
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

void postgresql_not_connected(PGconn *connection, const char *place,
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
    failure->may_retry = libpq.ping(place) == PQPING_REJECT;
}
