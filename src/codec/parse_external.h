/* Parse's facts without bytes in a file. JSON has them as names, numbers and flags, and may omit
 * most of them. Include after the other verbs. */
#ifndef OW_SRC_CODEC_PARSE_EXTERNAL_H
#define OW_SRC_CODEC_PARSE_EXTERNAL_H

#include "members.h"

/* The valid names of a field, for a message. */
struct names {
    char text[120];
    size_t used;
};

PARSE_VERB void add_name(struct names *names, const char *name)
{
    if (names->used < sizeof names->text)
        names->used += (size_t)snprintf(names->text + names->used, sizeof names->text - names->used,
                                        "%s\"%s\"", names->used ? ", " : "", name);
}

/* A field that JSON omits keeps the value of the record. */
PARSE_VERB void external(struct codec *c, const char *name, uint8_t *v,
                         const struct choice *choices, size_t n)
{
    struct json_token token = {0};
    struct names names = {0};
    if (!find(c, name))
        return;
    const char *at = c->cursor.at;
    bool taken = json_string(&c->cursor, &token), found = false;
    for (size_t i = 0; i < n && taken; i++) {
        add_name(&names, choices[i].name);
        if (!json_token_is(&token, choices[i].name))
            continue;
        *v = (uint8_t)choices[i].value;
        found = true;
    }
    if (taken && !found)
        fail_format(c, at, name, "expected one of %s", names.text);
    end_value(c, name);
}

/* Without the field: the variant of this version without a name, if there is one. */
PARSE_VERB void external_variant(struct codec *c, const char *name, uint8_t *v,
                                 const struct version *versions, size_t n)
{
    struct names names = {0};
    struct json_token token = {0};
    const struct version *unnamed = NULL, *found = NULL;
    for (size_t i = 0; i < n; i++) {
        if (versions[i].version != c->version)
            continue;
        if (versions[i].name)
            add_name(&names, versions[i].name);
        else
            unnamed = &versions[i];
    }
    *v = unnamed ? unnamed->variant : 0;
    if (!names.used || (unnamed ? !find(c, name) : !begin_value(c, name)))
        return;
    const char *at = c->cursor.at;
    bool taken = json_string(&c->cursor, &token);
    for (size_t i = 0; i < n && taken && !found; i++)
        if (versions[i].version == c->version && versions[i].name &&
            json_token_is(&token, versions[i].name))
            found = &versions[i];
    if (found)
        *v = found->variant;
    else if (taken)
        fail_format(c, at, name, "expected one of %s%s", names.text,
                    unnamed ? ", or omit this field" : "");
    end_value(c, name);
}

/* Facts that JSON may omit, one by one or all together. */
PARSE_VERB bool begin_external(struct codec *c, const char *name)
{
    bool there = in_json(c, name);
    if (there)
        begin_object(c, name);
    return there;
}

PARSE_VERB void end_external(struct codec *c)
{
    end_object(c);
}

PARSE_VERB bool take_name(struct codec *c, const char *name, struct json_token *token)
{
    return find(c, name) && (json_string(&c->cursor, token), cursor_is_well(c, name));
}

/* `read` parses a text into *v. Returns false for unknown text. */
#define external_name(c, name, v, write, read, words)                                              \
    do {                                                                                           \
        struct json_token token_ = {0};                                                            \
        if (take_name(c, name, &token_) && !read((ow_text){token_.data, token_.size}, v))          \
            fail_json(c, token_.data - 1, name, "expected one of " words);                         \
        if (token_.data)                                                                           \
            end_value(c, name);                                                                    \
    } while (0)

PARSE_VERB void external_number(struct codec *c, const char *name, uint16_t *v, uint16_t least,
                                uint16_t most)
{
    if (find(c, name))
        *v = (uint16_t)integer_value(c, name, least, most);
}

PARSE_VERB void external_flag(struct codec *c, const char *name, bool *v)
{
    if (!find(c, name))
        return;
    boolean_value(c, name, v);
    end_value(c, name);
}

PARSE_VERB void external_set(struct codec *c, const char *name, uint8_t bits[32])
{
    uint8_t *numbers;
    uint32_t count;
    if (!in_json(c, name))
        return;
    u8s(c, name, &numbers, &count);
    memset(bits, 0, 32);
    for (uint32_t i = 0; i < count && healthy(c); i++)
        bits[numbers[i] / 8] |= (uint8_t)(1 << numbers[i] % 8);
}

#endif
