/* Custom data of components: the properties of a C# interface, in alphabetical order of their names. */
#include "types.h"

#include "../../base/bytes.h"
#include "../../base/floats.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* In squares, and thirds of one for lengths. Larger ones are bytes that mean something else: one such
 * mount among a million components would be all that is seen of them. Real boards reach some hundreds. */
enum { LARGEST = 10000 };

enum field_kind { COLOR_FIELD, BOOLEAN_FIELD, INTEGER_FIELD, FLOAT_FIELD, TEXT_FIELD };

/* By the letters of struct component_type; names as docs/reference/blotter.md has them. */
static const struct field {
    const char *name;
    enum field_kind kind;
    size_t member;       /* of struct component_data */
    int32_t least, most; /* of an integer */
} fields[] = {
#define MEMBER(name) offsetof(struct component_data, name)
#define ANY          INT32_MIN, INT32_MAX
    ['C'] = {"color", COLOR_FIELD, MEMBER(color), ANY},
    ['o'] = {"on", BOOLEAN_FIELD, MEMBER(on), ANY},
    ['x'] = {"size_x", INTEGER_FIELD, MEMBER(size_x), 1, LARGEST},
    ['z'] = {"size_z", INTEGER_FIELD, MEMBER(size_z), 1, LARGEST},
    ['n'] = {"length", INTEGER_FIELD, MEMBER(length), 0, LARGEST},
    ['k'] = {"configuration", INTEGER_FIELD, MEMBER(configuration), ANY},
    ['h'] = {"align_x", INTEGER_FIELD, MEMBER(align_x), ANY},
    ['v'] = {"align_z", INTEGER_FIELD, MEMBER(align_z), ANY},
    ['f'] = {"font_size", FLOAT_FIELD, MEMBER(font_size), ANY},
    ['m'] = {"monospace", BOOLEAN_FIELD, MEMBER(monospace), ANY},
    ['t'] = {"text", TEXT_FIELD, MEMBER(text), ANY},
    ['c'] = {"counter", INTEGER_FIELD, MEMBER(counter), ANY},
    ['d'] = {"delay", INTEGER_FIELD, MEMBER(delay), ANY},
#undef MEMBER
#undef ANY
};

/* No row of the types has a letter that is not there. */
static inline const struct field *field_of(char letter)
{
    return &fields[(unsigned char)letter];
}

struct data_cursor {
    const uint8_t *at, *end;
};

static const uint8_t *take(struct data_cursor *cursor, size_t size)
{
    const uint8_t *taken = cursor->at;
    if ((size_t)(cursor->end - cursor->at) < size)
        return NULL;
    cursor->at += size;
    return taken;
}

static bool take_int(struct data_cursor *cursor, int32_t least, int32_t most, int32_t *value)
{
    const uint8_t *bytes = take(cursor, 4);
    if (!bytes)
        return false;
    *value = (int32_t)load_u32(bytes, false);
    return *value >= least && *value <= most;
}

static bool take_bool(struct data_cursor *cursor, bool *value)
{
    const uint8_t *byte = take(cursor, 1);
    *value = byte && *byte != 0;
    return byte != NULL;
}

static bool take_color(struct data_cursor *cursor, ow_color *color)
{
    const uint8_t *bytes = take(cursor, 3);
    if (bytes)
        *color = (ow_color){bytes[0], bytes[1], bytes[2], 255};
    return bytes != NULL;
}

static bool take_float(struct data_cursor *cursor, float *value)
{
    int32_t bits;
    if (!take_int(cursor, INT32_MIN, INT32_MAX, &bits))
        return false;
    memcpy(value, &bits, sizeof *value);
    return isfinite(*value) && *value > 0 && *value <= LARGEST;
}

static bool take_text(struct data_cursor *cursor, ow_text *value)
{
    int32_t size;
    if (!take_int(cursor, 0, INT32_MAX, &size))
        return false;
    const uint8_t *text = take(cursor, (size_t)size);
    *value = (ow_text){(const char *)text, text ? (size_t)size : 0};
    return text != NULL;
}

static bool take_field(struct data_cursor *cursor, const struct field *field,
                       struct component_data *data)
{
    void *member = (uint8_t *)data + field->member;
    switch (field->kind) {
    case COLOR_FIELD:
        return take_color(cursor, member);
    case BOOLEAN_FIELD:
        return take_bool(cursor, member);
    case INTEGER_FIELD:
        return take_int(cursor, field->least, field->most, member);
    case FLOAT_FIELD:
        return take_float(cursor, member);
    case TEXT_FIELD:
        break;
    }
    return take_text(cursor, member);
}

static struct component_data defaults(const struct component_type *type)
{
    return (struct component_data){.color = color_of(type->chosen),
                                   .size_x = 1,
                                   .size_z = 1,
                                   .length = 6,
                                   .align_x = 1,
                                   .align_z = 1,
                                   .font_size = 0.8f,
                                   .text = {"", 0}};
}

/* Reads all fields; false where the data are not what the type has, which spoils *data. */
static bool read_fields(const struct component_type *type, ow_bytes custom_data,
                        struct component_data *data)
{
    struct data_cursor cursor = {custom_data.data, custom_data.data + custom_data.size};
    for (const char *letter = type->data; *letter; letter++)
        if (!take_field(&cursor, field_of(*letter), data))
            return false;
    return cursor.at == cursor.end;
}

bool type_data_is_sound(const struct component_type *type, ow_bytes custom_data)
{
    struct component_data data;
    if (!type->data)
        return true;
    return custom_data.data ? read_fields(type, custom_data, &data) : type->may_have_none;
}

bool type_read_data(const struct component_type *type, ow_bytes custom_data,
                    struct component_data *data)
{
    *data = defaults(type);
    if (!type->data)
        return true;
    if (!custom_data.data)
        return type->may_have_none;
    if (read_fields(type, custom_data, data))
        return true;
    *data = defaults(type);
    return false;
}

bool type_find_field(const struct component_type *type, ow_bytes custom_data, char letter,
                     size_t *first, size_t *size)
{
    struct component_data data;
    if (!type->data || !strchr(type->data, letter) || !custom_data.data ||
        !type_read_data(type, custom_data, &data))
        return false;
    struct data_cursor cursor = {custom_data.data, custom_data.data + custom_data.size};
    for (const char *at = type->data; *at != letter; at++)
        take_field(&cursor, field_of(*at), &data);
    *first = (size_t)(cursor.at - custom_data.data);
    take_field(&cursor, field_of(letter), &data);
    *size = (size_t)(cursor.at - custom_data.data) - *first;
    return true;
}

static void emit_field(const struct field *field, const struct component_data *data,
                       struct emitter *emit)
{
    const void *member = (const uint8_t *)data + field->member;
    const ow_color *color = member;
    char text[8];
    switch (field->kind) {
    case COLOR_FIELD:
        snprintf(text, sizeof text, "#%02x%02x%02x", color->red, color->green, color->blue);
        emit_string(emit, field->name, text);
        break;
    case BOOLEAN_FIELD:
        emit_boolean(emit, field->name, *(const bool *)member);
        break;
    case INTEGER_FIELD:
        emit_integer(emit, field->name, *(const int32_t *)member);
        break;
    case FLOAT_FIELD:
        emit_stored_float(emit, field->name, member);
        break;
    case TEXT_FIELD:
        emit_text(emit, field->name, *(const ow_text *)member);
        break;
    }
}

void type_emit_data(const struct component_type *type, ow_bytes custom_data, const char *name,
                    struct emitter *emit)
{
    struct component_data data;
    if (!type->data || !custom_data.data || !type_read_data(type, custom_data, &data))
        return;
    emit_begin_object(emit, name);
    for (const char *letter = type->data; *letter; letter++)
        emit_field(field_of(*letter), &data, emit);
    emit_end_object(emit);
}
