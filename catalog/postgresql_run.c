/* Statements of PostgreSQL: prepared once, with values in binary form and answers in text form, row
 * by row. */
#include "postgresql.h"
#include "statement.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char no_memory[] = "not enough memory";

bool postgresql_grow(struct growing_bytes *bytes, size_t size)
{
    size_t room = bytes->room ? bytes->room : 4096;
    if (size <= bytes->room - bytes->size)
        return true;
    while (room - bytes->size < size) {
        if (room > SIZE_MAX / 2)
            return false;
        room *= 2;
    }
    unsigned char *data = realloc(bytes->data, room);
    if (!data)
        return false;
    bytes->data = data;
    bytes->room = room;
    return true;
}

static void forget_last(struct database *database)
{
    struct statement *statement = &database->statements[--database->statement_count];
    free(statement->sql);
    free(statement->kinds);
}

void postgresql_forget_statements(struct database *database)
{
    while (database->statement_count > 0)
        forget_last(database);
}

bool postgresql_do(struct database *database, const char *sql)
{
    PGresult *result = libpq.exec(database->connection, sql);
    ExecStatusType status = libpq.resultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK)
        return postgresql_failed(database, result);
    libpq.clear(result);
    return true;
}

/* ROLLBACK itself fails if a server that has a part of the tables is lost meanwhile. The session
 * then stays in the transaction, so it is not used again. */
void postgresql_undo(struct database *database)
{
    database->must_reconnect = !postgresql_do(database, "ROLLBACK") || database->must_reconnect;
}

/* Values as libpq takes them: numbers are in `numbers`, text and blobs stay where they are. */
struct given_values {
    Oid types[MOST_VALUES];
    const char *values[MOST_VALUES];
    int sizes[MOST_VALUES], formats[MOST_VALUES];
    unsigned char numbers[MOST_VALUES][8];
};

static void put_number(unsigned char *bytes, uint64_t number)
{
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)(number >> (56 - 8 * i));
}

static void give(struct given_values *given, size_t i, const struct value *value)
{
    uint64_t bits = (uint64_t)value->integer;
    if (value->kind == VALUE_REAL)
        memcpy(&bits, &value->real, sizeof bits);
    put_number(given->numbers[i], bits);
    given->formats[i] = 1;
    given->values[i] = (const char *)given->numbers[i];
    given->sizes[i] = 8;
    given->types[i] = value->kind == VALUE_REAL ? TYPE_FLOAT8 : TYPE_INT8;
    if (value->kind == VALUE_NULL) {
        given->types[i] = 0;
        given->values[i] = NULL;
    } else if (value->kind == VALUE_TEXT || value->kind == VALUE_BLOB) {
        given->types[i] = value->kind == VALUE_TEXT ? TYPE_TEXT : TYPE_BYTES;
        given->values[i] = value->size > 0 ? value->bytes : "";
        given->sizes[i] = (int)value->size;
    }
}

static bool give_all(struct database *database, struct given_values *given,
                     const struct value *values, size_t count)
{
    if (count > MOST_VALUES)
        return postgresql_failed_with(database, "a statement has too many values");
    for (size_t i = 0; i < count; i++) {
        if (values[i].size > INT32_MAX)
            return postgresql_failed_with(database, "a value is too large for the database");
        give(given, i, &values[i]);
    }
    return true;
}

static bool is_statement(const struct statement *statement, const char *sql,
                         const struct value *values, size_t count)
{
    if (statement->count != count || strcmp(statement->sql, sql) != 0)
        return false;
    for (size_t i = 0; i < count; i++)
        if (statement->kinds[i] != values[i].kind)
            return false;
    return true;
}

static bool keep(struct database *database, const char *sql, const struct value *values,
                 size_t count)
{
    struct statement *statement = &database->statements[database->statement_count];
    statement->sql = strdup(sql);
    statement->kinds = malloc((count + 1) * sizeof *statement->kinds);
    statement->count = count;
    database->statement_count++;
    if (!statement->sql || !statement->kinds) {
        forget_last(database);
        return postgresql_failed_with(database, no_memory);
    }
    for (size_t i = 0; i < count; i++)
        statement->kinds[i] = values[i].kind;
    return true;
}

static void name_statement(char name[32], size_t index)
{
    snprintf(name, 32, "overworld_%zu", index);
}

/* Finds or prepares the statement of a text. Returns its number, or MOST_STATEMENTS after a
 * failure. */
static size_t prepare(struct database *database, const char *sql, const struct value *values,
                      size_t count, const struct given_values *given)
{
    char name[32];
    for (size_t i = 0; i < database->statement_count; i++)
        if (is_statement(&database->statements[i], sql, values, count))
            return i;
    if (database->statement_count == MOST_STATEMENTS) {
        if (!postgresql_do(database, "DEALLOCATE ALL"))
            return MOST_STATEMENTS;
        postgresql_forget_statements(database);
    }
    size_t index = database->statement_count;
    if (!keep(database, sql, values, count))
        return MOST_STATEMENTS;
    name_statement(name, index);
    PGresult *result = libpq.prepare(database->connection, name, sql, (int)count, given->types);
    if (libpq.resultStatus(result) == PGRES_COMMAND_OK) {
        libpq.clear(result);
        return index;
    }
    postgresql_failed(database, result);
    forget_last(database);
    return MOST_STATEMENTS;
}

static unsigned digit(char hex)
{
    return (unsigned)(hex <= '9' ? hex - '0' : hex - 'a' + 10);
}

/* Decodes \x0a1b... The caller has made room. */
static void take_bytes(struct growing_bytes *unpacked, const char *text, size_t size,
                       struct value *value)
{
    unsigned char *bytes = unpacked->data + unpacked->size;
    value->kind = VALUE_BLOB;
    value->bytes = bytes;
    value->size = size / 2 - 1;
    for (size_t i = 0; i < value->size; i++)
        bytes[i] = (unsigned char)(digit(text[2 + 2 * i]) << 4 | digit(text[3 + 2 * i]));
    unpacked->size += value->size;
}

/* A sum of integers is of type numeric. It becomes an integer if it fits into one. */
static struct value take_number(const char *text)
{
    struct value value = {.kind = VALUE_INTEGER};
    errno = 0;
    if (!strpbrk(text, ".aIy"))
        value.integer = strtoll(text, NULL, 10);
    if (errno || strpbrk(text, ".aIy"))
        value = (struct value){.kind = VALUE_REAL, .real = strtod(text, NULL)};
    return value;
}

static struct value take_value(struct database *database, const PGresult *result, int row,
                               int column)
{
    const char *text = libpq.getvalue(result, row, column);
    size_t size = (size_t)libpq.getlength(result, row, column);
    struct value value = {.kind = VALUE_TEXT, .bytes = text, .size = size};
    if (libpq.getisnull(result, row, column))
        return (struct value){.kind = VALUE_NULL};
    switch (libpq.ftype(result, column)) {
    case TYPE_BOOLEAN:
        return (struct value){.kind = VALUE_INTEGER, .integer = text[0] == 't'};
    case TYPE_INT2:
    case TYPE_INT4:
    case TYPE_INT8:
    case TYPE_OBJECT:
    case TYPE_NUMERIC:
        return take_number(text);
    case TYPE_FLOAT4:
    case TYPE_FLOAT8:
        return (struct value){.kind = VALUE_REAL, .real = strtod(text, NULL)};
    case TYPE_BYTES:
        if (size >= 2)
            take_bytes(&database->unpacked, text, size, &value);
        return value;
    default:
        return value;
    }
}

/* An answer whose rows are being visited. */
struct row_output {
    row_visitor visit;
    void *context;
    struct value *row;
    size_t width;
    bool has_visited, ended, no_memory;
};

static bool make_room(struct database *database, struct row_output *row_output,
                      const PGresult *result, int row)
{
    size_t width = (size_t)libpq.nfields(result), bytes = 1;
    for (size_t i = 0; i < width; i++)
        bytes += (size_t)libpq.getlength(result, row, (int)i) / 2;
    database->unpacked.size = 0;
    if (width > row_output->width) {
        struct value *values = realloc(row_output->row, width * sizeof *values);
        if (!values)
            return false;
        row_output->row = values;
        row_output->width = width;
    }
    return postgresql_grow(&database->unpacked, bytes);
}

static void visit_rows(struct database *database, struct row_output *row_output,
                       const PGresult *result)
{
    int width = libpq.nfields(result);
    for (int row = 0; row < libpq.ntuples(result) && !row_output->ended; row++) {
        if (!make_room(database, row_output, result, row)) {
            row_output->ended = row_output->no_memory = true;
            return;
        }
        for (int i = 0; i < width; i++)
            row_output->row[i] = take_value(database, result, row, i);
        database->visiting = row_output->has_visited = true;
        row_output->ended = !row_output->visit(row_output->context, row_output->row, (size_t)width);
        database->visiting = false;
    }
}

/* Unwanted rows still arrive unless the query is cancelled; in a transaction, that would abort
 * it. */
static void end_early(struct database *database)
{
    char message[256];
    PGcancel *cancel = database->in_transaction ? NULL : libpq.getCancel(database->connection);
    if (cancel)
        libpq.cancel(cancel, message, sizeof message);
    libpq.freeCancel(cancel);
}

/* COPY has a protocol of its own, which no statement of the catalogue uses. */
static void refuse_copy(struct database *database, ExecStatusType status)
{
    char *data;
    if (status == PGRES_COPY_IN)
        libpq.putCopyEnd(database->connection, "COPY is not possible here");
    while (status == PGRES_COPY_OUT && libpq.getCopyData(database->connection, &data, 0) > 0)
        libpq.freemem(data);
}

static void note_columns(struct database *database, const PGresult *result)
{
    if (database->columns)
        return;
    database->columns = libpq.copyResult(result, PG_COPYRES_ATTRS);
}

static bool refuse_statement(struct database *database, const char *why)
{
    postgresql_failed_with(database, why);
    database->failure.is_statement = true;
    return false;
}

/* Visits one part of an answer. Returns false after a failure, which is reported once. What is left
 * of an answer that was ended may fail because it was cancelled; in a transaction it is not
 * cancelled, and a failure has undone the transaction. */
static bool take_result(struct database *database, struct row_output *row_output, PGresult *result)
{
    ExecStatusType status = libpq.resultStatus(result);
    bool was_ended = row_output->ended;
    if (status == PGRES_SINGLE_TUPLE || status == PGRES_TUPLES_OK) {
        note_columns(database, result);
        if (row_output->visit)
            visit_rows(database, row_output, result);
        if (row_output->ended && !was_ended && status == PGRES_SINGLE_TUPLE)
            end_early(database);
    } else if (status == PGRES_COPY_IN || status == PGRES_COPY_OUT) {
        refuse_copy(database, status);
        libpq.clear(result);
        return refuse_statement(database, "COPY to or from this program is not possible");
    } else if (status == PGRES_EMPTY_QUERY) {
        libpq.clear(result);
        return statement_is_missing(&database->failure);
    } else if (status != PGRES_COMMAND_OK && (!row_output->ended || database->in_transaction)) {
        return postgresql_failed(database, result);
    }
    libpq.clear(result);
    return true;
}

static bool take_answer(struct database *database, struct row_output *row_output)
{
    bool fine = true;
    for (PGresult *result; (result = libpq.getResult(database->connection)) != NULL;) {
        if (!fine)
            libpq.clear(result);
        else
            fine = take_result(database, row_output, result);
    }
    free(row_output->row);
    if (fine && row_output->no_memory)
        return postgresql_failed_with(database, no_memory);
    return fine;
}

/* Sets *HAS_TOLD if any row was visited. */
static bool run_once(struct database *database, const char *sql, const struct value *values,
                     size_t count, row_visitor visit, void *context, bool *has_visited)
{
    struct given_values given;
    struct row_output row_output = {.visit = visit, .context = context};
    char name[32];
    if (!give_all(database, &given, values, count))
        return false;
    size_t index = prepare(database, sql, values, count, &given);
    if (index == MOST_STATEMENTS)
        return false;
    libpq.clear(database->columns);
    database->columns = NULL;
    name_statement(name, index);
    if (!libpq.sendQueryPrepared(database->connection, name, (int)count, given.values, given.sizes,
                                 given.formats, 0))
        return postgresql_failed(database, NULL);
    if (visit)
        libpq.setSingleRowMode(database->connection);
    bool fine = take_answer(database, &row_output);
    *has_visited = row_output.has_visited;
    return fine;
}

bool postgresql_run_once(struct database *database, const char *sql)
{
    bool has_visited;
    return run_once(database, sql, NULL, 0, NULL, NULL, &has_visited);
}

bool postgresql_fetch(struct database *database, const char *sql, row_visitor visit, void *context,
                      struct fetched *fetched)
{
    struct row_output row_output = {.visit = visit, .context = context};
    PGresult *result = libpq.exec(database->connection, sql);
    if (libpq.resultStatus(result) != PGRES_TUPLES_OK)
        return postgresql_failed(database, result);
    libpq.clear(database->columns);
    database->columns = NULL;
    note_columns(database, result);
    visit_rows(database, &row_output, result);
    if (fetched)
        *fetched = (struct fetched){(size_t)libpq.ntuples(result), row_output.ended};
    free(row_output.row);
    libpq.clear(result);
    return !row_output.no_memory || postgresql_failed_with(database, no_memory);
}

/* A reading connection runs each statement in a read-only transaction, which the statement cannot
 * leave or change. */
static bool run_apart(struct database *database, const char *sql, const struct value *values,
                      size_t count, row_visitor visit, void *context, bool *has_visited)
{
    *has_visited = false;
    if (!postgresql_connected(database))
        return false;
    if (!database->read_only || database->in_transaction)
        return run_once(database, sql, values, count, visit, context, has_visited);
    if (!postgresql_do(database, "BEGIN READ ONLY"))
        return false;
    bool fine = run_once(database, sql, values, count, visit, context, has_visited);
    struct database_failure why = database->failure;
    if (libpq.status(database->connection) == CONNECTION_OK)
        postgresql_undo(database);
    database->failure = why;
    return fine;
}

/* A reading statement is repeated over a new connection if the old one was lost. */
static bool may_repeat(struct database *database, struct attempts *attempts)
{
    return database->read_only && !database->in_transaction &&
           (database->failure.was_lost || database->failure.is_away) &&
           patience_allows(database->patience, attempts, &database->failure);
}

bool postgresql_run(struct database *database, const char *sql, const struct value *values,
                    size_t count, row_visitor visit, void *context)
{
    bool has_visited, fine;
    struct attempts attempts = {0};
    if (database->visiting || database->bulk.table)
        return postgresql_failed_with(database, "a statement inside another statement");
    do
        fine = run_apart(database, sql, values, count, visit, context, &has_visited);
    while (!fine && !has_visited && may_repeat(database, &attempts));
    patience_end(database->patience, &attempts, fine);
    return fine;
}

const char *postgresql_column_name(struct database *database, size_t column)
{
    const char *name = database->columns && column < (size_t)libpq.nfields(database->columns)
                           ? libpq.fname(database->columns, (int)column)
                           : NULL;
    return name ? name : "";
}
