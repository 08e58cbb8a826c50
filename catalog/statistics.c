/* Statistics in one statement, from the running counts that triggers keep (schema_counts.c). In
 * PostgreSQL they are differences of many transactions, so they are summed up first, once for all
 * charts. */
#include "statistics.h"

#include <stdio.h>
#include <stdlib.h>

#define COUNTED                                                                                    \
    "WITH counted AS MATERIALIZED (SELECT what, id, name, CAST(sum(number) AS BIGINT) AS number,"  \
    " CAST(sum(amount) AS BIGINT) AS amount FROM running_count GROUP BY what, id, name"            \
    " HAVING sum(number) > 0)"
#define TOTAL(place, sum, what)                                                                    \
    "SELECT " place " AS place, coalesce(sum(" sum "), 0) AS count FROM counted WHERE what"        \
    " = '" what "'"
#define WORLDS(columns, groups)                                                                    \
    "SELECT " columns ", sum(number) AS count FROM counted JOIN world_class"                       \
    " ON world_class.id = counted.id WHERE what = 'class' GROUP BY " groups
#define NAMES(table, what, columns, count)                                                         \
    "SELECT " columns ", " count " AS count FROM counted JOIN " table " ON " table ".id"           \
    " = counted.id WHERE what = '" what "'"
#define TYPES(count)     NAMES("type_name", "type", "kind, type_name.name AS type", count)
#define WITHOUT_ID(what) "SELECT name AS text, number AS count FROM counted WHERE what = '" what "'"

/* Where the rows of a chart are from, their columns, and their order. */
static const struct source {
    const char *from, *columns[CHART_COLUMN_COUNT], *order;
} sources[CHART_COUNT] = {
    [CHART_TOTALS] = {TOTAL("1", "number", "file") " UNION ALL " TOTAL(
                          "2", "number", "class") " UNION ALL " TOTAL("3", "amount", "class"),
                      {NULL},
                      "place"},
    [CHART_FORMATS] = {WORLDS("format, version", "format, version"),
                       {"format", NULL, "version"},
                       "count DESC, format, version"},
    [CHART_KINDS] = {"SELECT * FROM (" WORLDS("kind", "kind") ") AS kinds WHERE kind IS NOT NULL",
                     {"kind"},
                     "count DESC, kind"},
    [CHART_STATES] = {WORLDS("status", "status"), {"status"}, "count DESC, status"},
    [CHART_SIZES] = {"SELECT CASE WHEN id > 0 THEN id END AS below, number AS count FROM counted"
                     " WHERE what = 'records'",
                     {NULL, NULL, "below"},
                     "below NULLS LAST"},
    [CHART_TYPES] = {TYPES("number"), {"kind", "type"}, "count DESC, kind, type"},
    [CHART_RECORDS] = {TYPES("amount"), {"kind", "type"}, "count DESC, kind, type"},
    [CHART_MODS] = {NAMES("mod_name", "mod", "mod_name.name AS mod", "number"),
                    {"mod"},
                    "count DESC, mod"},
    [CHART_ISSUES] =
        {"SELECT text, sum(count) AS count FROM (" NAMES(
             "issue_code", "issue", "code AS text",
             "number") " UNION ALL " WITHOUT_ID("file issue") ") AS issues GROUP BY text",
         {"text"},
         "count DESC, text"},
    [CHART_SKIPPED] = {WITHOUT_ID("skipped"), {"text"}, "count DESC, text"},
};

/* The rows of one chart. Totals and sizes are never cut: there are three and six. */
static void write_chart(FILE *to, enum chart chart)
{
    static const char *const types[CHART_COLUMN_COUNT] = {"TEXT", "TEXT", "BIGINT"};
    const struct source *source = &sources[chart];
    fprintf(to, "%s SELECT * FROM (SELECT %d AS chart, row_number() OVER (ORDER BY %s) AS place",
            chart > 0 ? " UNION ALL" : "", (int)chart, source->order);
    for (unsigned i = 0; i < CHART_COLUMN_COUNT; i++)
        fprintf(to, ", CAST(%s AS %s)", source->columns[i] ? source->columns[i] : "NULL", types[i]);
    fprintf(to,
            ", CAST(count AS BIGINT) FROM (%s) AS rows_%d ORDER BY 2 LIMIT $1 + %d) AS chart_%d",
            source->from, (int)chart, chart == CHART_TOTALS || chart == CHART_SIZES ? 6 : 0,
            (int)chart);
}

/* The statement, in memory of malloc; NULL if there is none. */
static char *write_statement(void)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    if (!to)
        return NULL;
    fputs(COUNTED, to);
    for (enum chart chart = 0; chart < CHART_COUNT; chart++)
        write_chart(to, chart);
    fputs(" ORDER BY 1, 2", to);
    if (fclose(to) == 0)
        return text;
    free(text);
    return NULL;
}

struct reading {
    chart_visitor visit;
    void *context;
};

static bool take_row(void *context, const struct value *values, size_t count)
{
    const struct reading *reading = context;
    struct chart_row row = {.chart = (enum chart)values[0].integer};
    if (count != 3 + CHART_COLUMN_COUNT || row.chart >= CHART_COUNT)
        return false;
    for (unsigned i = 0; i < CHART_COLUMN_COUNT; i++)
        row.columns[i] = values[2 + i];
    row.count = values[2 + CHART_COLUMN_COUNT].integer;
    return reading->visit(reading->context, &row);
}

bool catalog_statistics(struct catalog *catalog, uint64_t most, chart_visitor visit, void *context)
{
    struct value limit = {.kind = VALUE_INTEGER, .integer = (int64_t)most};
    struct reading reading = {visit, context};
    char *statement = write_statement();
    bool fine = statement && catalog_run(catalog, statement, &limit, 1, take_row, &reading);
    free(statement);
    return fine;
}
