/* The parse codec: JSON text into records. The layout asks for one field after another; fields that
 * stand in the order of the file are found at once, others by looking through their object. */
#ifndef OW_SRC_CODEC_PARSE_H
#define OW_SRC_CODEC_PARSE_H

#include "members.h"

#define READS_RECORDS 1

/* An integer field that must lie within bounds. */
PARSE_VERB int64_t integer_within(struct codec *c, const char *name, int64_t least, int64_t most)
{
    struct json_token token = {0};
    int64_t value = 0;
    if (!begin_value(c, name))
        return 0;
    const char *at = c->cursor.at;
    if (!json_number(&c->cursor, &token))
        c->cursor.problem = "a whole number";
    else if (!token.integer || !json_integer(&token, &value) || value < least || value > most)
        fail_format(c, at, name, "expected a whole number from %lld to %lld, not %.*s",
                    (long long)least, (long long)most, (int)(token.size > 40 ? 40 : token.size),
                    token.data);
    end_value(c, name);
    return healthy(c) ? value : 0;
}

PARSE_VERB void u8(struct codec *c, const char *name, uint8_t *v)
{
    *v = (uint8_t)integer_within(c, name, 0, UINT8_MAX);
}

PARSE_VERB void u16(struct codec *c, const char *name, uint16_t *v)
{
    *v = (uint16_t)integer_within(c, name, 0, UINT16_MAX);
}

PARSE_VERB void u32(struct codec *c, const char *name, uint32_t *v)
{
    *v = (uint32_t)integer_within(c, name, 0, UINT32_MAX);
}

PARSE_VERB void i32(struct codec *c, const char *name, int32_t *v)
{
    *v = (int32_t)integer_within(c, name, INT32_MIN, INT32_MAX);
}

PARSE_VERB void i32_as_u8(struct codec *c, const char *name, int32_t *v)
{
    *v = (int32_t)integer_within(c, name, 0, UINT8_MAX);
}

PARSE_VERB void f32(struct codec *c, const char *name, float *v)
{
    struct json_token token = {0};
    *v = 0;
    if (!begin_value(c, name))
        return;
    const char *at = c->cursor.at;
    bool text = json_peek(&c->cursor) == '"';
    bool taken = text ? json_string(&c->cursor, &token) : json_number(&c->cursor, &token);
    if (taken && !(text ? json_not_finite(&token, v) : json_float(&token, v)))
        fail_json(c, at, name,
                  "expected a number that 32 bits hold, or \"NaN\", \"Infinity\", \"-Infinity\"");
    end_value(c, name);
}

PARSE_VERB void end_array(struct codec *c, const char *name)
{
    leave(c);
    end_value(c, name);
}

PARSE_VERB void i32v(struct codec *c, const char *name, int32_t *v, uint32_t n)
{
    if (!begin_value(c, name))
        return;
    enter(c, name, true);
    for (uint32_t i = 0; i < n && healthy(c); i++) {
        path_move(&c->path, i);
        i32(c, NULL, &v[i]);
    }
    end_array(c, name);
}

PARSE_VERB void f32v(struct codec *c, const char *name, float *v, uint32_t n)
{
    if (!begin_value(c, name))
        return;
    enter(c, name, true);
    for (uint32_t i = 0; i < n && healthy(c); i++) {
        path_move(&c->path, i);
        f32(c, NULL, &v[i]);
    }
    end_array(c, name);
}

PARSE_VERB void f32v_from(struct codec *c, const char *name, float *v, uint32_t n, uint32_t first)
{
    (void)first;
    f32v(c, name, v, n);
}

PARSE_VERB void choice8(struct codec *c, const char *name, uint16_t *v,
                        const struct choice *choices, size_t n)
{
    struct json_token token = {0};
    *v = 0;
    if (!begin_value(c, name))
        return;
    const char *at = c->cursor.at;
    if (json_peek(&c->cursor) != '"') {
        int64_t raw = -1;
        if (json_number(&c->cursor, &token) &&
            (!token.integer || !json_integer(&token, &raw) || raw < 0 || raw > UINT8_MAX))
            fail_json(c, at, name, "expected a name or a number from 0 to 255");
        *v = (uint16_t)(RAW_CHOICE + raw);
        for (size_t i = 0; i < n; i++)
            if (choices[i].raw == raw)
                *v = choices[i].value;
    } else if (json_string(&c->cursor, &token)) {
        size_t i = 0;
        while (i < n && !json_token_is(&token, choices[i].name))
            i++;
        if (i == n)
            fail_format(c, at, name, "expected \"%s\"%s%s%s or a number from 0 to 255",
                        choices[0].name, n > 1 ? ", \"" : "", n > 1 ? choices[1].name : "",
                        n > 1 ? "\"" : "");
        else
            *v = choices[i].value;
    }
    end_value(c, name);
}

PARSE_VERB void *take_memory(struct codec *c, size_t size)
{
    void *block = healthy(c) ? arena_take(c->arena, size) : NULL;
    if (!block && healthy(c)) {
        error_plain(&c->error, c->arena->status);
        c->cursor.problem = "";
    }
    return block;
}

/* The text of a string token. */
PARSE_VERB void resolve_text(struct codec *c, const char *at, const char *name,
                             const struct json_token *token, ow_text *v)
{
    char *to = take_memory(c, token->size);
    if (!to)
        return;
    *v = (ow_text){to, 0};
    if (!json_unescape(token, to, &v->size))
        fail_json(c, at, name,
                  "the string has a bare control character, or an escape that JSON does not know");
    else if (!ow_text_is_utf8(*v))
        fail_json(c, at, name, "the string is not UTF-8; write {\"base64\": ...} for other bytes");
}

PARSE_VERB void base64_value(struct codec *c, const char *name, ow_bytes *v)
{
    struct json_token token = {0};
    const char *at = c->cursor.at;
    if (!json_string(&c->cursor, &token))
        return;
    if (token.size % 4 != 0) {
        fail_json(c, at, name, "expected base64, whose length is a multiple of four");
        return;
    }
    size_t size = base64_decoded_size(token.data, token.size);
    uint8_t *bytes = take_memory(c, size);
    if (!bytes)
        return;
    *v = (ow_bytes){bytes, size};
    if (!base64_decode(token.data, token.size, bytes))
        fail_json(c, at, name, "the string is not base64");
}

PARSE_VERB void text32(struct codec *c, const char *name, ow_text *v)
{
    struct json_token token = {0};
    *v = (ow_text){"", 0};
    if (!begin_value(c, name))
        return;
    const char *at = c->cursor.at;
    if (json_peek(&c->cursor) == '{') {
        ow_bytes bytes = {0};
        enter(c, name, false);
        if (begin_value(c, "base64")) {
            base64_value(c, "base64", &bytes);
            end_value(c, "base64");
        }
        leave(c);
        *v = (ow_text){(const char *)bytes.data, bytes.size};
    } else if (json_string(&c->cursor, &token)) {
        resolve_text(c, at, name, &token, v);
    }
    end_value(c, name);
}

PARSE_VERB void bytes_value(struct codec *c, const char *name, ow_bytes *v, bool nullable)
{
    if (!nullable || !json_literal(&c->cursor, "null"))
        base64_value(c, name, v);
    end_value(c, name);
}

PARSE_VERB void bytes32(struct codec *c, const char *name, ow_bytes *v)
{
    *v = (ow_bytes){0};
    if (begin_value(c, name))
        bytes_value(c, name, v, false);
}

PARSE_VERB void nullable_bytes32(struct codec *c, const char *name, ow_bytes *v)
{
    *v = (ow_bytes){0};
    if (begin_value(c, name))
        bytes_value(c, name, v, true);
}

PARSE_VERB void rest(struct codec *c, const char *name, ow_bytes *v)
{
    *v = (ow_bytes){0};
    if (find(c, name))
        bytes_value(c, name, v, false);
}

PARSE_VERB void marked(struct codec *c, const char *name, const char *text, bool *flag)
{
    struct json_token token = {0};
    *flag = find(c, name);
    c->layout = *flag;
    if (!*flag)
        return;
    const char *at = c->cursor.at;
    if (json_string(&c->cursor, &token) && !json_token_is(&token, text))
        fail_format(c, at, name, "expected \"%s\", or no such field", text);
    end_value(c, name);
}

PARSE_VERB void magic(struct codec *c, const char *name, const char *bytes, size_t size)
{
    (void)c, (void)name, (void)bytes, (void)size;
}

/* Counts are not in JSON: an array knows how long it is. */
PARSE_VERB void count32(struct codec *c, const char *name, const uint32_t *count, size_t smallest)
{
    (void)c, (void)name, (void)count, (void)smallest;
}

PARSE_VERB void count8(struct codec *c, const char *name, const uint32_t *count, size_t smallest)
{
    (void)c, (void)name, (void)count, (void)smallest;
}

PARSE_VERB void *column(struct codec *c, void *items, uint32_t count, size_t size)
{
    (void)items;
    return take_memory(c, count * size);
}

/* Elements are counted before memory is taken, and a record has more text than a quarter of its
 * size: what a short text of many commas asks for stays within the promise. */
PARSE_VERB void *begin_list(struct codec *c, const char *name, void *items, uint32_t *count,
                            size_t size)
{
    uint64_t elements = 0;
    size_t text_size = 0;
    (void)items;
    *count = 0;
    bool found = begin_value(c, name);
    const char *at = c->cursor.at;
    enter(c, name, true);
    if (!found || !healthy(c))
        return NULL;
    if (!json_count_elements(&c->cursor, &elements, &text_size))
        fail_json(c, at, NULL, "the array is never closed");
    else if (elements > INT32_MAX || elements * (size / 4) > text_size)
        fail_json(c, at, NULL, "the array has more elements than its text could describe");
    void *memory = take_memory(c, elements * size);
    *count = memory ? (uint32_t)elements : 0;
    return memory;
}

PARSE_VERB void end_list(struct codec *c)
{
    const char *name = c->path.steps[c->path.depth - 1].name;
    end_array(c, name);
}

PARSE_VERB void i32s(struct codec *c, const char *name, int32_t **v, uint32_t *count)
{
    *v = begin_list(c, name, NULL, count, sizeof **v);
    for (uint32_t i = 0; i < *count && healthy(c); i++) {
        path_move(&c->path, i);
        i32(c, NULL, &(*v)[i]);
    }
    end_list(c);
}

PARSE_VERB bool go_on(struct codec *c, uint32_t index)
{
    if (index % PROGRESS_EVERY == PROGRESS_EVERY - 1 && c->options->progress && healthy(c) &&
        !c->options->progress(c->options->progress_context,
                              (uint64_t)(c->cursor.at - c->cursor.begin),
                              (uint64_t)(c->cursor.end - c->cursor.begin))) {
        error_plain(&c->error, OW_CANCELLED);
        c->cursor.problem = "";
    }
    return healthy(c);
}

PARSE_VERB uint32_t item_place(struct codec *c, uint32_t index)
{
    (void)c;
    return index;
}

PARSE_VERB void begin_item(struct codec *c, uint32_t index)
{
    path_move(&c->path, index);
    begin_value(c, NULL);
    enter(c, NULL, false);
}

PARSE_VERB void end_item(struct codec *c)
{
    leave(c);
}

PARSE_VERB void begin_object(struct codec *c, const char *name)
{
    begin_value(c, name);
    enter(c, name, false);
}

PARSE_VERB void end_object(struct codec *c)
{
    const char *name = c->path.steps[c->path.depth - 1].name;
    leave(c);
    end_value(c, name);
}

/* Opens a document: the root object, whose "format" is known. A "$schema" for an editor may come
 * first; elsewhere it would cost a look through the whole text to know that there is none. */
PARSE_VERB void begin_document(struct codec *c)
{
    struct json_token key;
    enter(c, NULL, false);
    struct json_cursor first = c->cursor;
    bool schema = next_member(&first, true, &key) && json_token_is(&key, "$schema");
    if (schema && find(c, "$schema")) {
        json_skip(&c->cursor);
        end_value(c, "$schema");
    }
    if (find(c, "format")) {
        json_skip(&c->cursor);
        end_value(c, "format");
    }
}

PARSE_VERB void end_document(struct codec *c)
{
    leave(c);
    if (healthy(c) && (json_peek(&c->cursor), c->cursor.at < c->cursor.end))
        fail_json(c, c->cursor.at, NULL, "something follows the end of the document");
}

#endif
