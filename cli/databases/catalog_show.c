/* overworld catalog show: prints all that a catalogue knows about a world. */
#include "databases/catalog.h"
#include "databases/rows.h"
#include "options.h"
#include "terminal/json.h"
#include "terminal/terminal.h"

#include "../../catalog/digest.h"
#include "../../catalog/pool.h"
#include "../../catalog/walk.h"

#include <stdlib.h>
#include <string.h>

static int run_catalog_show(const struct arguments *arguments);

const struct verb catalog_show_verb = {
    .name = "catalog show",
    .operands = "PATH|HASH",
    .summary = "print everything that is known of a world",
    .description =
        "HASH is at least four hexadecimal digits, the beginning of the hash of the content. The\n"
        "file itself is not opened. Exit status 1: the world is unknown.",
    .options = {DB_OPTION, WAIT_OPTION, COLOR_OPTION, JSON_OPTION},
    .examples = {{"overworld catalog show MySave/data.logicworld", "by its file"},
                 {"overworld catalog show 4be1f02c", "by its hash"},
                 {"overworld catalog show --json 4be1f02c", "for a program"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_catalog_show,
};

enum { MOST_FOUND = 2, SHORTEST_HASH = 4, REASON = 256 };

struct found_hashes {
    uint8_t hashes[MOST_FOUND][DIGEST_SIZE];
    size_t count;
    char reason[REASON]; /* why the file was not read */
};

static bool take_hash(void *context, const struct value *values, size_t count)
{
    struct found_hashes *found = context;
    if (count > 0 && values->size == DIGEST_SIZE && found->count < MOST_FOUND)
        memcpy(found->hashes[found->count++], values->bytes, DIGEST_SIZE);
    return found->count < MOST_FOUND;
}

/* Writes why the file with this path was not read. Returns false if the catalogue has no reason. */
static bool take_reason(void *context, const struct value *values, size_t count)
{
    if (count == 1 && values->kind == VALUE_TEXT)
        snprintf(context, REASON, "%.*s", (int)values->size, (const char *)values->bytes);
    return false;
}

static bool find_path(struct catalog *catalog, const char *path, struct found_hashes *found)
{
    struct pool pool = {0};
    struct value values[2];
    char *real = realpath(path, NULL);
    bool fine = true;
    if (place_of_path(real ? real : path, &pool, &values[0], &values[1]))
        fine =
            catalog_run(catalog, "SELECT hash FROM file WHERE folder = $1 AND name = $2", values, 2,
                        take_hash, found) &&
            (found->count > 0 ||
             catalog_run(catalog, "SELECT message FROM passed_by WHERE folder = $1 AND name = $2",
                         values, 2, take_reason, found->reason));
    pool_free(&pool);
    free(real);
    return fine;
}

/* Finds a path as it is printed, with escapes for bytes that are not text. No other path is printed
 * the same way. */
static bool find_printed_path(struct catalog *catalog, const char *word, struct found_hashes *found)
{
    size_t size; /* no path contains anything after a zero byte */
    if (found->count > 0 || *found->reason || !strchr(word, '\\'))
        return true;
    char *path = unescape_text(word, strlen(word), &size);
    bool fine = !path || find_path(catalog, path, found);
    free(path);
    return fine;
}

/* Finds the world with a path or the beginning of a hash. Returns false with catalog_failure. */
static bool find_world(struct catalog *catalog, const char *word, struct found_hashes *found)
{
    uint8_t from[DIGEST_SIZE], to[DIGEST_SIZE];
    if (!find_path(catalog, word, found) || !find_printed_path(catalog, word, found))
        return false;
    if (found->count > 0 || *found->reason || strlen(word) < SHORTEST_HASH ||
        !digest_range(word, from, to))
        return true;
    struct value range[] = {bytes_value(from, DIGEST_SIZE), bytes_value(to, DIGEST_SIZE)};
    return catalog_run(catalog, "SELECT hash FROM world WHERE hash >= $1 AND hash <= $2", range, 2,
                       take_hash, found);
}

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
    {"files", "SELECT folder || '/' || name AS path, title, description FROM file WHERE hash = $1"
              " ORDER BY folder, name"},
    {"mods", "SELECT name, version FROM world_mod WHERE hash = $1 ORDER BY name, version"},
    {"types", "SELECT count, kind, name FROM world_type WHERE hash = $1"
              " ORDER BY count DESC, kind, name"},
    {"ports", "SELECT name, kind, count FROM world_port WHERE hash = $1 ORDER BY name, kind"},
    {"issues", "SELECT count, severity, code, pointer, message FROM world_issue WHERE hash = $1"
               " ORDER BY count DESC, code"},
    {"file_issues",
     "SELECT folder || '/' || name AS path, count, severity, code, pointer, message FROM file_issue"
     " WHERE hash = $1 ORDER BY folder, name, count DESC, code"},
    {"texts", "SELECT text FROM world_text WHERE hash = $1 ORDER BY file"},
};

static bool print_all(struct printer *printer, const uint8_t hash[DIGEST_SIZE])
{
    struct value value = bytes_value(hash, DIGEST_SIZE);
    bool fine = catalog_run(printer->catalog, "SELECT * FROM world WHERE hash = $1", &value, 1,
                            print_world, printer);
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
    const char *place, *word = arguments->operands[0];
    struct catalog catalog;
    struct found_hashes found = {.count = 0};
    int status = open_catalog(arguments, &catalog, &place);
    if (status != EXIT_FINE)
        return status;
    struct printer printer = {
        .catalog = &catalog, .rows = {.catalog = &catalog}, .json = option_set(arguments, "json")};
    if (!find_world(&catalog, word, &found)) {
        status = catalog_failed(place, catalog_failure(&catalog));
    } else if (*found.reason) {
        complain("%s: skipped when the catalogue was made: %s", word, found.reason);
        status = EXIT_PROBLEMS;
    } else if (found.count != 1) {
        complain(
            found.count
                ? "%s: several worlds have a hash that begins with these digits; write more digits"
                : "%s: not in the catalogue: no file has this path, and no hash begins with these "
                  "digits (at least 4)",
            word);
        status = EXIT_PROBLEMS;
    } else if (!print_all(&printer, found.hashes[0])) {
        status = catalog_failed(place, catalog_failure(&catalog));
    }
    catalog_close(&catalog);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
