/* Virtual tables of facts that are computed from a world. */
#include "computed_table.h"

#include <string.h>

const struct computed_table *const computed_tables[] = {
    &circuit_gates,       &circuit_nets,   &circuit_net_pegs,
    &circuit_net_drivers, &blotter_places, &structure_places,
    &blotter_titles,      &world_issues,   NULL,
};

struct computed {
    sqlite3_vtab base;
    const struct computed_table_kind *kind;
    int column_count;
};

struct computed_cursor {
    sqlite3_vtab_cursor base;
    struct world *world;
    sqlite3_value *path; /* path of the world; NULL: the source has a fixed world */
    uint64_t at, end;
};

int computed_table_width(const struct computed_table *table)
{
    int count = 0;
    while (table->columns[count].name)
        count++;
    return count;
}

char *computed_table_columns(const struct computed_table *table, bool with_path)
{
    sqlite3_str *text = sqlite3_str_new(NULL);
    for (int i = 0; table->columns[i].name; i++)
        sqlite3_str_appendf(text, "%s\"%w\" %s", i ? ", " : "", table->columns[i].name,
                            table->columns[i].type);
    if (with_path)
        sqlite3_str_appendall(text, ", \"path\" TEXT HIDDEN");
    return sqlite3_str_finish(text);
}

int computed_table_make(void *client, sqlite3_vtab **made)
{
    const struct computed_table_kind *kind = client;
    struct computed *table = sqlite3_malloc(sizeof *table);
    if (!table)
        return SQLITE_NOMEM;
    *table = (struct computed){.kind = kind, .column_count = computed_table_width(kind->table)};
    *made = &table->base;
    return SQLITE_OK;
}

static int connect(sqlite3 *database, void *client, int argc, const char *const *argv,
                   sqlite3_vtab **made, char **message)
{
    const struct computed_table_kind *kind = client;
    (void)argc, (void)argv;
    char *columns = computed_table_columns(kind->table, !kind->source->world);
    char *text = columns ? sqlite3_mprintf("CREATE TABLE t(%s)", columns) : NULL;
    sqlite3_free(columns);
    if (!text)
        return SQLITE_NOMEM;
    int status = sqlite3_declare_vtab(database, text);
    sqlite3_free(text);
    if (status != SQLITE_OK) {
        *message = sqlite3_mprintf("%s", sqlite3_errmsg(database));
        return status;
    }
    if (!kind->source->world)
        sqlite3_vtab_config(database, SQLITE_VTAB_DIRECTONLY);
    return computed_table_make(client, made);
}

static int disconnect(sqlite3_vtab *table)
{
    sqlite3_free(table);
    return SQLITE_OK;
}

/* NO_CONSTRAINT: none; NOT_USABLE: only with another order of tables */
enum { NO_CONSTRAINT = -1, NOT_USABLE = -2 };

static int find_equal(const sqlite3_index_info *info, int column)
{
    int found = NO_CONSTRAINT;
    for (int i = 0; i < info->nConstraint; i++) {
        if (info->aConstraint[i].iColumn != column ||
            info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        if (info->aConstraint[i].usable)
            return i;
        found = NOT_USABLE;
    }
    return found;
}

/* The plan: 1: the path is given; 2: a value of the first column is given. */
static int best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    enum { FEW = 4, MANY = 1000000 };
    const struct computed *table = (const struct computed *)base;
    bool with_path = !table->kind->source->world;
    int path = with_path ? find_equal(info, table->column_count) : NO_CONSTRAINT;
    bool finds = table->kind->table->find || table->kind->table->is_numbered;
    int first = finds ? find_equal(info, 0) : NO_CONSTRAINT, argument = 0;
    if (with_path && path == NOT_USABLE)
        return SQLITE_CONSTRAINT;
    if (path >= 0) {
        info->aConstraintUsage[path].argvIndex = ++argument;
        info->aConstraintUsage[path].omit = 1;
    }
    if (first >= 0)
        info->aConstraintUsage[first].argvIndex = ++argument;
    info->idxNum = (path >= 0 ? 1 : 0) + (first >= 0 ? 2 : 0);
    info->estimatedRows = first >= 0 ? FEW : MANY;
    info->estimatedCost = first >= 0 ? FEW : MANY;
    return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **made)
{
    (void)base;
    return make_cursor(sizeof(struct computed_cursor), made);
}

static void release_cursor(struct computed_cursor *cursor)
{
    source_release(((const struct computed *)cursor->base.pVtab)->kind->source, cursor->world);
    cursor->world = NULL;
    sqlite3_value_free(cursor->path);
    cursor->path = NULL;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
    release_cursor((struct computed_cursor *)base);
    sqlite3_free(base);
    return SQLITE_OK;
}

/* Selects the rows whose first column has a value. SQLite compares values that are not whole
 * numbers row by row. */
static void narrow(struct computed_cursor *cursor, const struct computed_table *table,
                   sqlite3_value *value)
{
    int64_t wanted = sqlite3_value_int64(value);
    uint64_t count = 0;
    if (sqlite3_value_numeric_type(value) != SQLITE_INTEGER)
        return;
    if (wanted < 0) {
        cursor->end = 0;
    } else if (table->is_numbered) {
        cursor->at = (uint64_t)wanted;
        cursor->end = cursor->at < cursor->end ? cursor->at + 1 : 0;
    } else {
        table->find(cursor->world, (uint64_t)wanted, &cursor->at, &count);
        cursor->end = cursor->at + count;
    }
}

static int filter(sqlite3_vtab_cursor *base, int number, const char *plan, int count,
                  sqlite3_value **values)
{
    struct computed_cursor *cursor = (struct computed_cursor *)base;
    const struct computed_table_kind *kind = ((const struct computed *)base->pVtab)->kind;
    const struct computed_table *table = kind->table;
    ow_error error = {0};
    (void)plan, (void)count;
    release_cursor(cursor);
    cursor->at = cursor->end = 0;
    cursor->world =
        source_acquire(kind->source, number & 1 ? values[0] : NULL, &base->pVtab->zErrMsg);
    if (!cursor->world)
        return SQLITE_ERROR;
    if ((number & 1) && !(cursor->path = sqlite3_value_dup(values[0])))
        return SQLITE_NOMEM;
    if (!is_of_format(table->format, cursor->world->tables->format)) {
        base->pVtab->zErrMsg = sqlite3_mprintf("a world of the format %s has no %s",
                                               cursor->world->tables->format, table->name);
        return SQLITE_ERROR;
    }
    if (table->open && !table->open(cursor->world, &error)) {
        base->pVtab->zErrMsg = sqlite3_mprintf("%s", error.message);
        return error.status == OW_NO_MEMORY ? SQLITE_NOMEM : SQLITE_ERROR;
    }
    cursor->end = table->count(cursor->world);
    if (number & 2)
        narrow(cursor, table, values[number & 1]);
    return SQLITE_OK;
}

static int next(sqlite3_vtab_cursor *base)
{
    ((struct computed_cursor *)base)->at++;
    return SQLITE_OK;
}

static int at_end(sqlite3_vtab_cursor *base)
{
    const struct computed_cursor *cursor = (const struct computed_cursor *)base;
    return cursor->at >= cursor->end;
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int number)
{
    const struct computed_cursor *cursor = (const struct computed_cursor *)base;
    const struct computed *table = (const struct computed *)base->pVtab;
    if (number < table->column_count)
        table->kind->table->value(cursor->world, cursor->at, number, context);
    else if (cursor->path) /* used in OR, where SQLite compares it in spite of the plan */
        sqlite3_result_value(context, cursor->path);
    return SQLITE_OK;
}

static int row_id(sqlite3_vtab_cursor *base, sqlite3_int64 *number)
{
    *number = (sqlite3_int64)((const struct computed_cursor *)base)->at;
    return SQLITE_OK;
}

#define COMPUTED_MODULE(creates)                                                                   \
    {                                                                                              \
        .iVersion = 1, .xCreate = (creates), .xConnect = connect, .xBestIndex = best_index,        \
        .xDisconnect = disconnect, .xDestroy = disconnect, .xOpen = open_cursor,                   \
        .xClose = close_cursor, .xFilter = filter, .xNext = next, .xEof = at_end,                  \
        .xColumn = column, .xRowid = row_id                                                        \
    }

const sqlite3_module computed_table_module = COMPUTED_MODULE(connect);
const sqlite3_module computed_function_module = COMPUTED_MODULE(NULL);
