/* What the host of a WebAssembly module gives it: imports of the module "host". */
#ifndef OW_HOST_H
#define OW_HOST_H

#include "binding.h"

/* Whether the call is to go on. */
IMPORTED("progress") int host_progress(double done, double total);

/* Finds a file beside the world, or an image decoded, and lends it by web_lend; 0 where there is none. */
IMPORTED("file") int host_file(const char *path, size_t size, int as_image);

/* Takes a piece of what a call writes: what is long need not stand in memory as a whole. 0 stops the call. */
IMPORTED("take") int host_take(const void *data, size_t size);

/* Unpacks zlib's or gzip's bytes into exactly `size`; 0 where they are not that. */
IMPORTED("inflate")
int host_inflate(const void *packed, size_t packed_size, void *into, size_t size);

#endif
