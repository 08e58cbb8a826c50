/* Virtual tables over all worlds of a query. */
#include "all_files.h"

#include <string.h>

enum { ROWID_BITS = 40, BY_FILE = 1 << 30 }; /* BY_FILE: the last argument of a plan is the file */

struct all_table {
    sqlite3_vtab base;
    const struct all_files_kind *kind;
    sqlite3_vtab *tables[]; /* one for each world */
};

/* A walk through the rows of the worlds. */
struct all_cursor {
    sqlite3_vtab_cursor base;
    size_t at;        /* the world; the number of worlds at the end */
    const char *only; /* the only file to walk through, as in the kind; NULL: all */
    int number;       /* the plan: that of each table, with its arguments */
    char *plan;
    int count;
    sqlite3_value **values;
    sqlite3_vtab_cursor *cursors[]; /* one for each world; NULL: not opened yet */
};

static void release_tables(struct all_table *table)
{
    for (size_t i = 0; i < table->kind->count; i++)
        if (table->tables[i])
            table->kind->module->xDisconnect(table->tables[i]);
    sqlite3_free(table);
}

static int declare(sqlite3 *database, const struct all_files_kind *kind)
{
    char *text =
        kind->keys ? sqlite3_mprintf("CREATE TABLE t(%s, \"file\" TEXT, PRIMARY KEY(%s, \"file\"))"
                                     " WITHOUT ROWID",
                                     kind->columns, kind->keys)
                   : sqlite3_mprintf("CREATE TABLE t(%s, \"file\" TEXT)", kind->columns);
    int status = text ? sqlite3_declare_vtab(database, text) : SQLITE_NOMEM;
    sqlite3_free(text);
    return status;
}

static int connect(sqlite3 *database, void *client, int argc, const char *const *argv,
                   sqlite3_vtab **made, char **message)
{
    const struct all_files_kind *kind = client;
    struct all_table *table = sqlite3_malloc64(sizeof *table + kind->count * sizeof(void *));
    (void)argc, (void)argv, (void)message;
    if (!table)
        return SQLITE_NOMEM;
    memset(table, 0, sizeof *table + kind->count * sizeof(void *));
    table->kind = kind;
    int status = declare(database, kind);
    for (size_t i = 0; i < kind->count && status == SQLITE_OK; i++)
        status = kind->make(kind->files[i].kind, &table->tables[i]);
    if (status != SQLITE_OK)
        release_tables(table);
    else
        *made = &table->base;
    return status;
}

static int disconnect(sqlite3_vtab *base)
{
    release_tables((struct all_table *)base);
    return SQLITE_OK;
}

static void take_message(sqlite3_vtab *base, sqlite3_vtab *table)
{
    sqlite3_free(base->zErrMsg);
    base->zErrMsg = table->zErrMsg;
    table->zErrMsg = NULL;
}

/* The constraint that gives the file; -1: none. */
static int find_file(const sqlite3_index_info *info, int column)
{
    for (int i = 0; i < info->nConstraint; i++)
        if (info->aConstraint[i].iColumn == column && info->aConstraint[i].usable &&
            info->aConstraint[i].op == SQLITE_INDEX_CONSTRAINT_EQ)
            return i;
    return -1;
}

/* Asks the table of the first world for its plan, which holds for all. It does not see what is
 * asked of the file and of the rowid, which are not its own. */
static int best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
    const struct all_table *table = (const struct all_table *)base;
    const struct all_files_kind *kind = table->kind;
    size_t size = ((size_t)info->nConstraint + 1) * sizeof *info->aConstraint;
    struct sqlite3_index_constraint *seen = sqlite3_malloc64(size);
    if (!seen)
        return SQLITE_NOMEM;
    memcpy(seen, info->aConstraint, (size_t)info->nConstraint * sizeof *seen);
    for (int i = 0; i < info->nConstraint; i++)
        if (seen[i].iColumn == kind->file_column || seen[i].iColumn < 0)
            seen[i] = (struct sqlite3_index_constraint){.op = seen[i].op};
    sqlite3_index_info asked = {.nConstraint = info->nConstraint,
                                .aConstraint = seen,
                                .aConstraintUsage = info->aConstraintUsage,
                                .estimatedCost = info->estimatedCost,
                                .estimatedRows = info->estimatedRows,
                                .colUsed = info->colUsed};
    int status = kind->module->xBestIndex(table->tables[0], &asked), arguments = 0;
    sqlite3_free(seen);
    if (status != SQLITE_OK) {
        take_message(base, table->tables[0]);
        return status;
    }
    for (int i = 0; i < info->nConstraint; i++)
        arguments += info->aConstraintUsage[i].argvIndex > 0;
    int file = find_file(info, kind->file_column);
    if (file >= 0)
        info->aConstraintUsage[file].argvIndex = arguments + 1;
    double worlds = file >= 0 ? 1 : (double)kind->count;
    info->idxNum = asked.idxNum | (file >= 0 ? BY_FILE : 0);
    info->idxStr = asked.idxStr;
    info->needToFreeIdxStr = asked.needToFreeIdxStr;
    info->estimatedCost = asked.estimatedCost * worlds;
    info->estimatedRows = (sqlite3_int64)((double)asked.estimatedRows * worlds);
    return SQLITE_OK;
}

static int open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **made)
{
    size_t count = ((const struct all_table *)base)->kind->count;
    int status = make_cursor(sizeof(struct all_cursor) + count * sizeof(void *), made);
    if (status == SQLITE_OK)
        ((struct all_cursor *)*made)->at = count;
    return status;
}

static void forget_plan(struct all_cursor *cursor)
{
    for (int i = 0; cursor->values && i < cursor->count; i++)
        sqlite3_value_free(cursor->values[i]);
    sqlite3_free(cursor->values);
    sqlite3_free(cursor->plan);
    cursor->values = NULL;
    cursor->plan = NULL;
    cursor->count = 0;
}

static int close_cursor(sqlite3_vtab_cursor *base)
{
    struct all_cursor *cursor = (struct all_cursor *)base;
    const struct all_files_kind *kind = ((const struct all_table *)base->pVtab)->kind;
    for (size_t i = 0; i < kind->count; i++)
        if (cursor->cursors[i])
            kind->module->xClose(cursor->cursors[i]);
    forget_plan(cursor);
    sqlite3_free(cursor);
    return SQLITE_OK;
}

/* The arguments of a filter do not outlive the call, and later worlds need them. */
static bool keep_plan(struct all_cursor *cursor, int number, const char *plan, int count,
                      sqlite3_value **values)
{
    forget_plan(cursor);
    cursor->number = number;
    cursor->values = sqlite3_malloc64(((size_t)count + 1) * sizeof *cursor->values);
    if (!cursor->values || (plan && !(cursor->plan = sqlite3_mprintf("%s", plan))))
        return false;
    for (; cursor->count < count; cursor->count++)
        if (!(cursor->values[cursor->count] = sqlite3_value_dup(values[cursor->count])))
            return false;
    return true;
}

/* Begins the walk through one world. */
static int begin_world(struct all_cursor *cursor)
{
    const struct all_table *table = (const struct all_table *)cursor->base.pVtab;
    const sqlite3_module *module = table->kind->module;
    sqlite3_vtab *world = table->tables[cursor->at];
    sqlite3_vtab_cursor **own = &cursor->cursors[cursor->at];
    int status = SQLITE_OK;
    if (!*own) {
        status = module->xOpen(world, own);
        if (status != SQLITE_OK)
            *own = NULL;
        else
            (*own)->pVtab = world;
    }
    if (status == SQLITE_OK)
        status = module->xFilter(*own, cursor->number, cursor->plan, cursor->count, cursor->values);
    if (status != SQLITE_OK)
        take_message(cursor->base.pVtab, world);
    return status;
}

static bool is_wanted(const struct all_cursor *cursor, const struct all_files_kind *kind)
{
    return !cursor->only || strcmp(kind->files[cursor->at].file, cursor->only) == 0;
}

/* From the end of a world, goes to the next world with a row. */
static int skip_to_row(struct all_cursor *cursor, bool is_begun)
{
    const struct all_files_kind *kind = ((const struct all_table *)cursor->base.pVtab)->kind;
    while (cursor->at < kind->count) {
        if (is_begun && !kind->module->xEof(cursor->cursors[cursor->at]))
            return SQLITE_OK;
        cursor->at += is_begun;
        while (cursor->at < kind->count && !is_wanted(cursor, kind))
            cursor->at++;
        int status = cursor->at < kind->count ? begin_world(cursor) : SQLITE_OK;
        if (status != SQLITE_OK)
            return status;
        is_begun = true;
    }
    return SQLITE_OK;
}

static int filter(sqlite3_vtab_cursor *base, int number, const char *plan, int count,
                  sqlite3_value **values)
{
    struct all_cursor *cursor = (struct all_cursor *)base;
    const struct all_files_kind *kind = ((const struct all_table *)base->pVtab)->kind;
    bool by_file = number & BY_FILE;
    const char *file = by_file ? (const char *)sqlite3_value_text(values[count - 1]) : NULL;
    size_t begin = 0;
    if (!keep_plan(cursor, number & ~BY_FILE, plan, count - by_file, values))
        return SQLITE_NOMEM;
    while (by_file && begin < kind->count && (!file || strcmp(kind->files[begin].file, file) != 0))
        begin++;
    cursor->only = by_file && begin < kind->count ? kind->files[begin].file : NULL;
    cursor->at = begin;
    return skip_to_row(cursor, false);
}

static int next(sqlite3_vtab_cursor *base)
{
    struct all_cursor *cursor = (struct all_cursor *)base;
    const struct all_table *table = (const struct all_table *)base->pVtab;
    int status = table->kind->module->xNext(cursor->cursors[cursor->at]);
    if (status != SQLITE_OK) {
        take_message(base->pVtab, table->tables[cursor->at]);
        return status;
    }
    return skip_to_row(cursor, true);
}

static int at_end(sqlite3_vtab_cursor *base)
{
    return ((const struct all_cursor *)base)->at >=
           ((const struct all_table *)base->pVtab)->kind->count;
}

static int column(sqlite3_vtab_cursor *base, sqlite3_context *context, int number)
{
    const struct all_cursor *cursor = (const struct all_cursor *)base;
    const struct all_files_kind *kind = ((const struct all_table *)base->pVtab)->kind;
    if (number != kind->file_column)
        return kind->module->xColumn(cursor->cursors[cursor->at], context, number);
    sqlite3_result_text(context, kind->files[cursor->at].file, -1, SQLITE_STATIC);
    return SQLITE_OK;
}

/* SQLite tells rows of an OR apart by it. */
static int row_id(sqlite3_vtab_cursor *base, sqlite3_int64 *number)
{
    const struct all_cursor *cursor = (const struct all_cursor *)base;
    const struct all_files_kind *kind = ((const struct all_table *)base->pVtab)->kind;
    sqlite3_int64 own = 0;
    int status = kind->module->xRowid(cursor->cursors[cursor->at], &own);
    *number = (sqlite3_int64)cursor->at << ROWID_BITS | own;
    return status;
}

const sqlite3_module all_files_module = {.iVersion = 1,
                                         .xCreate = connect,
                                         .xConnect = connect,
                                         .xBestIndex = best_index,
                                         .xDisconnect = disconnect,
                                         .xDestroy = disconnect,
                                         .xOpen = open_cursor,
                                         .xClose = close_cursor,
                                         .xFilter = filter,
                                         .xNext = next,
                                         .xEof = at_end,
                                         .xColumn = column,
                                         .xRowid = row_id};
