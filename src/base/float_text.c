/* The shortest decimal of a 32-bit float, by the Schubfach algorithm (R. Giulietti, "The Schubfach
 * way to render doubles", 2020) at 32 bits. Decimals with one digit fewer than needed lie so far
 * apart that at most two are candidates. 64-bit powers of ten decide exactly which of them lie in
 * the float's rounding interval. Names follow the paper. libc's alternative is a search with %.9g,
 * which is fifty times slower and depends on the locale. */
#include "digits.h"
#include "floats.h"

#include <string.h>

struct decimal {
    uint32_t digits;
    int32_t exponent; /* value = digits × 10^exponent */
};

/* 10^k for k = -31 to 45, scaled to 64 bits, rounded up. */
enum { POWER_FIRST = -31 };
static const uint64_t powers[] = {
    0x81ceb32c4b43fcf5, 0xa2425ff75e14fc32, 0xcad2f7f5359a3b3f, 0xfd87b5f28300ca0e,
    0x9e74d1b791e07e49, 0xc612062576589ddb, 0xf79687aed3eec552, 0x9abe14cd44753b53,
    0xc16d9a0095928a28, 0xf1c90080baf72cb2, 0x971da05074da7bef, 0xbce5086492111aeb,
    0xec1e4a7db69561a6, 0x9392ee8e921d5d08, 0xb877aa3236a4b44a, 0xe69594bec44de15c,
    0x901d7cf73ab0acda, 0xb424dc35095cd810, 0xe12e13424bb40e14, 0x8cbccc096f5088cc,
    0xafebff0bcb24aaff, 0xdbe6fecebdedd5bf, 0x89705f4136b4a598, 0xabcc77118461cefd,
    0xd6bf94d5e57a42bd, 0x8637bd05af6c69b6, 0xa7c5ac471b478424, 0xd1b71758e219652c,
    0x83126e978d4fdf3c, 0xa3d70a3d70a3d70b, 0xcccccccccccccccd, 0x8000000000000000,
    0xa000000000000000, 0xc800000000000000, 0xfa00000000000000, 0x9c40000000000000,
    0xc350000000000000, 0xf424000000000000, 0x9896800000000000, 0xbebc200000000000,
    0xee6b280000000000, 0x9502f90000000000, 0xba43b74000000000, 0xe8d4a51000000000,
    0x9184e72a00000000, 0xb5e620f480000000, 0xe35fa931a0000000, 0x8e1bc9bf04000000,
    0xb1a2bc2ec5000000, 0xde0b6b3a76400000, 0x8ac7230489e80000, 0xad78ebc5ac620000,
    0xd8d726b7177a8000, 0x878678326eac9000, 0xa968163f0a57b400, 0xd3c21bcecceda100,
    0x84595161401484a0, 0xa56fa5b99019a5c8, 0xcecb8f27f4200f3a, 0x813f3978f8940985,
    0xa18f07d736b90be6, 0xc9f2c9cd04674edf, 0xfc6f7c4045812297, 0x9dc5ada82b70b59e,
    0xc5371912364ce306, 0xf684df56c3e01bc7, 0x9a130b963a6c115d, 0xc097ce7bc90715b4,
    0xf0bdc21abb48db21, 0x96769950b50d88f5, 0xbc143fa4e250eb32, 0xeb194f8e1ae525fe,
    0x92efd1b8d0cf37bf, 0xb7abc627050305ae, 0xe596b7b0c643c71a, 0x8f7e32ce7bea5c70,
    0xb35dbf821ae4f38c,
};

/* floor(log10(2^e)) or floor(log10(3/4 × 2^e)); floor(log2(10^e)). Exact for every exponent of a
 * float. */
static int32_t floor_log10_of_power(int32_t e, bool three_quarters)
{
    return (e * 1262611 - (three_quarters ? 524031 : 0)) >> 22;
}

static int32_t floor_log2_of_ten_to(int32_t e)
{
    return (e * 1741647) >> 19;
}

/* power × scaled / 2^64. The last bit is set if bits were lost ("round to odd"). */
static uint32_t multiply_round_to_odd(uint64_t power, uint32_t scaled)
{
    uint64_t high = (power >> 32) * scaled + ((power & 0xffffffffu) * scaled >> 32);
    return (uint32_t)(high >> 32) | ((uint32_t)high > 1);
}

static struct decimal shortest_decimal(uint32_t fraction, uint32_t biased_exponent)
{
    uint32_t c = biased_exponent ? fraction | 0x800000u : fraction;
    int32_t q = (biased_exponent ? (int32_t)biased_exponent : 1) - 150;
    if (q <= 0 && q > -24 && (c & ((1u << -q) - 1)) == 0)
        return (struct decimal){c >> -q, 0};
    bool even = (c & 1) == 0;
    bool lower_is_closer = fraction == 0 && biased_exponent > 1;
    int32_t k = floor_log10_of_power(q, lower_is_closer);
    int32_t h = q + floor_log2_of_ten_to(-k) + 1;
    uint64_t power = powers[-k - POWER_FIRST];
    uint32_t lower = multiply_round_to_odd(power, (4 * c - 2 + lower_is_closer) << h) + !even;
    uint32_t middle = multiply_round_to_odd(power, (4 * c) << h);
    uint32_t upper = multiply_round_to_odd(power, (4 * c + 2) << h) - !even;
    uint32_t s = middle / 4;
    if (s >= 10) {
        uint32_t tens = s / 10;
        bool below_fits = lower <= 40 * tens;
        bool above_fits = 40 * tens + 40 <= upper;
        if (below_fits != above_fits)
            return (struct decimal){tens + above_fits, k + 1};
    }
    bool below_fits = lower <= 4 * s;
    bool above_fits = 4 * s + 4 <= upper;
    if (below_fits != above_fits)
        return (struct decimal){s + above_fits, k};
    uint32_t half = 4 * s + 2;
    bool round_up = middle > half || (middle == half && (s & 1));
    return (struct decimal){s + round_up, k};
}

static size_t put_text(char *to, const char *text)
{
    size_t size = strlen(text);
    memcpy(to, text, size);
    return size;
}

static size_t not_finite(uint32_t bits, char *to)
{
    if ((bits & 0x7fffffu) == 0)
        return put_text(to, bits >> 31 ? "-Infinity" : "Infinity");
    size_t size = put_text(to, "NaN");
    if (bits == 0x7fc00000u)
        return size;
    to[size++] = ':';
    for (int shift = 28; shift >= 0; shift -= 4)
        to[size++] = "0123456789abcdef"[bits >> shift & 15];
    return size;
}

/* Plain notation from 0.0001 to 999999999, otherwise with an exponent. */
static size_t lay_out(const char *digits, int32_t count, int32_t point, char *to)
{
    size_t size = 0;
    if (point > -4 && point <= 9) {
        if (point <= 0)
            to[size++] = '0';
        for (int32_t i = 0; i < point; i++)
            to[size++] = i < count ? digits[i] : '0';
        to[size++] = '.';
        for (int32_t i = point; i < 0; i++)
            to[size++] = '0';
        if (point >= count)
            to[size++] = '0';
        for (int32_t i = point > 0 ? point : 0; i < count; i++)
            to[size++] = digits[i];
        return size;
    }
    to[size++] = digits[0];
    if (count > 1)
        to[size++] = '.';
    for (int32_t i = 1; i < count; i++)
        to[size++] = digits[i];
    to[size++] = 'e';
    int32_t exponent = point - 1;
    if (exponent < 0)
        to[size++] = '-';
    uint32_t magnitude = (uint32_t)(exponent < 0 ? -exponent : exponent);
    if (magnitude >= 10)
        to[size++] = (char)('0' + magnitude / 10);
    to[size++] = (char)('0' + magnitude % 10);
    return size;
}

size_t float_text(const float *value, char text[OW_FLOAT_TEXT])
{
    uint32_t bits;
    if (!text)
        return 0;
    memcpy(&bits, value, sizeof bits);
    if ((bits >> 23 & 0xff) == 0xff)
        return not_finite(bits, text);
    size_t sign = bits >> 31;
    if (sign)
        text[0] = '-';
    if ((bits & 0x7fffffffu) == 0)
        return sign + put_text(text + sign, "0.0");
    if ((bits & 0x7fffffffu) == 0x3f800000u)
        return sign + put_text(text + sign, "1.0");
    struct decimal decimal = shortest_decimal(bits & 0x7fffffu, bits >> 23 & 0xff);
    char digits[12];
    uint32_t count = digits_count(decimal.digits);
    digits_put(digits + count, decimal.digits, count);
    int32_t point = (int32_t)count + decimal.exponent;
    while (digits[count - 1] == '0')
        count--;
    return sign + lay_out(digits, (int32_t)count, point, text + sign);
}

size_t ow_float_text(float value, char text[OW_FLOAT_TEXT])
{
    return float_text(&value, text);
}
