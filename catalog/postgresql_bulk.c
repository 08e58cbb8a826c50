/* Adds many rows to a table of PostgreSQL: by COPY into a temporary table, and from there into the
 * table itself, ordered by its primary key and without rows that exist.
 *
 * Writers that insert in the same order wait for each other but never deadlock. The temporary table
 * lives as long as the connection and is emptied at the end of each transaction. Making it each
 * time would swell the server's system tables. */
#include "postgresql.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SENT_AT_ONCE = 256 * 1024, LONGEST_SQL = 8192 };

static const char no_memory[] = "not enough memory";

static void forget_table(struct filled_table *table)
{
    free(table->name);
    free(table->columns);
    free(table->key);
    *table = (struct filled_table){0};
}

void postgresql_forget_tables(struct database *database)
{
    for (size_t i = 0; i < database->table_count; i++)
        forget_table(&database->tables[i]);
    database->table_count = 0;
    database->bulk.table = NULL;
    database->bulk.is_copying = false;
}

void postgresql_bulk_mark_unused(struct database *database)
{
    for (size_t i = 0; i < database->table_count; i++)
        database->tables[i].used = false;
}

static bool join(struct database *database, const char *const *columns, size_t count,
                 char list[LONGEST_SQL / 2])
{
    size_t used = 0;
    for (size_t i = 0; i < count && used < LONGEST_SQL / 2; i++)
        used += (size_t)snprintf(list + used, LONGEST_SQL / 2 - used, "%s%s", i > 0 ? ", " : "",
                                 columns[i]);
    return (count > 0 && count <= MOST_COLUMNS && used < LONGEST_SQL / 2) ||
           postgresql_failed_with(database, "a table has too many columns");
}

static bool take_key(void *context, const struct value *values, size_t count)
{
    if (count == 1 && values->kind == VALUE_TEXT)
        *(char **)context = strndup(values->bytes, values->size);
    return false;
}

/* A table whose partitions are on other servers has no primary key: an index with the name of one
 * says in which order to insert. */
static bool find_key(struct database *database, struct filled_table *table)
{
    struct value name = {.kind = VALUE_TEXT, .bytes = table->name, .size = strlen(table->name)};
    if (!postgresql_run(database,
                        "SELECT pg_catalog.string_agg(pg_catalog.quote_ident(a.attname), ', '"
                        " ORDER BY pg_catalog.array_position(i.indkey::int2[], a.attnum))"
                        " FROM pg_catalog.pg_index i JOIN pg_catalog.pg_attribute a"
                        " ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey)"
                        " JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid"
                        " WHERE i.indrelid = pg_catalog.to_regclass($1)"
                        " AND (i.indisprimary OR c.relname = $1 || '_pkey')",
                        &name, 1, take_key, &table->key))
        return false;
    if (table->key)
        return true;
    snprintf(database->failure.message, sizeof database->failure.message,
             "its table %s does not exist any more, or has no primary key", table->name);
    return false;
}

/* The binary form needs the exact type of each column. */
static bool find_types(struct database *database, struct filled_table *table)
{
    char sql[LONGEST_SQL];
    snprintf(sql, sizeof sql, "SELECT %s FROM %s LIMIT 0", table->columns, table->name);
    if (!postgresql_run(database, sql, NULL, 0, NULL, NULL))
        return false;
    for (size_t i = 0; i < table->count; i++) {
        Oid type = libpq.ftype(database->columns, (int)i);
        if (type != TYPE_INT8 && type != TYPE_INT4 && type != TYPE_FLOAT8 && type != TYPE_TEXT &&
            type != TYPE_BYTES)
            return postgresql_failed_with(database, "a column has an unsupported type");
        table->types[i] = type;
    }
    return true;
}

static bool make_temporary(struct database *database, const struct filled_table *table)
{
    char sql[LONGEST_SQL];
    snprintf(sql, sizeof sql,
             "CREATE TEMPORARY TABLE IF NOT EXISTS incoming_%s ON COMMIT DELETE ROWS"
             " AS SELECT * FROM %s WITH NO DATA",
             table->name, table->name);
    return postgresql_do(database, sql);
}

/* Finds the table of a name. Looks it up if it is new or has other columns than last time. */
static struct filled_table *find_table(struct database *database, const char *name,
                                       const char *columns, size_t count)
{
    struct filled_table *table = database->tables;
    struct filled_table *end = table + database->table_count;
    while (table < end && strcmp(table->name, name) != 0)
        table++;
    if (table < end && strcmp(table->columns, columns) == 0)
        return table;
    bool used = table < end && table->used;
    if (table < end) {
        forget_table(table);
        *table = end[-1];
        table = &end[-1];
        database->table_count--;
    }
    if (table == database->tables + MOST_TABLES)
        return NULL;
    *table = (struct filled_table){
        .name = strdup(name), .columns = strdup(columns), .count = count, .used = used};
    if (table->name && table->columns && find_key(database, table) && find_types(database, table) &&
        make_temporary(database, table)) {
        database->table_count++;
        return table;
    }
    forget_table(table);
    return NULL;
}

bool postgresql_bulk_begin(struct database *database, const char *table, const char *const *columns,
                           size_t count)
{
    char list[LONGEST_SQL / 2], sql[LONGEST_SQL];
    struct bulk *bulk = &database->bulk;
    if (!database->in_transaction || bulk->table)
        return postgresql_failed_with(database, "a table can only be filled outside a transaction");
    if (!join(database, columns, count, list))
        return false;
    database->failure = (struct database_failure){0};
    struct filled_table *found = find_table(database, table, list, count);
    if (!found)
        return database->failure.message[0] ? false : postgresql_failed_with(database, no_memory);
    snprintf(sql, sizeof sql, "TRUNCATE pg_temp.incoming_%s", table);
    if (found->used && !postgresql_do(database, sql))
        return false;
    found->used = true;
    bulk->table = found;
    bulk->is_copying = false;
    bulk->rows.size = 0;
    return true;
}

static void put(struct growing_bytes *rows, const void *bytes, size_t size)
{
    if (size > 0)
        memcpy(rows->data + rows->size, bytes, size);
    rows->size += size;
}

static void put_big_endian(struct growing_bytes *rows, uint64_t number, int size)
{
    while (size-- > 0)
        rows->data[rows->size++] = (unsigned char)(number >> (8 * size));
}

static bool send_rows(struct database *database)
{
    struct growing_bytes *rows = &database->bulk.rows;
    if (rows->size > 0 &&
        libpq.putCopyData(database->connection, (const char *)rows->data, (int)rows->size) != 1)
        return postgresql_failed(database, NULL);
    rows->size = 0;
    return true;
}

/* See PostgreSQL's manual, COPY, "Binary Format". */
static bool start_copy(struct database *database)
{
    static const char signature[11] = "PGCOPY\n\377\r\n";
    char sql[LONGEST_SQL];
    struct bulk *bulk = &database->bulk;
    snprintf(sql, sizeof sql, "COPY pg_temp.incoming_%s (%s) FROM STDIN (FORMAT binary)",
             bulk->table->name, bulk->table->columns);
    PGresult *result = libpq.exec(database->connection, sql);
    if (libpq.resultStatus(result) != PGRES_COPY_IN)
        return postgresql_failed(database, result);
    libpq.clear(result);
    bulk->is_copying = true;
    if (!postgresql_grow(&bulk->rows, sizeof signature + 8))
        return postgresql_failed_with(database, no_memory);
    put(&bulk->rows, signature, sizeof signature);
    put_big_endian(&bulk->rows, 0, 8); /* no flags, no header extension */
    return true;
}

/* Adds a value of a column. Returns false if the column has another type. */
static bool put_value(struct growing_bytes *rows, Oid type, const struct value *value)
{
    double real = value->kind == VALUE_INTEGER ? (double)value->integer : value->real;
    uint64_t bits = (uint64_t)value->integer;
    if (value->kind == VALUE_NULL) {
        put_big_endian(rows, UINT32_MAX, 4);
        return true;
    }
    if (value->kind == VALUE_TEXT || value->kind == VALUE_BLOB) {
        put_big_endian(rows, value->size, 4);
        put(rows, value->bytes, value->size);
        return type == (value->kind == VALUE_TEXT ? TYPE_TEXT : TYPE_BYTES);
    }
    if (type == TYPE_FLOAT8)
        memcpy(&bits, &real, sizeof bits);
    int width = type == TYPE_INT4 ? 4 : 8;
    put_big_endian(rows, (uint64_t)width, 4);
    put_big_endian(rows, bits, width);
    return type == TYPE_FLOAT8 ||
           (value->kind == VALUE_INTEGER &&
            (type == TYPE_INT8 || (int32_t)value->integer == value->integer));
}

bool postgresql_bulk_row(struct database *database, const struct value *values)
{
    struct bulk *bulk = &database->bulk;
    if (!bulk->table)
        return postgresql_failed_with(database, "no table is being filled");
    if (!bulk->is_copying && !start_copy(database))
        return false;
    size_t size = 2;
    for (size_t i = 0; i < bulk->table->count; i++) {
        if (values[i].size > INT_MAX / 4)
            return postgresql_failed_with(database, "a value is too large for the database");
        size += 12 + (values[i].kind >= VALUE_TEXT ? values[i].size : 0);
    }
    if (!postgresql_grow(&bulk->rows, size))
        return postgresql_failed_with(database, no_memory);
    put_big_endian(&bulk->rows, bulk->table->count, 2);
    for (size_t i = 0; i < bulk->table->count; i++)
        if (!put_value(&bulk->rows, bulk->table->types[i], &values[i]))
            return postgresql_failed_with(database, "a value does not have the type of its column");
    return bulk->rows.size < SENT_AT_ONCE || send_rows(database);
}

/* Ends COPY and keeps its rows, or discards them if WHY is given. */
static bool end_copy(struct database *database, const char *why)
{
    bool fine = true;
    database->bulk.is_copying = false;
    if (libpq.putCopyEnd(database->connection, why) != 1)
        return postgresql_failed(database, NULL);
    for (PGresult *result; (result = libpq.getResult(database->connection)) != NULL;) {
        if (fine && libpq.resultStatus(result) != PGRES_COMMAND_OK)
            fine = postgresql_failed(database, result);
        else
            libpq.clear(result);
    }
    return fine;
}

bool postgresql_bulk_end(struct database *database)
{
    char sql[2 * LONGEST_SQL];
    struct bulk *bulk = &database->bulk;
    const struct filled_table *table = bulk->table;
    if (!table)
        return postgresql_failed_with(database, "no table is being filled");
    if (bulk->is_copying) {
        if (!postgresql_grow(&bulk->rows, 2))
            return postgresql_failed_with(database, no_memory);
        put_big_endian(&bulk->rows, UINT16_MAX, 2); /* trailer: no more rows */
        snprintf(sql, sizeof sql,
                 "INSERT INTO %s (%s) SELECT %s FROM pg_temp.incoming_%s ORDER BY %s"
                 " ON CONFLICT DO NOTHING",
                 table->name, table->columns, table->columns, table->name, table->key);
        if (!send_rows(database) || !end_copy(database, NULL) || !postgresql_do(database, sql))
            return false;
    }
    bulk->table = NULL;
    return true;
}

void postgresql_bulk_stop(struct database *database)
{
    if (database->bulk.is_copying && libpq.status(database->connection) == CONNECTION_OK)
        end_copy(database, "it was stopped");
    database->bulk.is_copying = false;
    database->bulk.table = NULL;
}
