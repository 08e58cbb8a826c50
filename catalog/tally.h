/* Counts of the names in a world, by kind, in the order in which they first occur. */
#ifndef OW_CATALOG_TALLY_H
#define OW_CATALOG_TALLY_H

#include "pool.h"

/* Limit of rows for a malicious file. */
enum { TALLY_MOST = 4096 };

/* Limit of a name in a key: keys may have about 2,700 bytes in PostgreSQL. */
enum { LONGEST_KEY = 500 };

struct tally_row {
    const char *kind; /* a constant */
    struct value name;
    uint64_t mixed, count;
};

struct tally {
    struct tally_row *rows;
    uint32_t *slots; /* of a table of hashes: the number of a row, counted from 1 */
    size_t count, room;
    bool keeps_whole;  /* names are not part of a key and are not cut */
    uint64_t left_out; /* occurrences of names beyond the limit of rows */
};

/* Adds one to the count of a name. Returns its row, or NULL if there is no room. */
struct tally_row *tally_add(struct tally *tally, struct pool *pool, const char *kind, ow_text name);
void tally_free(struct tally *tally);

#endif
