/* Custom data of components: the properties of a C# interface, in alphabetical order of their names. */
#include "types.h"

#include "../../base/bytes.h"
#include "../../base/floats.h"

/* In squares, and thirds of one for lengths. Larger ones are bytes that mean something else: one such
 * mount among a million components would be all that is seen of them. Real boards reach some hundreds. */
enum { LARGEST = 10000 };

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

static bool take_int(struct data_cursor *cursor, int32_t least, int32_t *value)
{
    const uint8_t *bytes = take(cursor, 4);
    if (!bytes)
        return false;
    *value = (int32_t)load_u32(bytes, false);
    return *value >= least;
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
    if (!take_int(cursor, INT32_MIN, &bits))
        return false;
    memcpy(value, &bits, sizeof *value);
    return isfinite(*value) && *value > 0 && *value <= LARGEST;
}

static bool take_text(struct data_cursor *cursor, struct component_data *data)
{
    int32_t size;
    if (!take_int(cursor, 0, &size))
        return false;
    const uint8_t *text = take(cursor, (size_t)size);
    data->text = (ow_text){(const char *)text, text ? (size_t)size : 0};
    return text != NULL;
}

/* One field by its letter. */
static bool take_field(struct data_cursor *cursor, char letter, struct component_data *data)
{
    switch (letter) {
    case 'C':
        return take_color(cursor, &data->color);
    case 'o':
        return take_bool(cursor, &data->on);
    case 'x':
        return take_int(cursor, 1, &data->size_x) && data->size_x <= LARGEST;
    case 'z':
        return take_int(cursor, 1, &data->size_z) && data->size_z <= LARGEST;
    case 'n':
        return take_int(cursor, 0, &data->length) && data->length <= LARGEST;
    case 'k':
        return take_int(cursor, INT32_MIN, &data->configuration);
    case 'h':
        return take_int(cursor, INT32_MIN, &data->align_x);
    case 'v':
        return take_int(cursor, INT32_MIN, &data->align_z);
    case 'f':
        return take_float(cursor, &data->font_size);
    case 'm': /* monospace or not: pictures have one font */
        return take(cursor, 1) != NULL;
    case 't':
        return take_text(cursor, data);
    case 'c':
        return take_int(cursor, INT32_MIN, &data->counter);
    case 'd':
        return take_int(cursor, INT32_MIN, &data->delay);
    default: /* no row has another letter */
        return false;
    }
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

bool type_read_data(const struct component_type *type, ow_bytes custom_data,
                    struct component_data *data)
{
    *data = defaults(type);
    if (!type->data)
        return true;
    if (!custom_data.data)
        return type->may_have_none;
    struct data_cursor cursor = {custom_data.data, custom_data.data + custom_data.size};
    for (const char *letter = type->data; *letter; letter++) {
        if (!take_field(&cursor, *letter, data)) {
            *data = defaults(type);
            return false;
        }
    }
    if (cursor.at == cursor.end)
        return true;
    *data = defaults(type);
    return false;
}
