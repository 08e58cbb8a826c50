/* Where arrays and objects end, and how many elements an array has: known before they are read. 64
 * bytes of text at a time are looked at, each a bit. Most text is in elements, where only brackets
 * and quotes count. */
#include "elements.h"

#include "../base/compiler.h"
#include "../base/pool.h"

#include <string.h>

enum { BLOCK = 64 };

enum { NO_STOP = 0 };

/* What a block has where. */
struct marks {
    uint64_t quotes, backslashes, commas, opening, closing;
};

/* The brackets of arrays and of objects differ in one bit. */
static inline ALWAYS_INLINE struct marks marks_of(const char *block)
{
    enum { OTHER = '{' ^ '[' };
    return (struct marks){
        .quotes = places_of_byte(block, 0, '"'),
        .backslashes = places_of_byte(block, 0, '\\'),
        .commas = places_of_byte(block, 0, ','),
        .opening = places_of_byte(block, OTHER, '{'),
        .closing = places_of_byte(block, OTHER, '}'),
    };
}

/* Adds pairs of bits, then of sums. Before SSE 4.2, compilers call a function for it. */
static unsigned count_of_ones(uint64_t bits)
{
    bits -= bits >> 1 & 0x5555555555555555;
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0f;
    return (unsigned)(bits * 0x0101010101010101 >> 56);
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
static inline ALWAYS_INLINE void pass_brackets(struct scan *scan, uint64_t opening,
                                               uint64_t closing, uint64_t commas)
{
    uint64_t brackets = opening | closing;
    uint64_t ahead = UINT64_MAX; /* the bytes that are not passed */
    while (brackets) {
        uint64_t bracket = brackets & (0 - brackets);
        if (scan->depth == 0)
            scan->commas += count_of_ones(commas & ahead & (bracket - 1));
        if (bracket & opening) {
            scan->depth++;
        } else if (scan->depth-- == 0) {
            scan->end = trailing_zeros(bracket) + 1;
            return;
        }
        ahead = 0 - (bracket << 1); /* 0 behind the last byte */
        brackets &= brackets - 1;
    }
    if (scan->depth == 0)
        scan->commas += count_of_ones(commas & ahead);
}

/* Byte by byte, for a block with backslashes: returns how many bytes were passed. Stops behind
 * comma number `stop`, unless that is NO_STOP. */
static size_t pass_slowly(struct scan *scan, const char *text, const char *end, uint64_t stop)
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
        } else if (*at == ',' && scan->depth == 0 && ++scan->commas == stop) {
            at++;
            break;
        }
    }
    return (size_t)(at - text);
}

static inline ALWAYS_INLINE size_t pass_block(struct scan *scan, const char *text, const char *end)
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
        return pass_slowly(scan, text, end, NO_STOP);
    const uint64_t outside = ~strings_of(scan, marks.quotes);
    pass_brackets(scan, marks.opening & outside, marks.closing & outside, marks.commas & outside);
    return left < BLOCK ? left : BLOCK;
}

void make_room_for_mark(struct json_marks *marks)
{
    if (marks->count < JSON_MARKS)
        return;
    for (unsigned i = 1; i < JSON_MARKS; i += 2)
        marks->list[i / 2] = marks->list[i];
    marks->count = JSON_MARKS / 2;
    marks->step *= 2;
}

/* Passes the rest of the current element, and marks the next one. Returns the number of an element
 * behind which to mark again. */
static uint64_t mark_next(const char **at, const char *end, struct scan *scan,
                          struct json_marks *marks)
{
    const uint64_t element = scan->commas + 1;
    while (*at < end && scan->end == 0 && scan->commas < element) {
        const char *block = *at;
        *at += pass_slowly(scan, block, end, element);
        if (scan->end)
            *at = block + scan->end;
    }
    if (scan->commas == element) {
        make_room_for_mark(marks);
        marks->list[marks->count++] = (struct json_mark){element, *at};
    }
    return element + marks->step - 1;
}

void scan_list(const char **at, const char *end, struct scan *scan, struct json_marks *marks)
{
    uint64_t next = marks ? scan->commas + (marks->count > 0 ? marks->step : 0) : UINT64_MAX;
    while (*at < end && scan->end == 0) {
        const char *block = *at;
        *at += pass_block(scan, block, end);
        if (scan->end)
            *at = block + scan->end;
        else if (UNLIKELY(scan->commas >= next))
            next = mark_next(at, end, scan, marks);
    }
}

/* From behind an opening bracket to behind its closing one. Returns false if there is none. */
static bool pass_list(const char *list, const char **at, const char *end, const ow_options *options,
                      struct scan *scan, struct json_marks *marks)
{
    if (pool_threads(options) > 1)
        scan_on_lanes(list, at, end, options, scan, marks);
    scan_list(at, end, scan, marks);
    return scan->end != 0;
}

bool json_mark_elements(const struct json_cursor *cursor, const ow_options *options,
                        uint64_t *count, size_t *text_size, struct json_marks *marks)
{
    struct json_cursor ahead = *cursor;
    struct scan scan = {0};
    *count = 0;
    if (marks)
        *marks = (struct json_marks){.step = 1};
    if (json_peek(&ahead) == ']')
        return true;
    const char *at = ahead.at;
    if (!pass_list(cursor->at, &at, ahead.end, options, &scan, marks))
        return false;
    *count = scan.commas + 1;
    *text_size = (size_t)(at - cursor->at);
    return true;
}

bool json_count_elements(const struct json_cursor *cursor, uint64_t *count, size_t *text_size)
{
    return json_mark_elements(cursor, NULL, count, text_size, NULL);
}

bool json_pass(struct json_cursor *cursor, const ow_options *options)
{
    struct scan scan = {0};
    const char next = json_peek(cursor);
    if (next != '{' && next != '[')
        return json_skip(cursor);
    struct json_cursor ahead = *cursor;
    ahead.at++;
    json_peek(&ahead);
    if (!pass_list(cursor->at + 1, &ahead.at, ahead.end, options, &scan, NULL))
        return json_fail(cursor, "the end of the object or array");
    cursor->at = ahead.at;
    return true;
}
