/* Statements about many numbers: as few as possible, each with the same text. */
#ifndef OW_CATALOG_IDS_H
#define OW_CATALOG_IDS_H

#include "schema.h"

/* Runs "BEFORE ($1, $2 ... $100) AFTER" for each hundred numbers; `last` is $101 if it is not NULL.
 * Returns false with catalog_failure. */
bool run_for_ids(struct catalog *catalog, const char *before, const char *after, const int64_t *ids,
                 size_t count, const struct value *last, row_visitor visit, void *context);

#endif
