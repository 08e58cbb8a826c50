/* Worlds of a catalogue by what they are. */
#ifndef OW_CATALOG_SEARCH_H
#define OW_CATALOG_SEARCH_H

#include "schema.h"

/* A condition on a number, as "> 100" says it. */
struct comparison {
    const char *sign; /* one of = != < <= > >=, a constant; NULL: none is asked */
    int64_t number;
};

/* What is asked. NULL, 0 and empty lists: anything. Names may hold * for any characters. */
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
    const char *columns; /* SQL, of the tables world and file, and world_type as `type` */
};

/* Takes "> 100", "100" (at least so many), "<=5" apart. False where it is no such thing. */
bool comparison_read(const char *text, struct comparison *comparison);

/* Tells a row for each file whose world is as asked, those with the most of the type, or with
 * the most records, first. False with catalog_failure. */
bool catalog_search(struct catalog *catalog, const struct search_query *query, row_visitor visit,
                    void *context);

#endif
