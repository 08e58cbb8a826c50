/* Statistics of a catalogue: how many worlds it has, by format, kind, size, type, mod and issue. */
#ifndef OW_CATALOG_STATISTICS_H
#define OW_CATALOG_STATISTICS_H

#include "schema.h"

/* What is counted, in this order. */
enum chart {
    CHART_TOTALS, /* three rows: files, worlds and the bytes of all worlds */
    CHART_FORMATS,
    CHART_KINDS,
    CHART_STATES,
    CHART_SIZES,
    CHART_TYPES,
    CHART_RECORDS,
    CHART_MODS,
    CHART_ISSUES,
    CHART_SKIPPED,
    CHART_COUNT,
};

/* What a row of a chart says of the things that it counts. Columns that the chart does not have are
 * VALUE_NULL. */
enum chart_column {
    CHART_TEXT,   /* format, kind of save or type, status, mod, code of an issue or reason */
    CHART_NAME,   /* of a type */
    CHART_NUMBER, /* version; limit of records, not included, NULL for no limit */
    CHART_COLUMN_COUNT,
};

struct chart_row {
    enum chart chart;
    struct value columns[CHART_COLUMN_COUNT];
    int64_t count;
};

/* Receives a row. Returns false to stop. */
typedef bool (*chart_visitor)(void *context, const struct chart_row *row);

/* Visits the rows of all charts: in each, at most `most` rows, the most frequent first. Sizes begin
 * with the smallest and are never cut. Returns false with catalog_failure, or
 * without a message if memory runs out. */
bool catalog_statistics(struct catalog *catalog, uint64_t most, chart_visitor visit, void *context);

#endif
