/* Raw deflate without compression. A block has a byte (1 if it is the last), its size, the same
 * with all bits flipped, and its bytes. */
#include "stored.h"

#include "bytes.h"

#include <string.h>

enum { FRONT = 5, MOST = 0xffff };

size_t stored_size(size_t plain_size)
{
    size_t blocks = plain_size / MOST + (plain_size % MOST > 0 || plain_size == 0);
    return plain_size + blocks * FRONT;
}

void stored_pack(const uint8_t *plain, size_t plain_size, uint8_t *packed)
{
    size_t at = 0;
    do {
        size_t left = plain_size - at, size = left < MOST ? left : MOST;
        packed[0] = left <= MOST;
        store_u16(packed + 1, (uint16_t)size, false);
        store_u16(packed + 3, (uint16_t)~size, false);
        if (size > 0)
            memcpy(packed + FRONT, plain + at, size);
        packed += FRONT + size;
        at += size;
    } while (at < plain_size);
}

size_t stored_unpack(const uint8_t *packed, size_t packed_size, uint8_t *plain, size_t size)
{
    size_t used = 0;
    while (packed_size >= FRONT) {
        size_t block = load_u16(packed + 1, false);
        if (packed[0] > 1 || (block ^ load_u16(packed + 3, false)) != MOST ||
            block > packed_size - FRONT || block > size - used)
            return 0;
        if (block > 0)
            memcpy(plain + used, packed + FRONT, block);
        used += block;
        if (packed[0] == 1)
            return used;
        packed += FRONT + block;
        packed_size -= FRONT + block;
    }
    return 0;
}
