/* Overworld as an extension of SQLite: worlds as table-valued functions, for any program with
 * SQLite.
 *
 * Functions that open files are direct-only: a stranger's database cannot call them from a view or
 * a trigger. */
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1

#include "computed_table.h"
#include "extension.h"
#include "record_table.h"

#include <stdlib.h>
#include <string.h>

struct extension {
    struct table_sets *sets;
    const struct format_tables **formats; /* one for each format; ends with NULL */
    struct world_cache *world_cache;
    struct world_source source;
    struct record_table_kind *records;
    struct computed_table_kind *computed;
    size_t users; /* number of modules; the last one to go frees the extension */
};

/* Makes the tables of every format. Returns false if memory runs out. */
static bool make_formats(struct extension *extension)
{
    size_t count = 0;
    ow_error error;
    while (ow_format_at(count))
        count++;
    extension->sets = table_sets_open();
    extension->formats = calloc(count + 1, sizeof *extension->formats);
    if (!extension->sets || !extension->formats)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!(extension->formats[i] = tables_of_format(extension->sets, ow_format_at(i), &error)))
            return false;
    return true;
}

static size_t count_records(const struct extension *extension)
{
    size_t count = 0;
    for (size_t i = 0; extension->formats[i]; i++)
        count += extension->formats[i]->table_count;
    return count;
}

static size_t count_computed(void)
{
    size_t count = 0;
    while (computed_tables[count])
        count++;
    return count;
}

static void release_extension(void *context)
{
    struct extension *extension = context;
    if (--extension->users > 0)
        return;
    if (extension->world_cache)
        world_cache_close(extension->world_cache);
    table_sets_close(extension->sets);
    free(extension->formats);
    free(extension->records);
    free(extension->computed);
    free(extension);
}

/* The client data of each module refers to the extension, which is freed with the last module. */
static void release_records(void *kind)
{
    release_extension(((struct record_table_kind *)kind)->source->owner);
}

static void release_computed(void *kind)
{
    release_extension(((struct computed_table_kind *)kind)->source->owner);
}

/* Counts the formats with a table of that name. */
static int count_formats(const struct extension *extension, const char *name)
{
    int count = 0;
    for (size_t i = 0; extension->formats[i]; i++)
        count += table_by_name(extension->formats[i], name) != NULL;
    for (size_t i = 0; computed_tables[i]; i++)
        count += strcmp(computed_tables[i]->name, name) == 0;
    return count;
}

/* ow_components, or ow_leveld_things if several formats have the name. In memory of
 * sqlite3_mprintf. */
static char *function_name(const struct extension *extension, const char *format, const char *table)
{
    if (strcmp(table, "issues") == 0)
        return sqlite3_mprintf("ow_check");
    return count_formats(extension, table) == 1 ? sqlite3_mprintf("ow_%s", table)
                                                : sqlite3_mprintf("ow_%s_%s", format, table);
}

/* SQLite calls `release_kind` even if it refuses the module. */
static int add_module(sqlite3 *database, char *name, const sqlite3_module *module, void *kind,
                      void (*release_kind)(void *))
{
    if (!name)
        return SQLITE_NOMEM;
    int status = sqlite3_create_module_v2(database, name, module, kind, release_kind);
    sqlite3_free(name);
    return status;
}

static int add_records(sqlite3 *database, struct extension *extension)
{
    struct record_table_kind *kind = extension->records;
    int status = SQLITE_OK;
    for (size_t k = 0; extension->formats[k]; k++) {
        const struct format_tables *format = extension->formats[k];
        for (unsigned i = 0; i < format->table_count && status == SQLITE_OK; i++, kind++) {
            *kind = (struct record_table_kind){format, &format->tables[i], &extension->source};
            extension->users++;
            status = add_module(database,
                                function_name(extension, format->format, format->tables[i].name),
                                &record_function_module, kind, release_records);
        }
    }
    return status;
}

static int add_computed(sqlite3 *database, struct extension *extension)
{
    int status = SQLITE_OK;
    for (size_t i = 0; computed_tables[i] && status == SQLITE_OK; i++) {
        const struct computed_table *table = computed_tables[i];
        extension->computed[i] = (struct computed_table_kind){table, &extension->source};
        extension->users++;
        status = add_module(database, function_name(extension, table->format, table->name),
                            &computed_function_module, &extension->computed[i], release_computed);
    }
    return status;
}

static struct extension *open_extension(void)
{
    struct extension *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->users = 1; /* the caller, while modules are added */
    if (!make_formats(made)) {
        release_extension(made);
        return NULL;
    }
    made->world_cache = world_cache_open(made->sets);
    made->records = calloc(count_records(made), sizeof *made->records);
    made->computed = calloc(count_computed(), sizeof *made->computed);
    made->source = (struct world_source){.context = made->world_cache,
                                         .owner = made,
                                         .acquire = world_cache_acquire,
                                         .release = world_cache_release};
    if (made->world_cache && made->records && made->computed)
        return made;
    release_extension(made);
    return NULL;
}

#ifdef _WIN32
__declspec(dllexport)
#elif defined(__GNUC__)
__attribute__((visibility("default")))
#endif
    int sqlite3_overworld_init(sqlite3 *database, char **message, const sqlite3_api_routines *api);

int sqlite3_overworld_init(sqlite3 *database, char **message, const sqlite3_api_routines *api)
{
    (void)message;
    SQLITE_EXTENSION_INIT2(api);
    struct extension *extension = open_extension();
    if (!extension)
        return SQLITE_NOMEM;
    int status = add_records(database, extension);
    if (status == SQLITE_OK)
        status = add_computed(database, extension);
    if (status == SQLITE_OK)
        status = add_scalar_functions(database, extension->world_cache);
    release_extension(extension);
    return status;
}
