/* Members and elements of JSON text, and their values. */
#include "walk.h"

struct json_cursor walk_cursor(const struct json_walk *walk, const char *at)
{
    return (struct json_cursor){.begin = walk->begin, .at = at, .end = walk->end};
}

bool walk_fail(struct json_walk *walk, const struct json_cursor *cursor, const char *problem)
{
    if (!walk->problem) {
        walk->problem = cursor->problem ? cursor->problem : problem;
        walk->at = cursor->at;
    }
    return false;
}

static void note(const struct json_token *name, const char *at, struct member *members,
                 size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (json_token_is(name, members[i].name))
            members[i].at = at;
}

bool walk_name(struct json_cursor *cursor, bool first, struct json_token *name)
{
    if (json_take_if(cursor, '}'))
        return false;
    return (first || json_take(cursor, ',', "a comma or the end of the object")) &&
           json_string(cursor, name) && json_take(cursor, ':', "a colon after the field's name");
}

struct object_walk walk_object(struct json_walk *walk, const char *at)
{
    return (struct object_walk){.walk = walk, .cursor = walk_cursor(walk, at)};
}

bool next_object_member(struct object_walk *object, struct json_token *name, const char **at)
{
    struct json_cursor *cursor = &object->cursor;
    bool first = !object->begun;
    object->begun = true;
    if (!cursor->at || !(first                      ? json_take(cursor, '{', "an object")
                         : object->walk->is_partial ? json_pass(cursor, object->walk->options)
                                                    : json_skip(cursor)))
        return walk_fail(object->walk, cursor, "an object");
    if (!walk_name(cursor, first, name))
        return cursor->problem && walk_fail(object->walk, cursor, NULL);
    json_peek(cursor);
    *at = cursor->at;
    return true;
}

bool walk_members(struct json_walk *walk, const char *at, struct member *members, size_t count)
{
    struct object_walk object = walk_object(walk, at);
    struct json_token name;
    const char *value;
    for (size_t i = 0; i < count; i++)
        members[i].at = NULL;
    while (next_object_member(&object, &name, &value))
        note(&name, value, members, count);
    return at && !object.cursor.problem;
}

struct elements walk_elements(struct json_walk *walk, const char *at)
{
    struct elements elements = {.walk = walk};
    if (at)
        elements.cursor = walk_cursor(walk, at);
    return elements;
}

bool next_element(struct elements *elements, const char **at)
{
    struct json_cursor *cursor = &elements->cursor;
    if (!cursor->at)
        return false;
    if (!elements->begun) {
        if (!json_take(cursor, '[', "an array"))
            return walk_fail(elements->walk, cursor, NULL);
        elements->begun = true;
        if (json_take_if(cursor, ']'))
            return false;
    } else {
        if (!json_skip(cursor))
            return walk_fail(elements->walk, cursor, NULL);
        if (json_take_if(cursor, ']'))
            return false;
        if (!json_take(cursor, ',', "a comma or the end of the array"))
            return walk_fail(elements->walk, cursor, NULL);
        elements->index++;
    }
    json_peek(cursor);
    *at = cursor->at;
    return true;
}

size_t walk_count(const struct json_walk *walk, const char *at)
{
    struct json_walk own = {.begin = walk->begin, .end = walk->end};
    struct json_cursor cursor = walk_cursor(walk, at);
    struct json_token name;
    size_t count = 0;
    if (at && json_peek(&cursor) == '{') {
        struct object_walk object = walk_object(&own, at);
        while (next_object_member(&object, &name, &at))
            count++;
    } else if (at && json_peek(&cursor) == '[') {
        struct elements elements = walk_elements(&own, at);
        while (next_element(&elements, &at))
            count++;
    }
    return own.problem ? 0 : count;
}

bool walk_whole(struct json_walk *walk)
{
    struct json_cursor cursor = walk_cursor(walk, walk->begin);
    bool sound = json_skip(&cursor);
    json_peek(&cursor);
    return (sound && cursor.at == cursor.end) || walk_fail(walk, &cursor, "the end of the text");
}

static bool number_at(const struct json_walk *walk, const char *at, struct json_token *token)
{
    if (!at)
        return false;
    struct json_cursor cursor = walk_cursor(walk, at);
    char first = json_peek(&cursor);
    return (first == '-' || (first >= '0' && first <= '9')) && json_number(&cursor, token);
}

/* Further digits do not change thousandths of a number that a world can hold. */
static const uint64_t enough = 100000000000000;           /* 10^14 */
static const int64_t most_thousandths = 1000000000000000; /* 10^15, which also stands for more */

/* The significant digits without the point, and their power of ten. */
static uint64_t digits_of(const struct json_token *token, int64_t *power)
{
    const char *at = token->data, *end = at + token->size;
    uint64_t digits = 0;
    bool fraction = false;
    int64_t written = 0;
    *power = 0;
    for (at += *at == '-'; at < end && *at != 'e' && *at != 'E'; at++) {
        if (*at == '.') {
            fraction = true;
        } else if (digits < enough) {
            digits = digits * 10 + (uint64_t)(*at - '0');
            *power -= fraction;
        } else {
            *power += !fraction;
        }
    }
    bool down = at + 1 < end && at[1] == '-';
    for (; at < end; at++)
        if (*at >= '0' && *at <= '9' && written < (int64_t)enough)
            written = written * 10 + (*at - '0');
    *power += down ? -written : written;
    return digits;
}

bool value_thousandths(const struct json_walk *walk, const char *at, int64_t *value)
{
    enum { THOUSANDTHS = 3 };
    struct json_token token;
    int64_t power;
    if (!number_at(walk, at, &token))
        return false;
    uint64_t digits = digits_of(&token, &power);
    uint64_t half = 0;
    for (power += THOUSANDTHS; power > 0 && digits > 0 && digits < enough; power--)
        digits *= 10;
    for (; power < 0 && digits > 0; power++) {
        half = digits % 10 >= 5;
        digits /= 10;
    }
    digits += power == 0 ? half : 0;
    if (digits > (uint64_t)most_thousandths || (power > 0 && digits > 0))
        digits = (uint64_t)most_thousandths;
    *value = *token.data == '-' ? -(int64_t)digits : (int64_t)digits;
    return true;
}

bool value_unsigned(const struct json_walk *walk, const char *at, uint64_t *value)
{
    enum { THOUSAND = 1000 };
    struct json_token token;
    int64_t thousandths;
    if (value_text(walk, at, &token))
        return json_unsigned(&token, value);
    if (!number_at(walk, at, &token))
        return false;
    if (token.integer)
        return *token.data != '-' && json_unsigned(&token, value);
    if (!value_thousandths(walk, at, &thousandths) || thousandths < 0 ||
        thousandths >= most_thousandths || thousandths % THOUSAND)
        return false;
    *value = (uint64_t)thousandths / THOUSAND;
    return true;
}

bool value_text(const struct json_walk *walk, const char *at, struct json_token *token)
{
    if (!at)
        return false;
    struct json_cursor cursor = walk_cursor(walk, at);
    return json_peek(&cursor) == '"' && json_string(&cursor, token);
}

bool value_is_text(const struct json_walk *walk, const char *at, const char *text)
{
    struct json_token token;
    return value_text(walk, at, &token) && json_token_is(&token, text);
}

bool value_is_true(const struct json_walk *walk, const char *at)
{
    if (!at)
        return false;
    struct json_cursor cursor = walk_cursor(walk, at);
    return json_literal(&cursor, "true");
}
