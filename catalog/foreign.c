/* SQLite catalogues from strangers: finds objects in place of our tables. */
#include "foreign.h"

#include <stdio.h>
#include <string.h>

/* Objects of a SQLite file that differ from ours. */
struct strange {
    char name[80];
    bool has_name;
};

/* Columns name and sql. Extra tables and indexes are harmless. A view, a trigger or a virtual table
 * may never end or change what is written; so may an object with the name of ours and another
 * definition. */
static bool look_at_object(void *context, const struct value *values, size_t count)
{
    (void)count;
    static const char *const harmless[] = {"CREATE TABLE ", "CREATE INDEX ",
                                           "CREATE UNIQUE INDEX "};
    struct strange *strange = context;
    const struct value *sql = &values[1];
    char name[sizeof strange->name] = "?";
    bool is_same, is_harmless = sql->kind == VALUE_NULL;
    if (values[0].kind == VALUE_TEXT && values[0].size < sizeof name)
        snprintf(name, sizeof name, "%.*s", (int)values[0].size, (const char *)values[0].bytes);
    bool is_ours = schema_makes(name, sql, &is_same);
    for (size_t i = 0; sql->kind == VALUE_TEXT && i < sizeof harmless / sizeof *harmless; i++)
        is_harmless |= sql->size > strlen(harmless[i]) &&
                       memcmp(sql->bytes, harmless[i], strlen(harmless[i])) == 0;
    if (is_same || (is_harmless && !is_ours))
        return true;
    strange->has_name = true;
    strcpy(strange->name, name);
    return false;
}

bool foreign_objects_are_safe(struct catalog *catalog, struct database_failure *failure)
{
    struct strange strange = {.has_name = false};
    if (!catalog_run(catalog, "SELECT name, sql FROM sqlite_schema", NULL, 0, look_at_object,
                     &strange)) {
        *failure = *catalog_failure(catalog);
        return false;
    }
    if (strange.has_name)
        snprintf(failure->message, sizeof failure->message,
                 "\"%s\" in it is not a table made by overworld, so the catalogue is not read; "
                 "make a new catalogue with overworld catalog add",
                 strange.name);
    return !strange.has_name;
}
