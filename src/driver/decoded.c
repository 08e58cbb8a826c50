/* Setting decoded fields in a world: the inverse of meanings. */
#include "decoded.h"

#include "../base/colors.h"
#include "../base/error.h"
#include "../base/output.h"
#include "../base/text.h"
#include "../json/base64.h"
#include "../json/values.h"
#include "format.h"
#include "meanings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum decoded_outcome decoded_fail(struct decoded_change *change, ow_status status,
                                  const char *format, ...)
{
    char message[sizeof change->error->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    error_set(change->error, status, 0, change->place, "%s", message);
    return DECODED_FAILED;
}

enum decoded_outcome decoded_no_memory(struct decoded_change *change)
{
    error_limited(change->error, change->arena->status, arena_limit(change->arena));
    return DECODED_FAILED;
}

/* ---- what a leaf says ---- */

static bool refuse(struct decoded_change *change, const struct leaf *leaf, const char *expected)
{
    decoded_fail(change, OW_BAD_JSON, "\"%.*s\" is not %s", text_shown_size(leaf->text),
                 leaf->text.data, expected);
    return false;
}

/* Digits below 2^53 and powers of ten up to the 22nd are exact, so one division rounds once. */
static bool read_decimal(ow_text text, double *value)
{
    enum { MOST_DIGITS = 15 };
    int64_t digits = 0;
    unsigned count = 0, behind = 0;
    double scale = 1;
    size_t at = 0;
    bool negative = text.size > 0 && text.data[0] == '-', point = false;
    for (at = negative; at < text.size; at++) {
        char character = text.data[at];
        if (character == '.' && !point && count > 0) {
            point = true;
            continue;
        }
        if (character < '0' || character > '9' || ++count > MOST_DIGITS)
            return false;
        digits = digits * 10 + (character - '0');
        behind += point;
    }
    for (unsigned i = 0; i < behind; i++)
        scale *= 10;
    *value = rounded_to_double((double)(negative ? -digits : digits) / scale);
    return count > 0 && text.data[text.size - 1] != '.';
}

bool leaf_number(struct decoded_change *change, const struct leaf *leaf, double *value)
{
    float nearest;
    struct json_token token = {.data = leaf->text.data, .size = leaf->text.size};
    if ((leaf->kind == LEAF_NUMBER || leaf->kind == LEAF_TEXT) && read_decimal(leaf->text, value))
        return true;
    if (leaf->kind != LEAF_NUMBER || !json_float(&token, &nearest))
        return refuse(change, leaf, "a number");
    *value = (double)nearest;
    return true;
}

bool leaf_integer(struct decoded_change *change, const struct leaf *leaf, int64_t least,
                  int64_t most, int64_t *value)
{
    char expected[80];
    struct json_token token = {.data = leaf->text.data, .size = leaf->text.size, .integer = true};
    snprintf(expected, sizeof expected, "a whole number from %lld to %lld", (long long)least,
             (long long)most);
    if (leaf->kind != LEAF_NUMBER || memchr(leaf->text.data, '.', leaf->text.size) ||
        !json_integer(&token, value) || *value < least || *value > most)
        return refuse(change, leaf, expected);
    return true;
}

bool leaf_boolean(struct decoded_change *change, const struct leaf *leaf, bool *value)
{
    static const char *const yes[] = {"true", "yes", "on"}, *const no[] = {"false", "no", "off"};
    for (unsigned i = 0; i < sizeof yes / sizeof *yes; i++) {
        *value = text_is_word(leaf->text, yes[i]);
        if (*value || text_is_word(leaf->text, no[i]))
            return true;
    }
    return refuse(change, leaf, "true or false");
}

bool leaf_color(struct decoded_change *change, const struct leaf *leaf, uint8_t rgb[3])
{
    struct nearest nearest;
    char hint[NEAREST_TEXT], expected[NEAREST_TEXT + 80];
    if (leaf->kind == LEAF_TEXT && color_read(leaf->text, rgb))
        return true;
    nearest_begin(&nearest, leaf->text);
    color_names_try(&nearest);
    snprintf(expected, sizeof expected, "a colour such as #ff8800 or orange%s",
             nearest_words(&nearest, "", hint));
    return refuse(change, leaf, expected);
}

bool type_is_called(ow_text type, ow_text name)
{
    const char *point = type.data ? memchr(type.data, '.', type.size) : NULL;
    if (text_is_same(type, name))
        return true;
    if (!point)
        return false;
    ow_text own = {point + 1, type.size - (size_t)(point + 1 - type.data)};
    return text_is_same(own, name);
}

/* ---- values of the file ---- */

enum { LOOKED_BACK = 8 };

struct decoded_value *decoded_value(struct decoded_change *change, const char *format, ...)
{
    char pointer[PATTERN_ROOM];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(pointer, sizeof pointer, format, arguments);
    va_end(arguments);
    for (uint32_t i = change->count; i > 0 && change->count - i < LOOKED_BACK; i--)
        if (strcmp(change->values[i - 1].pointer, pointer) == 0)
            return &change->values[i - 1];
    if (change->count == change->room) {
        uint32_t room = change->room ? 2 * change->room : LOOKED_BACK;
        struct decoded_value *values = arena_take(change->arena, room * sizeof *values);
        if (!values)
            return NULL;
        if (change->count > 0)
            memcpy(values, change->values, change->count * sizeof *values);
        change->values = values;
        change->room = room;
    }
    char *kept = arena_take(change->arena, strlen(pointer) + 1);
    if (!kept)
        return NULL;
    memcpy(kept, pointer, strlen(pointer) + 1);
    struct decoded_value *value = &change->values[change->count++];
    *value = (struct decoded_value){.pointer = kept};
    return value;
}

enum decoded_outcome decoded_put(struct decoded_change *change, struct decoded_value *value,
                                 ow_value put)
{
    if (!value)
        return decoded_no_memory(change);
    value->count = 1;
    value->values[0] = put;
    return DECODED_DONE;
}

static void put(struct output *output, const char *text)
{
    output_bytes(output, text, strlen(text));
}

struct json_text decoded_json(const struct decoded_change *change,
                              const struct decoded_value *value)
{
    struct output output;
    ow_buffer buffer = {0};
    ow_options options = {.allocator = change->arena->allocator};
    output_to_buffer(&output, &options, &buffer);
    put(&output, value->is_list ? "[" : "");
    for (unsigned i = 0; i < value->count; i++) {
        ow_event event = {.kind = OW_VALUE, .type = value->values[i].type};
        put(&output, i > 0 ? "," : "");
        memcpy(&event.value, &value->values[i].value, sizeof value->values[i].value);
        json_put_value(&output, &event);
    }
    put(&output, value->is_list ? "]" : "");
    ow_status status = output_close_buffer(&output, &buffer);
    char *text = status == OW_OK ? arena_take(change->arena, buffer.size) : NULL;
    struct json_text json = {text, text ? buffer.size : 0};
    if (text)
        memcpy(text, buffer.data, buffer.size);
    else if (status != OW_OK)
        change->arena->status = status;
    ow_buffer_free(&buffer, &options);
    return json;
}

/* ---- pointers and JSON ---- */

/* Adds a step to the pattern; numbers become "*". Returns false if it is too long or too deep for
 * any field. */
static bool add_step(struct decoded_change *change, const char *step, size_t size)
{
    size_t used = strlen(change->pattern);
    uint64_t index = 0;
    bool is_number = size > 0 && size < 10;
    for (size_t i = 0; i < size; i++) {
        is_number = is_number && step[i] >= '0' && step[i] <= '9';
        index = index * 10 + (uint64_t)(step[i] - '0');
    }
    if (used + size + 2 > sizeof change->pattern || memchr(step, '*', size) ||
        (is_number && change->index_count == DECODED_STEPS))
        return false;
    if (is_number) {
        change->indexes[change->index_count++] = (uint32_t)index;
        step = "*";
        size = 1;
    }
    change->pattern[used] = '/';
    memcpy(change->pattern + used + 1, step, size);
    change->pattern[used + 1 + size] = '\0';
    return true;
}

static bool make_pattern(struct decoded_change *change, ow_text pointer)
{
    change->pattern[0] = '\0';
    change->index_count = 0;
    for (size_t at = 0; at < pointer.size;) {
        size_t begin = ++at;
        while (at < pointer.size && pointer.data[at] != '/')
            at++;
        if (pointer.data[begin - 1] != '/' || !add_step(change, pointer.data + begin, at - begin))
            return false;
    }
    return pointer.size > 0;
}

static bool is_one_of(const char *const *patterns, const char *pattern)
{
    for (; *patterns; patterns++)
        if (strcmp(*patterns, pattern) == 0)
            return true;
    return false;
}

static bool is_field(const struct decoded_field *fields, const char *pattern, size_t size)
{
    for (; fields && fields->path; fields++)
        if (strlen(fields->path) == size && memcmp(fields->path, pattern, size) == 0)
            return true;
    return false;
}

/* Returns true if the pointer leads to a decoded field, or to a value in one. */
static bool is_decoded(const struct decoded_change *change)
{
    const struct decoded_field *decoded = change->row->meanings->decoded;
    const char *last = strrchr(change->pattern, '/');
    return is_field(decoded, change->pattern, strlen(change->pattern)) ||
           (last && is_field(decoded, change->pattern, (size_t)(last - change->pattern)));
}

static enum decoded_outcome fail_json(struct decoded_change *change)
{
    return decoded_fail(change, OW_BAD_JSON, "the value is not valid JSON");
}

/* Reads JSON text and decodes its escapes. */
static bool take_text(struct decoded_change *change, const struct json_token *token, ow_text *text)
{
    char *plain = arena_take(change->arena, token->size + 1);
    if (!plain) {
        decoded_no_memory(change);
        return false;
    }
    text->data = plain;
    if (json_unescape(token, plain, &text->size))
        return true;
    decoded_fail(change, OW_BAD_JSON, "the text has an escape that JSON does not know");
    return false;
}

static bool take_leaf(struct decoded_change *change, struct json_cursor *cursor, struct leaf *leaf)
{
    struct json_token token;
    char first = json_peek(cursor);
    const char *at = cursor->at;
    if (first == '"') {
        leaf->kind = LEAF_TEXT;
        return json_string(cursor, &token) ? take_text(change, &token, &leaf->text)
                                           : (fail_json(change), false);
    }
    bool taken = first == 't'   ? json_literal(cursor, "true")
                 : first == 'f' ? json_literal(cursor, "false")
                 : first == 'n' ? json_literal(cursor, "null")
                                : json_number(cursor, &token);
    leaf->kind = first == 't' || first == 'f' ? LEAF_BOOLEAN
                 : first == 'n'               ? LEAF_NULL
                                              : LEAF_NUMBER;
    leaf->text = (ow_text){at, (size_t)(cursor->at - at)};
    return taken || (fail_json(change), false);
}

static enum decoded_outcome set_leaf(struct decoded_change *change, const struct leaf *leaf)
{
    enum decoded_outcome outcome = change->row->meanings->set(change, leaf);
    if (outcome != DECODED_NOT || !is_decoded(change))
        return outcome;
    const char *last = strrchr(change->pattern, '/') + 1;
    if (strcmp(last, "*") == 0)
        return decoded_fail(change, OW_BAD_JSON, "the value has no such element");
    if (is_field(change->row->meanings->decoded, change->pattern, strlen(change->pattern)))
        return decoded_fail(change, OW_BAD_JSON, "\"%.100s\" takes a list or an object", last);
    return decoded_fail(change, OW_NOT_THERE, "there is no \"%.100s\"", last);
}

/* Reads text that is not UTF-8, in JSON {"base64": "..."}. */
static bool take_base64(struct decoded_change *change, struct json_cursor cursor, struct leaf *leaf)
{
    struct json_token name, token;
    if (!json_take_if(&cursor, '{') || !json_string(&cursor, &name) ||
        !json_token_is(&name, "base64") || !json_take(&cursor, ':', "") ||
        !json_string(&cursor, &token) || !json_take_if(&cursor, '}') || token.size % 4 != 0)
        return false;
    size_t size = base64_decoded_size(token.data, token.size);
    uint8_t *bytes = arena_take(change->arena, size + 1);
    if (!bytes || !base64_decode(token.data, token.size, bytes))
        return false;
    *leaf = (struct leaf){LEAF_TEXT, {(const char *)bytes, size}};
    return true;
}

static enum decoded_outcome set_value(struct decoded_change *change, struct json_cursor *cursor);

/* The pointer of a member or an element, for errors; NULL without memory. */
static const char *place_inside(struct decoded_change *change, ow_text step)
{
    size_t size = strlen(change->place);
    char *place = arena_take(change->arena, size + step.size + 2);
    if (!place)
        return NULL;
    memcpy(place, change->place, size);
    place[size] = '/';
    if (step.size > 0)
        memcpy(place + size + 1, step.data, step.size);
    place[size + 1 + step.size] = '\0';
    return place;
}

/* Sets one member or element of the value at the pattern. */
static enum decoded_outcome set_inside(struct decoded_change *change, struct json_cursor *cursor,
                                       ow_text step)
{
    const char *outer = change->place;
    size_t used = strlen(change->pattern);
    unsigned index_count = change->index_count;
    const char *inner = place_inside(change, step);
    if (!inner)
        return decoded_no_memory(change);
    change->place = inner;
    if (!add_step(change, step.data, step.size))
        return decoded_fail(change, OW_NOT_THERE, "there is no \"%.*s\"", text_shown_size(step),
                            step.data);
    enum decoded_outcome outcome = set_value(change, cursor);
    change->place = outer;
    change->pattern[used] = '\0';
    change->index_count = index_count;
    return outcome;
}

static enum decoded_outcome set_members(struct decoded_change *change, struct json_cursor *cursor,
                                        bool is_list)
{
    char close = is_list ? ']' : '}', digits[24];
    for (uint64_t number = 0; !json_take_if(cursor, close); number++) {
        struct json_token name = {.data = digits};
        ow_text step;
        if (number > 0 && !json_take(cursor, ',', "a comma"))
            return fail_json(change);
        name.size = (size_t)snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
        if (!is_list && (!json_string(cursor, &name) || !json_take(cursor, ':', "a colon")))
            return fail_json(change);
        if (!take_text(change, &name, &step))
            return DECODED_FAILED;
        if (set_inside(change, cursor, step) != DECODED_DONE)
            return DECODED_FAILED;
    }
    return DECODED_DONE;
}

static enum decoded_outcome set_value(struct decoded_change *change, struct json_cursor *cursor)
{
    struct leaf leaf;
    char first = json_peek(cursor);
    bool is_whole =
        is_field(change->row->meanings->decoded, change->pattern, strlen(change->pattern));
    if (first != '{' && first != '[')
        return take_leaf(change, cursor, &leaf) ? set_leaf(change, &leaf) : DECODED_FAILED;
    if (first == '{' && !is_whole && take_base64(change, *cursor, &leaf)) {
        json_skip(cursor);
        return set_leaf(change, &leaf);
    }
    if (!is_whole)
        return decoded_fail(change, OW_BAD_JSON, "a list or an object has no place there");
    json_take_if(cursor, first);
    return set_members(change, cursor, first == '[');
}

enum decoded_outcome decoded_set(struct decoded_change *change, ow_text pointer,
                                 struct json_text json)
{
    struct json_cursor cursor = {.begin = json.data, .at = json.data, .end = json.data + json.size};
    struct leaf leaf;
    char *place = arena_take(change->arena, pointer.size + 1);
    if (!place)
        return decoded_no_memory(change);
    if (pointer.size > 0)
        memcpy(place, pointer.data, pointer.size);
    place[pointer.size] = '\0';
    change->place = place;
    if (!change->row->meanings->set || !make_pattern(change, pointer))
        return DECODED_NOT;
    if (is_decoded(change))
        return set_value(change, &cursor);
    if (!is_one_of(change->row->meanings->paths, change->pattern))
        return DECODED_NOT;
    if (take_base64(change, cursor, &leaf))
        return set_leaf(change, &leaf);
    if (json_peek(&cursor) != '"')
        return DECODED_NOT;
    return take_leaf(change, &cursor, &leaf) ? set_leaf(change, &leaf) : DECODED_FAILED;
}
