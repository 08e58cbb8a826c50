/* JSON text (RFC 8259) taken apart in place: a cursor, tokens, no tree.
 *
 * A tree of the JSON of a large world takes five to seven times the text (measured with
 * jansson 2.14, whose memory hooks are global besides), which breaks the promise of 4 × the input;
 * a layout asks for one known field after another, so a cursor is all that it needs. */
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
    const char *problem; /* NULL while all is well; else what was expected at `at` */
};

/* A string or number as it stands in the text. */
struct json_token {
    const char *data; /* of a string: inside the quotes */
    size_t size;
    bool escaped; /* a string with a backslash in it */
    bool integer; /* a number without fraction and exponent */
};

/* Objects and arrays may nest no deeper than this. */
enum { JSON_DEPTH = 64 };

/* Every call below skips white space first. On a failure it sets `problem` and returns false; with
 * a problem set, every call fails. */

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

/* How many bytes are looked at in one number. */
enum { JSON_AT_ONCE = 8 };

/* The number that up to eight digits at `at` make, where eight bytes can be read, and how many there are. In a
 * word the digits stand byte by byte, the first one lowest; they are moved up until the last one is highest, so
 * that zeros stand in front of them. Three steps then add up neighbours: bytes, pairs, fours. */
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

/* The next character that is no white space, '\0' at the end of the text. */
static inline char json_peek(struct json_cursor *cursor)
{
    const char *at = cursor->at = json_past_space(cursor->at, cursor->end);
    return at < cursor->end && !cursor->problem ? *at : '\0';
}

/* Takes the character if it is next; no problem if not. */
static inline bool json_take_if(struct json_cursor *cursor, char character)
{
    if (json_peek(cursor) != character || cursor->at >= cursor->end)
        return false;
    cursor->at++;
    return true;
}

/* Takes one punctuation character; `expected` words the problem. */
static inline bool json_take(struct json_cursor *cursor, char character, const char *expected)
{
    return json_take_if(cursor, character) || json_fail(cursor, expected);
}

/* Moves to the value of an object's member, if that is next and its name is written without escapes, as
 * nearly always; else nothing moves. `first`: no comma stands before it. */
static inline ALWAYS_INLINE bool json_take_member(struct json_cursor *cursor, bool first,
                                                  const char *name)
{
    const char *end = cursor->end, *at = json_past_space(cursor->at, end);
    size_t size = strlen(name); /* mostly a literal's */
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

/* What a number of 64 bits holds of digits, whatever they are. */
enum { JSON_SAFE_DIGITS = 18 };

/* Behind the digits that stand at `at`, whose value is added behind that of earlier ones: right as long as
 * there are no more than JSON_SAFE_DIGITS of them together. */
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

/* Takes a whole number of at most 18 digits, if one is next and nothing but that; else nothing moves. */
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

/* Takes a number of at most 18 digits without an exponent, as nearly all are, if one is next, and a float is
 * known to be the nearest without reckoning with more digits; else nothing moves. */
bool json_take_float(struct json_cursor *cursor, float *value);

bool json_string(struct json_cursor *cursor, struct json_token *token);
bool json_number(struct json_cursor *cursor, struct json_token *token);

/* Takes a literal such as "null" if it is next. */
bool json_literal(struct json_cursor *cursor, const char *word);

/* Passes over one value of any kind. */
bool json_skip(struct json_cursor *cursor);

/* With the cursor behind a '[': how many elements the array has. Does not move. */
bool json_count_elements(const struct json_cursor *cursor, uint64_t *count, size_t *text_size);

/* The line and column, from 1, of a place in the text. */
void json_place(const char *begin, const char *at, uint64_t *line, uint64_t *column);

/* Bytes of a string with its escapes resolved, at most token->size. False for an unknown escape, a
 * lone surrogate or a bare control character. */
bool json_unescape(const struct json_token *token, char *to, size_t *size);

/* Whether a string holds exactly this text, however it is escaped. */
bool json_token_is(const struct json_token *token, const char *text);

/* Whether two strings are the same, however each is escaped. */
bool json_tokens_equal(const struct json_token *a, const struct json_token *b);

/* The value of an integer token; false where 64 bits cannot hold it. */
bool json_integer(const struct json_token *token, int64_t *value);

/* The value of a string that is all digits, or of a number token without sign; false where it is
 * none, or 64 bits cannot hold it. */
bool json_unsigned(const struct json_token *token, uint64_t *value);

/* The 32-bit float that is nearest to a number token, however long; false where it is too large. */
bool json_float(const struct json_token *token, float *value);

/* The float that the text of a non-finite one stands for, see ow_float_text. */
bool json_not_finite(const struct json_token *token, float *value);

#endif
