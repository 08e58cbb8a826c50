/* Prints the tables for people. */
#include "attach.h"
#include "computed_table.h"
#include "record_table.h"
#include "views.h"

#include <stdio.h>
#include <string.h>

struct printer {
    void (*put)(void *context, const char *text);
    void *context;
    bool failed; /* memory ran out */
};

/* Takes ownership of text from sqlite3_mprintf. */
static void put(struct printer *printer, char *text)
{
    if (text)
        printer->put(printer->context, text);
    printer->failed |= !text;
    sqlite3_free(text);
}

static void put_column(struct printer *printer, const char *name, const char *type,
                       const char *note, bool last)
{
    put(printer, sqlite3_mprintf("    %s%s%s%s%s%s\n", name, *type ? " " : "", type,
                                 last ? "" : ",", note ? "  -- " : "", note ? note : ""));
}

static void print_record_table(struct printer *printer, const struct format_tables *format,
                               const struct table *table)
{
    char key[KEY_NAME];
    put(printer,
        sqlite3_mprintf("\n-- %s%s\nCREATE TABLE %s (\n", table->is_list ? "" : "one row: ",
                        *table->pattern ? table->pattern : "the whole", table->name));
    for (unsigned i = 0; i < table->level_count; i++) {
        record_table_key(format, table, i, key);
        put_column(printer, key, "INTEGER", NULL, false);
    }
    for (unsigned i = 0; i < table->column_count; i++) {
        const struct table_column *column = &table->columns[i];
        char type[32];
        snprintf(type, sizeof type, "%s%s", column->type, i < table->shown_count ? "" : " HIDDEN");
        put_column(printer, column->name, type, column->note, false);
    }
    put_column(printer, "pointer", "TEXT HIDDEN", "the row's JSON Pointer", true);
    put(printer, sqlite3_mprintf(");\n"));
}

static void print_computed_table(struct printer *printer, const struct computed_table *table)
{
    put(printer, sqlite3_mprintf("\n-- %s\nCREATE TABLE %s (\n", table->note, table->name));
    for (int i = 0; table->columns[i].name; i++)
        put_column(printer, table->columns[i].name, table->columns[i].type, table->columns[i].note,
                   !table->columns[i + 1].name);
    put(printer, sqlite3_mprintf(");\n"));
}

static void print_view(struct printer *printer, const struct view *view)
{
    char *select = view_select(view, false, NULL, NULL);
    put(printer, select ? sqlite3_mprintf("\n-- %s\nCREATE VIEW %s AS\n%s;\n", view->note,
                                          view->name, select)
                        : NULL);
    sqlite3_free(select);
}

static bool is_wanted(const char *only, const char *name)
{
    return !only || strcmp(only, name) == 0;
}

bool print_schema(const ow_format *what, const char *only,
                  void (*put_text)(void *context, const char *text), void *context)
{
    struct printer printer = {put_text, context, false};
    struct table_sets *sets = table_sets_open();
    ow_error error;
    const struct format_tables *tables = sets ? tables_of_format(sets, what, &error) : NULL;
    printer.failed = !tables;
    if (!only)
        put(&printer, sqlite3_mprintf("-- Tables of %s: every list of its JSON is a table, see "
                                      "docs/reference/sql.md.\n",
                                      what->name));
    for (unsigned i = 0; tables && i < tables->table_count; i++)
        if (is_wanted(only, tables->tables[i].name))
            print_record_table(&printer, tables, &tables->tables[i]);
    for (int i = 0; computed_tables[i]; i++)
        if (is_of_format(computed_tables[i]->format, what->name) &&
            is_wanted(only, computed_tables[i]->name))
            print_computed_table(&printer, computed_tables[i]);
    for (const struct view *view = views; view->name; view++)
        if (is_of_format(view->format, what->name) && is_wanted(only, view->name))
            print_view(&printer, view);
    table_sets_close(sets);
    return !printer.failed;
}
