/* Virtual tables over the records of a world. */
#include "record_table.h"
#include "record_plan.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct record_table {
    sqlite3_vtab base;
    const struct record_table_kind *kind;
    struct declared_table declared; /* of kind->table */
};

/* A walk: through all rows, or through the rows that an index has found. */
struct record_cursor {
    sqlite3_vtab_cursor base;
    struct world *world;
    sqlite3_value *path; /* path of the world; NULL: the source has a fixed world */
    struct rows rows;
    bool has_rows;
    const uint32_t *items; /* rows left to visit; NULL: all rows in order */
    size_t item_count;
    uint32_t single;
    const struct row_index *sorted; /* all rows, in the order of a column; NULL: see above */
    size_t sorted_at;
    struct row_request request;
};

void record_table_key(const struct format_tables *format, const struct table *table, unsigned level,
                      char name[KEY_NAME])
{
    const struct table *list = &format->tables[table->levels[level]];
    if (list == table)
        snprintf(name, KEY_NAME, "item");
    else
        snprintf(name, KEY_NAME, "%s_item", list->name);
}

char *record_table_columns(const struct format_tables *format, const struct table *table,
                           bool with_path)
{
    sqlite3_str *text = sqlite3_str_new(NULL);
    char key[KEY_NAME];
    const char *comma = "";
    for (unsigned i = 0; i < table->level_count; i++, comma = ", ") {
        record_table_key(format, table, i, key);
        sqlite3_str_appendf(text, "%s\"%w\" INTEGER", comma, key);
    }
    for (unsigned i = 0; i < table->shown_count; i++, comma = ", ")
        sqlite3_str_appendf(text, "%s\"%w\" %s", comma, table->columns[i].name,
                            table->columns[i].type);
    if (with_path)
        sqlite3_str_appendf(text, "%s\"path\" TEXT HIDDEN", comma);
    sqlite3_str_appendf(text, "%s\"pointer\" TEXT HIDDEN", with_path ? ", " : comma);
    for (unsigned i = table->shown_count; i < table->column_count; i++)
        sqlite3_str_appendf(text, ", \"%w\" %s HIDDEN", table->columns[i].name,
                            table->columns[i].type);
    return sqlite3_str_finish(text);
}

char *record_table_keys(const struct format_tables *format, const struct table *table)
{
    sqlite3_str *text = sqlite3_str_new(NULL);
    char key[KEY_NAME];
    for (unsigned i = 0; i < table->level_count; i++) {
        record_table_key(format, table, i, key);
        sqlite3_str_appendf(text, "%s\"%w\"", i ? ", " : "", key);
    }
    return sqlite3_str_finish(text);
}

static char *declaration(const struct record_table_kind *kind, bool with_path)
{
    bool has_rowid = record_table_has_rowid(kind->table);
    char *columns = record_table_columns(kind->format, kind->table, with_path), *text = NULL;
    char *keys = has_rowid ? NULL : record_table_keys(kind->format, kind->table);
    if (columns && has_rowid)
        text = sqlite3_mprintf("CREATE TABLE t(%s)", columns);
    else if (columns && keys)
        text = sqlite3_mprintf("CREATE TABLE t(%s, PRIMARY KEY(%s)) WITHOUT ROWID", columns, keys);
    sqlite3_free(columns);
    sqlite3_free(keys);
    return text;
}

int record_table_make(void *client, sqlite3_vtab **made)
{
    const struct record_table_kind *kind = client;
    struct record_table *table = sqlite3_malloc(sizeof *table);
    if (!table)
        return SQLITE_NOMEM;
    *table = (struct record_table){.kind = kind,
                                   .declared = declare_table(kind->table, !kind->source->world)};
    *made = &table->base;
    return SQLITE_OK;
}

static int connect(sqlite3 *database, void *client, int argc, const char *const *argv,
                   sqlite3_vtab **made, char **message)
{
    const struct record_table_kind *kind = client;
    bool with_path = !kind->source->world;
    char *text = declaration(kind, with_path);
    (void)argc, (void)argv;
    if (!text)
        return SQLITE_NOMEM;
    int status = sqlite3_declare_vtab(database, text);
    sqlite3_free(text);
    if (status != SQLITE_OK) {
        *message = sqlite3_mprintf("%s", sqlite3_errmsg(database));
        return status;
    }
    if (with_path)
        sqlite3_vtab_config(database, SQLITE_VTAB_DIRECTONLY);
    return record_table_make(client, made);
}

static int disconnect(sqlite3_vtab *table)
{
    sqlite3_free(table);
    return SQLITE_OK;
}

static int best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    enum { UNSEEN = 100000 }; /* estimate for a world that is not open yet */
    const struct record_table *table = (const struct record_table *)base;
    const struct world *world = table->kind->source->world;
    uint64_t count = world ? world_row_count(world, table->kind->table) : UNSEEN;
    return plan_best(&table->declared, count, info);
}

static int open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **made)
{
    (void)base;
    return make_cursor(sizeof(struct record_cursor), made);
}

static void release_cursor(struct record_cursor *cursor)
{
    const struct record_table *table = (const struct record_table *)cursor->base.pVtab;
    if (cursor->has_rows)
        rows_close(&cursor->rows);
    cursor->has_rows = false;
    source_release(table->kind->source, cursor->world);
    cursor->world = NULL;
    sqlite3_value_free(cursor->path);
    cursor->path = NULL;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
    release_cursor((struct record_cursor *)base);
    sqlite3_free(base);
    return SQLITE_OK;
}

/* Reports what stopped the walk, if anything did. */
static int outcome(struct record_cursor *cursor)
{
    const struct rows *rows = &cursor->rows;
    if (rows->status == OW_OK)
        return SQLITE_OK;
    if (rows->status == OW_NO_MEMORY)
        return SQLITE_NOMEM;
    cursor->base.pVtab->zErrMsg = sqlite3_mprintf("%s", rows->error.message);
    return SQLITE_ERROR;
}

/* Goes to the next row of the index that matches. */
static void visit_items(struct record_cursor *cursor)
{
    struct rows *rows = &cursor->rows;
    rows->count = rows->at = 0;
    while (cursor->item_count > 0 && rows_at_end(rows) && rows->status == OW_OK) {
        struct row_request request = cursor->request;
        uint64_t least = request.keys[0];
        request.key_count = 1;
        request.keys[0] = *cursor->items++;
        cursor->item_count--;
        if (request.keys[0] >= least && request.keys[0] < request.end)
            rows_seek(rows, &request);
    }
}

static int begin(struct record_cursor *cursor, const struct table *table)
{
    struct row_request *request = &cursor->request;
    bool failed = false;
    cursor->items = NULL;
    cursor->sorted = NULL;
    if (request->order != NOT_THERE) {
        cursor->sorted = world_sort(cursor->world, table, request->order);
        cursor->sorted_at = 0;
        return cursor->sorted ? SQLITE_OK : SQLITE_NOMEM;
    }
    if (request->column != NOT_THERE && table->level_count == 1 && table->is_list)
        cursor->items = world_find(cursor->world, table, request->column, request->value,
                                   &cursor->single, &cursor->item_count, &failed);
    if (failed)
        return SQLITE_NOMEM;
    cursor->rows.status = OW_OK;
    if (cursor->items)
        visit_items(cursor);
    else
        rows_seek(&cursor->rows, request);
    return outcome(cursor);
}

static int filter(sqlite3_vtab_cursor *base, int number, const char *plan, int count,
                  sqlite3_value **values)
{
    struct record_cursor *cursor = (struct record_cursor *)base;
    const struct record_table *table = (const struct record_table *)base->pVtab;
    const struct record_table_kind *kind = table->kind;
    sqlite3_value *path = NULL;
    (void)number;
    bool any = plan_read(&table->declared, plan, count, values, &cursor->request, &path);
    if (!kind->source->world || !cursor->has_rows)
        release_cursor(cursor);
    cursor->rows.count = cursor->rows.at = 0;
    cursor->sorted = NULL;
    if (!any)
        return SQLITE_OK;
    if (!cursor->has_rows) {
        cursor->world = source_acquire(kind->source, path, &base->pVtab->zErrMsg);
        if (!cursor->world)
            return SQLITE_ERROR;
        if (path && !(cursor->path = sqlite3_value_dup(path)))
            return SQLITE_NOMEM;
        if (cursor->world->tables != kind->format) {
            base->pVtab->zErrMsg =
                sqlite3_mprintf("this world has the format %s, which has no such table; %s has it",
                                cursor->world->tables->format, kind->format->format);
            return SQLITE_ERROR;
        }
        cursor->has_rows = true;
        if (!rows_open(&cursor->rows, &cursor->world->document, kind->format, kind->table))
            return SQLITE_NOMEM;
    }
    return begin(cursor, kind->table);
}

static int next(sqlite3_vtab_cursor *base)
{
    struct record_cursor *cursor = (struct record_cursor *)base;
    if (cursor->sorted) {
        cursor->sorted_at++;
        return SQLITE_OK;
    }
    if (cursor->items)
        visit_items(cursor);
    else
        rows_next(&cursor->rows);
    return outcome(cursor);
}

static int at_end(sqlite3_vtab_cursor *base)
{
    const struct record_cursor *cursor = (const struct record_cursor *)base;
    if (cursor->has_rows && cursor->sorted)
        return cursor->sorted_at >= cursor->sorted->count;
    return !cursor->has_rows || rows_at_end(&cursor->rows);
}

/* The number as in JSON: the shortest decimal of the float. NaN and infinity become NULL. */
static void result_float(sqlite3_context *context, float value)
{
    char text[OW_FLOAT_TEXT + 1];
    if (isnan(value)) {
        sqlite3_result_null(context);
    } else if (isinf(value) || (fabsf(value) < 1e6f && value == (float)(int32_t)value)) {
        sqlite3_result_double(context, (double)value);
    } else {
        text[ow_float_text(value, text)] = '\0';
        sqlite3_result_double(context, strtod(text, NULL));
    }
}

void record_table_result(sqlite3_context *context, const struct row_value *value)
{
    char digits[24];
    const void *bytes = value->bytes.data;
    switch (value->kind) {
    case ROW_NULL:
        sqlite3_result_null(context);
        break;
    case ROW_INTEGER:
        sqlite3_result_int64(context, value->integer);
        break;
    case ROW_REAL:
        result_float(context, value->real);
        break;
    case ROW_UNSIGNED_64:
        snprintf(digits, sizeof digits, "%llu", (unsigned long long)value->unsigned_64);
        sqlite3_result_text(context, digits, -1, SQLITE_TRANSIENT);
        break;
    case ROW_TEXT: /* text that SQL cannot hold stays bytes */
        if (ow_text_is_utf8((ow_text){bytes, value->bytes.size}))
            sqlite3_result_text64(context, bytes, value->bytes.size, SQLITE_TRANSIENT, SQLITE_UTF8);
        else
            sqlite3_result_blob64(context, bytes, value->bytes.size, SQLITE_TRANSIENT);
        break;
    case ROW_BLOB:
        sqlite3_result_blob64(context, value->bytes.size ? bytes : "", value->bytes.size,
                              SQLITE_TRANSIENT);
    }
}

/* The plan reads only the key and the column of the order. */
static void result_sorted(const struct record_cursor *cursor, sqlite3_context *context, int number)
{
    const struct row_index *sorted = cursor->sorted;
    size_t at = cursor->sorted_at;
    struct row_value value = {.kind = at < sorted->first ? ROW_NULL
                                      : at < sorted->end ? ROW_INTEGER
                                                         : ROW_UNSIGNED_64};
    if (number == 0)
        sqlite3_result_int64(context, (sqlite3_int64)sorted->items[at]);
    else if (value.kind == ROW_UNSIGNED_64)
        value.unsigned_64 = (uint64_t)sorted->values[at];
    else
        value.integer = sorted->values[at];
    if (number != 0)
        record_table_result(context, &value);
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int number)
{
    const struct record_cursor *cursor = (const struct record_cursor *)base;
    if (cursor->sorted) {
        result_sorted(cursor, context, number);
        return SQLITE_OK;
    }
    const struct record_table *table = (const struct record_table *)base->pVtab;
    const struct declared_table *declared = &table->declared;
    if (number < declared->table->level_count) {
        sqlite3_result_int64(context, (sqlite3_int64)rows_key(&cursor->rows, (unsigned)number));
    } else if (number != declared->pointer && number != declared->path) {
        record_table_result(context, rows_value(&cursor->rows, table_column(declared, number)));
    } else if (number == declared->pointer) {
        char text[ROW_POINTER];
        rows_pointer(&cursor->rows, text);
        sqlite3_result_text(context, text, -1, SQLITE_TRANSIENT);
    } else if (cursor->path) {
        /* In OR, SQLite compares it in spite of the plan. */
        sqlite3_result_value(context, cursor->path);
    }
    return SQLITE_OK;
}

static int row_id(sqlite3_vtab_cursor *base, sqlite3_int64 *number)
{
    const struct record_cursor *cursor = (const struct record_cursor *)base;
    *number = cursor->sorted ? (sqlite3_int64)cursor->sorted->items[cursor->sorted_at]
                             : (sqlite3_int64)rows_key(&cursor->rows, 0);
    return SQLITE_OK;
}

#define RECORD_MODULE(creates)                                                                     \
    {                                                                                              \
        .iVersion = 1, .xCreate = (creates), .xConnect = connect, .xBestIndex = best_index,        \
        .xDisconnect = disconnect, .xDestroy = disconnect, .xOpen = open_cursor,                   \
        .xClose = close_cursor, .xFilter = filter, .xNext = next, .xEof = at_end,                  \
        .xColumn = column, .xRowid = row_id                                                        \
    }

const sqlite3_module record_table_module = RECORD_MODULE(connect);
const sqlite3_module record_function_module = RECORD_MODULE(NULL);
