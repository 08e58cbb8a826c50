/* What the custom data of a component says, field by field. */
#include "fields.h"

#include "../../base/bytes.h"
#include "../../base/emit.h"

#include <stdio.h>
#include <string.h>

enum field_kind { COLOR_FIELD, BOOLEAN_FIELD, INTEGER_FIELD, FLOAT_FIELD, TEXT_FIELD };

/* By the letters of struct component_type; names as docs/blotter.md has them. */
static const struct field {
    char letter;
    const char *name;
    enum field_kind kind;
} fields[] = {
    {'C', "color", COLOR_FIELD},     {'o', "on", BOOLEAN_FIELD},
    {'x', "size_x", INTEGER_FIELD},  {'z', "size_z", INTEGER_FIELD},
    {'n', "length", INTEGER_FIELD},  {'k', "configuration", INTEGER_FIELD},
    {'h', "align_x", INTEGER_FIELD}, {'v', "align_z", INTEGER_FIELD},
    {'f', "font_size", FLOAT_FIELD}, {'m', "monospace", BOOLEAN_FIELD},
    {'t', "text", TEXT_FIELD},       {'c', "counter", INTEGER_FIELD},
    {'d', "delay", INTEGER_FIELD},
};

static const struct field *field_of(char letter)
{
    const struct field *field = fields;
    while (field->letter != letter)
        field++;
    return field;
}

/* Tells a field; returns how many bytes it takes, which type_read_data has made sure of. */
static size_t tell_field(const struct field *field, const uint8_t *at, struct emitter *emit)
{
    char color[8];
    float number;
    uint32_t bits =
        field->kind == COLOR_FIELD || field->kind == BOOLEAN_FIELD ? 0 : load_u32(at, false);
    switch (field->kind) {
    case COLOR_FIELD:
        snprintf(color, sizeof color, "#%02x%02x%02x", at[0], at[1], at[2]);
        emit_string(emit, field->name, color);
        return 3;
    case BOOLEAN_FIELD:
        emit_boolean(emit, field->name, *at != 0);
        return 1;
    case INTEGER_FIELD:
        emit_integer(emit, field->name, (int32_t)bits);
        return 4;
    case FLOAT_FIELD:
        memcpy(&number, &bits, sizeof number);
        emit_stored_float(emit, field->name, &number);
        return 4;
    case TEXT_FIELD:
        emit_text(emit, field->name, (ow_text){(const char *)at + 4, bits});
        break;
    }
    return 4 + (size_t)bits;
}

void type_tell_data(const struct component_type *type, ow_bytes custom_data, const char *name,
                    struct emitter *emit)
{
    struct component_data data;
    if (!type->data || !custom_data.data || !type_read_data(type, custom_data, &data))
        return;
    const uint8_t *at = custom_data.data;
    emit_begin_object(emit, name);
    for (const char *letter = type->data; *letter; letter++)
        at += tell_field(field_of(*letter), at, emit);
    emit_end_object(emit);
}
