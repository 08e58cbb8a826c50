/* Duplicate worlds: the same bytes, the same content in another version, and likely copies. */
#ifndef OW_CATALOG_DUPLICATES_H
#define OW_CATALOG_DUPLICATES_H

#include "schema.h"

enum likeness { SAME_BYTES = 1, SAME_CONTENT = 2, ALIKE = 4 };

/* "same bytes", "same content" or "alike". */
const char *likeness_word(enum likeness likeness);

/* A file and another one like it. */
struct twin {
    enum likeness likeness;
    unsigned percent; /* of records in common, estimated from sketches; 100 for the same */
    const struct value *paths[2]; /* escaped */
};

/* Receives a pair. Returns false to stop. */
typedef bool (*twin_visitor)(void *context, const struct twin *twin);

/* Visits pairs of the kinds in `kinds`, the most alike first. Of several equal files, each is
 * paired with the first. Worlds are alike from `percent` on. Returns false with catalog_failure. */
bool catalog_find_twins(struct catalog *catalog, unsigned kinds, unsigned percent,
                        twin_visitor visit, void *context);

#endif
