/* Names that several worlds have. SQLite would silently take the table of the first world. */
#include "attach.h"

#include <stdlib.h>
#include <string.h>

/* A table that shadows an ambiguous name. It has the columns of all tables of that name, so any
 * query is parsed and then refused. */
struct ambiguous {
    char *declaration, *message;
};

struct ambiguous_table {
    sqlite3_vtab base;
    const struct ambiguous *name;
};

static void forget(void *context)
{
    struct ambiguous *name = context;
    sqlite3_free(name->declaration);
    sqlite3_free(name->message);
    sqlite3_free(name);
}

static int connect(sqlite3 *database, void *context, int count, const char *const *words,
                   sqlite3_vtab **made, char **message)
{
    (void)count, (void)words, (void)message;
    const struct ambiguous *name = context;
    struct ambiguous_table *table = sqlite3_malloc(sizeof *table);
    if (!table)
        return SQLITE_NOMEM;
    *table = (struct ambiguous_table){.name = name};
    *made = &table->base;
    int status = sqlite3_declare_vtab(database, name->declaration);
    if (status != SQLITE_OK)
        sqlite3_free(table);
    return status;
}

static int disconnect(sqlite3_vtab *table)
{
    sqlite3_free(table);
    return SQLITE_OK;
}

static int refuse(sqlite3_vtab *base, sqlite3_index_info *info)
{
    (void)info;
    base->zErrMsg = sqlite3_mprintf("%s", ((struct ambiguous_table *)base)->name->message);
    return SQLITE_ERROR;
}

static const sqlite3_module ambiguous_module = {.iVersion = 1,
                                                .xCreate = connect,
                                                .xConnect = connect,
                                                .xBestIndex = refuse,
                                                .xDisconnect = disconnect,
                                                .xDestroy = disconnect};

/* SQL that lists all worlds' tables and views, each with its schema. In memory of SQLite. */
static char *names_of_all(sqlite3 *database)
{
    char *text = NULL;
    for (int i = 2;; i++) { /* after main and temp */
        const char *schema = sqlite3_db_name(database, i);
        if (!schema)
            return text;
        char *longer = sqlite3_mprintf("%s%s SELECT %Q AS schema, name FROM \"%w\".sqlite_schema"
                                       " WHERE type IN ('table', 'view')",
                                       text ? text : "", text ? " UNION ALL" : "", schema, schema);
        sqlite3_free(text);
        if (!longer)
            return NULL;
        text = longer;
    }
}

/* NULL if memory runs out. */
static struct ambiguous *make_ambiguous(sqlite3_stmt *row)
{
    const char *name = (const char *)sqlite3_column_text(row, 0);
    const char *schemas = (const char *)sqlite3_column_text(row, 1);
    const char *columns = (const char *)sqlite3_column_text(row, 2);
    struct ambiguous *made = sqlite3_malloc(sizeof *made);
    if (!made || !name || !schemas || !columns) {
        sqlite3_free(made);
        return NULL;
    }
    made->declaration = sqlite3_mprintf("CREATE TABLE x (%s)", columns);
    made->message =
        sqlite3_mprintf("several files have the table %s; write one of: %s", name, schemas);
    if (made->declaration && made->message)
        return made;
    forget(made);
    return NULL;
}

static int shadow_ambiguous_table(sqlite3 *database, sqlite3_stmt *row)
{
    struct ambiguous *ambiguous = make_ambiguous(row);
    if (!ambiguous)
        return SQLITE_NOMEM;
    const char *name = (const char *)sqlite3_column_text(row, 0);
    char *module = sqlite3_mprintf("overworld ambiguous %s", name);
    char *text = sqlite3_mprintf("CREATE VIRTUAL TABLE temp.\"%w\" USING \"%w\"", name, module);
    int status = SQLITE_NOMEM;
    if (module && text) /* which releases it in any case */
        status = sqlite3_create_module_v2(database, module, &ambiguous_module, ambiguous, forget);
    else
        forget(ambiguous);
    if (status == SQLITE_OK)
        status = sqlite3_exec(database, text, NULL, NULL, NULL);
    sqlite3_free(text);
    sqlite3_free(module);
    return status;
}

/* Reads the rows one by one, because a table cannot be made while others are read. */
static int find_shared(sqlite3 *database, const char *names, int skip, sqlite3_stmt **row)
{
    char *text = sqlite3_mprintf(
        "SELECT name, group_concat(schema || '.' || name, ' or '),"
        " (SELECT group_concat('\"' || replace(x.name, '\"', '\"\"') || '\"')"
        " FROM pragma_table_xinfo(all_of_them.name, min(all_of_them.schema)) AS x)"
        " FROM (%s) AS all_of_them GROUP BY name HAVING count(*) > 1 ORDER BY name LIMIT 1"
        " OFFSET %d",
        names, skip);
    int status = text ? sqlite3_prepare_v2(database, text, -1, row, NULL) : SQLITE_NOMEM;
    sqlite3_free(text);
    return status;
}

int refuse_ambiguous(sqlite3 *database)
{
    char *names = names_of_all(database);
    int status = names ? SQLITE_ROW : SQLITE_NOMEM;
    for (int i = 0; status == SQLITE_ROW; i++) {
        sqlite3_stmt *row = NULL;
        status = find_shared(database, names, i, &row);
        if (status == SQLITE_OK)
            status = sqlite3_step(row);
        int made = status == SQLITE_ROW ? shadow_ambiguous_table(database, row) : SQLITE_OK;
        status = made == SQLITE_OK ? status : made;
        sqlite3_finalize(row);
    }
    sqlite3_free(names);
    return status == SQLITE_DONE ? SQLITE_OK : status;
}
