/* overworld catalog stats: what a catalogue holds, as tables with bars. */
#include "catalog.h"

#include "json.h"
#include "rows.h"
#include "terminal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_MOST = 10, MOST_ROWS = 200, NAME_WIDTH = 34 };

/* A name and a number, the largest first, or in the order of the name. */
static const struct chart {
    const char *name, *title, *sql;
} charts[] = {
    {"formats", "Worlds by format and version",
     "SELECT coalesce(format, 'none') || coalesce(' ' || version, ''), count(*) FROM world"
     " GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $1"},
    {"kinds", "Logic World saves by kind",
     "SELECT kind, count(*) FROM world WHERE kind IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT "
     "$1"},
    {"states", "What became of reading them",
     "SELECT status, count(*) FROM world GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $1"},
    {"sizes", "Worlds by how many records they hold",
     "SELECT CASE WHEN records < 10 THEN '1: below 10' WHEN records < 100 THEN '2: below 100'"
     " WHEN records < 1000 THEN '3: below 1,000' WHEN records < 10000 THEN '4: below 10,000'"
     " WHEN records < 100000 THEN '5: below 100,000' ELSE '6: 100,000 and more' END, count(*)"
     " FROM world GROUP BY 1 ORDER BY 1 LIMIT $1 + 6"},
    {"types", "Types by the worlds that have them",
     "SELECT name, count(*) FROM world_type GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $1"},
    {"records", "Types by how many records there are of them",
     "SELECT name, sum(count) FROM world_type GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $1"},
    {"mods", "Mods by the worlds that ask for them",
     "SELECT name, count(DISTINCT hash) FROM world_mod GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $1"},
    {"issues", "Issues by the worlds that have them",
     "SELECT code, count(*) FROM world_issue GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $1"},
    {"passed_by", "Files that were not read",
     "SELECT reason, count(*) FROM passed_by GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $1"},
};

struct bar {
    char *name;
    int64_t number;
};

struct bars {
    struct bar list[MOST_ROWS + 8];
    size_t count;
    int64_t most;
};

static bool take_bar(void *context, const struct value *values, size_t count)
{
    struct bars *bars = context;
    if (count < 2 || bars->count == sizeof bars->list / sizeof *bars->list)
        return false;
    struct bar *bar = &bars->list[bars->count++];
    bar->name = values[0].kind == VALUE_TEXT ? strndup(values[0].bytes, values[0].size) : NULL;
    bar->number = values[1].kind == VALUE_REAL ? (int64_t)values[1].real : values[1].integer;
    bars->most = bar->number > bars->most ? bar->number : bars->most;
    return true;
}

/* In eighths of a cell where the terminal has such signs. */
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
        const char *name = bars->list[i].name ? bars->list[i].name : "";
        if (strcmp(chart->name, "sizes") == 0)
            name += 3; /* its order */
        size_t size = strlen(name);
        fputs("  ", stdout);
        print_safely(stdout, name, size < NAME_WIDTH ? size : NAME_WIDTH);
        printf("%*s %11s  ", size < NAME_WIDTH ? (int)(NAME_WIDTH - size) : 0, "",
               with_commas((long long)bars->list[i].number, number));
        print_bar(bars->list[i].number, bars->most, width);
        putchar('\n');
    }
}

static void print_json_chart(const struct chart *chart, const struct bars *bars)
{
    printf(",\n  \"%s\": [", chart->name);
    for (size_t i = 0; i < bars->count; i++) {
        const char *name = bars->list[i].name ? bars->list[i].name : "";
        if (strcmp(chart->name, "sizes") == 0)
            name += 3;
        fputs(i > 0 ? ",\n    {\"name\": " : "\n    {\"name\": ", stdout);
        print_json_text(name, strlen(name));
        printf(", \"count\": %" PRId64 "}", bars->list[i].number);
    }
    fputs(bars->count > 0 ? "\n  ]" : "]", stdout);
}

static bool tell_totals(struct catalog *catalog, bool json)
{
    int64_t files, worlds, bytes;
    char texts[3][32];
    if (!catalog_number(catalog, "SELECT count(*) FROM file", NULL, 0, 0, &files) ||
        !catalog_number(catalog, "SELECT count(*) FROM world", NULL, 0, 0, &worlds) ||
        !catalog_number(catalog, "SELECT CAST(coalesce(sum(size), 0) AS BIGINT) FROM world", NULL,
                        0, 0, &bytes))
        return false;
    if (json)
        printf("{\n  \"files\": %" PRId64 ",\n  \"worlds\": %" PRId64 ",\n  \"bytes\": %" PRId64,
               files, worlds, bytes);
    else
        printf("%s files, %s worlds, %s bytes\n", with_commas((long long)files, texts[0]),
               with_commas((long long)worlds, texts[1]), with_commas((long long)bytes, texts[2]));
    return true;
}

static bool tell_charts(struct catalog *catalog, bool json, uint64_t most)
{
    struct value limit = {.kind = VALUE_INTEGER, .integer = (int64_t)most};
    bool fine = tell_totals(catalog, json);
    for (size_t i = 0; fine && i < sizeof charts / sizeof *charts; i++) {
        struct bars *bars = calloc(1, sizeof *bars);
        fine = bars && catalog_run(catalog, charts[i].sql, &limit, 1, take_bar, bars);
        if (fine && json)
            print_json_chart(&charts[i], bars);
        else if (fine)
            print_chart(&charts[i], bars);
        for (size_t k = 0; bars && k < bars->count; k++)
            free(bars->list[k].name);
        free(bars);
    }
    if (json)
        fputs("\n}\n", stdout);
    return fine;
}

int run_catalog_stats(const struct arguments *arguments)
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
    if (!tell_charts(&catalog, json_asked(arguments), most))
        status = catalog_failed(place, catalog_failure(&catalog));
    catalog_close(&catalog);
    int finished = finish_output();
    return status != EXIT_FINE ? status : finished;
}
