/* Radix sort of numbers with digits of 11 bits. Skips digits that all keys share. */
#include "sort.h"

#include "compiler.h"

#include <string.h>

enum { DIGIT_BITS = 11, DIGITS = 1 << DIGIT_BITS };

/* Each width gets its own code: `wide` is a constant in all calls. */
#define FOR_EACH_WIDTH static inline ALWAYS_INLINE

FOR_EACH_WIDTH uint64_t key_at(const void *keys, size_t index, bool wide)
{
    return wide ? ((const uint64_t *)keys)[index] : ((const uint32_t *)keys)[index];
}

FOR_EACH_WIDTH void set_key(void *keys, size_t index, uint64_t key, bool wide)
{
    if (wide)
        ((uint64_t *)keys)[index] = key;
    else
        ((uint32_t *)keys)[index] = (uint32_t)key;
}

FOR_EACH_WIDTH bool is_ascending(const void *keys, size_t count, unsigned lowest_bit, bool wide)
{
    for (size_t i = 1; i < count; i++)
        if (key_at(keys, i - 1, wide) >> lowest_bit > key_at(keys, i, wide) >> lowest_bit)
            return false;
    return true;
}

/* The bits in which the keys differ. */
FOR_EACH_WIDTH uint64_t differing_bits(const void *keys, size_t count, bool wide)
{
    uint64_t all_set = UINT64_MAX, any_set = 0;
    for (size_t i = 0; i < count; i++) {
        all_set &= key_at(keys, i, wide);
        any_set |= key_at(keys, i, wide);
    }
    return all_set ^ any_set;
}

/* One stable pass. */
FOR_EACH_WIDTH void sort_by_digit(const void *from, void *to, size_t count, unsigned shift,
                                  bool wide)
{
    size_t place[DIGITS] = {0}, next = 0;
    for (size_t i = 0; i < count; i++)
        place[key_at(from, i, wide) >> shift & (DIGITS - 1)]++;
    for (unsigned digit = 0; digit < DIGITS; digit++) {
        size_t here = place[digit];
        place[digit] = next;
        next += here;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t key = key_at(from, i, wide);
        set_key(to, place[key >> shift & (DIGITS - 1)]++, key, wide);
    }
}

/* `other` has room for as many keys. */
FOR_EACH_WIDTH void sort_digits(void *keys, void *other, size_t count, unsigned lowest_bit,
                                bool wide)
{
    size_t width = wide ? sizeof(uint64_t) : sizeof(uint32_t);
    void *here = keys;
    uint64_t differing = differing_bits(keys, count, wide);
    for (unsigned shift = lowest_bit; shift < 8 * width; shift += DIGIT_BITS) {
        if ((differing >> shift & (DIGITS - 1)) == 0)
            continue;
        sort_by_digit(here, other, count, shift, wide);
        void *sorted = other;
        other = here;
        here = sorted;
    }
    if (here != keys)
        memcpy(keys, here, count * width);
}

FOR_EACH_WIDTH ow_status sort(void *keys, size_t count, unsigned lowest_bit, struct arena *account,
                              bool wide)
{
    if (is_ascending(keys, count, lowest_bit, wide))
        return OW_OK;
    struct arena scratch;
    arena_share(&scratch, account);
    void *other = arena_take(&scratch, count * (wide ? sizeof(uint64_t) : sizeof(uint32_t)));
    if (!other)
        return scratch.status;
    sort_digits(keys, other, count, lowest_bit, wide);
    arena_free(&scratch);
    return OW_OK;
}

void sort_u64_within(uint64_t *keys, uint64_t *other, size_t count, unsigned lowest_bit)
{
    if (!is_ascending(keys, count, lowest_bit, true))
        sort_digits(keys, other, count, lowest_bit, true);
}

ow_status sort_u64(uint64_t *keys, size_t count, unsigned lowest_bit, struct arena *account)
{
    return sort(keys, count, lowest_bit, account, true);
}

ow_status sort_u32(uint32_t *keys, size_t count, struct arena *account)
{
    return sort(keys, count, 0, account, false);
}
