/* Where arrays and objects end, and how many elements an array has: known before they are read. 64
 * bytes of text at a time are looked at, each a bit. Most text is in elements, where only brackets
 * and quotes count. */
#include "reader.h"

#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { BLOCK = 64 };

/* The place in a text. */
struct scan {
    uint64_t in_string; /* all bits set inside of a string */
    uint64_t depth;     /* of the open values in the array */
    uint64_t commas;    /* between elements */
    unsigned end;       /* 1 + place in the block of the bracket that ends the array; 0: not yet */
};

/* What a block has where. */
struct marks {
    uint64_t quotes, backslashes, commas, opening, closing;
};

#if defined(__SSE2__)

static inline uint64_t places_of(const __m128i block[4], char character)
{
    const __m128i wanted = _mm_set1_epi8(character);
    uint64_t places = 0;
    for (unsigned i = 4; i-- > 0;)
        places = places << 16 | (uint32_t)_mm_movemask_epi8(_mm_cmpeq_epi8(block[i], wanted));
    return places;
}

/* The brackets of arrays and of objects differ in one bit. */
static inline struct marks marks_of(const char *text)
{
    __m128i block[4], smooth[4];
    for (unsigned i = 0; i < 4; i++) {
        block[i] = _mm_loadu_si128((const __m128i *)(const void *)(text + 16 * i));
        smooth[i] = _mm_or_si128(block[i], _mm_set1_epi8('{' ^ '['));
    }
    return (struct marks){places_of(block, '"'), places_of(block, '\\'), places_of(block, ','),
                          places_of(smooth, '{'), places_of(smooth, '}')};
}

#else

static struct marks marks_of(const char *text)
{
    struct marks marks = {0};
    for (unsigned i = 0; i < BLOCK; i++) {
        const char character = text[i];
        marks.quotes |= (uint64_t)(character == '"') << i;
        marks.backslashes |= (uint64_t)(character == '\\') << i;
        marks.commas |= (uint64_t)(character == ',') << i;
        marks.opening |= (uint64_t)(character == '[' || character == '{') << i;
        marks.closing |= (uint64_t)(character == ']' || character == '}') << i;
    }
    return marks;
}

#endif

static unsigned lowest(uint64_t bits)
{
    unsigned place = 0;
#if defined(__GNUC__)
    place = (unsigned)__builtin_ctzll(bits);
#else
    for (; !(bits & 1); bits >>= 1)
        place++;
#endif
    return place;
}

static uint64_t count_bits(uint64_t bits)
{
#if defined(__GNUC__)
    return (uint64_t)__builtin_popcountll(bits);
#else
    uint64_t count = 0;
    for (; bits; bits &= bits - 1)
        count++;
    return count;
#endif
}

/* The bytes in strings, each with its opening quote. */
static uint64_t strings_of(struct scan *scan, uint64_t quotes)
{
    for (unsigned shift = 1; shift < BLOCK; shift *= 2)
        quotes ^= quotes << shift;
    quotes ^= scan->in_string;
    scan->in_string = 0 - (quotes >> (BLOCK - 1));
    return quotes;
}

/* Follows the brackets outside of strings. */
static void pass_brackets(struct scan *scan, uint64_t opening, uint64_t closing, uint64_t commas)
{
    uint64_t brackets = opening | closing;
    uint64_t ahead = UINT64_MAX; /* the bytes that are not passed */
    while (brackets) {
        uint64_t bracket = brackets & (0 - brackets);
        if (scan->depth == 0)
            scan->commas += count_bits(commas & ahead & (bracket - 1));
        if (bracket & opening) {
            scan->depth++;
        } else if (scan->depth-- == 0) {
            scan->end = lowest(bracket) + 1;
            return;
        }
        ahead = 0 - (bracket << 1); /* none behind the last byte */
        if (bracket >> (BLOCK - 1))
            ahead = 0;
        brackets &= brackets - 1;
    }
    if (scan->depth == 0)
        scan->commas += count_bits(commas & ahead);
}

/* Returns how many bytes of a block with backslashes were passed. */
static size_t pass_slowly(struct scan *scan, const char *text, const char *end)
{
    const char *at = text;
    for (; at < end && at - text < BLOCK; at++) {
        const bool opens = *at == '[' || *at == '{', closes = *at == ']' || *at == '}';
        if (*at == '"') {
            scan->in_string = ~scan->in_string;
        } else if (scan->in_string) {
            at += *at == '\\' && at + 1 < end;
        } else if (opens) {
            scan->depth++;
        } else if (closes && scan->depth-- == 0) {
            scan->end = (unsigned)(at - text) + 1;
            break;
        } else if (*at == ',' && scan->depth == 0) {
            scan->commas++;
        }
    }
    return (size_t)(at - text);
}

static size_t pass_block(struct scan *scan, const char *text, const char *end)
{
    char last[BLOCK];
    const size_t left = (size_t)(end - text);
    const char *block = text;
    if (left < BLOCK) {
        memset(last, ' ', sizeof last);
        memcpy(last, text, left);
        block = last;
    }
    const struct marks marks = marks_of(block);
    if (marks.backslashes)
        return pass_slowly(scan, text, end);
    const uint64_t outside = ~strings_of(scan, marks.quotes);
    pass_brackets(scan, marks.opening & outside, marks.closing & outside, marks.commas & outside);
    return left < BLOCK ? left : BLOCK;
}

/* From behind an opening bracket to behind its closing one. Returns false if there is none. */
static bool pass_list(const char **at, const char *end, struct scan *scan)
{
    while (*at < end) {
        const char *block = *at;
        *at += pass_block(scan, block, end);
        if (scan->end) {
            *at = block + scan->end;
            return true;
        }
    }
    return false;
}

bool json_count_elements(const struct json_cursor *cursor, uint64_t *count, size_t *text_size)
{
    struct json_cursor ahead = *cursor;
    struct scan scan = {0};
    *count = 0;
    if (json_peek(&ahead) == ']')
        return true;
    const char *at = ahead.at;
    if (!pass_list(&at, ahead.end, &scan))
        return false;
    *count = scan.commas + 1;
    *text_size = (size_t)(at - cursor->at);
    return true;
}

bool json_pass(struct json_cursor *cursor)
{
    struct scan scan = {0};
    const char next = json_peek(cursor);
    if (next != '{' && next != '[')
        return json_skip(cursor);
    const char *at = cursor->at + 1;
    if (!pass_list(&at, cursor->end, &scan))
        return json_fail(cursor, "the end of the object or array");
    cursor->at = at;
    return true;
}
