/* Numbers out of and into bytes, whatever the host's own order. */
#ifndef OW_SRC_BASE_BYTES_H
#define OW_SRC_BASE_BYTES_H

#include <stdint.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define OW_HOST_IS_LITTLE 0
#else
#define OW_HOST_IS_LITTLE 1
#endif

static inline uint16_t swap_u16(uint16_t value)
{
    return (uint16_t)(value << 8 | value >> 8);
}

static inline uint32_t swap_u32(uint32_t value)
{
    return value << 24 | (value & 0xff00u) << 8 | (value >> 8 & 0xff00u) | value >> 24;
}

static inline uint16_t load_u16(const uint8_t *from)
{
    uint16_t value;
    memcpy(&value, from, sizeof value);
    return OW_HOST_IS_LITTLE ? value : swap_u16(value);
}

static inline uint32_t load_u32(const uint8_t *from)
{
    uint32_t value;
    memcpy(&value, from, sizeof value);
    return OW_HOST_IS_LITTLE ? value : swap_u32(value);
}

static inline float load_f32(const uint8_t *from)
{
    uint32_t bits = load_u32(from);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline void store_u16(uint8_t *to, uint16_t value)
{
    value = OW_HOST_IS_LITTLE ? value : swap_u16(value);
    memcpy(to, &value, sizeof value);
}

static inline void store_u32(uint8_t *to, uint32_t value)
{
    value = OW_HOST_IS_LITTLE ? value : swap_u32(value);
    memcpy(to, &value, sizeof value);
}

static inline void store_f32(uint8_t *to, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    store_u32(to, bits);
}

#endif
