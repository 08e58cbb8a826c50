/* Everything that depends on the compiler or the host. All other files are plain C11. OW_PLAIN_C11
 * disables all extensions, as for a compiler without them; results are the same. The amalgamation
 * copies this file unchanged. */
#ifndef OW_SRC_BASE_COMPILER_H
#define OW_SRC_BASE_COMPILER_H

#include <float.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* POSIX threads, for pools of the library's own; elsewhere a pool has one thread. */
#if (defined(__unix__) || defined(__APPLE__)) && !defined(OW_PLAIN_C11)
#define HAS_THREADS 1
#include <pthread.h>
#else
#define HAS_THREADS 0
#endif

#if defined(__SSE2__) && !defined(OW_PLAIN_C11)
#include <emmintrin.h>
#endif

/* A function that only calls PREFETCH must be ALWAYS_INLINE: GCC thinks that it has no effect, and
 * removes the call. */
#if defined(__GNUC__) && !defined(OW_PLAIN_C11)
#define LIKELY(condition)                __builtin_expect(!!(condition), 1)
#define UNLIKELY(condition)              __builtin_expect(!!(condition), 0)
#define MAY_BE_UNUSED                    __attribute__((unused))
#define PREFETCH(address)                __builtin_prefetch(address)
#define PREFETCH_TO_WRITE(address)       __builtin_prefetch(address, 1)
#define OW_PRINTF_AS(style, text, first) __attribute__((format(style, text, first)))
#else
#define LIKELY(condition)   (condition)
#define UNLIKELY(condition) (condition)
#define MAY_BE_UNUSED
#define PREFETCH(address)          ((void)(address))
#define PREFETCH_TO_WRITE(address) ((void)(address))
#define OW_PRINTF_AS(style, text, first)
#endif

/* A reference counter that threads share; both calls return the new count. Without atomic
 * operations, one thread must open and close all owners. */
#if defined(__GNUC__) && !defined(OW_PLAIN_C11)
typedef uint32_t owner_count;
#define COUNT_UP(count)   __atomic_add_fetch(count, 1, __ATOMIC_RELAXED)
#define COUNT_DOWN(count) __atomic_sub_fetch(count, 1, __ATOMIC_ACQ_REL)
#else
typedef uint32_t owner_count;
#define COUNT_UP(count)   (++*(count))
#define COUNT_DOWN(count) (--*(count))
#endif

/* Numbers that threads read and change at once, in any order. shared_replace sets a number if it
 * is still the expected one; otherwise returns false. Without HAS_ATOMICS, one thread must do all
 * of the work. */
#if defined(__GNUC__) && !defined(OW_PLAIN_C11)
#define HAS_ATOMICS               1
#define SHARED_GET(number)        __atomic_load_n(number, __ATOMIC_RELAXED)
#define SHARED_SET(number, value) __atomic_store_n(number, value, __ATOMIC_RELAXED)
static inline bool shared_replace(uint32_t *number, uint32_t expected, uint32_t value)
{
    return __atomic_compare_exchange_n(number, &expected, value, false, __ATOMIC_RELAXED,
                                       __ATOMIC_RELAXED);
}
#else
#define HAS_ATOMICS               0
#define SHARED_GET(number)        (*(number))
#define SHARED_SET(number, value) ((void)(*(number) = (value)))
static inline bool shared_replace(uint32_t *number, uint32_t expected, uint32_t value)
{
    bool same = *number == expected;
    *number = same ? value : *number;
    return same;
}
#endif

/* The coverage build sets -DALWAYS_INLINE=, so that each function exists once. */
#if !defined(ALWAYS_INLINE) && defined(__GNUC__) && !defined(OW_PLAIN_C11)
#define ALWAYS_INLINE __attribute__((always_inline))
#elif !defined(ALWAYS_INLINE)
#define ALWAYS_INLINE
#endif

/* A format's row states the defaults first, then overrides some of them: see driver/row.h. */
#if defined(__GNUC__)
#pragma GCC diagnostic ignored "-Woverride-init"
#endif

/* A function with a printf format. MinGW-w64 has two printfs and says which one is used. */
#if defined(__MINGW_PRINTF_FORMAT)
#define OW_PRINTF(text, first) OW_PRINTF_AS(__MINGW_PRINTF_FORMAT, text, first)
#else
#define OW_PRINTF(text, first) OW_PRINTF_AS(printf, text, first)
#endif

/* True on a little-endian host. Compilers fold either form into a constant. */
#if defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__) && !defined(OW_PLAIN_C11)
#define OW_HOST_IS_LITTLE (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#else
static inline bool host_is_little(void)
{
    const uint16_t one = 1;
    uint8_t first;
    memcpy(&first, &one, sizeof first);
    return first == 1;
}
#define OW_HOST_IS_LITTLE (host_is_little())
#endif

/* Writing to new memory mostly waits for page faults. 64-bit Linux with pages of SMALL_PAGE bytes
 * also has pages of HUGE_PAGE bytes, which take 512 times fewer faults. A request that is not
 * granted costs nothing. madvise is declared here because libc declares it only outside of ISO C
 * mode. The number is that of all processors except PA-RISC. */
#define SMALL_PAGE ((size_t)4096)
#define HUGE_PAGE  ((size_t)2 << 20)
#if defined(__linux__) && UINTPTR_MAX > UINT32_MAX && !defined(__hppa__) && !defined(OW_PLAIN_C11)
#define ASKS_FOR_HUGE_PAGES
int madvise(void *address, size_t size, int advice);
#define ASK_FOR_HUGE_PAGES(address, size) ((void)madvise(address, size, 14)) /* MADV_HUGEPAGE */
#else
#define ASK_FOR_HUGE_PAGES(address, size) ((void)(address), (void)(size))
#endif

/* The number of trailing zero bits of a number that is not 0. */
static inline unsigned trailing_zeros(uint64_t number)
{
#if defined(__GNUC__) && !defined(OW_PLAIN_C11)
    return (unsigned)__builtin_ctzll(number);
#else
    unsigned zeros = 0;
    for (; (number & 1) == 0; number >>= 1)
        zeros++;
    return zeros;
#endif
}

/* Which of 64 bytes are `wanted` once the bits of `set` are set in them: a bit for each byte, the
 * lowest for the first. */
#if defined(__SSE2__) && !defined(OW_PLAIN_C11)
static inline uint64_t places_of_byte(const char *bytes, char set, char wanted)
{
    uint64_t places = 0;
    for (unsigned i = 4; i-- > 0;) {
        __m128i part = _mm_loadu_si128((const __m128i *)(const void *)(bytes + (size_t)16 * i));
        part = _mm_cmpeq_epi8(_mm_or_si128(part, _mm_set1_epi8(set)), _mm_set1_epi8(wanted));
        places = places << 16 | (uint32_t)_mm_movemask_epi8(part);
    }
    return places;
}
#else
static inline uint64_t places_of_byte(const char *bytes, char set, char wanted)
{
    uint64_t places = 0;
    for (unsigned i = 0; i < 64; i++)
        places |= (uint64_t)((char)(bytes[i] | set) == wanted) << i;
    return places;
}
#endif

/* Rounds to float and to double, for compilers that compute with more digits than a type has.
 * Either the host does so (FLT_EVAL_METHOD: the x87, and s390x by its ABI), or the compiler fuses
 * a product and a sum, as GCC does outside of ISO C mode. */
/* GCC needs -ffp-contract=off instead */
#if FLT_EVAL_METHOD == 0 && (defined(__STRICT_ANSI__) || !defined(__FP_FAST_FMA))
#define OW_ROUNDED(type) type
#else
#define OW_ROUNDED(type) volatile type
#endif

#if !defined(__GNUC__) || defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

static inline float rounded_to_float(double number)
{
    OW_ROUNDED(float) rounded = (float)number;
    return rounded;
}

static inline double rounded_to_double(double number)
{
    OW_ROUNDED(double) rounded = number;
    return rounded;
}

#endif
