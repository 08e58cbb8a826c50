/* The rows of `overworld catalog`, a verb of several. */
#include "catalog.h"
#include "options.h"
#include "rows.h"

#define DB_OPTION                                                                                  \
    {                                                                                              \
        0, "db", "PLACE", "a file or postgresql://... (default: $OVERWORLD_CATALOG, or your own)"  \
    }

static const struct verb add_verb = {
    .name = "catalog add",
    .operands = "PATH...",
    .summary = "add the new and changed worlds below paths",
    .description =
        "Records what each world is: format and version, types and counts, mods, texts, and what\n"
        "check finds. Unchanged files are skipped. A broken file is recorded with its error.\n"
        "Archives are listed, not opened. You may interrupt it at any moment and run it again.\n"
        "Exit status 3: a file could not be read; all others were.",
    .options = {DB_OPTION,
                {'j', "jobs", "N", "read with N threads (default: one per processor)"},
                {0, "thumbnails", NULL, "draw a small picture of each world, for the gallery"},
                {0, "prune", NULL, "forget files below the paths that are gone"},
                JSON_OPTION,
                JSON_LINES_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld catalog add ~/saves", "into your own catalogue"},
                 {"overworld catalog add --thumbnails ~/saves", "with pictures for the gallery"},
                 {"overworld catalog add --db worlds.db --prune /srv/uploads", "every night"}},
    .least_operands = 1,
    .most_operands = -1,
    .run = run_catalog_add,
};

static const struct verb search_verb = {
    .name = "catalog search",
    .operands = "",
    .summary = "list the worlds that match every option",
    .description = "Files with the most of the type, or with the most records, come first. * in a "
                   "name stands\n"
                   "for any characters. A number may begin with a sign: '>100', '<=5', '=7'; "
                   "without one it is\n"
                   "the least. Exit status 1: nothing matches.",
    .options = {DB_OPTION,
                {0, "format", "NAMES", "worlds of these formats (with commas)"},
                {0, "format-version", "N", "worlds of this version of their format"},
                {0, "kind", "NAME", "Logic World: world, subassembly"},
                {0, "type", "NAME", "worlds with components, things or blocks of this type"},
                {0, "count", "N", "with --type: so many of it"},
                {0, "mod", "NAME", "worlds that need this mod"},
                {0, "text", "WORDS", "worlds with all these words in titles or labels"},
                {0, "issue", "CODE", "worlds in which check found this"},
                {0, "larger", "N", "worlds with more than N records"},
                {0, "path", "PATTERN", "worlds whose path matches"},
                {0, "status", "NAME", "ok, or what broke it: truncated, 'bad value' ..."},
                {0, "hash", "HEX", "worlds whose hash begins so"},
                {'n', "most", "N", "print at most N (50; 0: all)"},
                {0, "skip", "N", "skip the first N"},
                COLOR_OPTION,
                ROWS_OPTIONS},
    .examples = {{"overworld catalog search --type MHG.AndGate --count '>100'", "large circuits"},
                 {"overworld catalog search --text 'clock*' --format blotter", "labels and titles"},
                 {"overworld catalog search --status 'truncated' --json-lines", "for a program"}},
    .most_operands = 0,
    .run = run_catalog_search,
};

static const struct verb show_verb_of_catalog = {
    .name = "catalog show",
    .operands = "PATH|HASH",
    .summary = "print everything that is known of a world",
    .description =
        "HASH is at least four hexadecimal digits, the beginning of the hash of the content. The\n"
        "file itself is not opened. Exit status 1: the world is unknown.",
    .options = {DB_OPTION, COLOR_OPTION, JSON_OPTION},
    .examples = {{"overworld catalog show MySave/data.logicworld", "by its file"},
                 {"overworld catalog show 4be1f02c", "by its hash"},
                 {"overworld catalog show --json 4be1f02c", "for a program"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_catalog_show,
};

static const struct verb stats_verb = {
    .name = "catalog stats",
    .operands = "",
    .summary = "count worlds by format, kind, size, type, mod and issue",
    .description = "Prints tables with bars.",
    .options = {DB_OPTION,
                {'n', "most", "N", "print at most N rows of each table (10)"},
                COLOR_OPTION,
                JSON_OPTION},
    .examples = {{"overworld catalog stats", "your own catalogue"},
                 {"overworld catalog stats -n 30", "longer tables"},
                 {"overworld catalog stats --db worlds.db --json", "for a program"}},
    .most_operands = 0,
    .run = run_catalog_stats,
};

static const struct verb duplicates_verb = {
    .name = "catalog duplicates",
    .operands = "",
    .summary = "list pairs of worlds that are equal or alike",
    .description =
        "Pairs have the same bytes; or the same content in another version of the format, if\n"
        "converting loses nothing; or they are likely copies. Of likely copies, at least "
        "--percent\n"
        "of the records have the same type and position, by an estimate. Without one of the three\n"
        "options, all kinds are listed. Exit status 1: there is none.",
    .options = {DB_OPTION,
                {0, "same-bytes", NULL, "list files with the same bytes"},
                {0, "same-content", NULL, "list worlds equal in another version or variant"},
                {0, "alike", NULL, "list likely copies"},
                {0, "percent", "N", "with --alike: how much they have in common (80)"},
                {'n', "most", "N", "print at most N pairs"},
                COLOR_OPTION,
                ROWS_OPTIONS},
    .examples = {{"overworld catalog duplicates", "all kinds"},
                 {"overworld catalog duplicates --same-bytes --csv", "what could be removed"},
                 {"overworld catalog duplicates --alike --percent 95", "nearly the same"}},
    .most_operands = 0,
    .run = run_catalog_duplicates,
};

static const struct verb sql_of_catalog = {
    .name = "catalog sql",
    .operands = "STATEMENT|-",
    .summary = "run one SELECT over the tables of a catalogue",
    .description = "docs/reference/catalogue.md describes the tables. Nothing can be changed. In "
                   "PostgreSQL, a\n"
                   "role that may run programs or reach files of the server is refused.",
    .options = {DB_OPTION, COLOR_OPTION, ROWS_OPTIONS, TIMEOUT_OPTION},
    .examples = {{"overworld catalog sql \"SELECT author, count(*) FROM world GROUP BY 1\"",
                  "who made how many levels"},
                 {"overworld catalog sql - < query.sql", "from standard input"},
                 {"overworld catalog sql --csv --timeout 10 \"SELECT * FROM world_mod\"",
                  "for a spreadsheet"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_catalog_sql,
};

static const struct verb export_verb = {
    .name = "catalog export",
    .operands = "",
    .summary = "print a whole table, for another program",
    .description = "The order is always the same. Without --table, files are printed with the\n"
                   "facts about their worlds.",
    .options = {DB_OPTION,
                {0, "table", "NAME", "files, types, mods, issues, ports, texts, passed-by"},
                {0, "csv", NULL, "print CSV"},
                {0, "json-lines", NULL, "print JSON, each row on one line"}},
    .examples = {{"overworld catalog export --csv > worlds.csv", "for a spreadsheet"},
                 {"overworld catalog export --table types --json-lines", "for a program"},
                 {"overworld catalog export --table passed-by --csv", "what was not read"}},
    .most_operands = 0,
    .run = run_catalog_export,
};

static const struct verb gallery_verb = {
    .name = "catalog gallery",
    .operands = "",
    .summary = "write a folder of web pages with pictures of all worlds",
    .description =
        "index.html shows the worlds with their pictures (of catalog add --thumbnails) and\n"
        "searches them as you type. Each world opens in the page of overworld view, whose parts\n"
        "are written once. The folder needs no server.",
    .options = {DB_OPTION,
                {'o', "output", "DIR", "write into this folder"},
                {'f', "force", NULL, "replace a gallery that is there"},
                STRICT_OPTION,
                {'n', "most", "N", "show at most N worlds (10,000)"},
                {0, "page", "FILE", "use this page, as in overworld view"},
                {0, "without-viewer", NULL, "write no pages of worlds"}},
    .examples = {{"overworld catalog gallery -o site", "then open site/index.html"},
                 {"overworld catalog gallery -o site -f -n 100", "again, the first hundred"},
                 {"overworld catalog gallery -o site --without-viewer", "pictures alone"}},
    .most_operands = 0,
    .run = run_catalog_gallery,
};

static const struct verb *const catalog_parts[] = {
    &add_verb,       &search_verb, &show_verb_of_catalog, &stats_verb, &duplicates_verb,
    &sql_of_catalog, &export_verb, &gallery_verb,         NULL};

const struct verb catalog_verb = {
    .name = "catalog",
    .group = "Questions and many worlds",
    .operands = "WHAT",
    .summary = "keep facts about many worlds in a database",
    .description = "The database is a file of SQLite, or PostgreSQL. Each WHAT has its own help.",
    .examples = {{"overworld catalog add ~/saves", "read all worlds below a folder"},
                 {"overworld catalog search --text clock", "find some of them"},
                 {"overworld catalog search --help", "help on one WHAT"}},
    .least_operands = 0,
    .most_operands = -1,
    .run = run_catalog,
    .parts = catalog_parts,
};
