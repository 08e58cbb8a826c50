/* Reading JSON text (RFC 8259) in place: a cursor and tokens, without a tree. */
#include "reader.h"

#include <string.h>

bool json_string(struct json_cursor *cursor, struct json_token *token)
{
    if (json_peek(cursor) != '"')
        return json_fail(cursor, "a string in double quotes");
    const char *at = cursor->at + 1;
    *token = (struct json_token){.data = at};
    while (at < cursor->end && *at != '"') {
        if (*at == '\\') {
            token->escaped = true;
            at += at + 1 < cursor->end;
        }
        at++;
    }
    if (at == cursor->end)
        return json_fail(cursor, "a closing quote for the string that begins here");
    token->size = (size_t)(at - token->data);
    cursor->at = at + 1;
    return true;
}

static const char *digits(const char *at, const char *end)
{
    while (at < end && *at >= '0' && *at <= '9')
        at++;
    return at;
}

bool json_number(struct json_cursor *cursor, struct json_token *token)
{
    char first = json_peek(cursor);
    if (first != '-' && (first < '0' || first > '9'))
        return json_fail(cursor, "a number");
    const char *at = cursor->at + (first == '-');
    const char *whole = at;
    at = digits(at, cursor->end);
    if (at == whole || (*whole == '0' && at > whole + 1))
        return json_fail(cursor, "a number without leading zeros");
    bool integer = true;
    if (at < cursor->end && *at == '.') {
        const char *fraction = ++at;
        integer = false;
        if ((at = digits(at, cursor->end)) == fraction)
            return json_fail(cursor, "digits after the point of a number");
    }
    if (at < cursor->end && (*at == 'e' || *at == 'E')) {
        at++;
        integer = false;
        if (at < cursor->end && (*at == '+' || *at == '-'))
            at++;
        const char *exponent = at;
        if ((at = digits(at, cursor->end)) == exponent)
            return json_fail(cursor, "digits in the exponent of a number");
    }
    *token = (struct json_token){
        .data = cursor->at, .size = (size_t)(at - cursor->at), .integer = integer};
    cursor->at = at;
    return true;
}

bool json_literal(struct json_cursor *cursor, const char *word)
{
    size_t size = strlen(word);
    if (json_peek(cursor) != *word || (size_t)(cursor->end - cursor->at) < size ||
        memcmp(cursor->at, word, size) != 0)
        return false;
    cursor->at += size;
    return true;
}

static bool skip_scalar(struct json_cursor *cursor)
{
    struct json_token token;
    char next = json_peek(cursor);
    if (next == '"')
        return json_string(cursor, &token);
    if (next == '-' || (next >= '0' && next <= '9'))
        return json_number(cursor, &token);
    return json_literal(cursor, "true") || json_literal(cursor, "false") ||
           json_literal(cursor, "null") || json_fail(cursor, "a value");
}

static bool skip_key(struct json_cursor *cursor)
{
    struct json_token key;
    return json_string(cursor, &key) && json_take(cursor, ':', "a colon after the field's name");
}

/* Opens a container. Returns true if it has a first value, false if it is empty. */
static bool skip_opening(struct json_cursor *cursor, char open)
{
    if (json_take_if(cursor, open == '{' ? '}' : ']'))
        return false;
    return open == '[' || skip_key(cursor);
}

bool json_skip(struct json_cursor *cursor)
{
    char open[JSON_DEPTH] = {0};
    unsigned depth = 0;
    do {
        char next = json_peek(cursor);
        if (next == '{' || next == '[') {
            if (depth == JSON_DEPTH)
                return json_fail(cursor, "less deep nesting");
            cursor->at++;
            if (skip_opening(cursor, next)) {
                open[depth++] = next;
                continue;
            }
            if (cursor->problem)
                return false;
        } else if (!skip_scalar(cursor)) {
            return false;
        }
        while (depth > 0 && json_take_if(cursor, open[depth - 1] == '{' ? '}' : ']'))
            depth--;
        if (depth > 0 && (!json_take(cursor, ',', "a comma or the end of the object or array") ||
                          (open[depth - 1] == '{' && !skip_key(cursor))))
            return false;
    } while (depth > 0);
    return !cursor->problem;
}

void json_place(const char *begin, const char *at, uint64_t *line, uint64_t *column)
{
    *line = 1;
    const char *line_begin = begin;
    for (const char *c = begin; c < at; c++) {
        if (*c == '\n') {
            ++*line;
            line_begin = c + 1;
        }
    }
    *column = (uint64_t)(at - line_begin) + 1;
}
