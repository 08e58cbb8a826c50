/* Parse's text and bytes: strings, and base64 for bytes. Include after its memory. */
#ifndef OW_SRC_CODEC_PARSE_TEXT_H
#define OW_SRC_CODEC_PARSE_TEXT_H

#include "members.h"

/* The text of a string token. */
PARSE_VERB void resolve_text(struct codec *c, const char *at, const char *name,
                             const struct json_token *token, ow_text *v)
{
    char *to = take_memory(c, token->size);
    if (!to)
        return;
    *v = (ow_text){to, 0};
    if (!json_unescape(token, to, &v->size))
        fail_json(c, at, name, "the string has a bare control character or an unknown escape");
    else if (!ow_text_is_utf8(*v))
        fail_json(c, at, name,
                  "the string is not valid UTF-8; write {\"base64\": ...} for other bytes");
}

PARSE_VERB void base64_value(struct codec *c, const char *name, ow_bytes *v)
{
    struct json_token token = {0};
    const char *at = c->cursor.at;
    if (!json_string(&c->cursor, &token))
        return;
    if (token.escaped) { /* some programs escape each slash */
        char *plain = take_memory(c, token.size);
        if (!plain)
            return;
        if (json_unescape(&token, plain, &token.size))
            token.data = plain;
    }
    if (token.size % 4 != 0) {
        fail_json(c, at, name, "expected base64 with a length that is a multiple of four");
        return;
    }
    size_t size = base64_decoded_size(token.data, token.size);
    uint8_t *bytes = take_memory(c, size);
    if (!bytes)
        return;
    *v = (ow_bytes){bytes, size};
    if (!base64_decode(token.data, token.size, bytes))
        fail_json(c, at, name, "the string is not valid base64");
}

PARSE_VERB void text(struct codec *c, const char *name, ow_text *v, enum length length)
{
    struct json_token token = {0};
    (void)length; /* the writer checks it */
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

PARSE_VERB void bytes(struct codec *c, const char *name, ow_bytes *v, enum length length)
{
    *v = (ow_bytes){0};
    if (begin_value(c, name))
        bytes_value(c, name, v, length == I32_OR_NONE);
}

PARSE_VERB void rest(struct codec *c, const char *name, ow_bytes *v)
{
    *v = (ow_bytes){0};
    if (find(c, name))
        bytes_value(c, name, v, false);
}

#endif
