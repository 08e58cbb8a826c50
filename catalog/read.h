/* A worker's step: a file is read, and its facts are found. */
#ifndef OW_CATALOG_READ_H
#define OW_CATALOG_READ_H

#include "found.h"

/* Fills in the facts of a world, or makes it FOUND_UNREAD with the reason. A larger file than
 * max_size is not read. */
void read_found(struct found *found, uint64_t max_size, const struct fact_options *options);

#endif
