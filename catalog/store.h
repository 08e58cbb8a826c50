/* Writes files and facts into a catalogue, many files in one transaction. */
#ifndef OW_CATALOG_STORE_H
#define OW_CATALOG_STORE_H

#include "found.h"
#include "schema.h"

/* Writes files with their worlds, all of them or none. Returns false with catalog_failure. The
 * caller keeps the list. */
bool store_batch(struct catalog *catalog, const struct found *list);

#endif
