/* Decimal digits of numbers, as fast as JSON of millions of numbers needs them. */
#ifndef OW_SRC_BASE_DIGITS_H
#define OW_SRC_BASE_DIGITS_H

#include <stdint.h>
#include <string.h>

/* The number of decimal digits; 1 for 0. */
static inline unsigned digits_count(uint64_t number)
{
    unsigned more = 0;
    for (; number >= 100000000; number /= 100000000)
        more += 8;
    uint32_t rest = (uint32_t)number;
    return more + 1 + (rest >= 10) + (rest >= 100) + (rest >= 1000) + (rest >= 10000) +
           (rest >= 100000) + (rest >= 1000000) + (rest >= 10000000);
}

/* Puts the last `count` digits of a number before `end`. */
static inline void digits_put(void *end, uint64_t number, unsigned count)
{
    static const char pairs[] = "0001020304050607080910111213141516171819"
                                "2021222324252627282930313233343536373839"
                                "4041424344454647484950515253545556575859"
                                "6061626364656667686970717273747576777879"
                                "8081828384858687888990919293949596979899";
    char *at = end;
    for (; count >= 2; count -= 2, number /= 100) {
        at -= 2;
        memcpy(at, pairs + number % 100 * 2, 2);
    }
    if (count > 0)
        *--at = (char)('0' + number % 10);
}

#endif
