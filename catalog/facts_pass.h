/* Facts as bytes, to be passed from the process that found them to the one that stores them. The
 * first may have been taken over by the world that it read, so the second believes nothing. */
#ifndef OW_CATALOG_FACTS_PASS_H
#define OW_CATALOG_FACTS_PASS_H

#include "facts.h"

struct packed {
    uint8_t *bytes; /* malloc'ed */
    size_t size, room;
    bool lacks_memory;
};

/* Packs facts behind what is there. Returns false if memory runs out. */
bool facts_pack(const struct facts *facts, struct packed *packed);

/* Makes the facts again that facts_pack has packed. Returns false, with nothing to free, if the
 * bytes are no facts of a world with this hash that a catalogue can store, or if memory runs out
 * (then *lacks_memory is true). */
bool facts_unpack(const void *bytes, size_t size, const uint8_t hash[DIGEST_SIZE],
                  struct facts *facts, bool *lacks_memory);

#endif
