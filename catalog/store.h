/* Writes files and facts into a catalogue, many files in one transaction. */
#ifndef OW_CATALOG_STORE_H
#define OW_CATALOG_STORE_H

#include "found.h"
#include "schema.h"

/* Writes files with their worlds, all of them or none. Returns false with catalog_failure. The
 * caller keeps the list. A world whose key another world has is not written: it becomes one that
 * was not read. So does one that was taken out of the catalogue before. */
bool store_batch(struct catalog *catalog, struct found *list);

/* The same inside a transaction of the caller. Before it, call store_names_first, which writes the
 * names on their own if worlds are on other servers; after its end, call store_settle. */
bool store_names_first(struct catalog *catalog, struct found *list);
bool store_within(struct catalog *catalog, struct found *list);

/* What clashes or is refused counts as not read from here on. */
void store_settle(struct found *list);

/* Removes all rows of a world, inside a transaction. There may be none. Returns false with
 * catalog_failure. */
bool store_forget_world(struct catalog *catalog, const uint8_t hash[DIGEST_SIZE]);

#endif
