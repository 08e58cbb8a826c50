/* overworld catalog search: finds worlds of a catalogue by their properties. */
#include "databases/catalog.h"
#include "databases/catalog_query.h"
#include "databases/rows.h"
#include "options.h"
#include "terminal/terminal.h"

#include "../../catalog/pool.h"
#include "../../catalog/search_place.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static int run_catalog_search(const struct arguments *arguments);

const struct verb catalog_search_verb = {
    .name = "catalog search",
    .operands = "",
    .summary = "list the worlds that match every option",
    .description =
        "* in a name stands for any characters; names of types have their mod. A number may begin\n"
        "with a sign: '>100', '<=5', '=7'. Without one it is the least, and of --format-version\n"
        "the only one. A time is a day or a time in UTC: '>=2026-01-31', '<2026-01-31T12:00'.\n"
        "Without --sort, files with the most of the type, else of the first figure compared, else\n"
        "of records come first. The exit status is 1 if nothing matches.\n"
        "Figures: records, components, wires, things, actors, triggers, paths, layers, roots,\n"
        "blocks, errors, warnings, extent_x, extent_y, extent_z, bytes, made, modified, added.",
    .options = {DB_OPTION,
                WAIT_OPTION,
                {0, "format", "NAMES", "worlds of these formats (with commas)"},
                {0, "format-version", "N",
                 "worlds of this version of their format; '>=6' for later ones too"},
                {0, "kind", "NAME", "Logic World: world, subassembly"},
                {0, "type", "NAME",
                 "worlds with this type, with its mod or a pattern: MHG.Peg, '*Gate'"},
                {0, "count", "N", "with --type: at least so many of it"},
                {0, "mod", "NAME", "worlds that need this mod"},
                {0, "text", "WORDS", "worlds with all these words in titles or labels"},
                {0, "issue", "CODE", "worlds in which check found this"},
                {0, "larger", "N", "worlds with more than N records"},
                {0, "where", "CONDITION", "compare figures: 'wires > 1000 and errors = 0'"},
                {0, "modified", "TIME", "files that were changed then: '>=2026-01-31'"},
                {0, "added", "TIME", "files that were added to the catalogue then"},
                {0, "made", "TIME", "worlds that were made then, if they say so"},
                {0, "author", "NAME", "worlds of this author"},
                {0, "owner", "NAME", "files of this owner, see catalog tag"},
                {0, "tag", "NAME", "files with this tag; several: with all of them"},
                {0, "path", "PATTERN", "worlds whose path matches"},
                {0, "status", "NAME", "ok, or what broke it: truncated, 'bad value' ..."},
                {0, "hash", "HEX", "worlds whose hash begins so"},
                {'n', "most", "N", "print at most N (50; 0: all)"},
                {0, "skip", "N", "skip the first N"},
                {0, "sort", "FIGURE",
                 "sort by a figure, author, title or path; -FIGURE: downwards"},
                {0, "after", "PAGE",
                 "print the page after this place, and the next place; start: the first"},
                {0, "total", NULL, "also count all files that match"},
                COLOR_OPTION,
                ROWS_OPTIONS},
    .examples = {{"overworld catalog search --type MHG.AndGate --count '>100'", "large circuits"},
                 {"overworld catalog search --text 'clock*' --format blotter", "labels and titles"},
                 {"overworld catalog search --status 'truncated' --json-lines", "for a program"}},
    .most_operands = 0,
    .run = run_catalog_search,
};

/* One look-up for each row, instead of a join with all names. */
#define TYPE "(SELECT name FROM type_name WHERE id = type_count.type) AS type"
#define PATH "file.folder || '/' || file.name AS path"
#define WORLD                                                                                      \
    PATH ", world.hash, world.format, world.version, world.variant, world.kind, file.title,"       \
         " world.size, world.records, world.status"

/* JSON and CSV have all columns for programs; a table has those that fit. */
static const char *columns_of(const struct search_query *query, enum rows_form form)
{
    if (form != ROWS_TABLE)
        return query->type ? WORLD ", " TYPE ", type_count.count" : WORLD;
    return query->type ? "world.format, world.version, world.records, type_count.count, " TYPE
                         ", " PATH
                       : "world.format, world.version, world.records, world.size, " PATH;
}

/* Prints where the next page begins, and how many files match: behind the rows of JSON, and on
 * standard error otherwise. */
static void print_ends(const struct rows *rows, const char *next, const uint64_t *total)
{
    const bool is_json = rows->form == ROWS_JSON || rows->form == ROWS_JSON_LINES;
    if (!is_json && total)
        fprintf(stderr, "matches: %" PRIu64 "\n", *total);
    if (!is_json && next)
        fprintf(stderr, "next page: --after %s\n", next);
    if (!is_json)
        return;
    fputs(rows->form == ROWS_JSON ? ",\n \"next\": " : "{\"next\": ", stdout);
    struct value text = text_value(next);
    print_json_value(&text);
    if (total)
        printf(", \"total\": %" PRIu64, *total);
    puts("}");
}

static int search(struct catalog *catalog, const char *place, const struct arguments *arguments,
                  struct asked_query *asked, enum rows_form form)
{
    struct rows rows;
    struct search_end end = {.has_more = false};
    uint64_t total = 0;
    const bool has_total = option_set(arguments, "total");
    const bool has_ends = has_total || option_set(arguments, "after");
    int status = EXIT_FINE;
    asked->query.columns = columns_of(&asked->query, form);
    if (has_total && !catalog_search_count(catalog, &asked->query, &total))
        return catalog_failed(place, catalog_failure(catalog));
    if (has_ends && form == ROWS_JSON)
        fputs("{\"files\": ", stdout);
    rows_begin(&rows, catalog, form);
    rows.has_more_behind = has_ends;
    if (!catalog_search(catalog, &asked->query, rows_take, &rows, has_ends ? &end : NULL))
        status = catalog_failed(place, catalog_failure(catalog));
    rows_end(&rows);
    char *next = end.has_more ? search_place_write(&asked->query, &end.place) : NULL;
    rows.has_failed |= end.has_more && !next;
    status = rows_status(&rows, status);
    if (has_ends)
        print_ends(&rows, next, has_total ? &total : NULL);
    free(next);
    search_end_free(&end);
    return status == EXIT_FINE && rows.count == 0 ? EXIT_PROBLEMS : status;
}

static int run_catalog_search(const struct arguments *arguments)
{
    const char *place;
    struct asked_query asked;
    struct catalog catalog;
    enum rows_form form;
    if (!read_rows_form(arguments, &form) || !read_query(arguments, &asked))
        return EXIT_USAGE;
    int status = open_catalog(arguments, &catalog, &place);
    if (status == EXIT_FINE) {
        status = search(&catalog, place, arguments, &asked, form);
        catalog_close(&catalog);
    }
    free(asked.memory);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
