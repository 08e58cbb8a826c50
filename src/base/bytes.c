/* Copying long runs of numbers, with or without swapping their bytes. */
#include "bytes.h"

/* Written so that compilers make vector code of it. gcc recognises a swap of single bytes, but
 * makes slow code of a swap by shifts if the processor has no instruction for it. `to` and `from`
 * must not overlap. */

void copy_u16s(void *to, const void *from, size_t count, bool swapped)
{
    uint8_t *restrict out = to;
    const uint8_t *restrict in = from;
    if (!swapped) {
        memcpy(out, in, 2 * count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        uint16_t value;
        memcpy(&value, in + 2 * i, sizeof value);
        value = swap_u16(value);
        memcpy(out + 2 * i, &value, sizeof value);
    }
}

void copy_u32s(void *to, const void *from, size_t count, bool swapped)
{
    uint8_t *restrict out = to;
    const uint8_t *restrict in = from;
    if (!swapped) {
        memcpy(out, in, 4 * count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const uint8_t *from_four = in + 4 * i;
        uint8_t *to_four = out + 4 * i;
        uint8_t first = from_four[0], second = from_four[1], third = from_four[2];
        to_four[0] = from_four[3];
        to_four[1] = third;
        to_four[2] = second;
        to_four[3] = first;
    }
}
