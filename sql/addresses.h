/* Finds components by address with a table indexed by address. Most saves number their components
 * without large gaps. */
#ifndef OW_SQL_ADDRESSES_H
#define OW_SQL_ADDRESSES_H

#include <overworld/overworld.h>

struct address_table;

/* Returns NULL if gaps are too large, two components share an address, or memory runs out. The
 * caller then uses an index. */
struct address_table *addresses_open(const ow_blotter_save *save);

/* NULL is allowed. */
void addresses_free(struct address_table *table);

/* Returns how many components have the address, 0 or 1, and sets *item. */
size_t addresses_find(const struct address_table *table, int64_t address, uint32_t *item);

#endif
