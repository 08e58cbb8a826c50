/* What the host provides to the WebAssembly module: imports of the module "host". */
#ifndef OW_HOST_H
#define OW_HOST_H

#include "binding.h"

/* Reports progress. Returns 0 to cancel the call. */
IMPORTED("progress") int host_progress(double done, double total);

/* Finds a file beside the world, or a decoded image, and passes it to web_lend. Returns 0 if there
 * is none. */
IMPORTED("file") int host_file(const char *path, size_t size, int as_image);

/* Takes a piece of the output of a call, so long output need not be in memory as a whole. Returns 0
 * to stop the call. */
IMPORTED("take") int host_take(const void *data, size_t size);

/* Unpacks bytes of zlib or gzip into exactly `size` bytes. Returns 0 if they are invalid. */
IMPORTED("inflate")
int host_inflate(const void *packed, size_t packed_size, void *into, size_t size);

/* Unpack and pack the contents of memories (raw deflate). `size` is the room; the result is the
 * used size, or 0 if the bytes are invalid or do not fit. host_packs says whether the host can do
 * this. */
IMPORTED("packs") int host_packs(void);
IMPORTED("unpack")
size_t host_unpack(const void *packed, size_t packed_size, void *plain, size_t size);
IMPORTED("pack")
size_t host_pack(const void *plain, size_t plain_size, void *packed, size_t size);

#endif
