/* Searching a catalogue for worlds. */
#ifndef OW_CATALOG_SEARCH_H
#define OW_CATALOG_SEARCH_H

#include "figures.h"
#include "schema.h"

/* A condition on a number, such as "> 100". */
struct comparison {
    const char *sign; /* one of = != < <= > >=, a constant; NULL: no condition */
    int64_t number;
};

enum { MOST_SEARCH_MARKS = 10, MOST_SEARCH_CONDITIONS = 16 };

/* A name that a world or a file of it must have. */
struct search_mark {
    const char *kind; /* "author" of the world; "owner" or "tag" of the file */
    const char *name;
};

/* A place in an answer: that of a file. Values live as long as the query. */
struct search_place {
    struct value value; /* of what the answer is sorted by; VALUE_NULL: absent */
    int64_t key, type;  /* of the world, and of the matching type if one is asked for */
    struct value folder, name;
};

/* What to search for. NULL, 0 and empty lists match anything. Names may contain * for any
 * characters. */
struct search_query {
    const char *const *formats; /* any of these, ended by NULL */
    const char *kind;           /* "world", "subassembly" */
    struct comparison version;
    const char *type;        /* of components, things, blocks, triggers */
    struct comparison count; /* how many of that type; default: at least one */
    const char *mod, *issue, *text, *path, *status;
    const uint8_t *hash_from, *hash_to; /* worlds whose hash is one of these or between them */
    struct search_mark marks[MOST_SEARCH_MARKS];
    size_t mark_count;
    struct figure_condition conditions[MOST_SEARCH_CONDITIONS];
    size_t condition_count;
    const struct figure *sort;        /* NULL: the count of the type, else the first figure that is
                                * compared, else the records */
    bool sorts_by_count;              /* the count of the type, whatever else */
    bool ascending;                   /* the least first; of `sort`, or of the count */
    uint64_t most, skip;              /* rows; 0: all */
    const struct search_place *after; /* the row after which the answer begins; NULL: the start */
    const char *columns;              /* SQL, of world and file; with a type, of type_count too */
};

/* Where a page ends. Initialise with zeros; search_end_free releases it. */
struct search_end {
    bool has_more; /* rows come after it */
    struct search_place place;
    void *memory;
};

/* Reads "> 100", "100" (at least 100) or "<=5". Returns false for anything else. */
bool comparison_read(const char *text, struct comparison *comparison);

/* What the answer is sorted by; NULL: the count of the type. */
const struct figure *search_order(const struct search_query *query);

/* Visits a row for each file whose world matches. Worlds that have no value for what the answer is
 * sorted by come last. `end` may be NULL. Returns false with catalog_failure. */
bool catalog_search(struct catalog *catalog, const struct search_query *query, row_visitor visit,
                    void *context, struct search_end *end);
void search_end_free(struct search_end *end);

/* Counts all rows that match, whatever `most`, `skip` and `after` are. Returns false with
 * catalog_failure. */
bool catalog_search_count(struct catalog *catalog, const struct search_query *query,
                          uint64_t *count);

#endif
