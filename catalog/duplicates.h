/* Worlds that there are twice: the same bytes, the same content in another version, and likely
 * copies. */
#ifndef OW_CATALOG_DUPLICATES_H
#define OW_CATALOG_DUPLICATES_H

#include "schema.h"

enum likeness { SAME_BYTES = 1, SAME_CONTENT = 2, ALIKE = 4 };

/* A file and another one that it is like. */
struct twin {
    enum likeness likeness;
    unsigned percent;             /* of records in common, as sketches tell; 100 for the same */
    const struct value *paths[2]; /* escaped */
};

/* Return false to hear of no more. */
typedef bool (*twin_visitor)(void *context, const struct twin *twin);

/* Tells twins of the kinds that `kinds` has, the same first. Of many that are the same each is
 * told with the first one. Worlds count as alike from `percent` on. False with catalog_failure. */
bool catalog_find_twins(struct catalog *catalog, unsigned kinds, unsigned percent,
                        twin_visitor visit, void *context);

#endif
