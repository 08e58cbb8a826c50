/* The rows of `overworld catalog`, a verb of several. */
#include "catalog.h"
#include "options.h"
#include "rows.h"

#define DB_OPTION                                                                                  \
    {                                                                                              \
        0, "db", "PLACE",                                                                          \
            "the catalogue: a file, or postgresql://...; else $OVERWORLD_CATALOG or your own"      \
    }

static const struct verb add_verb = {
    .name = "catalog add",
    .operands = "PATH...",
    .summary = "take in the worlds below paths, as far as they are new or changed",
    .description =
        "Reads every world below the paths and writes down what it is: format and version, what\n"
        "it is made of, how large it is, which mods it asks for, what is written in it, what a\n"
        "check finds. A file that has not changed is passed by; one that is broken is written\n"
        "down with its error; archives are named, not opened. It may be interrupted at any\n"
        "moment, and taken up again. Exit status 3: a file could not be read, all others were.",
    .options = {DB_OPTION,
                {'j', "jobs", "N", "read by N threads at once; as many as there are processors"},
                {0, "thumbnails", NULL, "draw a small picture of each world, for catalog gallery"},
                {0, "prune", NULL, "forget files below the paths that are gone"},
                JSON_OPTION,
                JSON_LINES_OPTION,
                SIZE_OPTION,
                MEMORY_OPTION},
    .examples = {{"overworld catalog add ~/saves", "into the catalogue of your own"},
                 {"overworld catalog add --db worlds.db --prune /srv/uploads", "every night"}},
    .least_operands = 1,
    .most_operands = -1,
    .run = run_catalog_add,
};

static const struct verb search_verb = {
    .name = "catalog search",
    .operands = "",
    .summary = "which worlds are what you look for",
    .description =
        "Prints the files whose worlds are all that the options say, those with the most of the\n"
        "type, or with the most records, first. In names * stands for any characters; a number\n"
        "may have a sign before it: '>100', '<=5', '=7'; without one it is the least.\n"
        "Exit status 1: there is none.",
    .options = {DB_OPTION,
                {0, "format", "NAMES", "of these formats, with commas between them"},
                {0, "format-version", "N", "of this version of its format"},
                {0, "kind", "NAME", "Logic World: world, subassembly"},
                {0, "type", "NAME", "with components, things or blocks of this type"},
                {0, "count", "N", "of that type so many"},
                {0, "mod", "NAME", "that asks for this mod"},
                {0, "text", "WORDS", "with all these words in titles, descriptions or labels"},
                {0, "issue", "CODE", "in which a check has found this"},
                {0, "larger", "N", "of more records than that"},
                {0, "path", "PATTERN", "whose path is so"},
                {0, "status", "NAME", "ok, or what broke it: truncated, 'bad value' ..."},
                {0, "hash", "HEX", "whose content hash begins so"},
                {'n', "most", "N", "print no more than N; 50 where not said, 0 for all"},
                {0, "skip", "N", "pass over the first N"},
                ROWS_OPTIONS,
                COLOR_OPTION},
    .examples = {{"overworld catalog search --type MHG.AndGate --count '>100'", "large circuits"},
                 {"overworld catalog search --text 'clock*' --format blotter", "labels and titles"},
                 {"overworld catalog search --status 'truncated' --json-lines", "for a program"}},
    .most_operands = 0,
    .run = run_catalog_search,
};

static const struct verb show_verb_of_catalog = {
    .name = "catalog show",
    .operands = "PATH|HASH",
    .summary = "all that is known of a world",
    .description =
        "Prints what the catalogue knows of the world of a file, or of that whose content hash\n"
        "begins with four hexadecimal digits or more. The file itself is not opened.\n"
        "Exit status 1: it is not known.",
    .options = {DB_OPTION, JSON_OPTION, COLOR_OPTION},
    .examples = {{"overworld catalog show MySave/data.logicworld", "by its file"},
                 {"overworld catalog show --json 4be1f02c", "by its hash, for a program"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_catalog_show,
};

static const struct verb stats_verb = {
    .name = "catalog stats",
    .operands = "",
    .summary = "what there is of what, as tables with bars",
    .description = "Counts worlds by format, kind, size, type, mod and issue.",
    .options = {DB_OPTION,
                {'n', "most", "N", "print no more than N rows of each table; 10 where not said"},
                JSON_OPTION,
                COLOR_OPTION},
    .examples = {{"overworld catalog stats -n 30", "longer tables"}},
    .most_operands = 0,
    .run = run_catalog_stats,
};

static const struct verb duplicates_verb = {
    .name = "catalog duplicates",
    .operands = "",
    .summary = "worlds that there are twice, or nearly",
    .description =
        "Prints pairs of files: with the same bytes; with the same content in another version of\n"
        "the format, where converting loses nothing; and likely copies, of which at least\n"
        "--percent of the records are of one type and stand in one place, by an estimate.\n"
        "Without one of the three options it looks for all. Exit status 1: there is none.",
    .options = {DB_OPTION,
                {0, "same-bytes", NULL, "the same bytes"},
                {0, "same-content", NULL, "the same in another version or variant"},
                {0, "alike", NULL, "likely copies"},
                {0, "percent", "N", "how much likely copies have in common; 80 where not said"},
                {'n', "most", "N", "print no more than N pairs"},
                ROWS_OPTIONS,
                COLOR_OPTION},
    .examples = {{"overworld catalog duplicates --same-bytes --csv", "what could be removed"}},
    .most_operands = 0,
    .run = run_catalog_duplicates,
};

static const struct verb sql_of_catalog = {
    .name = "catalog sql",
    .operands = "STATEMENT|-",
    .summary = "ask a question of your own",
    .description =
        "Runs one SELECT over the tables of the catalogue, which docs/how-to/catalogue.md describes, and\n"
        "prints its rows. It can change nothing. In PostgreSQL a role that may run programs or\n"
        "reach files of the server is refused.",
    .options = {DB_OPTION, TIMEOUT_OPTION, ROWS_OPTIONS, COLOR_OPTION},
    .examples = {{"overworld catalog sql \"SELECT author, count(*) FROM world GROUP BY 1\"",
                  "who made how many levels"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_catalog_sql,
};

static const struct verb export_verb = {
    .name = "catalog export",
    .operands = "",
    .summary = "everything, for another program",
    .description =
        "Prints a table whole, in an order that is always the same: the files with what is known\n"
        "of their worlds, or one of the tables that --table names.",
    .options = {DB_OPTION,
                {0, "table", "NAME", "files, types, mods, issues, ports, texts, passed-by"},
                {0, "csv", NULL, "as CSV"},
                {0, "json-lines", NULL, "as JSON, a line each row"}},
    .examples = {{"overworld catalog export --csv > worlds.csv", "for a spreadsheet"},
                 {"overworld catalog export --table types --json-lines", "for a program"}},
    .most_operands = 0,
    .run = run_catalog_export,
};

static const struct verb gallery_verb = {
    .name = "catalog gallery",
    .operands = "",
    .summary = "a page with the pictures of all worlds, for a browser",
    .description =
        "Writes a folder with index.html, which shows the worlds with their pictures (of catalog\n"
        "add --thumbnails) and searches them as you type; each opens in the page of overworld\n"
        "view, whose parts are written beside it once. It needs no server and asks none.",
    .options = {DB_OPTION,
                {'o', "output", "DIR", "write it into this folder"},
                {'f', "force", NULL, "replace a gallery that is there"},
                {'n', "most", "N", "show no more than N worlds; 10,000 where not said"},
                {0, "page", "FILE", "the page to use, as overworld view has it"},
                {0, "without-viewer", NULL, "write no pages: pictures open nothing"}},
    .examples = {{"overworld catalog gallery -o site", "then open site/index.html"}},
    .most_operands = 0,
    .run = run_catalog_gallery,
};

static const struct verb *const catalog_parts[] = {
    &add_verb,       &search_verb, &show_verb_of_catalog, &stats_verb, &duplicates_verb,
    &sql_of_catalog, &export_verb, &gallery_verb,         NULL};

const struct verb catalog_verb = {
    .name = "catalog",
    .operands = "WHAT",
    .summary = "many worlds in a database: search, statistics, duplicates",
    .description =
        "Keeps what there is to know of many worlds in a database, in one file of SQLite or in\n"
        "PostgreSQL. WHAT is one of these; overworld catalog WHAT --help tells more:",
    .least_operands = 0,
    .most_operands = -1,
    .run = run_catalog,
    .parts = catalog_parts,
};
