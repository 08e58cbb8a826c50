/* Converts Tiled's XML to its JSON. */
#include "convert/tmx.h"
#include "convert/xml.h"
#include "io/output.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The JSON output. */
struct json {
    ow_json_writer *writer;
    const char *problem; /* content that has no JSON equivalent */
};

static void put(struct json *json, ow_event event)
{
    ow_json_visit(json->writer, &event);
}

static void begin(struct json *json, ow_event_kind kind, const char *name)
{
    put(json, (ow_event){.kind = kind, .name = name});
}

static void end(struct json *json, ow_event_kind kind)
{
    put(json, (ow_event){.kind = kind});
}

static void put_string(struct json *json, const char *name, const char *text)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_TEXT, .name = name};
    event.value.text = ow_text_of(text);
    put(json, event);
}

static void put_true_or_false(struct json *json, const char *name, bool value)
{
    ow_event event = {.kind = OW_VALUE, .type = OW_BOOLEAN, .name = name};
    event.value.integer = value;
    put(json, event);
}

/* Returns false if the number has a fraction or may have been rounded. */
static bool take_whole(const char *text, double number, int64_t *whole)
{
    const double inexact = 9007199254740992.0; /* 2^53: larger doubles skip whole numbers */
    char *behind;
    errno = 0;
    *whole = strtoll(text, &behind, 10);
    if (*behind == '\0' && errno == 0)
        return true;
    if (fabs(number) >= inexact || floor(number) != number)
        return false;
    *whole = (int64_t)number;
    return true;
}

/* Writes a number if the text is one; otherwise the text, which the library refuses if it needs a
 * number. The command never leaves the C locale, so strtod expects a decimal point. */
static void put_number(struct json *json, const char *name, const char *text)
{
    char *behind;
    double number = strtod(text, &behind);
    ow_event event = {.kind = OW_VALUE, .name = name};
    if (behind == text || *behind || !isfinite(number)) {
        put_string(json, name, text);
    } else if (take_whole(text, number, &event.value.integer)) {
        event.type = OW_INTEGER;
        put(json, event);
    } else { /* a fraction of a pixel */
        event.type = OW_FLOAT;
        event.value.number = number > FLT_MAX    ? FLT_MAX
                             : number < -FLT_MAX ? -FLT_MAX
                                                 : (float)number;
        put(json, event);
    }
}

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

static void put_attribute(struct json *json, const struct xml_attribute *attribute)
{
    static const char *const numbers[] = {
        "firstgid", "width",   "height",   "tilewidth",   "tileheight",   "tilecount",
        "columns",  "margin",  "spacing",  "nextlayerid", "nextobjectid", "compressionlevel",
        "x",        "y",       "rotation", "gid",         "id",           "opacity",
        "offsetx",  "offsety", NULL};
    static const char *const switches[] = {"infinite", "visible", NULL};
    const char *name = attribute->name, *value = attribute->value;
    if (is_one_of(name, numbers))
        put_number(json, name, value);
    else if (is_one_of(name, switches))
        put_true_or_false(json, name, strcmp(value, "0") != 0 && strcmp(value, "false") != 0);
    else
        put_string(json, name, value);
}

static void put_attributes(struct json *json, const struct xml_element *element)
{
    for (const struct xml_attribute *row = element->attributes; row->name; row++)
        put_attribute(json, row);
}

/* The value of a property may be an attribute or, if it has several lines, text. */
static void put_property(struct json *json, const struct xml_element *element)
{
    const char *type = xml_attribute(element, "type"), *value = xml_attribute(element, "value");
    const char *name = xml_attribute(element, "name");
    type = type ? type : "string";
    value = value ? value : element->text;
    begin(json, OW_BEGIN_OBJECT, NULL);
    put_string(json, "name", name ? name : "");
    put_string(json, "type", type);
    if (strcmp(type, "int") == 0 || strcmp(type, "float") == 0)
        put_number(json, "value", value);
    else if (strcmp(type, "bool") == 0)
        put_true_or_false(json, "value", strcmp(value, "true") == 0);
    else
        put_string(json, "value", value);
    end(json, OW_END_OBJECT);
}

static void put_properties(struct json *json, const struct xml_element *element)
{
    const struct xml_element *list = xml_child(element, "properties");
    if (!list)
        return;
    begin(json, OW_BEGIN_ARRAY, "properties");
    for (const struct xml_element *child = list->first; child; child = child->next)
        if (strcmp(child->name, "property") == 0)
            put_property(json, child);
    end(json, OW_END_ARRAY);
}

/* "1,2,3" */
static void put_csv(struct json *json, const char *text)
{
    begin(json, OW_BEGIN_ARRAY, "data");
    while (*text) {
        char *behind;
        text += strspn(text, " \t\r\n,");
        unsigned long long value = strtoull(text, &behind, 10);
        if (*text && (behind == text || *text == '-' || value > UINT32_MAX)) {
            json->problem = "a layer's data is not a list of numbers separated by commas";
            break;
        }
        ow_event event = {.kind = OW_VALUE, .type = OW_INTEGER};
        event.value.integer = (int64_t)value;
        if (*text)
            put(json, event);
        text = behind;
    }
    end(json, OW_END_ARRAY);
}

static void put_cells(struct json *json, const struct xml_element *data)
{
    begin(json, OW_BEGIN_ARRAY, "data");
    for (const struct xml_element *tile = data->first; tile; tile = tile->next) {
        const char *gid = xml_attribute(tile, "gid");
        if (strcmp(tile->name, "tile") == 0)
            put_number(json, NULL, gid ? gid : "0");
    }
    end(json, OW_END_ARRAY);
}

static void put_data(struct json *json, const struct xml_element *data)
{
    if (!data)
        return;
    const char *encoding = xml_attribute(data, "encoding");
    const char *compression = xml_attribute(data, "compression");
    if (xml_child(data, "chunk")) {
        begin(json, OW_BEGIN_ARRAY, "chunks");
        end(json, OW_END_ARRAY);
    } else if (!encoding) {
        put_cells(json, data);
    } else if (strcmp(encoding, "csv") == 0) {
        put_csv(json, data->text);
    } else {
        put_string(json, "encoding", encoding);
        if (compression)
            put_string(json, "compression", compression);
        put_string(json, "data", data->text);
    }
}

/* Writes a number that ends with `behind` or at the end of the text. Returns the text after it;
 * NULL if there is no number. */
static const char *put_coordinate(struct json *json, const char *name, const char *text,
                                  char behind)
{
    char number[40];
    size_t size = strcspn(text, ", \t\r\n");
    bool ended = text[size] == behind || (behind == ' ' && text[size] != ',');
    if (size == 0 || size >= sizeof number || !ended)
        return NULL;
    memcpy(number, text, size);
    number[size] = '\0';
    put_number(json, name, number);
    return text + size + (text[size] == ',');
}

/* "0,0 16,8.5" */
static void put_points(struct json *json, const char *name, const struct xml_element *line)
{
    static const char blanks[] = " \t\r\n";
    const char *points = line ? xml_attribute(line, "points") : NULL;
    if (!line)
        return;
    begin(json, OW_BEGIN_ARRAY, name);
    for (const char *text = points ? points : ""; text && *(text += strspn(text, blanks));) {
        begin(json, OW_BEGIN_OBJECT, NULL);
        text = put_coordinate(json, "x", text, ',');
        text = text ? put_coordinate(json, "y", text, ' ') : NULL;
        end(json, OW_END_OBJECT);
        if (!text)
            json->problem = "the points of a polygon or polyline are not pairs of numbers";
    }
    end(json, OW_END_ARRAY);
}

static void put_object(struct json *json, const struct xml_element *object)
{
    begin(json, OW_BEGIN_OBJECT, NULL);
    put_attributes(json, object);
    if (xml_child(object, "ellipse"))
        put_true_or_false(json, "ellipse", true);
    if (xml_child(object, "point"))
        put_true_or_false(json, "point", true);
    if (xml_child(object, "text")) {
        begin(json, OW_BEGIN_OBJECT, "text");
        end(json, OW_END_OBJECT);
    }
    put_properties(json, object);
    put_points(json, "polygon", xml_child(object, "polygon"));
    put_points(json, "polyline", xml_child(object, "polyline"));
    end(json, OW_END_OBJECT);
}

static void put_tileset(struct json *json, const struct xml_element *tileset, const char *type)
{
    const struct xml_element *image = xml_child(tileset, "image");
    const char *source = image ? xml_attribute(image, "source") : NULL;
    begin(json, OW_BEGIN_OBJECT, NULL);
    if (type)
        put_string(json, "type", type);
    put_attributes(json, tileset);
    if (source)
        put_string(json, "image", source);
    put_properties(json, tileset);
    end(json, OW_END_OBJECT);
}

static void put_layers(struct json *json, const struct xml_element *parent);

static const char *layer_type(const struct xml_element *element)
{
    static const char *const types[][2] = {{"layer", "tilelayer"},
                                           {"objectgroup", "objectgroup"},
                                           {"imagelayer", "imagelayer"},
                                           {"group", "group"}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(element->name, types[i][0]) == 0)
            return types[i][1];
    return NULL;
}

static void put_layer(struct json *json, const struct xml_element *layer, const char *type)
{
    begin(json, OW_BEGIN_OBJECT, NULL);
    put_string(json, "type", type);
    put_attributes(json, layer);
    put_properties(json, layer);
    put_data(json, xml_child(layer, "data"));
    if (strcmp(type, "objectgroup") == 0) {
        begin(json, OW_BEGIN_ARRAY, "objects");
        for (const struct xml_element *child = layer->first; child; child = child->next)
            if (strcmp(child->name, "object") == 0)
                put_object(json, child);
        end(json, OW_END_ARRAY);
    }
    if (strcmp(type, "group") == 0)
        put_layers(json, layer);
    end(json, OW_END_OBJECT);
}

static void put_layers(struct json *json, const struct xml_element *parent)
{
    begin(json, OW_BEGIN_ARRAY, "layers");
    for (const struct xml_element *child = parent->first; child; child = child->next)
        if (layer_type(child))
            put_layer(json, child, layer_type(child));
    end(json, OW_END_ARRAY);
}

static void put_map(struct json *json, const struct xml_element *map)
{
    begin(json, OW_BEGIN_OBJECT, NULL);
    put_string(json, "type", "map");
    put_attributes(json, map);
    put_properties(json, map);
    begin(json, OW_BEGIN_ARRAY, "tilesets");
    for (const struct xml_element *child = map->first; child; child = child->next)
        if (strcmp(child->name, "tileset") == 0)
            put_tileset(json, child, NULL);
    end(json, OW_END_ARRAY);
    put_layers(json, map);
    end(json, OW_END_OBJECT);
}

static ow_status failed(ow_error *error, ow_status status, const char *message)
{
    if (error) {
        *error = (ow_error){.status = status};
        snprintf(error->message, sizeof error->message, "%s", message);
    }
    return status;
}

static ow_status put_tree(const struct xml_tree *tree, ow_buffer *buffer, ow_error *error)
{
    struct json json = {0};
    const ow_sink sink = sink_to_memory(buffer);
    bool map = strcmp(tree->root->name, "map") == 0;
    if (!map && strcmp(tree->root->name, "tileset") != 0)
        return failed(error, OW_BAD_VALUE, "this XML is not a map of Tiled");
    ow_status status = ow_json_open(NULL, NULL, &sink, &json.writer, error);
    if (status != OW_OK)
        return status;
    if (map)
        put_map(&json, tree->root);
    else
        put_tileset(&json, tree->root, "tileset");
    status = ow_json_close(json.writer, error);
    if (json.problem)
        return failed(error, OW_BAD_VALUE, json.problem);
    return status == OW_WRITE_FAILED ? failed(error, OW_NO_MEMORY, "not enough memory") : status;
}

bool looks_like_xml(const uint8_t *bytes, size_t size)
{
    size_t at = size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (at < size && bytes[at] && strchr(" \t\r\n", bytes[at]))
        at++;
    return at < size && bytes[at] == '<';
}

ow_status tmx_to_json(const void *bytes, size_t size, const ow_options *options, ow_buffer *json,
                      ow_error *error)
{
    enum { TIMES = 16 }; /* a cell as a separate element takes this many times as much */
    const uint64_t usual = (uint64_t)size * TIMES + (16u << 20);
    uint64_t limit = options && options->max_memory ? options->max_memory : usual;
    struct xml_tree tree;
    ow_status status = xml_read(bytes, size, limit, &tree, error);
    if (status == OW_OK)
        status = put_tree(&tree, json, error);
    xml_close(&tree);
    return status;
}
