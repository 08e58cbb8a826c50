/* Catalogues of strangers, in files of SQLite. */
#ifndef OW_CATALOG_FOREIGN_H
#define OW_CATALOG_FOREIGN_H

#include "schema.h"

/* Whether all that a file has is made as we make it, or is a table or an index of somebody's own.
 * Call it before anything else of the file is read. False with *failure. */
bool foreign_objects_are_safe(struct catalog *catalog, struct database_failure *failure);

#endif
