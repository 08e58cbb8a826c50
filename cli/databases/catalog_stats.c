/* overworld catalog stats: statistics of a catalogue, as tables with bars. */
#include "databases/catalog.h"
#include "databases/rows.h"
#include "options.h"
#include "terminal/json.h"
#include "terminal/terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int run_catalog_stats(const struct arguments *arguments);

const struct verb catalog_stats_verb = {
    .name = "catalog stats",
    .operands = "",
    .summary = "count worlds by format, kind, size, type, mod and issue",
    .description = "Prints tables with bars. Files with the same bytes are one world.",
    .options = {DB_OPTION,
                WAIT_OPTION,
                {'n', "most", "N", "print at most N rows of each table (10)"},
                COLOR_OPTION,
                JSON_OPTION},
    .examples = {{"overworld catalog stats", "your own catalogue"},
                 {"overworld catalog stats -n 30", "longer tables"},
                 {"overworld catalog stats --db worlds.db --json", "for a program"}},
    .most_operands = 0,
    .run = run_catalog_stats,
};

enum { USUAL_MOST = 10, MOST_ROWS = 200, NAME_WIDTH = 34 };

/* From the running counts, which triggers keep (catalog/schema_counts.c). */
#define NUMBER "CAST(sum(number) AS BIGINT) AS count"
#define MOST   "HAVING sum(number) > 0"
#define WORLDS                                                                                     \
    "running_count JOIN world_class ON world_class.id = running_count.id WHERE what = 'class'"
#define COUNTED(what, number)                                                                      \
    "SELECT id, name, CAST(sum(" number ") AS BIGINT) AS count FROM running_count"                 \
    " WHERE what = '" what "' GROUP BY id, name HAVING sum(running_count.number) > 0"

/* Each row: what is counted, in one column or two, and the count. Sorted by count, or by what is
 * counted. */
static const struct chart {
    const char *name, *title, *sql;
    enum { NAMES, LIMITS } counts; /* LIMITS: upper limits, exclusive; the last group has none */
} charts[] = {
    {"formats", "Worlds by format and version",
     "SELECT format, version, " NUMBER " FROM " WORLDS " GROUP BY 1, 2 " MOST " ORDER BY 3 DESC,"
     " 1, 2 LIMIT $1",
     NAMES},
    {"kinds", "Logic World saves by kind",
     "SELECT kind, " NUMBER " FROM " WORLDS " AND kind IS NOT NULL GROUP BY 1 " MOST
     " ORDER BY 2 DESC, 1 LIMIT $1",
     NAMES},
    {"states", "Result of reading the worlds",
     "SELECT status, " NUMBER " FROM " WORLDS " GROUP BY 1 " MOST " ORDER BY 2 DESC, 1 LIMIT $1",
     NAMES},
    {"sizes", "Worlds by number of records",
     "SELECT CASE WHEN id > 0 THEN id END AS below, " NUMBER " FROM running_count"
     " WHERE what = 'records' GROUP BY 1 " MOST " ORDER BY 1 NULLS LAST LIMIT $1 + 6",
     LIMITS},
    {"types", "Types by number of worlds",
     "SELECT kind, type_name.name, count FROM (" COUNTED(
         "type",
         "number") ") AS counted"
                   " JOIN type_name ON type_name.id = counted.id ORDER BY 3 DESC, 1, 2 LIMIT $1",
     NAMES},
    {"records", "Types by number of records",
     "SELECT kind, type_name.name, count FROM (" COUNTED(
         "type",
         "amount") ") AS counted"
                   " JOIN type_name ON type_name.id = counted.id ORDER BY 3 DESC, 1, 2 LIMIT $1",
     NAMES},
    {"mods", "Mods by number of worlds",
     "SELECT mod_name.name, count FROM (" COUNTED(
         "mod", "number") ") AS counted"
                          " JOIN mod_name ON mod_name.id = counted.id ORDER BY 2 DESC, 1 LIMIT $1",
     NAMES},
    {"issues", "Issues by number of worlds or files",
     "SELECT code, sum(count) AS count FROM (SELECT code, count FROM (" COUNTED(
         "issue", "number") ") AS counted JOIN issue_code ON issue_code.id = counted.id UNION ALL"
                            " SELECT name, count FROM (" COUNTED(
                                "file issue", "number") ") AS counted) AS issue"
                                                        " GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $1",
     NAMES},
    {"skipped", "Skipped files",
     "SELECT name AS reason, count FROM (" COUNTED("skipped",
                                                   "number") ") AS counted"
                                                             " ORDER BY 2 DESC, 1 LIMIT $1",
     NAMES},
};

struct bar {
    char *name;
    int64_t number;
};

struct bars {
    const struct chart *chart;
    struct bar list[MOST_ROWS];
    size_t count;
    int64_t most;
    bool has_failed; /* memory for a name ran out */
};

/* What a row counts, in memory of malloc: "component MHG.AndGate", "below 1,000". */
static char *name_of(const struct bars *bars, const struct value *values, size_t count)
{
    char *name = NULL, number[32];
    size_t size;
    FILE *to = open_memstream(&name, &size);
    if (!to)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        fputs(i > 0 && values[i].kind != VALUE_NULL ? " " : "", to);
        if (values[i].kind == VALUE_TEXT)
            fwrite(values[i].bytes, 1, values[i].size, to);
        else if (values[i].kind == VALUE_INTEGER && bars->chart->counts == LIMITS)
            fprintf(to, "below %s", with_commas((long long)values[i].integer, number));
        else if (values[i].kind == VALUE_INTEGER)
            fprintf(to, "%" PRId64, values[i].integer);
        else if (i == 0)
            fputs(bars->chart->counts == LIMITS ? "more" : "none", to);
    }
    return fclose(to) == 0 ? name : NULL;
}

static bool take_bar(void *context, const struct value *values, size_t count)
{
    struct bars *bars = context;
    if (count < 2 || bars->count == sizeof bars->list / sizeof *bars->list)
        return false;
    const struct value *number = &values[count - 1];
    struct bar *bar = &bars->list[bars->count++];
    bar->name = name_of(bars, values, count - 1);
    bars->has_failed |= !bar->name;
    bar->number = number->kind == VALUE_REAL ? (int64_t)number->real : number->integer;
    bars->most = bar->number > bars->most ? bar->number : bars->most;
    return !bars->has_failed;
}

/* Prints a bar, in eighths of a cell if the terminal has such characters. */
static void print_bar(int64_t number, int64_t most, unsigned width)
{
    static const char *const eighths[] = {"",
                                          "\xe2\x96\x8f",
                                          "\xe2\x96\x8e",
                                          "\xe2\x96\x8d",
                                          "\xe2\x96\x8c",
                                          "\xe2\x96\x8b",
                                          "\xe2\x96\x8a",
                                          "\xe2\x96\x89"};
    double share = most > 0 ? (double)number / (double)most : 0;
    unsigned filled = (unsigned)(share * width * 8 + 0.5);
    for (unsigned i = 0; i < filled / 8; i++)
        fputs(has_utf8() ? "\xe2\x96\x88" : "#", stdout);
    fputs(has_utf8() ? eighths[filled % 8] : filled % 8 >= 4 || filled < 8 ? "#" : "", stdout);
}

static void print_chart(const struct chart *chart, const struct bars *bars)
{
    unsigned columns = terminal_columns(100);
    unsigned width = columns > NAME_WIDTH + 36 ? columns - NAME_WIDTH - 16 : 20;
    char number[32];
    if (bars->count == 0)
        return;
    printf("\n%s%s%s\n", color_bold(), chart->title, color_off());
    for (size_t i = 0; i < bars->count; i++) {
        const char *name = bars->list[i].name;
        size_t size = strlen(name);
        fputs("  ", stdout);
        print_safely(stdout, name, size < NAME_WIDTH ? size : NAME_WIDTH);
        printf("%*s %11s  ", size < NAME_WIDTH ? (int)(NAME_WIDTH - size) : 0, "",
               with_commas((long long)bars->list[i].number, number));
        print_bar(bars->list[i].number, bars->most, width);
        putchar('\n');
    }
}

#define TOTAL(number, what)                                                                        \
    "SELECT CAST(coalesce(sum(" number "), 0) AS BIGINT) FROM running_count WHERE what = '" what "'"

static bool print_totals(struct catalog *catalog, bool json)
{
    int64_t files, worlds, bytes;
    char texts[3][32];
    if (!catalog_number(catalog, TOTAL("number", "file"), NULL, 0, 0, &files) ||
        !catalog_number(catalog, TOTAL("number", "class"), NULL, 0, 0, &worlds) ||
        !catalog_number(catalog, TOTAL("amount", "class"), NULL, 0, 0, &bytes))
        return false;
    if (json)
        printf("{\n  \"files\": %" PRId64 ",\n  \"worlds\": %" PRId64 ",\n  \"bytes\": %" PRId64,
               files, worlds, bytes);
    else
        printf("%s files, %s worlds, %s bytes\n", with_commas((long long)files, texts[0]),
               with_commas((long long)worlds, texts[1]), with_commas((long long)bytes, texts[2]));
    return true;
}

static bool query_chart(struct catalog *catalog, const struct chart *chart, struct value most)
{
    struct bars *bars = calloc(1, sizeof *bars);
    if (bars)
        bars->chart = chart;
    bool fine =
        bars && catalog_run(catalog, chart->sql, &most, 1, take_bar, bars) && !bars->has_failed;
    if (fine)
        print_chart(chart, bars);
    for (size_t i = 0; bars && i < bars->count; i++)
        free(bars->list[i].name);
    free(bars);
    return fine;
}

struct json_chart {
    struct rows rows; /* for the names of columns */
    bool has_rows;
};

static bool print_json_bar(void *context, const struct value *values, size_t count)
{
    struct json_chart *chart = context;
    fputs(chart->has_rows ? ",\n    {" : "\n    {", stdout);
    print_json_members(&chart->rows, values, count, ", ");
    putchar('}');
    chart->has_rows = true;
    return true;
}

static bool print_json_chart(struct catalog *catalog, const struct chart *chart, struct value most)
{
    struct json_chart printed = {.rows = {.catalog = catalog}};
    printf(",\n  \"%s\": [", chart->name);
    bool fine = catalog_run(catalog, chart->sql, &most, 1, print_json_bar, &printed);
    fputs(printed.has_rows ? "\n  ]" : "]", stdout);
    return fine;
}

static bool print_charts(struct catalog *catalog, bool json, uint64_t most)
{
    struct value limit = {.kind = VALUE_INTEGER, .integer = (int64_t)most};
    bool fine = print_totals(catalog, json);
    for (size_t i = 0; fine && i < sizeof charts / sizeof *charts; i++)
        fine = json ? print_json_chart(catalog, &charts[i], limit)
                    : query_chart(catalog, &charts[i], limit);
    if (json)
        fputs("\n}\n", stdout);
    return fine;
}

static int run_catalog_stats(const struct arguments *arguments)
{
    const char *place;
    struct catalog catalog;
    unsigned long long most = USUAL_MOST;
    if (!option_number(arguments, "most", &most))
        return EXIT_USAGE;
    most = most == 0 || most > MOST_ROWS ? MOST_ROWS : most;
    int status = open_catalog(arguments, &catalog, &place);
    if (status != EXIT_FINE)
        return status;
    if (!print_charts(&catalog, json_asked(arguments), most))
        status = catalog_failed(place, catalog_failure(&catalog));
    catalog_close(&catalog);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
