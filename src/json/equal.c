/* Comparing two JSON texts. */
#include "equal.h"

static bool values_equal(struct json_cursor *a, struct json_cursor *b, unsigned depth);

static bool strings_equal(struct json_cursor *a, struct json_cursor *b)
{
    struct json_token first, second;
    return json_string(a, &first) && json_string(b, &second) && json_tokens_equal(&first, &second);
}

static bool numbers_equal(struct json_cursor *a, struct json_cursor *b)
{
    struct json_token first, second;
    int64_t whole[2];
    float floats[2];
    if (!json_number(a, &first) || !json_number(b, &second))
        return false;
    if (first.integer && second.integer && json_integer(&first, &whole[0]) &&
        json_integer(&second, &whole[1]))
        return whole[0] == whole[1];
    return json_float(&first, &floats[0]) && json_float(&second, &floats[1]) &&
           floats[0] == floats[1];
}

static bool literals_equal(struct json_cursor *a, struct json_cursor *b)
{
    static const char *const words[] = {"true", "false", "null"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (json_literal(a, words[i]))
            return json_literal(b, words[i]);
    return false;
}

static bool arrays_equal(struct json_cursor *a, struct json_cursor *b, unsigned depth)
{
    if (!json_take(a, '[', "an array") || !json_take(b, '[', "an array"))
        return false;
    for (bool first = true;; first = false) {
        if (json_take_if(a, ']'))
            return json_take_if(b, ']');
        if (!first && !(json_take_if(a, ',') && json_take_if(b, ',')))
            return false;
        if (!values_equal(a, b, depth))
            return false;
    }
}

/* Finds a member; the cursor moves after its value, and `value` is set to it. */
static bool find_member(struct json_cursor inside, const struct json_token *name,
                        struct json_cursor *value)
{
    for (bool first = true; json_peek(&inside) != '}'; first = false) {
        struct json_token key;
        if ((!first && !json_take(&inside, ',', "a comma")) || !json_string(&inside, &key) ||
            !json_take(&inside, ':', "a colon"))
            return false;
        *value = inside;
        if (json_tokens_equal(&key, name))
            return true;
        if (!json_skip(&inside))
            return false;
    }
    return false;
}

/* Counts the members of the object at the cursor. Returns false if it is not JSON. */
static bool count_members(struct json_cursor inside, uint64_t *count)
{
    size_t size;
    return json_peek(&inside) == '}' ? (*count = 0, true)
                                     : json_count_elements(&inside, count, &size);
}

static bool objects_equal(struct json_cursor *a, struct json_cursor *b, unsigned depth)
{
    struct json_cursor whole = *b;
    uint64_t counts[2];
    if (!json_take(a, '{', "an object") || !json_take(b, '{', "an object") ||
        !count_members(*a, &counts[0]) || !count_members(*b, &counts[1]) || counts[0] != counts[1])
        return false;
    for (bool first = true; !json_take_if(a, '}'); first = false) {
        struct json_token key;
        struct json_cursor value;
        if ((!first && !json_take(a, ',', "a comma")) || !json_string(a, &key) ||
            !json_take(a, ':', "a colon") || !find_member(*b, &key, &value) ||
            !values_equal(a, &value, depth))
            return false;
    }
    *b = whole;
    return json_skip(b);
}

static bool values_equal(struct json_cursor *a, struct json_cursor *b, unsigned depth)
{
    char kind = json_peek(a);
    if (depth == 0)
        return false;
    if (kind == '{')
        return objects_equal(a, b, depth - 1);
    if (kind == '[')
        return arrays_equal(a, b, depth - 1);
    if (kind == '"')
        return strings_equal(a, b);
    return kind == '-' || (kind >= '0' && kind <= '9') ? numbers_equal(a, b) : literals_equal(a, b);
}

bool json_equal(struct json_text a, struct json_text b)
{
    struct json_cursor first = {.begin = a.data, .at = a.data, .end = a.data + a.size};
    struct json_cursor second = {.begin = b.data, .at = b.data, .end = b.data + b.size};
    return values_equal(&first, &second, JSON_DEPTH);
}
