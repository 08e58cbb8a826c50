/* overworld catalog sql and export: prints a catalogue's rows unchanged. */
#include "databases/catalog.h"
#include "databases/rows.h"
#include "io/input.h"
#include "options.h"
#include "terminal/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int run_catalog_sql(const struct arguments *arguments);

const struct verb catalog_sql_verb = {
    .name = "catalog sql",
    .operands = "STATEMENT|-",
    .summary = "run one SELECT over the tables of a catalogue",
    .description =
        "docs/reference/catalogue.md describes the tables. Nothing can be changed. - reads\n"
        "the statement from standard input. In PostgreSQL, a role that may run programs\n"
        "or reach files of the server is refused.",
    .options = {DB_OPTION, WAIT_OPTION, COLOR_OPTION, ROWS_OPTIONS, TIMEOUT_OPTION},
    .examples = {{"overworld catalog sql \"SELECT author, count(*) FROM world GROUP BY 1\"",
                  "who made how many levels"},
                 {"overworld catalog sql - < query.sql", "from standard input"},
                 {"overworld catalog sql --csv --timeout 10 \"SELECT * FROM world_mod\"",
                  "for a spreadsheet"}},
    .least_operands = 1,
    .most_operands = 1,
    .run = run_catalog_sql,
};

static int run_catalog_export(const struct arguments *arguments);

const struct verb catalog_export_verb = {
    .name = "catalog export",
    .operands = "--csv|--json-lines",
    .summary = "print a whole table, for another program",
    .description =
        "Give --csv or --json-lines. The order is always the same. Without --table, files are\n"
        "printed with the facts about their worlds.",
    .options = {DB_OPTION,
                WAIT_OPTION,
                {0, "table", "NAME",
                 "types, mods, issues, file-issues, ports, texts, skipped; else files"},
                {0, "csv", NULL, "print CSV"},
                {0, "json-lines", NULL, "print JSON, each row on one line"}},
    .examples = {{"overworld catalog export --csv > worlds.csv", "for a spreadsheet"},
                 {"overworld catalog export --table types --json-lines", "for a program"},
                 {"overworld catalog export --table skipped --csv", "what was not read"}},
    .most_operands = 0,
    .run = run_catalog_export,
};

/* If the SQL is the user's own, errors in it are errors of usage. */
static int print_rows(const struct arguments *arguments, const char *sql, bool is_own,
                      unsigned seconds, enum rows_form form)
{
    const char *place;
    struct catalog catalog;
    struct rows rows;
    int status = open_catalog(arguments, &catalog, &place);
    if (status != EXIT_FINE)
        return status;
    rows_begin(&rows, &catalog, form);
    bool fine = is_own ? catalog_ask(&catalog, sql, seconds, rows_take, &rows)
                       : catalog_run(&catalog, sql, NULL, 0, rows_take, &rows);
    rows_end(&rows);
    const struct database_failure *failure = catalog_failure(&catalog);
    if (!fine && is_own && failure->is_statement) {
        complain("%s", failure->message);
        status = EXIT_USAGE;
    } else if (!fine) {
        status = catalog_failed(place, failure);
    }
    status = rows_status(&rows, status);
    catalog_close(&catalog);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}

/* Reads the statement, from standard input if `word` is "-". In memory of malloc; NULL after a
 * message. */
static char *read_statement(const char *word)
{
    struct input input = {0};
    bool is_word = strcmp(word, "-") != 0;
    bool is_read = is_word || open_other_file("-", &input) == EXIT_FINE;
    char *sql = NULL;
    if (is_read)
        sql = is_word ? strdup(word) : strndup((const char *)input.bytes, input.size);
    if (is_read && !sql)
        complain("not enough memory for the statement");
    close_input(&input);
    return sql;
}

static int run_catalog_sql(const struct arguments *arguments)
{
    char *sql = read_statement(arguments->operands[0]);
    if (!sql)
        return EXIT_FILES;
    enum rows_form form;
    unsigned seconds;
    int status = EXIT_USAGE;
    if (read_rows_form(arguments, &form) && read_timeout(arguments, &seconds))
        status = print_rows(arguments, sql, true, seconds, form);
    free(sql);
    return status;
}

/* The query that exports each table; the first one is the default. */
static const struct table {
    const char *name, *sql;
} tables[] = {
    {"files",
     "SELECT file.folder || '/' || file.name AS path, file.size AS file_size, file.modified,"
     " file.title AS file_title, file.description AS file_description, file.added,"
     " " WORLD_FACTS_COLUMNS " FROM file JOIN world ON world.key = file.key"
     " ORDER BY file.folder, file.name, file.key"},
    {"types",
     "SELECT world.hash, type_name.kind, type_name.name, type_count.count FROM type_count"
     " JOIN type_name ON type_name.id = type_count.type JOIN world ON world.key = type_count.key"
     " ORDER BY type_count.key, type_name.kind, type_name.name"},
    {"mods", "SELECT world.hash, mod_name.name, mod_use.version FROM mod_use"
             " JOIN mod_name ON mod_name.id = mod_use.mod JOIN world ON world.key = mod_use.key"
             " ORDER BY mod_use.key, mod_name.name, mod_use.version"},
    {"issues",
     "SELECT world.hash, issue_code.code, issue_code.severity, issue_count.count,"
     " issue_count.pointer, issue_count.message FROM issue_count"
     " JOIN issue_code ON issue_code.id = issue_count.code"
     " JOIN world ON world.key = issue_count.key ORDER BY issue_count.key, issue_code.code"},
    {"file-issues",
     "SELECT world.hash, folder, name, code, severity, count, pointer, message FROM file_issue"
     " JOIN world ON world.key = file_issue.key ORDER BY file_issue.key, folder, name, code"},
    {"ports", "SELECT world.hash, name, world_port.kind, count FROM world_port"
              " JOIN world ON world.key = world_port.key"
              " ORDER BY world_port.key, name, world_port.kind"},
    {"texts", "SELECT world.hash, file, text FROM world_text"
              " JOIN world ON world.key = world_text.key ORDER BY world_text.key, file"},
    {"skipped", "SELECT * FROM skipped ORDER BY folder, name"},
};

static int run_catalog_export(const struct arguments *arguments)
{
    const char *name = option_value(arguments, "table");
    bool lines = option_set(arguments, "json-lines");
    if (lines == option_set(arguments, "csv")) {
        complain("missing option: --csv or --json-lines");
        return EXIT_USAGE;
    }
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (!name || strcmp(tables[i].name, name) == 0)
            return print_rows(arguments, tables[i].sql, false, 0,
                              lines ? ROWS_JSON_LINES : ROWS_CSV);
    complain("unknown table \"%s\"; write one of: files, types, mods, issues, file-issues, "
             "ports, texts, skipped",
             name);
    return EXIT_USAGE;
}
