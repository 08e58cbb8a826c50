/* A statement of a search while it is being built, and the numbers of the names in it. */
#ifndef OW_CATALOG_SEARCH_SQL_H
#define OW_CATALOG_SEARCH_SQL_H

#include "pool.h"
#include "schema.h"
#include "search.h"

/* Values stay below PostgreSQL's limit. More names than these are not asked one by one. */
enum { MOST_SEARCH_VALUES = 128, MOST_SEARCH_NAMES = 80, MOST_SEARCH_SQL = 1 << 17 };

/* Initialise with zeros, except for the catalogue. */
struct builder {
    struct catalog *catalog;
    struct pool pool;
    char sql[MOST_SEARCH_SQL];
    size_t size;
    struct value values[MOST_SEARCH_VALUES];
    size_t count;
    bool is_cut; /* it became too long */
};

bool is_sqlite(const struct builder *builder);
void append(struct builder *builder, const char *text);

/* Appends a sign before a number so that SQLite, which has no statistics, does not use an index of
 * it. */
void append_unindexed(struct builder *builder);

/* Appends the place of a value: $1, $2, ... Equal values have one place. */
void append_value(struct builder *builder, struct value value);

/* Appends a number as it is: numbers of names, which are no secret and no text. */
void append_number(struct builder *builder, int64_t number);

/* Adds the condition that `column` is, or matches, a name that a user wrote. */
void append_name(struct builder *builder, const char *column, const char *name);
void append_comparison(struct builder *builder, const char *column,
                       const struct comparison *comparison);

/* Whether a name is what a pattern with * stands for. */
bool pattern_fits(const char *pattern, const char *name);

/* Numbers that stand for names. More than MOST_SEARCH_NAMES are not listed. */
struct ids {
    int64_t list[MOST_SEARCH_NAMES];
    size_t count;
    bool has_more;
};

/* Finds the numbers in the first column of a query, which `builder` has. Those with the same two
 * integers behind them share a place: with `places` above 0, later ones are left out. Starts the
 * statement anew. Returns false with catalog_failure. */
bool find_ids(struct builder *builder, struct ids *ids, uint64_t places);

/* Appends "(1, 2, 3)". */
void append_ids(struct builder *builder, const struct ids *ids);

#endif
