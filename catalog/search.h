/* Searching a catalogue for worlds. */
#ifndef OW_CATALOG_SEARCH_H
#define OW_CATALOG_SEARCH_H

#include "schema.h"

/* A condition on a number, such as "> 100". */
struct comparison {
    const char *sign; /* one of = != < <= > >=, a constant; NULL: no condition */
    int64_t number;
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
    struct comparison larger;           /* records */
    const uint8_t *hash_from, *hash_to; /* worlds whose hash is one of these or between them */
    uint64_t most, skip;                /* rows; 0: all */
    const char *columns;                /* SQL, of world and file; with a type, of type_count too */
};

/* Reads "> 100", "100" (at least 100) or "<=5". Returns false for anything else. */
bool comparison_read(const char *text, struct comparison *comparison);

/* Visits a row for each file whose world matches. Worlds with the most records of the type, or the
 * most records, come first. Returns false with catalog_failure. */
bool catalog_search(struct catalog *catalog, const struct search_query *query, row_visitor visit,
                    void *context);

#endif
