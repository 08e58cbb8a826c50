/* SQLite catalogues from strangers. */
#ifndef OW_CATALOG_FOREIGN_H
#define OW_CATALOG_FOREIGN_H

#include "schema.h"

/* Returns true if every object of the file is as this program makes it, or is an extra table or
 * index. Call it before reading anything else. Returns false with *failure. */
bool foreign_objects_are_safe(struct catalog *catalog, struct database_failure *failure);

#endif
