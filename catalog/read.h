/* The step of a worker: reads a file and finds its facts. */
#ifndef OW_CATALOG_READ_H
#define OW_CATALOG_READ_H

#include "found.h"

/* The bytes of a regular file, malloc'ed. NULL after making it FOUND_UNREAD with the reason. */
uint8_t *read_bytes_of(struct found *found, uint64_t max_size, size_t *size);

/* Fills in the facts of a world, or makes it FOUND_UNREAD with the reason. A file above max_size is
 * not read. */
void read_found(struct found *found, uint64_t max_size, const struct fact_options *options);

#endif
