/* Taking worlds out of a catalogue for good: their rows go, and they are refused when they come
 * again. */
#ifndef OW_CATALOG_TAKEDOWN_H
#define OW_CATALOG_TAKEDOWN_H

#include "found.h"
#include "schema.h"

/* Marks the files whose content is refused, inside the transaction that would write them. Returns
 * false with catalog_failure. */
bool takedown_find(struct catalog *catalog, struct found *list);

/* Refuses a content from now on, and removes all rows of the world with it, if there is one.
 * *files: how many paths the catalogue had for it. Returns false with catalog_failure; nothing has
 * changed then. */
bool takedown(struct catalog *catalog, const uint8_t hash[DIGEST_SIZE], const char *reason,
              uint64_t *files);

/* Takes a refused content in again; the next run adds it. *was_refused: it was. */
bool takedown_undo(struct catalog *catalog, const uint8_t hash[DIGEST_SIZE], bool *was_refused);

#endif
