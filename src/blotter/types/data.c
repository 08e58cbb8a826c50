/* Custom data of components: the properties of a C# interface, in alphabetical order of their
 * names. */
#include "types.h"

#include "../../base/bytes.h"
#include "../../base/floats.h"
#include "../../base/text.h"
#include "../../driver/decoded.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

/* Limit in squares, and in thirds of a square for lengths. Larger values are bytes with another
 * meaning: one such mount among a million components would dwarf the rest of the picture. Real
 * boards reach a few hundred. */
enum { LARGEST = 10000 };

enum field_kind { COLOR_FIELD, BOOLEAN_FIELD, INTEGER_FIELD, BYTE_FIELD, FLOAT_FIELD, TEXT_FIELD };

/* By the letters of struct component_type. Names are those of docs/reference/blotter.md. */
static const struct field {
    const char *name;
    enum field_kind kind;
    size_t member;       /* offset in struct component_data */
    int32_t least, most; /* of an integer or byte: its limits */
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
/* Bytes of parts of mods: TIMER_DATA and CPU_DATA. */
#define BYTE(number, name) [128 + (number)] = {name, BYTE_FIELD, MEMBER(bytes) + (number), 0, 255}
    BYTE(0, "last_clock"),
    BYTE(1, "last_cnt"),
    BYTE(2, "last_write"),
    BYTE(3, "last_signals"),
    BYTE(4, "flags_read"),
    BYTE(5, "flags"),
    BYTE(6, "mask"),
    BYTE(7, "control_a"),
    BYTE(8, "control_b"),
    BYTE(9, "a_low"),
    BYTE(10, "a_high"),
    BYTE(11, "b_low"),
    BYTE(12, "b_high"),
    BYTE(13, "a_latch_low"),
    BYTE(14, "a_latch_high"),
    BYTE(15, "b_latch_low"),
    BYTE(16, "b_latch_high"),
    BYTE(17, "output_a"),
    BYTE(18, "output_b"),
    BYTE(19, "paused"),
    BYTE(20, "last_ready"),
    BYTE(21, "last_overflow"),
    BYTE(22, "phi1"),
    BYTE(23, "phi2"),
    BYTE(24, "is_phi2"),
    BYTE(25, "reset"),
    BYTE(26, "internal_reset"),
    BYTE(27, "fetching"),
    BYTE(28, "in_interrupt"),
    BYTE(29, "interrupt_kind"),
    BYTE(30, "address_mode"),
    BYTE(31, "operand_bytes"),
    BYTE(32, "pc_low"),
    BYTE(33, "pc_high"),
    BYTE(34, "s"),
    BYTE(35, "p"),
    BYTE(36, "a"),
    BYTE(37, "x"),
    BYTE(38, "y"),
    BYTE(39, "state"),
    BYTE(40, "address_state"),
    BYTE(41, "relative_state"),
    BYTE(42, "mode_done"),
    BYTE(43, "accumulator_mode"),
    BYTE(44, "latch_1"),
    BYTE(45, "latch_2"),
    BYTE(46, "pending_ir"),
    BYTE(47, "pending_pc_low"),
    BYTE(48, "pending_pc_high"),
    BYTE(49, "pending_a"),
    BYTE(50, "pending_x"),
    BYTE(51, "pending_y"),
    BYTE(52, "pending_p"),
    BYTE(53, "pending_latch_1"),
    BYTE(54, "pending_latch_2"),
    BYTE(55, "end_of_instruction"),
#undef BYTE
#undef MEMBER
#undef ANY
};

/* The rows of the types only use letters of this table. */
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

static bool take_byte(struct data_cursor *cursor, uint8_t *value)
{
    const uint8_t *byte = take(cursor, 1);
    *value = byte ? *byte : 0;
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
    case BYTE_FIELD:
        return take_byte(cursor, member);
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

/* Reads all fields. Returns false if the data do not fit the type; *data is undefined then. */
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
    case BYTE_FIELD:
        emit_integer(emit, field->name, *(const uint8_t *)member);
        break;
    case FLOAT_FIELD:
        emit_stored_float(emit, field->name, member);
        break;
    case TEXT_FIELD:
        emit_text(emit, field->name, *(const ow_text *)member);
        break;
    }
}

void type_emit_data(const struct component_type *type, ow_bytes custom_data, struct emitter *emit)
{
    struct component_data data;
    if (!type->data || !custom_data.data || !type_read_data(type, custom_data, &data))
        return;
    emit_begin_object(emit, type->words);
    for (const char *letter = type->data; *letter; letter++)
        emit_field(field_of(*letter), &data, emit);
    emit_end_object(emit);
}

/* Whether an earlier type has the field in an object of the same name. */
static bool is_listed(const struct component_type *types, size_t at, char letter)
{
    for (size_t i = 0; i < at; i++)
        if (types[i].data && types[i].words && strcmp(types[i].words, types[at].words) == 0 &&
            strchr(types[i].data, letter))
            return true;
    return false;
}

ow_visit type_list_fields(ow_field_visitor visit, void *context)
{
    static const char *const types_of_json[] = {
        [COLOR_FIELD] = "text",   [BOOLEAN_FIELD] = "boolean", [INTEGER_FIELD] = "integer",
        [BYTE_FIELD] = "integer", [FLOAT_FIELD] = "float",     [TEXT_FIELD] = "text"};
    size_t count;
    ow_visit result = OW_GO_ON;
    const struct component_type *types = type_list(&count);
    for (size_t i = 0; i < count; i++)
        for (const char *letter = types[i].words ? types[i].data : NULL;
             letter && *letter && result != OW_STOP; letter++) {
            char path[64];
            const struct field *field = field_of(*letter);
            if (is_listed(types, i, *letter))
                continue;
            snprintf(path, sizeof path, "/components/*/%s/%s", types[i].words, field->name);
            result = visit(
                context,
                &(ow_field){.path = path, .type = types_of_json[field->kind], .derived = true});
        }
    return result;
}

/* ---- the opposite direction ---- */

/* The bytes of one field, and where to put them. */
struct new_field {
    const struct field *field;
    size_t first, size; /* in the old bytes */
    const void *old;    /* the field's member of struct component_data */
    uint8_t number[4];
    ow_bytes bytes; /* data NULL: keep the old bytes */
};

static bool make_color(struct decoded_change *change, const struct leaf *leaf,
                       struct new_field *made)
{
    const ow_color *old = made->old;
    if (!leaf_color(change, leaf, made->number))
        return false;
    if (old->red != made->number[0] || old->green != made->number[1] ||
        old->blue != made->number[2])
        made->bytes = (ow_bytes){made->number, 3};
    return true;
}

/* Any byte but 0 is true. A field that has the value already keeps its byte. */
static bool make_boolean(struct decoded_change *change, const struct leaf *leaf,
                         struct new_field *made)
{
    bool value;
    if (!leaf_boolean(change, leaf, &value))
        return false;
    made->number[0] = value;
    if (value != *(const bool *)made->old)
        made->bytes = (ow_bytes){made->number, 1};
    return true;
}

static bool make_integer(struct decoded_change *change, const struct leaf *leaf,
                         struct new_field *made)
{
    int64_t value;
    if (!leaf_integer(change, leaf, made->field->least, made->field->most, &value))
        return false;
    store_u32(made->number, (uint32_t)value, false);
    made->bytes = (ow_bytes){made->number, 4};
    return true;
}

static bool make_byte(struct decoded_change *change, const struct leaf *leaf,
                      struct new_field *made)
{
    int64_t value;
    if (!leaf_integer(change, leaf, made->field->least, made->field->most, &value))
        return false;
    made->number[0] = (uint8_t)value;
    made->bytes = (ow_bytes){made->number, 1};
    return true;
}

static bool make_float(struct decoded_change *change, const struct leaf *leaf,
                       struct new_field *made)
{
    float value;
    uint32_t bits;
    struct json_token token = {.data = leaf->text.data, .size = leaf->text.size};
    if (leaf->kind != LEAF_NUMBER || !json_float(&token, &value) || !(value > 0) ||
        value > LARGEST) {
        decoded_fail(change, OW_BAD_JSON, "\"%.*s\" is not a number above 0, up to %d",
                     text_shown_size(leaf->text), leaf->text.data, (int)LARGEST);
        return false;
    }
    memcpy(&bits, &value, sizeof bits);
    store_u32(made->number, bits, false);
    made->bytes = (ow_bytes){made->number, 4};
    return true;
}

/* The game ends a line with a vertical tab. A text that has other line breaks keeps them. */
static bool make_text(struct decoded_change *change, const struct leaf *leaf,
                      struct new_field *made)
{
    const ow_text *old = made->old;
    size_t size = leaf->text.size;
    uint8_t *bytes = size <= INT32_MAX ? arena_take(change->arena, 4 + size) : NULL;
    bool has_plain_lines = old->size > 0 && memchr(old->data, '\n', old->size);
    if (!bytes)
        return decoded_no_memory(change), false;
    store_u32(bytes, (uint32_t)size, false);
    for (size_t i = 0; i < size; i++) {
        char character = leaf->text.data[i];
        bytes[4 + i] = (uint8_t)(character == '\n' && !has_plain_lines ? '\v' : character);
    }
    made->bytes = (ow_bytes){bytes, 4 + size};
    return true;
}

static bool make_field(struct decoded_change *change, const struct leaf *leaf,
                       struct new_field *made)
{
    switch (made->field->kind) {
    case COLOR_FIELD:
        return make_color(change, leaf, made);
    case BOOLEAN_FIELD:
        return make_boolean(change, leaf, made);
    case INTEGER_FIELD:
        return make_integer(change, leaf, made);
    case BYTE_FIELD:
        return make_byte(change, leaf, made);
    case FLOAT_FIELD:
        return make_float(change, leaf, made);
    case TEXT_FIELD:
        break;
    }
    return make_text(change, leaf, made);
}

static enum decoded_outcome splice(struct decoded_change *change, const struct new_field *made,
                                   ow_bytes *custom_data)
{
    size_t behind = made->first + made->size, rest = custom_data->size - behind;
    size_t size = made->first + made->bytes.size + rest;
    uint8_t *bytes = arena_take(change->arena, size + 1);
    if (!bytes)
        return decoded_no_memory(change);
    memcpy(bytes, custom_data->data, made->first);
    memcpy(bytes + made->first, made->bytes.data, made->bytes.size);
    if (rest > 0)
        memcpy(bytes + made->first + made->bytes.size, custom_data->data + behind, rest);
    *custom_data = (ow_bytes){bytes, size};
    return DECODED_DONE;
}

enum decoded_outcome type_set_field(const struct component_type *type, const char *name,
                                    struct decoded_change *change, const struct leaf *leaf,
                                    ow_bytes *custom_data)
{
    struct component_data data;
    const char *letter = type->data;
    while (letter && *letter && strcmp(field_of(*letter)->name, name) != 0)
        letter++;
    if (!letter || !*letter)
        return decoded_fail(change, OW_NOT_THERE, "there is no \"%.60s\"", name);
    struct new_field made = {.field = field_of(*letter)};
    if (!type_find_field(type, *custom_data, *letter, &made.first, &made.size) ||
        !type_read_data(type, *custom_data, &data))
        return decoded_fail(change, OW_NOT_THERE,
                            "the custom data is not what %s has, so it has no fields to set",
                            type->name);
    made.old = (const uint8_t *)&data + made.field->member;
    if (!make_field(change, leaf, &made))
        return DECODED_FAILED;
    return made.bytes.data ? splice(change, &made, custom_data) : DECODED_DONE;
}
