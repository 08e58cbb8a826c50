/* JSON text (RFC 8259) taken apart in place: a cursor, tokens, no tree.
 *
 * A tree of the JSON of a large world takes five to seven times the text (measured with
 * jansson 2.14, whose memory hooks are global besides), which breaks the promise of 4 × the input;
 * a layout asks for one known field after another, so a cursor is all that it needs. */
#ifndef OW_SRC_JSON_READER_H
#define OW_SRC_JSON_READER_H

#include <overworld/base.h>

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
bool json_take_member(struct json_cursor *cursor, bool first, const char *name);

/* Takes a whole number of at most 18 digits, if one is next and nothing but that; else nothing moves. */
bool json_take_integer(struct json_cursor *cursor, int64_t *value);

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
