/* Opening a catalogue whose server may be away. */
#ifndef OW_CATALOG_OPEN_H
#define OW_CATALOG_OPEN_H

#include "patience.h"
#include "schema.h"

/* Opens a catalogue as catalog_open does, and waits for its server. The connection keeps `patience`
 * and uses it for statements that only read. */
bool catalog_open_patiently(struct catalog *catalog, const char *place, bool read_only,
                            struct patience *patience, struct database_failure *failure);

#endif
