/* overworld catalog show: prints all that a catalogue knows about a world. */
#include "databases/catalog.h"
#include "databases/rows.h"
#include "options.h"
#include "terminal/json.h"
#include "terminal/terminal.h"

#include "../../catalog/pool.h"
#include "../../catalog/walk.h"

#include <string.h>

static int run_catalog_show(const struct arguments *arguments);

const struct verb catalog_show_verb = {
    .name = "catalog show",
    .operands = "PATH|HASH",
    .summary = "print everything that is known of a world",
    .description =
        "HASH is at least four hexadecimal digits, the beginning of the hash of the content. The\n"
        "file itself is not opened. Exit status 1: the world is unknown.",
    .options = {DB_OPTION, WAIT_OPTION, FIND_ROOT_OPTION, COLOR_OPTION, JSON_OPTION},
    .examples = {{"overworld catalog show MySave/data.logicworld", "by its file"},
                 {"overworld catalog show 4be1f02c", "by its hash"},
                 {"overworld catalog show --json 4be1f02c", "for a program"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_catalog_show,
};

struct printer {
    struct catalog *catalog;
    struct rows rows; /* for the names of columns */
    bool json, first;
    const char *title;
};

static void print_plain(const struct value *value)
{
    if (value->kind == VALUE_TEXT)
        print_safely(stdout, value->bytes, value->size);
    else if (value->kind == VALUE_BLOB)
        print_bytes(value);
    else
        print_json_value(value);
}

/* Columns that people do not need. */
static bool is_for_programs(const char *name)
{
    return strcmp(name, "facts") == 0 || strcmp(name, "sketch") == 0;
}

/* Prints the row of the world itself: a line for each column with a value. */
static bool print_world(void *context, const struct value *values, size_t count)
{
    struct printer *printer = context;
    if (printer->json) {
        fputs("{\n  ", stdout);
        print_json_members(&printer->rows, values, count, ",\n  ");
    }
    for (size_t i = 0; !printer->json && i < count; i++) {
        const char *name = printer->catalog->kind->column_name(printer->catalog->database, i);
        if (values[i].kind == VALUE_NULL || is_for_programs(name))
            continue;
        printf("  %s%-14s%s ", color_dim(), name, color_off());
        print_plain(&values[i]);
        putchar('\n');
    }
    return true;
}

/* Prints a row of a list on one line. */
static bool print_item(void *context, const struct value *values, size_t count)
{
    struct printer *printer = context;
    if (printer->json) {
        fputs(printer->first ? "\n    {" : ",\n    {", stdout);
        print_json_members(&printer->rows, values, count, ", ");
        putchar('}');
    } else {
        printf("  %s%-14s%s ", color_dim(), printer->first ? printer->title : "", color_off());
        for (size_t i = 0; i < count; i++) {
            fputs(i > 0 && values[i].kind != VALUE_NULL ? "  " : "", stdout);
            if (values[i].kind != VALUE_NULL)
                print_plain(&values[i]);
        }
        putchar('\n');
    }
    printer->first = false;
    return true;
}

static const struct list {
    const char *name, *sql;
} lists[] = {
    {"files", "SELECT folder || '/' || name AS path, title, description FROM file WHERE key = $1"
              " ORDER BY folder, name"},
    {"marks", "SELECT kind, mark_name.name AS mark, folder || '/' || mark_use.name AS path"
              " FROM mark_use JOIN mark_name ON mark_name.id = mark WHERE key = $1"
              " AND mark_use.name <> '' ORDER BY 3, 1, 2"},
    {"mods", "SELECT mod_name.name, version FROM mod_use JOIN mod_name ON mod_name.id = mod"
             " WHERE key = $1 ORDER BY 1, 2"},
    {"types", "SELECT count, kind, name FROM type_count JOIN type_name ON type_name.id = type"
              " WHERE key = $1 ORDER BY count DESC, kind, name"},
    {"ports", "SELECT name, kind, count FROM world_port WHERE key = $1 ORDER BY name, kind"},
    {"issues", "SELECT count, severity, issue_code.code, pointer, message FROM issue_count"
               " JOIN issue_code ON issue_code.id = issue_count.code WHERE key = $1"
               " ORDER BY count DESC, 3"},
    {"file_issues",
     "SELECT folder || '/' || name AS path, count, severity, code, pointer, message FROM file_issue"
     " WHERE key = $1 ORDER BY folder, name, count DESC, code"},
    {"texts", "SELECT text FROM world_text WHERE key = $1 ORDER BY file"},
};

static bool print_all(struct printer *printer, const uint8_t hash[DIGEST_SIZE])
{
    struct value value = integer_value(digest_key(hash));
    bool fine =
        catalog_run(printer->catalog, "SELECT " WORLD_FACTS_COLUMNS " FROM world WHERE key = $1",
                    &value, 1, print_world, printer);
    for (size_t i = 0; fine && i < sizeof lists / sizeof *lists; i++) {
        printer->title = lists[i].name;
        printer->first = true;
        if (printer->json)
            printf(",\n  \"%s\": [", lists[i].name);
        fine = catalog_run(printer->catalog, lists[i].sql, &value, 1, print_item, printer);
        if (printer->json)
            fputs(printer->first ? "]" : "\n  ]", stdout);
    }
    if (printer->json)
        fputs("\n}\n", stdout);
    return fine;
}

static int run_catalog_show(const struct arguments *arguments)
{
    const char *place;
    struct catalog catalog;
    uint8_t hash[DIGEST_SIZE];
    struct roots roots;
    int status = read_roots(arguments, &roots);
    if (status != EXIT_FINE)
        return status;
    status = open_catalog(arguments, &catalog, &place);
    if (status != EXIT_FINE) {
        roots_free(&roots);
        return status;
    }
    struct printer printer = {
        .catalog = &catalog, .rows = {.catalog = &catalog}, .json = option_set(arguments, "json")};
    status = find_in_catalog(&catalog, place, &roots, arguments->operands[0], hash);
    roots_free(&roots);
    if (status == EXIT_FINE && !print_all(&printer, hash))
        status = catalog_failed(place, catalog_failure(&catalog));
    catalog_close(&catalog);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
