/* Any world asked in SQL: no question fails for anything but what the world is, and an answer is
 * the same however the walk for it was narrowed. Two worlds as JSON with a zero byte between
 * them are asked together. */
#include "fuzz.h"

#include "attach.h"
#include "sqlite.h"

enum { MOST_ROWS = 2000, QUERY = 512 };

static sqlite3 *database;
static uint64_t seed; /* of the input, for the values that are asked for */

/* The answer in one number: all columns of all rows, in whatever order. */
static uint64_t answer(const char *query, unsigned *rows)
{
    sqlite3_stmt *statement = NULL;
    uint64_t sum = 0;
    int status = sqlite3_prepare_v2(database, query, -1, &statement, NULL);
    PROMISE(status == SQLITE_OK);
    for (*rows = 0; *rows < MOST_ROWS && (status = sqlite3_step(statement)) == SQLITE_ROW;
         ++*rows) {
        uint64_t row = 1469598103934665603u;
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            const unsigned char *bytes = sqlite3_column_blob(statement, i);
            int size = sqlite3_column_bytes(statement, i);
            row = (row ^ (unsigned)sqlite3_column_type(statement, i)) * 1099511628211u;
            for (int k = 0; bytes && k < size && k < 200; k++)
                row = (row ^ bytes[k]) * 1099511628211u;
        }
        sum += row;
    }
    PROMISE(status == SQLITE_ROW || status == SQLITE_DONE || status == SQLITE_NOMEM ||
            status == SQLITE_ERROR);
    sqlite3_finalize(statement);
    return status == SQLITE_DONE ? sum : 0;
}

/* With a condition, and with a plus before its column, which keeps SQLite from narrowing. */
static void ask_twice(const char *table, const char *column, const char *condition)
{
    char narrowed[QUERY], plain[QUERY];
    unsigned rows[2];
    snprintf(narrowed, sizeof narrowed, "SELECT * FROM \"%s\" WHERE \"%s\" %s", table, column,
             condition);
    snprintf(plain, sizeof plain, "SELECT * FROM \"%s\" WHERE +\"%s\" %s", table, column,
             condition);
    for (int again = 0; again < 2; again++) { /* the second time an index answers */
        uint64_t first = answer(narrowed, &rows[0]), second = answer(plain, &rows[1]);
        PROMISE(rows[0] == rows[1]);
        PROMISE(rows[0] == MOST_ROWS || first == second);
    }
}

static void ask_table(const char *name)
{
    static const char *const conditions[] = {"= %d", "BETWEEN %d AND 7", "< %d", ">= %d",
                                             "IN (%d, 3)"};
    char query[QUERY], condition[64];
    sqlite3_stmt *columns;
    unsigned rows;
    snprintf(query, sizeof query, "SELECT *, rowid IS NULL FROM \"%s\"", name);
    if (sqlite3_prepare_v2(database, query, -1, &columns, NULL) != SQLITE_OK) /* it has none */
        snprintf(query, sizeof query, "SELECT * FROM \"%s\"", name);
    sqlite3_finalize(columns);
    answer(query, &rows);
    PROMISE(sqlite3_prepare_v2(database, query, -1, &columns, NULL) == SQLITE_OK);
    for (int i = 0; i < sqlite3_column_count(columns) && i < 6; i++) {
        const char *type = sqlite3_column_decltype(columns, i);
        if (!type || strcmp(type, "INTEGER") != 0)
            continue;
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        snprintf(condition, sizeof condition, conditions[seed >> 60 & 3],
                 (int)(seed >> 40 & 15) - 1);
        ask_twice(name, sqlite3_column_name(columns, i), condition);
    }
    sqlite3_finalize(columns);
}

static void ask_all(void)
{
    char names[64][64];
    int count = 0;
    sqlite3_stmt *statement;
    PROMISE(sqlite3_prepare_v2(database, "SELECT name FROM sqlite_schema", -1, &statement, NULL) ==
            SQLITE_OK);
    while (count < 64 && sqlite3_step(statement) == SQLITE_ROW)
        snprintf(names[count++], sizeof names[0], "%s",
                 (const char *)sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    PROMISE(count > 5);
    for (int i = 0; i < count; i++)
        ask_table(names[i]);
}

/* The bytes of the world that a text describes. */
static bool encode(const uint8_t *text, size_t size, ow_buffer *buffer)
{
    ow_document document;
    ow_error error = {0};
    ow_status status = ow_from_json((const char *)text, size, NULL, &document, &error);
    expect_clean(status, &error, size);
    bool is_written = status == OW_OK && write_document(&document, buffer) == OW_OK;
    ow_close(&document);
    return is_written;
}

/* Two tables are joined and compared; the table of both has the rows of each. */
static void ask_both(const char *format)
{
    unsigned rows, all = 0, each = 0;
    char query[QUERY];
    const char *table = strcmp(format, "leveld") == 0    ? "things"
                        : strcmp(format, "city") == 0    ? "things"
                        : strcmp(format, "blotter") == 0 ? "components"
                                                         : "blocks";
    snprintf(query, sizeof query, "SELECT * FROM one.\"%s\" CROSS JOIN other.\"%s\" LIMIT 500",
             table, table);
    answer(query, &rows);
    snprintf(query, sizeof query, "SELECT * FROM one.\"%s\" EXCEPT SELECT * FROM other.\"%s\"",
             table, table);
    answer(query, &rows);
    snprintf(query, sizeof query,
             "SELECT * FROM (SELECT * FROM one.\"%s\" UNION ALL SELECT * FROM other.\"%s\")", table,
             table);
    answer(query, &each);
    snprintf(query, sizeof query, "SELECT * FROM \"%s\"", table);
    answer(query, &all);
    PROMISE(all == each);
}

/* Made once. */
static struct table_sets *tables(void)
{
    static struct table_sets *sets;
    if (!sets)
        PROMISE((sets = table_sets_open()) != NULL);
    return sets;
}

static bool attach(const char *schema, const ow_buffer *bytes, struct attached **attached)
{
    struct world *world;
    ow_error error = {0};
    ow_status status =
        world_open((ow_bytes){bytes->data, bytes->size}, NULL, tables(), &world, &error);
    expect_clean(status, &error, bytes->size);
    return status == OW_OK && attach_world(database, schema, schema, world, attached) == SQLITE_OK;
}

static void ask_pair(const uint8_t *data, size_t size, size_t first)
{
    ow_buffer buffers[2] = {{0}};
    struct attached *attached = NULL;
    struct all_files *all = NULL;
    if (encode(data, first, &buffers[0]) &&
        encode(data + first + 1, size - first - 1, &buffers[1])) {
        const ow_format *formats[] = {ow_identify(buffers[0].data, buffers[0].size),
                                      ow_identify(buffers[1].data, buffers[1].size)};
        PROMISE(sqlite3_open(":memory:", &database) == SQLITE_OK);
        PROMISE(sqlite3_exec(database, "ATTACH ':memory:' AS one; ATTACH ':memory:' AS other", NULL,
                             NULL, NULL) == SQLITE_OK);
        if (attach("one", &buffers[0], &attached) && attach("other", &buffers[1], &attached) &&
            attach_all_files(database, attached, &all) == SQLITE_OK && formats[0] == formats[1])
            ask_both(formats[0]->name);
        PROMISE(sqlite3_close(database) == SQLITE_OK);
    }
    all_files_free(all);
    attached_free(attached);
    ow_buffer_free(&buffers[0], NULL);
    ow_buffer_free(&buffers[1], NULL);
}

int LLVMFuzzerInitialize(int *count, char ***words)
{
    char why[512];
    (void)count;
    (void)words;
    PROMISE(sqlite_load(why, sizeof why));
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *zero = size > 0 && *data == '{' ? memchr(data, 0, size) : NULL;
    if (zero) {
        ask_pair(data, size, (size_t)(zero - data));
        return 0;
    }
    struct world *world;
    struct attached *attached = NULL;
    ow_error error = {0};
    ow_status status = world_open((ow_bytes){data, size}, NULL, tables(), &world, &error);
    expect_clean(status, &error, size);
    if (status != OW_OK)
        return 0;
    seed = size;
    for (size_t i = 0; i < size; i++)
        seed = (seed ^ data[i]) * 1099511628211u;
    PROMISE(sqlite3_open(":memory:", &database) == SQLITE_OK);
    PROMISE(attach_world(database, "main", "", world, &attached) == SQLITE_OK);
    ask_all();
    PROMISE(sqlite3_close(database) == SQLITE_OK);
    attached_free(attached);
    return 0;
}
