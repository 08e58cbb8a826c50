/* Worlds in a connection to SQLite. */
#include "attached.h"
#include "views.h"

#include <stdlib.h>
#include <string.h>

int attached_run(sqlite3 *database, char *text)
{
    int status = text ? sqlite3_exec(database, text, NULL, NULL, NULL) : SQLITE_NOMEM;
    sqlite3_free(text);
    return status;
}

int attached_add_table(sqlite3 *database, const char *schema, const char *table,
                       const sqlite3_module *module, void *kind)
{
    char *name = sqlite3_mprintf("overworld %s %s", schema, table);
    if (!name)
        return SQLITE_NOMEM;
    int status = sqlite3_create_module_v2(database, name, module, kind, NULL);
    if (status == SQLITE_OK)
        status = attached_run(database,
                              sqlite3_mprintf("CREATE VIRTUAL TABLE \"%w\".\"%w\" USING \"%w\"",
                                              schema, table, name));
    sqlite3_free(name);
    return status;
}

static int add_records(sqlite3 *database, const char *schema, struct attached *made)
{
    const struct format_tables *format = made->world->tables;
    int status = SQLITE_OK;
    for (unsigned i = 0; i < format->table_count && status == SQLITE_OK; i++) {
        made->records[i] = (struct record_table_kind){format, &format->tables[i], &made->source};
        if (!schema)
            continue;
        status = attached_add_table(database, schema, format->tables[i].name, &record_table_module,
                                    &made->records[i]);
    }
    return status;
}

static int add_computed(sqlite3 *database, const char *schema, struct attached *made)
{
    int status = SQLITE_OK, count = 0;
    for (int i = 0; computed_tables[i] && status == SQLITE_OK; i++) {
        if (!is_of_format(computed_tables[i]->format, made->world->tables->format) ||
            count == COMPUTED_AT_MOST)
            continue;
        struct computed_table_kind *kind = &made->computed[count++];
        *kind = (struct computed_table_kind){computed_tables[i], &made->source};
        if (schema)
            status = attached_add_table(database, schema, computed_tables[i]->name,
                                        &computed_table_module, kind);
    }
    return status;
}

static int add_views(sqlite3 *database, const char *schema, const struct world *world)
{
    int status = SQLITE_OK;
    for (const struct view *view = views; view->name && status == SQLITE_OK; view++)
        if (is_of_format(view->format, world->tables->format))
            status = attached_add_view(database, schema, view->name,
                                       view_select(view, false, NULL, NULL));
    return status;
}

int attached_add_view(sqlite3 *database, const char *schema, const char *name, char *select)
{
    char *text =
        select ? sqlite3_mprintf("CREATE VIEW \"%w\".\"%w\" AS %s", schema, name, select) : NULL;
    sqlite3_free(select);
    return attached_run(database, text);
}

int attach_world(sqlite3 *database, const char *schema, const char *file, struct world *world,
                 struct attached **attached)
{
    size_t count = world->tables->table_count;
    struct attached *made = calloc(1, sizeof *made + count * sizeof made->records[0]);
    if (!made) {
        world_close(world);
        return SQLITE_NOMEM;
    }
    made->world = made->source.world = world;
    made->file = file;
    made->next = *attached;
    *attached = made;
    int status = add_records(database, schema, made);
    if (status == SQLITE_OK)
        status = add_computed(database, schema, made);
    return status == SQLITE_OK && schema ? add_views(database, schema, world) : status;
}

void attached_free(struct attached *attached)
{
    while (attached) {
        struct attached *next = attached->next;
        world_close(attached->world);
        free(attached);
        attached = next;
    }
}
