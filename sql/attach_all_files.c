/* The tables of all worlds of a connection. */
#include "all_files.h"
#include "ambiguous.h"
#include "attached.h"
#include "views.h"

#include <stdlib.h>
#include <string.h>

/* A table that some worlds have: a list of a format, or what is computed. */
struct shared_table {
    struct all_files_kind kind;
    const char *format; /* NULL: worlds of any format have it */
    const char *name;   /* without the format */
    char *columns, *keys;
};

struct all_files {
    struct attached **worlds; /* in the order of the files */
    size_t world_count;
    struct shared_table **tables;
    size_t count, room;
};

void all_files_free(struct all_files *all)
{
    for (size_t i = 0; all && i < all->count; i++) {
        sqlite3_free(all->tables[i]->columns);
        sqlite3_free(all->tables[i]->keys);
        free(all->tables[i]->kind.files);
        free(all->tables[i]);
    }
    if (all) {
        free(all->tables);
        free(all->worlds);
    }
    free(all);
}

/* Returns false if memory runs out. */
static bool list_worlds(struct all_files *all, struct attached *attached)
{
    for (struct attached *world = attached; world; world = world->next)
        all->world_count++;
    all->worlds = calloc(all->world_count + 1, sizeof *all->worlds);
    size_t at = all->world_count;
    for (struct attached *world = attached; all->worlds && world; world = world->next)
        all->worlds[--at] = world;
    return all->worlds != NULL;
}

static bool make_room(struct all_files *all)
{
    if (all->count < all->room)
        return true;
    size_t room = all->room * 2 + 16;
    struct shared_table **tables = realloc(all->tables, room * sizeof *tables);
    if (!tables)
        return false;
    all->tables = tables;
    all->room = room;
    return true;
}

/* NULL if memory runs out. */
static struct shared_table *add_shared(struct all_files *all, const char *format, const char *name)
{
    if (!make_room(all))
        return NULL;
    struct shared_table **made = &all->tables[all->count];
    *made = calloc(1, sizeof **made);
    if (!*made)
        return NULL;
    all->count++; /* all_files_free frees it from here on */
    (*made)->format = format;
    (*made)->name = name;
    (*made)->kind.files = calloc(all->world_count, sizeof *(*made)->kind.files);
    return (*made)->kind.files ? *made : NULL;
}

static void add_file(struct shared_table *shared, const struct attached *world, void *kind)
{
    shared->kind.files[shared->kind.count++] =
        (struct file_table){.file = world->file, .kind = kind};
}

static int share_records(struct all_files *all, const struct format_tables *format)
{
    for (unsigned i = 0; i < format->table_count; i++) {
        const struct table *table = &format->tables[i];
        struct shared_table *shared = add_shared(all, format->format, table->name);
        if (!shared)
            return SQLITE_NOMEM;
        shared->columns = record_table_columns(format, table, false);
        bool has_rowid = record_table_has_rowid(table);
        shared->keys = has_rowid ? NULL : record_table_keys(format, table);
        if (!shared->columns || (!has_rowid && !shared->keys))
            return SQLITE_NOMEM;
        shared->kind.module = &record_table_module;
        shared->kind.make = record_table_make;
        shared->kind.file_column = table->level_count + table->column_count + 1;
        for (size_t k = 0; k < all->world_count; k++)
            if (all->worlds[k]->world->tables == format)
                add_file(shared, all->worlds[k], &all->worlds[k]->records[i]);
    }
    return SQLITE_OK;
}

static struct computed_table_kind *find_computed(struct attached *world,
                                                 const struct computed_table *table)
{
    for (int i = 0; i < COMPUTED_AT_MOST; i++)
        if (world->computed[i].table == table)
            return &world->computed[i];
    return NULL;
}

static int share_computed(struct all_files *all, const struct computed_table *table)
{
    struct shared_table *shared = NULL;
    for (size_t k = 0; k < all->world_count; k++) {
        struct computed_table_kind *kind = find_computed(all->worlds[k], table);
        if (!kind)
            continue;
        if (!shared && !(shared = add_shared(all, table->format, table->name)))
            return SQLITE_NOMEM;
        add_file(shared, all->worlds[k], kind);
    }
    if (!shared)
        return SQLITE_OK;
    shared->columns = computed_table_columns(table, false);
    shared->kind.module = &computed_table_module;
    shared->kind.make = computed_table_make;
    shared->kind.file_column = computed_table_width(table);
    return shared->columns ? SQLITE_OK : SQLITE_NOMEM;
}

static bool is_first_of_format(const struct all_files *all, size_t world)
{
    for (size_t i = 0; i < world; i++)
        if (all->worlds[i]->world->tables == all->worlds[world]->world->tables)
            return false;
    return true;
}

static int share_tables(struct all_files *all)
{
    int status = SQLITE_OK;
    for (size_t i = 0; i < all->world_count && status == SQLITE_OK; i++)
        if (is_first_of_format(all, i))
            status = share_records(all, all->worlds[i]->world->tables);
    for (int i = 0; computed_tables[i] && status == SQLITE_OK; i++)
        status = share_computed(all, computed_tables[i]);
    return status;
}

/* Whether tables of several formats have a name. */
static bool is_ambiguous(const struct all_files *all, const char *name)
{
    unsigned count = 0;
    for (size_t i = 0; i < all->count; i++)
        count += strcmp(all->tables[i]->name, name) == 0;
    return count > 1;
}

static char *name_in_main(void *context, const char *format, const char *table)
{
    return is_ambiguous(context, table) && format ? sqlite3_mprintf("%s_%s", format, table)
                                                  : sqlite3_mprintf("%s", table);
}

static int add_tables(sqlite3 *database, struct all_files *all)
{
    int status = SQLITE_OK;
    for (size_t i = 0; i < all->count && status == SQLITE_OK; i++) {
        struct shared_table *shared = all->tables[i];
        shared->kind.columns = shared->columns;
        shared->kind.keys = shared->keys;
        char *name = name_in_main(all, shared->format, shared->name);
        status = name ? attached_add_table(database, "main", name, &all_files_module, &shared->kind)
                      : SQLITE_NOMEM;
        sqlite3_free(name);
    }
    return status;
}

static bool has_format(const struct all_files *all, const char *format)
{
    for (size_t i = 0; i < all->world_count; i++)
        if (strcmp(all->worlds[i]->world->tables->format, format) == 0)
            return true;
    return false;
}

static int add_views(sqlite3 *database, struct all_files *all)
{
    int status = SQLITE_OK;
    for (const struct view *view = views; view->name && status == SQLITE_OK; view++)
        if (has_format(all, view->format))
            status = attached_add_view(database, "main", view->name,
                                       view_select(view, true, name_in_main, all));
    return status;
}

/* Refuses a name of several tables: the first of them does it for all. */
static int refuse_name(sqlite3 *database, const struct all_files *all, size_t first)
{
    sqlite3_str *names = sqlite3_str_new(NULL);
    const char *name = all->tables[first]->name;
    for (size_t i = 0; i < all->count; i++) {
        if (strcmp(all->tables[i]->name, name) != 0)
            continue;
        if (i < first) { /* done */
            sqlite3_free(sqlite3_str_finish(names));
            return SQLITE_OK;
        }
        sqlite3_str_appendf(names, "%s%s_%s", i > first ? " or " : "", all->tables[i]->format,
                            name);
    }
    char *text = sqlite3_str_finish(names);
    int status =
        text ? refuse_table(database, name, all->tables[first]->columns, text) : SQLITE_NOMEM;
    sqlite3_free(text);
    return status;
}

int attach_all_files(sqlite3 *database, struct attached *attached, struct all_files **made)
{
    struct all_files *all = *made = calloc(1, sizeof *all);
    if (!all || !list_worlds(all, attached))
        return SQLITE_NOMEM;
    int status = share_tables(all);
    if (status == SQLITE_OK)
        status = add_tables(database, all);
    if (status == SQLITE_OK)
        status = add_views(database, all);
    for (size_t i = 0; i < all->count && status == SQLITE_OK; i++)
        if (is_ambiguous(all, all->tables[i]->name))
            status = refuse_name(database, all, i);
    return status;
}
