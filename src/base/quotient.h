/* Quotients by a number that stays the same, without a division: it takes several times as long as
 * a product. */
#ifndef OW_SRC_BASE_QUOTIENT_H
#define OW_SRC_BASE_QUOTIENT_H

#include <stdint.h>

/* For a divisor below 2^16 and dividends below 2^31: the product with 2^47 / divisor, rounded up,
 * is too large by less than one part in 2^16, so it has the same whole part. Quotients are below
 * 2^15: then the product fits. */
enum { QUOTIENT_BITS = 47 };

static inline uint64_t quotient_inverse(uint32_t divisor)
{
    return (UINT64_C(1) << QUOTIENT_BITS) / divisor + 1;
}

static inline uint32_t quotient_of(uint32_t dividend, uint64_t inverse)
{
    return (uint32_t)(dividend * inverse >> QUOTIENT_BITS);
}

#endif
