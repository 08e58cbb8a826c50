/* What the custom data of a component says, field by field. */
#include "fields.h"

#include "../../base/bytes.h"
#include "../../base/emit.h"

#include <stdio.h>
#include <string.h>

/* By the letters of struct component_type; names as docs/blotter.md has them. */
static const struct field {
    char letter;
    const char *name;
    enum { COLOR, BOOLEAN, INTEGER, FLOAT, TEXT } kind;
} fields[] = {
    {'C', "color", COLOR},       {'o', "on", BOOLEAN},      {'x', "size_x", INTEGER},
    {'z', "size_z", INTEGER},    {'n', "length", INTEGER},  {'k', "configuration", INTEGER},
    {'h', "align_x", INTEGER},   {'v', "align_z", INTEGER}, {'f', "font_size", FLOAT},
    {'m', "monospace", BOOLEAN}, {'t', "text", TEXT},       {'c', "counter", INTEGER},
    {'d', "delay", INTEGER},
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
    uint32_t bits = field->kind == COLOR || field->kind == BOOLEAN ? 0 : load_u32(at, false);
    switch (field->kind) {
    case COLOR:
        snprintf(color, sizeof color, "#%02x%02x%02x", at[0], at[1], at[2]);
        emit_string(emit, field->name, color);
        return 3;
    case BOOLEAN:
        emit_boolean(emit, field->name, *at != 0);
        return 1;
    case INTEGER:
        emit_integer(emit, field->name, (int32_t)bits);
        return 4;
    case FLOAT:
        memcpy(&number, &bits, sizeof number);
        emit_stored_float(emit, field->name, &number);
        return 4;
    case TEXT:
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
