/* Names that tables of several formats have. SQLite would take those of the first attached
 * world. */
#include "ambiguous.h"

#include <stdlib.h>
#include <string.h>

/* A table that shadows an ambiguous name. It has the columns of one of the tables, so a query with
 * them is parsed and then refused. */
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

/* NULL if memory runs out. */
static struct ambiguous *make_ambiguous(const char *table, const char *columns, const char *names)
{
    struct ambiguous *made = sqlite3_malloc(sizeof *made);
    if (!made)
        return NULL;
    made->declaration = sqlite3_mprintf("CREATE TABLE x (%s, \"file\" TEXT)", columns);
    made->message = sqlite3_mprintf("files of several formats have the table %s; write one of: %s",
                                    table, names);
    if (made->declaration && made->message)
        return made;
    forget(made);
    return NULL;
}

int refuse_table(sqlite3 *database, const char *table, const char *columns, const char *names)
{
    struct ambiguous *ambiguous = make_ambiguous(table, columns, names);
    if (!ambiguous)
        return SQLITE_NOMEM;
    char *module = sqlite3_mprintf("overworld ambiguous %s", table);
    char *text = sqlite3_mprintf("CREATE VIRTUAL TABLE temp.\"%w\" USING \"%w\"", table, module);
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
