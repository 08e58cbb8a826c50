/* The options of overworld catalog search, as a query. */
#ifndef OW_CLI_DATABASES_CATALOG_QUERY_H
#define OW_CLI_DATABASES_CATALOG_QUERY_H

#include "verb.h"

#include "../../catalog/search.h"

enum { MOST_FORMATS = 16 };

/* A query, and what it refers to. */
struct asked_query {
    struct search_query query;
    const char *formats[MOST_FORMATS];
    uint8_t hashes[2][DIGEST_SIZE];
    struct search_place after;
    char *memory; /* of the place; release it with free() */
};

/* Reads the options. Returns false after a message. */
bool read_query(const struct arguments *arguments, struct asked_query *asked);

#endif
