/* What the host of a WebAssembly module gives it: imports of the module "host". */
#ifndef OW_HOST_H
#define OW_HOST_H

#include "binding.h"

/* Whether the call is to go on. */
IMPORTED("progress") int host_progress(double done, double total);

/* Finds a file beside the world, or an image decoded, and lends it by web_lend; 0 where there is
 * none. */
IMPORTED("file") int host_file(const char *path, size_t size, int as_image);

/* Takes a piece of what a call writes: what is long need not stand in memory as a whole. 0 stops
 * the call. */
IMPORTED("take") int host_take(const void *data, size_t size);

/* Unpacks zlib's or gzip's bytes into exactly `size`; 0 where they are not that. */
IMPORTED("inflate")
int host_inflate(const void *packed, size_t packed_size, void *into, size_t size);

/* Unpack and pack the contents of memories (raw deflate): `size` is what fits, and returned is
 * what was used; 0 where the bytes are no such thing or do not fit. host_packs says whether the
 * host can at all. */
IMPORTED("packs") int host_packs(void);
IMPORTED("unpack")
size_t host_unpack(const void *packed, size_t packed_size, void *plain, size_t size);
IMPORTED("pack")
size_t host_pack(const void *plain, size_t plain_size, void *packed, size_t size);

#endif
