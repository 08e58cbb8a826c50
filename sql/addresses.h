/* Which component has an address, as a table by address: most saves number their components
 * without large gaps. */
#ifndef OW_SQL_ADDRESSES_H
#define OW_SQL_ADDRESSES_H

#include <overworld/overworld.h>

struct address_table;

/* NULL where gaps are too large, two components share an address, or memory ends: an index does
 * as well. */
struct address_table *addresses_open(const ow_blotter_save *save);

/* NULL is fine. */
void addresses_free(struct address_table *table);

/* How many components have it, 0 or 1, and which. */
size_t addresses_find(const struct address_table *table, int64_t address, uint32_t *item);

#endif
