/* overworld catalog stats: statistics of a catalogue, as tables with bars. */
#include "../../catalog/statistics.h"
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

/* The charts behind the totals. `names` are those of the columns in JSON; NULL: it has no such
 * column. */
static const struct chart_form {
    const char *name, *title, *names[CHART_COLUMN_COUNT];
} forms[CHART_COUNT] = {
    [CHART_FORMATS] = {"formats", "Worlds by format and version", {"format", NULL, "version"}},
    [CHART_KINDS] = {"kinds", "Logic World saves by kind", {"kind"}},
    [CHART_STATES] = {"states", "Result of reading the worlds", {"status"}},
    [CHART_SIZES] = {"sizes", "Worlds by number of records", {NULL, NULL, "below"}},
    [CHART_TYPES] = {"types", "Types by number of worlds", {"kind", "name"}},
    [CHART_RECORDS] = {"records", "Types by number of records", {"kind", "name"}},
    [CHART_MODS] = {"mods", "Mods by number of worlds", {"name"}},
    [CHART_ISSUES] = {"issues", "Issues by number of worlds or files", {"code"}},
    [CHART_SKIPPED] = {"skipped", "Skipped files", {"reason"}},
};

struct bar {
    char *name;
    int64_t number;
};

/* What is printed, one chart after another. */
struct charts {
    bool json, has_failed;      /* memory for a name ran out */
    enum chart chart;           /* the one that rows are taken for */
    struct bar bars[MOST_ROWS]; /* its rows, if it is not printed as JSON */
    size_t count;               /* its rows */
    int64_t totals[3], most;    /* most: of a bar */
};

/* What a row counts, in memory of malloc: "component MHG.AndGate", "below 1,000". */
static char *name_of(const struct chart_row *row)
{
    const struct value *text = &row->columns[CHART_TEXT], *name = &row->columns[CHART_NAME],
                       *number = &row->columns[CHART_NUMBER];
    char *made = NULL, digits[32];
    size_t size;
    FILE *to = open_memstream(&made, &size);
    if (!to)
        return NULL;
    if (row->chart == CHART_SIZES && number->kind == VALUE_NULL)
        fputs("more", to);
    else if (row->chart == CHART_SIZES)
        fprintf(to, "below %s", with_commas((long long)number->integer, digits));
    else if (text->kind == VALUE_NULL)
        fputs("none", to);
    else
        fwrite(text->bytes, 1, text->size, to);
    if (name->kind == VALUE_TEXT) {
        fputc(' ', to);
        fwrite(name->bytes, 1, name->size, to);
    }
    if (row->chart == CHART_FORMATS && number->kind == VALUE_INTEGER)
        fprintf(to, " %" PRId64, number->integer);
    return fclose(to) == 0 ? made : NULL;
}

static void take_bar(struct charts *charts, const struct chart_row *row)
{
    struct bar *bar = &charts->bars[charts->count++];
    *bar = (struct bar){.name = name_of(row), .number = row->count};
    charts->has_failed |= !bar->name;
    charts->most = row->count > charts->most ? row->count : charts->most;
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

/* Prints the bars of a chart, if it has any, and frees them. */
static void print_bars(struct charts *charts)
{
    unsigned columns = terminal_columns(100);
    unsigned width = columns > NAME_WIDTH + 36 ? columns - NAME_WIDTH - 16 : 20;
    char number[32];
    if (charts->count > 0)
        printf("\n%s%s%s\n", color_bold(), forms[charts->chart].title, color_off());
    for (size_t i = 0; i < charts->count; i++) {
        const char *name = charts->bars[i].name;
        size_t size = strlen(name);
        fputs("  ", stdout);
        print_safely(stdout, name, size < NAME_WIDTH ? size : NAME_WIDTH);
        printf("%*s %11s  ", size < NAME_WIDTH ? (int)(NAME_WIDTH - size) : 0, "",
               with_commas((long long)charts->bars[i].number, number));
        print_bar(charts->bars[i].number, charts->most, width);
        putchar('\n');
        free(charts->bars[i].name);
    }
}

static void print_totals(const struct charts *charts)
{
    static const char *const names[] = {"files", "worlds", "bytes"};
    char number[32];
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (charts->json)
            printf("%s\n  \"%s\": %" PRId64, i > 0 ? "," : "{", names[i], charts->totals[i]);
        else
            printf("%s%s %s", i > 0 ? ", " : "", with_commas((long long)charts->totals[i], number),
                   names[i]);
    fputs(charts->json ? "" : "\n", stdout);
}

/* Ends the open chart and opens the next one. */
static void next_chart(struct charts *charts)
{
    if (charts->chart == CHART_TOTALS)
        print_totals(charts);
    else if (charts->json)
        fputs(charts->count > 0 ? "\n  ]" : "]", stdout);
    else
        print_bars(charts);
    charts->chart++;
    charts->count = 0;
    charts->most = 0;
    if (charts->json && charts->chart < CHART_COUNT)
        printf(",\n  \"%s\": [", forms[charts->chart].name);
}

static void print_json_row(const struct charts *charts, const struct chart_row *row)
{
    fputs(charts->count > 0 ? ",\n    {" : "\n    {", stdout);
    for (unsigned i = 0; i < CHART_COLUMN_COUNT; i++)
        if (forms[row->chart].names[i]) {
            printf("\"%s\": ", forms[row->chart].names[i]);
            print_json_value(&row->columns[i]);
            fputs(", ", stdout);
        }
    printf("\"count\": %" PRId64 "}", row->count);
}

static bool take_row(void *context, const struct chart_row *row)
{
    struct charts *charts = context;
    while (charts->chart < row->chart)
        next_chart(charts);
    if (charts->count >= MOST_ROWS)
        return false;
    if (row->chart == CHART_TOTALS)
        charts->totals[charts->count++] = row->count;
    else if (!charts->json)
        take_bar(charts, row);
    else {
        print_json_row(charts, row);
        charts->count++;
    }
    return !charts->has_failed;
}

/* Returns false with catalog_failure. */
static bool print_charts(struct catalog *catalog, bool json, uint64_t most)
{
    struct charts charts = {.json = json};
    bool fine = catalog_statistics(catalog, most, take_row, &charts) && !charts.has_failed;
    while (fine && charts.chart < CHART_COUNT)
        next_chart(&charts);
    if (fine && json)
        fputs("\n}\n", stdout);
    for (size_t i = 0; !fine && i < charts.count; i++)
        free(charts.bars[i].name);
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
