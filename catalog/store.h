/* What has been found, written into a catalogue: many files in one transaction. */
#ifndef OW_CATALOG_STORE_H
#define OW_CATALOG_STORE_H

#include "found.h"
#include "schema.h"

/* Writes files with their worlds, all or none of them. False with catalog_failure; the list
 * stays the caller's. */
bool store_batch(struct catalog *catalog, const struct found *list);

#endif
