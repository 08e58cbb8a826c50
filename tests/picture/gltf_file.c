/* A glTF file taken apart again: what tests ask of one. */
#include "../support/test.h"

#include "gltf_file.h"

#include "json/base64.h"
#include "json/reader.h"

#include <math.h>

static uint32_t little(const uint8_t *bytes, unsigned size)
{
    uint32_t value = 0;
    for (unsigned i = size; i-- > 0;)
        value = value << 8 | bytes[i];
    return value;
}

static void take_binary_apart(struct gltf_file *gltf)
{
    const uint8_t *data = gltf->file.data;
    assert_true(gltf->file.size >= 20);
    assert_memory_equal(data, "glTF", 4);
    assert_int_equal(little(data + 4, 4), 2);
    assert_int_equal(little(data + 8, 4), gltf->file.size);
    gltf->json_size = little(data + 12, 4);
    assert_int_equal(gltf->json_size % 4, 0);
    assert_memory_equal(data + 16, "JSON", 4);
    gltf->json = (const char *)data + 20;
    size_t end = 20 + gltf->json_size;
    if (end == gltf->file.size)
        return;
    assert_true(end + 8 <= gltf->file.size);
    assert_memory_equal(data + end + 4, "BIN", 4);
    gltf->buffer = data + end + 8;
    gltf->buffer_size = little(data + end, 4);
    assert_int_equal(end + 8 + gltf->buffer_size, gltf->file.size);
}

/* The cursor at a member's value or an element. False where there is none. */
static bool enter(struct json_cursor *cursor, const char *step, size_t size)
{
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)size, step);
    if (json_take_if(cursor, '[')) {
        for (long left = strtol(name, NULL, 10); left > 0; left--)
            if (!json_skip(cursor) || !json_take_if(cursor, ','))
                return false;
        return json_peek(cursor) != ']';
    }
    if (!json_take_if(cursor, '{'))
        return false;
    for (struct json_token token; json_string(cursor, &token);) {
        if (!json_take(cursor, ':', "a colon"))
            return false;
        if (json_token_is(&token, name))
            return true;
        if (!json_skip(cursor) || !json_take_if(cursor, ','))
            return false;
    }
    return false;
}

static bool go_to(const struct gltf_file *gltf, struct json_cursor *cursor, const char *pointer)
{
    *cursor = (struct json_cursor){
        .begin = gltf->json, .at = gltf->json, .end = gltf->json + gltf->json_size};
    while (*pointer == '/') {
        const char *end = strchr(++pointer, '/');
        size_t size = end ? (size_t)(end - pointer) : strlen(pointer);
        if (!enter(cursor, pointer, size))
            return false;
        pointer += size;
    }
    return true;
}

#define FORMAT_POINTER(path)                                                                       \
    char path[256];                                                                                \
    va_list arguments;                                                                             \
    va_start(arguments, pointer);                                                                  \
    vsnprintf(path, sizeof path, pointer, arguments);                                              \
    va_end(arguments)

double gltf_number(const struct gltf_file *gltf, const char *pointer, ...)
{
    struct json_cursor cursor;
    struct json_token token;
    char digits[64];
    FORMAT_POINTER(path);
    if (!go_to(gltf, &cursor, path) || !json_number(&cursor, &token))
        ROW_FAILED("there is no number %s in %.*s\n", path, (int)gltf->json_size, gltf->json);
    snprintf(digits, sizeof digits, "%.*s", (int)token.size, token.data);
    return strtod(digits, NULL);
}

const char *gltf_text(const struct gltf_file *gltf, const char *pointer, ...)
{
    static char text[128];
    struct json_cursor cursor;
    struct json_token token;
    size_t size = 0;
    FORMAT_POINTER(path);
    text[0] = '\0';
    if (go_to(gltf, &cursor, path) && json_string(&cursor, &token) && token.size < sizeof text &&
        json_unescape(&token, text, &size))
        text[size] = '\0';
    return text;
}

bool gltf_has(const struct gltf_file *gltf, const char *pointer, ...)
{
    struct json_cursor cursor;
    FORMAT_POINTER(path);
    return go_to(gltf, &cursor, path);
}

uint32_t gltf_count(const struct gltf_file *gltf, const char *pointer, ...)
{
    struct json_cursor cursor;
    uint32_t count = 0;
    FORMAT_POINTER(path);
    if (!go_to(gltf, &cursor, path) || !json_take_if(&cursor, '['))
        return 0;
    while (json_peek(&cursor) != ']' && json_skip(&cursor)) {
        count++;
        json_take_if(&cursor, ',');
    }
    return count;
}

static void take_text_apart(struct gltf_file *gltf)
{
    static const char prefix[] = "data:application/octet-stream;base64,";
    struct json_cursor cursor;
    struct json_token token;
    gltf->json = (const char *)gltf->file.data;
    gltf->json_size = gltf->file.size;
    if (!go_to(gltf, &cursor, "/buffers/0/uri"))
        return;
    assert_true(json_string(&cursor, &token));
    assert_memory_equal(token.data, prefix, strlen(prefix));
    const char *digits = token.data + strlen(prefix);
    size_t size = token.size - strlen(prefix);
    gltf->buffer_size = base64_decoded_size(digits, size);
    gltf->buffer = gltf->decoded = malloc(gltf->buffer_size + 1);
    assert_true(base64_decode(digits, size, gltf->decoded));
}

struct gltf_file gltf_of(const ow_scene *scene, const ow_gltf_options *asked)
{
    struct gltf_file gltf = {0};
    ow_sink sink = sink_to(&gltf.file);
    ow_error error;
    if (ow_gltf_write(scene, asked, NULL, &sink, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    if (asked && asked->as_text)
        take_text_apart(&gltf);
    else
        take_binary_apart(&gltf);
    if (gltf.buffer_size > 0)
        assert_int_equal(gltf_number(&gltf, "/buffers/0/byteLength"), gltf.buffer_size);
    return gltf;
}

void gltf_free(struct gltf_file *gltf)
{
    free(gltf->decoded);
    bytes_free(&gltf->file);
    *gltf = (struct gltf_file){0};
}

static unsigned components_of(const char *type)
{
    return strcmp(type, "SCALAR") == 0 ? 1 : (unsigned)(type[3] - '0');
}

double gltf_value(const struct gltf_file *gltf, uint32_t accessor, uint32_t index, unsigned k)
{
    unsigned components = components_of(gltf_text(gltf, "/accessors/%u/type", accessor));
    bool is_float = gltf_number(gltf, "/accessors/%u/componentType", accessor) == 5126;
    size_t size = is_float ? 4 : 2;
    uint32_t view = (uint32_t)gltf_number(gltf, "/accessors/%u/bufferView", accessor);
    size_t place = (size_t)gltf_number(gltf, "/bufferViews/%u/byteOffset", view) +
                   ((size_t)index * components + k) * size;
    assert_true(index < gltf_number(gltf, "/accessors/%u/count", accessor) && k < components);
    assert_true(place + size <= gltf->buffer_size);
    if (!is_float)
        return little(gltf->buffer + place, 2);
    return (double)float_of(little(gltf->buffer + place, 4));
}

struct gltf_primitive gltf_primitive(const struct gltf_file *gltf, uint32_t mesh, uint32_t number)
{
    struct gltf_primitive found;
    char path[64];
    snprintf(path, sizeof path, "/meshes/%u/primitives/%u", (unsigned)mesh, (unsigned)number);
    found.position = (uint32_t)gltf_number(gltf, "%s/attributes/POSITION", path);
    found.color = (uint32_t)gltf_number(gltf, "%s/attributes/COLOR_0", path);
    found.index = (uint32_t)gltf_number(gltf, "%s/indices", path);
    found.vertices = (uint32_t)gltf_number(gltf, "/accessors/%u/count", found.position);
    found.indices = (uint32_t)gltf_number(gltf, "/accessors/%u/count", found.index);
    return found;
}

/* Accessors are looked up by the text; a walk over many of their numbers goes to the bytes. */
static const uint8_t *bytes_of(const struct gltf_file *gltf, uint32_t accessor)
{
    uint32_t view = (uint32_t)gltf_number(gltf, "/accessors/%u/bufferView", accessor);
    return gltf->buffer + (size_t)gltf_number(gltf, "/bufferViews/%u/byteOffset", view);
}

static struct vector vector_at(const uint8_t *bytes)
{
    return (struct vector){(double)float_of(little(bytes, 4)),
                           (double)float_of(little(bytes + 4, 4)),
                           (double)float_of(little(bytes + 8, 4))};
}

struct vector gltf_position(const struct gltf_file *gltf, const struct gltf_primitive *primitive,
                            uint32_t vertex)
{
    return vector_at(bytes_of(gltf, primitive->position) + (size_t)vertex * 12);
}

double gltf_volume(const struct gltf_file *gltf, const struct gltf_primitive *primitive)
{
    const uint8_t *positions = bytes_of(gltf, primitive->position);
    const uint8_t *indices = bytes_of(gltf, primitive->index);
    double volume = 0;
    for (uint32_t i = 0; i < primitive->indices; i += 3) {
        struct vector corner[3];
        for (uint32_t k = 0; k < 3; k++)
            corner[k] = vector_at(positions + 12 * (size_t)little(indices + 2 * (i + k), 2));
        volume += vector_dot(corner[0], vector_cross(corner[1], corner[2]));
    }
    return volume;
}

static void assert_sound_primitive(const struct gltf_file *gltf, uint32_t mesh, uint32_t number)
{
    struct gltf_primitive primitive = gltf_primitive(gltf, mesh, number);
    const uint8_t *positions = bytes_of(gltf, primitive.position);
    const uint8_t *indices = bytes_of(gltf, primitive.index);
    double least[3] = {INFINITY, INFINITY, INFINITY}, most[3] = {-INFINITY, -INFINITY, -INFINITY};
    assert_in_range(primitive.vertices, 3, 65535);
    assert_true(primitive.indices > 0 && primitive.indices % 3 == 0);
    assert_int_equal(gltf_number(gltf, "/accessors/%u/count", primitive.color), primitive.vertices);
    for (uint32_t i = 0; i < primitive.indices; i++)
        assert_true(little(indices + 2 * (size_t)i, 2) < primitive.vertices);
    for (uint32_t i = 0; i < primitive.vertices; i++) {
        struct vector at = vector_at(positions + 12 * (size_t)i);
        assert_true(vector_is_finite(at));
        const double axes[3] = {at.x, at.y, at.z};
        for (int k = 0; k < 3; k++) {
            least[k] = fmin(least[k], axes[k]);
            most[k] = fmax(most[k], axes[k]);
        }
    }
    for (int k = 0; k < 3; k++) {
        assert_true((float)gltf_number(gltf, "/accessors/%u/min/%d", primitive.position, k) ==
                    (float)least[k]);
        assert_true((float)gltf_number(gltf, "/accessors/%u/max/%d", primitive.position, k) ==
                    (float)most[k]);
    }
    assert_true(
        gltf_has(gltf, "/materials/%d",
                 (int)gltf_number(gltf, "/meshes/%u/primitives/%u/material", mesh, number)));
}

static void assert_sound_views(const struct gltf_file *gltf)
{
    size_t used = 0;
    uint32_t count = gltf_count(gltf, "/bufferViews");
    assert_int_equal(gltf_count(gltf, "/accessors"), count);
    for (uint32_t i = 0; i < count; i++) {
        size_t offset = (size_t)gltf_number(gltf, "/bufferViews/%u/byteOffset", i);
        size_t length = (size_t)gltf_number(gltf, "/bufferViews/%u/byteLength", i);
        bool is_float = gltf_number(gltf, "/accessors/%u/componentType", i) == 5126;
        assert_int_equal(offset % 4, 0);
        assert_true(offset + length <= gltf->buffer_size);
        assert_int_equal(length, gltf_number(gltf, "/accessors/%u/count", i) *
                                     components_of(gltf_text(gltf, "/accessors/%u/type", i)) *
                                     (is_float ? 4 : 2));
        used += (length + 3) / 4 * 4;
    }
    assert_int_equal(used, gltf->buffer_size);
}

void gltf_assert_sound(const struct gltf_file *gltf)
{
    assert_string_equal(gltf_text(gltf, "/asset/version"), "2.0");
    uint32_t nodes = gltf_count(gltf, "/nodes"), meshes = gltf_count(gltf, "/meshes");
    for (uint32_t i = 0; i < nodes; i++) {
        if (gltf_has(gltf, "/nodes/%u/mesh", i))
            assert_true(gltf_number(gltf, "/nodes/%u/mesh", i) < meshes);
        for (uint32_t k = gltf_count(gltf, "/nodes/%u/children", i); k-- > 0;)
            assert_true(gltf_number(gltf, "/nodes/%u/children/%u", i, k) < nodes);
    }
    for (uint32_t i = 0; i < meshes; i++)
        for (uint32_t k = gltf_count(gltf, "/meshes/%u/primitives", i); k-- > 0;)
            assert_sound_primitive(gltf, i, k);
    assert_sound_views(gltf);
}
