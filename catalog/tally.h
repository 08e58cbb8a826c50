/* How often what there is in a world occurs: names by their kind, in the order in which they
 * came. */
#ifndef OW_CATALOG_TALLY_H
#define OW_CATALOG_TALLY_H

#include "pool.h"

/* A file made to cost much gets no more rows than this. */
enum { TALLY_MOST = 4096 };

/* Names stand in keys, which may have about 2,700 bytes in PostgreSQL. */
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
    bool keeps_whole;  /* names stand in no key, and are not cut */
    uint64_t left_out; /* occurrences of names for which there was no row left */
};

/* Counts one more; the row of it, or NULL where there is none. */
struct tally_row *tally_add(struct tally *tally, struct pool *pool, const char *kind, ow_text name);
void tally_free(struct tally *tally);

#endif
