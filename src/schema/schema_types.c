/* The schema of each type of field. */
#include "pieces.h"
#include "rules.h"

#include <stdio.h>
#include <string.h>

struct tree *definition_reference(struct schema *s, const char *name)
{
    struct tree *made = object(s);
    size_t size = sizeof "#/$defs/" + strlen(name);
    char *text = arena_take(s->arena, size);
    if (!text)
        return made;
    snprintf(text, size, "#/$defs/%s", name);
    add_text(s, made, "$ref", text);
    return made;
}

struct tree *definition_new(struct schema *s, const char *name)
{
    return tree_find(s->definitions, name) ? NULL : tree_add(s->definitions, name, object(s));
}

static struct tree *integer_schema(struct schema *s, const struct field_type *type)
{
    static const struct {
        const char *name;
        int64_t least, most;
    } known[] = {
        {"u8", 0, UINT8_MAX},          {"i8", INT8_MIN, INT8_MAX}, {"u16", 0, UINT16_MAX},
        {"i16", INT16_MIN, INT16_MAX}, {"u32", 0, UINT32_MAX},     {"i32", INT32_MIN, INT32_MAX},
    };
    const char *name = NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].least == type->least && known[i].most == type->most)
            name = known[i].name;
    struct tree *made = name ? definition_new(s, name) : object(s);
    add_text(s, made, "type", "integer");
    add_integer(s, made, "minimum", type->least);
    add_integer(s, made, "maximum", type->most);
    return name ? definition_reference(s, name) : made;
}

static struct tree *digits_schema(struct schema *s)
{
    /* One pattern: no number above 2^64 - 1. */
    static const char pattern[] =
        "^0*(?:[0-9]{1,19}|1[0-7][0-9]{18}|18[0-3][0-9]{17}|184[0-3][0-9]{16}|1844[0-5][0-9]{15}"
        "|18446[0-6][0-9]{14}|184467[0-3][0-9]{13}|1844674[0-3][0-9]{12}|184467440[0-6][0-9]{10}"
        "|1844674407[0-2][0-9]{9}|18446744073[0-6][0-9]{8}|1844674407370[0-8][0-9]{6}"
        "|18446744073709[0-4][0-9]{5}|184467440737095[0-4][0-9]{4}|18446744073709550[0-9]{3}"
        "|18446744073709551[0-5][0-9]{2}|1844674407370955160[0-9]|1844674407370955161[0-4]"
        "|18446744073709551615)$";
    struct tree *made = definition_new(s, "u64");
    add_text(s, made, "description",
             "A 64-bit number as a string, because a double would lose digits. A plain number is "
             "also accepted.");
    struct tree *any = tree_add(made, "anyOf", tree_make(s->arena, TREE_ARRAY, NULL));
    struct tree *number = tree_add(any, NULL, of_type(s, "integer"));
    add_integer(s, number, "minimum", 0);
    tree_add(number, "maximum", tree_make(s->arena, TREE_LITERAL, "18446744073709551615"));
    add_text(s, tree_add(any, NULL, of_type(s, "string")), "pattern", pattern);
    return definition_reference(s, "u64");
}

static struct tree *float_schema(struct schema *s)
{
    static const char *const texts[] = {"NaN", "Infinity", "-Infinity"};
    struct tree *made = definition_new(s, "f32");
    add_text(s, made, "description",
             "A 32-bit float, with as few digits as read back to the same bits. Infinity and NaN "
             "are strings; \"NaN:\" with eight hexadecimal digits is a NaN with these bits.");
    struct tree *any = tree_add(made, "anyOf", tree_make(s->arena, TREE_ARRAY, NULL));
    struct tree *number = tree_add(any, NULL, of_type(s, "number"));
    tree_add(number, "exclusiveMinimum",
             tree_make(s->arena, TREE_LITERAL, "-3.4028235677973366e38"));
    tree_add(number, "exclusiveMaximum",
             tree_make(s->arena, TREE_LITERAL, "3.4028235677973366e38"));
    struct tree *values = tree_make(s->arena, TREE_ARRAY, NULL);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        tree_add_text(s->arena, values, texts[i]);
    tree_add(any, NULL, one_of(s, values));
    add_text(s, tree_add(any, NULL, of_type(s, "string")), "pattern",
             "^NaN:[7fF][fF](?!800000$)[89a-fA-F][0-9a-fA-F]{5}$");
    return definition_reference(s, "f32");
}

static struct tree *bytes_schema(struct schema *s, bool nullable)
{
    struct tree *made = definition_new(s, "bytes");
    add_text(s, made, "description", "Bytes in base64, with padding and without line breaks.");
    add_text(s, made, "type", "string");
    add_text(s, made, "contentEncoding", "base64");
    add_text(s, made, "pattern",
             "^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$");
    if (!nullable)
        return definition_reference(s, "bytes");
    struct tree *either = object(s);
    struct tree *any = tree_add(either, "anyOf", tree_make(s->arena, TREE_ARRAY, NULL));
    tree_add(any, NULL, of_type(s, "null"));
    tree_add(any, NULL, definition_reference(s, "bytes"));
    return either;
}

static const char *text_name(const struct field_type *type)
{
    return type->most == UINT8_MAX ? "text_u8" : type->most == UINT16_MAX ? "text_u16" : "text";
}

static struct tree *text_schema(struct schema *s, const struct field_type *type)
{
    const char *name = text_name(type);
    struct tree *made = definition_new(s, name);
    add_text(
        s, made, "description",
        type->most == UINT8_MAX
            ? "Text of at most 255 bytes, or an object with its bytes if it is not valid UTF-8."
        : type->most == UINT16_MAX
            ? "Text of at most 65535 bytes, or an object with its bytes if it is not valid UTF-8."
            : "Text, or an object with its bytes if it is not valid UTF-8.");
    struct tree *any = tree_add(made, "anyOf", tree_make(s->arena, TREE_ARRAY, NULL));
    struct tree *plain = tree_add(any, NULL, of_type(s, "string"));
    struct tree *other = tree_add(any, NULL, of_type(s, "object"));
    struct tree *bytes =
        tree_add(tree_add(other, "properties", object(s)), "base64", bytes_schema(s, false));
    if (type->most != NO_MOST) {
        add_integer(s, plain, "maxLength", type->most);
        add_integer(s, bytes, "maxLength", (type->most + 2) / 3 * 4);
    }
    tree_add_text(s->arena, tree_add(other, "required", tree_make(s->arena, TREE_ARRAY, NULL)),
                  "base64");
    tree_add(other, "additionalProperties", tree_make(s->arena, TREE_LITERAL, "false"));
    return definition_reference(s, name);
}

/* One of the names, some followed by words. */
static struct tree *title_schema(struct schema *s, const struct field_type *type)
{
    enum { MOST_PATTERN = 200 };
    char *pattern = arena_take(s->arena, MOST_PATTERN);
    struct tree *made = of_type(s, "string");
    size_t used = 0;
    for (uint32_t i = 0; pattern && i < type->count && used < MOST_PATTERN; i++)
        used += (size_t)snprintf(pattern + used, MOST_PATTERN - used, "%s%s",
                                 i ? "|" : "^(?:", type->names[i]);
    if (pattern && used < MOST_PATTERN)
        snprintf(pattern + used, MOST_PATTERN - used, type->most ? ")(?: .*)?$" : ")$");
    add_text(s, made, "pattern", pattern ? pattern : "");
    return made;
}

static struct tree *names_schema(struct schema *s, const struct field_type *type)
{
    struct tree *values = tree_make(s->arena, TREE_ARRAY, NULL);
    for (uint32_t i = 0; i < type->count; i++)
        tree_add_text(s->arena, values, type->names ? type->names[i] : type->choices[i].name);
    return one_of(s, values);
}

/* The existing versions and variant names, of all rows. */
static struct tree *versions_schema(struct schema *s)
{
    const struct description *d = &s->e->description;
    struct tree *values = tree_make(s->arena, TREE_ARRAY, NULL);
    for (unsigned i = 0; i < d->version_count; i++)
        if (i == 0 || d->versions[i].version != d->versions[i - 1].version)
            add_integer(s, values, NULL, d->versions[i].version);
    return one_of(s, values);
}

static struct tree *variants_schema(struct schema *s)
{
    const struct description *d = &s->e->description;
    struct tree *values = tree_make(s->arena, TREE_ARRAY, NULL);
    for (unsigned i = 0; i < d->version_count; i++)
        if (d->versions[i].name)
            tree_add_text(s->arena, values, d->versions[i].name);
    return one_of(s, values);
}

static struct tree *list_schema(struct schema *s, int64_t least, int64_t most)
{
    struct tree *made = of_type(s, "array");
    if (least > 0)
        add_integer(s, made, "minItems", least);
    if (most != NO_MOST)
        add_integer(s, made, "maxItems", most);
    return made;
}

struct tree *type_schema(struct schema *s, const struct field_type *type)
{
    switch (type->kind) {
    case TYPE_INTEGER:
        return integer_schema(s, type);
    case TYPE_DIGITS:
        return digits_schema(s);
    case TYPE_FLOAT:
        return float_schema(s);
    case TYPE_BOOLEAN:
        return of_type(s, "boolean");
    case TYPE_TEXT:
        return text_schema(s, type);
    case TYPE_BYTES:
        return bytes_schema(s, type->nullable);
    case TYPE_NULL:
        return of_type(s, "null");
    case TYPE_VERSION:
        return versions_schema(s);
    case TYPE_VARIANT:
        return variants_schema(s);
    case TYPE_TITLE:
        return title_schema(s, type);
    case TYPE_LIST:
        return list_schema(s, type->least, type->most);
    case TYPE_OBJECT:
        return of_type(s, "object");
    default:
        return names_schema(s, type);
    }
}
