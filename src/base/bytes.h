/* Reading and writing numbers in bytes, independent of the host's byte order. */
#ifndef OW_SRC_BASE_BYTES_H
#define OW_SRC_BASE_BYTES_H

#include "compiler.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint16_t swap_u16(uint16_t value)
{
    return (uint16_t)(value << 8 | value >> 8);
}

static inline uint32_t swap_u32(uint32_t value)
{
    return value << 24 | (value & 0xff00u) << 8 | (value >> 8 & 0xff00u) | value >> 24;
}

static inline uint64_t swap_u64(uint64_t value)
{
    return (uint64_t)swap_u32((uint32_t)value) << 32 | swap_u32((uint32_t)(value >> 32));
}

/* `big` means big-endian. */

static inline uint16_t load_u16(const uint8_t *from, bool big)
{
    uint16_t value;
    memcpy(&value, from, sizeof value);
    return big == OW_HOST_IS_LITTLE ? swap_u16(value) : value;
}

static inline uint32_t load_u32(const uint8_t *from, bool big)
{
    uint32_t value;
    memcpy(&value, from, sizeof value);
    return big == OW_HOST_IS_LITTLE ? swap_u32(value) : value;
}

static inline uint64_t load_u64(const uint8_t *from, bool big)
{
    uint64_t value;
    memcpy(&value, from, sizeof value);
    return big == OW_HOST_IS_LITTLE ? swap_u64(value) : value;
}

/* Floats go from memory to memory: see floats.h. */
static inline void load_f32(float *to, const uint8_t *from, bool big)
{
    uint32_t bits = load_u32(from, big);
    memcpy(to, &bits, sizeof bits);
}

static inline void store_u16(uint8_t *to, uint16_t value, bool big)
{
    value = big == OW_HOST_IS_LITTLE ? swap_u16(value) : value;
    memcpy(to, &value, sizeof value);
}

static inline void store_u32(uint8_t *to, uint32_t value, bool big)
{
    value = big == OW_HOST_IS_LITTLE ? swap_u32(value) : value;
    memcpy(to, &value, sizeof value);
}

static inline void store_u64(uint8_t *to, uint64_t value, bool big)
{
    value = big == OW_HOST_IS_LITTLE ? swap_u64(value) : value;
    memcpy(to, &value, sizeof value);
}

static inline void store_f32(uint8_t *to, const float *value, bool big)
{
    uint32_t bits;
    memcpy(&bits, value, sizeof bits);
    store_u32(to, bits, big);
}

/* Copies `count` numbers of two or four bytes. `swapped` reverses the bytes of each. Long runs are
 * copied at the speed of memory. */
void copy_u16s(void *to, const void *from, size_t count, bool swapped);
void copy_u32s(void *to, const void *from, size_t count, bool swapped);

#endif
