/* Reading JSON text (RFC 8259) in place: a cursor and tokens, without a tree. A tree of a large
 * world takes five to seven times the text (measured with jansson 2.14, whose memory hooks are
 * also global), which breaks the limit of 4 × the input. A layout asks for one known field after
 * another, so a cursor is enough. */
#ifndef OW_SRC_JSON_READER_H
#define OW_SRC_JSON_READER_H

#include "../base/bytes.h"

#include <overworld/base.h>

#include <string.h>

struct json_text {
    const char *data;
    size_t size;
};

struct json_cursor {
    const char *begin, *at, *end;
    const char *problem; /* NULL: no error; else what was expected at `at` */
};

/* A string or number as written in the text. */
struct json_token {
    const char *data; /* of a string: after the opening quote */
    size_t size;
    bool escaped; /* a string with a backslash */
    bool integer; /* a number without fraction and exponent */
};

/* Maximum nesting of objects and arrays. */
enum { JSON_DEPTH = 64 };

/* Every call below skips white space first. On failure it sets `problem` and returns false. If a
 * problem is set, every call fails. */

static inline bool json_fail(struct json_cursor *cursor, const char *problem)
{
    if (!cursor->problem)
        cursor->problem = problem;
    return false;
}

static inline const char *json_past_space(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\r' || *at == '\t'))
        at++;
    return at;
}

/* Bytes of a number that are read at once. */
enum { JSON_AT_ONCE = 8 };

/* Reads up to eight digits at `at`, and their number; eight bytes must be readable. The digits are
 * bytes of a word, the first one lowest. They are shifted until the last one is highest, which
 * puts zeros in front. Then three steps add neighbours: bytes, pairs, fours. */
static inline uint64_t json_eight_digits(const char *at, unsigned *count)
{
    uint64_t digits = load_u64((const uint8_t *)at, false) ^ 0x3030303030303030u;
    uint64_t others = ((digits + 0x7676767676767676u) | digits) & 0x8080808080808080u;
    *count = others ? trailing_zeros(others) / 8 : JSON_AT_ONCE;
    if (*count == 0)
        return 0;
    digits <<= 8 * (JSON_AT_ONCE - *count);
    digits = digits * 10 + (digits >> 8);
    uint64_t pairs = digits & 0x00ff00ff00ff00ffu;
    uint64_t fours = (pairs & 0xff000000ffu) * (100 + (UINT64_C(1000000) << 32)) +
                     (pairs >> 16 & 0xff000000ffu) * (1 + (UINT64_C(10000) << 32));
    return fours >> 32;
}

/* The next character after white space; '\0' at the end of the text. */
static inline char json_peek(struct json_cursor *cursor)
{
    const char *at = cursor->at = json_past_space(cursor->at, cursor->end);
    return at < cursor->end && !cursor->problem ? *at : '\0';
}

/* Takes the character if it is next; otherwise not an error. */
static inline bool json_take_if(struct json_cursor *cursor, char character)
{
    if (json_peek(cursor) != character || cursor->at >= cursor->end)
        return false;
    cursor->at++;
    return true;
}

/* Takes one punctuation character. `expected` describes it in the error. */
static inline bool json_take(struct json_cursor *cursor, char character, const char *expected)
{
    return json_take_if(cursor, character) || json_fail(cursor, expected);
}

/* Moves to the value of an object's member if the member is next and its name has no escapes, as
 * is usual; else does not move. `first`: no comma precedes it. */
static inline ALWAYS_INLINE bool json_take_member(struct json_cursor *cursor, bool first,
                                                  const char *name)
{
    const char *end = cursor->end, *at = json_past_space(cursor->at, end);
    size_t size = strlen(name); /* mostly a constant */
    if (!first) {
        if (at == end || *at != ',')
            return false;
        at = json_past_space(at + 1, end);
    }
    if ((size_t)(end - at) < size + 3 || *at != '"' || memcmp(at + 1, name, size) != 0 ||
        at[size + 1] != '"')
        return false;
    at = json_past_space(at + size + 2, end);
    if (at == end || *at != ':' || cursor->problem)
        return false;
    cursor->at = json_past_space(at + 1, end);
    return true;
}

/* Digits that always fit into 64 bits. */
enum { JSON_SAFE_DIGITS = 18 };

/* Moves past the digits at `at` and appends them to `value`: correct up to JSON_SAFE_DIGITS digits
 * in total. */
static inline const char *json_past_digits(const char *at, const char *end, uint64_t *value)
{
    static const uint32_t tens[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
    uint64_t sum = *value;
    for (; end - at >= JSON_AT_ONCE; at += JSON_AT_ONCE) {
        unsigned count;
        uint64_t eight = json_eight_digits(at, &count);
        if (count < JSON_AT_ONCE) {
            *value = sum * tens[count] + eight;
            return at + count;
        }
        sum = sum * 100000000 + eight;
    }
    for (; at < end && *at >= '0' && *at <= '9'; at++)
        sum = sum * 10 + (uint64_t)(*at - '0');
    *value = sum;
    return at;
}

/* Takes an integer of at most 18 digits if nothing else is next; else does not move. */
static inline bool json_take_integer(struct json_cursor *cursor, int64_t *value)
{
    const char *end = cursor->end, *at = json_past_space(cursor->at, end);
    bool negative = at < end && *at == '-';
    const char *first = at += negative;
    uint64_t magnitude = 0;
    at = json_past_digits(at, end, &magnitude);
    if (at == first || at - first > JSON_SAFE_DIGITS || (*first == '0' && at > first + 1) ||
        cursor->problem || (at < end && (*at == '.' || *at == 'e' || *at == 'E')))
        return false;
    *value = negative ? -(int64_t)magnitude : (int64_t)magnitude;
    cursor->at = at;
    return true;
}

/* Takes a number of at most 18 digits without an exponent, as is usual, if its nearest float is
 * certain without more precision; else does not move. */
bool json_take_float(struct json_cursor *cursor, float *value);

bool json_string(struct json_cursor *cursor, struct json_token *token);
bool json_number(struct json_cursor *cursor, struct json_token *token);

/* Takes a literal such as "null" if it is next. */
bool json_literal(struct json_cursor *cursor, const char *word);

/* Skips one value of any kind. */
bool json_skip(struct json_cursor *cursor);

/* The same, but without a check of what is in an object or array: several times as fast, and on the
 * threads of the options if it is long. `options` NULL: one thread. */
bool json_pass(struct json_cursor *cursor, const ow_options *options);

/* Counts the elements of an array; the cursor is after its '[' and does not move. */
bool json_count_elements(const struct json_cursor *cursor, uint64_t *count, size_t *text_size);

/* Where some elements of an array begin, behind the comma in front of them. Of a long array there
 * are many, at about the same distance. */
enum { JSON_MARKS = 128 };
struct json_marks {
    unsigned count;
    uint64_t step; /* elements from one to the next, at least, or pieces of a long text */
    struct json_mark {
        uint64_t element;
        const char *at;
    } list[JSON_MARKS];
};

/* The same with marks, on the threads of the options. Either may be NULL: no marks, one thread. */
bool json_mark_elements(const struct json_cursor *cursor, const ow_options *options,
                        uint64_t *count, size_t *text_size, struct json_marks *marks);

/* The line and column, from 1, of a place in the text. */
void json_place(const char *begin, const char *at, uint64_t *line, uint64_t *column);

/* Decodes the escapes of a string, at most token->size bytes. Returns false for an unknown escape,
 * a lone surrogate or a bare control character. */
bool json_unescape(const struct json_token *token, char *to, size_t *size);

/* Returns true if a string is this text, however it is escaped. */
bool json_token_is(const struct json_token *token, const char *text);

/* Returns true if two strings are equal, however they are escaped. */
bool json_tokens_equal(const struct json_token *a, const struct json_token *b);

/* Reads an integer token. Returns false if it does not fit into 64 bits. */
bool json_integer(const struct json_token *token, int64_t *value);

/* Reads a string of digits, or a number without a sign. Returns false and leaves `value` alone if
 * it is neither or does not fit into 64 bits. */
bool json_unsigned(const struct json_token *token, uint64_t *value);

/* Reads the nearest 32-bit float of a number token of any length. Returns false if it is too
 * large. */
bool json_float(const struct json_token *token, float *value);

/* Reads the text of a float that is not finite, see ow_float_text. */
bool json_not_finite(const struct json_token *token, float *value);

#endif
