/* Raw deflate (RFC 1951) without compression: blocks that are stored as they are. So a save with
 * contents that its game wants compressed can be made with libc alone. */
#ifndef OW_SRC_BASE_STORED_H
#define OW_SRC_BASE_STORED_H

#include <stddef.h>
#include <stdint.h>

/* The size of what `stored_pack` makes of so many bytes. */
size_t stored_size(size_t plain_size);

/* Packs bytes. `packed` has room for `stored_size`. */
void stored_pack(const uint8_t *plain, size_t plain_size, uint8_t *packed);

/* Unpacks what `stored_pack` made. Returns the size, or 0 if there is something else, or too much:
 * more than `size`. */
size_t stored_unpack(const uint8_t *packed, size_t packed_size, uint8_t *plain, size_t size);

#endif
