/* City saves that cannot be read or written: which status, where, and in which words, by every
 * way of reading. */
#include "../support/broken.h"

/* A save of variant d3: name "city", image "a.png", two meta things, two things with reserved
 * data. */
static const char whole[] = "000a 0000 0004 63697479 00000010 00 0005 612e706e67 3dcccccd"
                            "00000010 00000002 0003 6f616b 0001 78"
                            "00000034 00000002 00000000 03 3f800000 40000000 40400000 00000000"
                            "00000001 07 3f800000 40000000 40400000 00000002 aabb";

/* Where its fields stand. */
enum {
    VERSION = 2,
    NAME = 4,
    TERRAIN = 10,
    KIND = 14,
    IMAGE_PATH = 15,
    Z_SCALE = 22,
    TABLE = 26,
    META_THING_COUNT = 30,
    META_THINGS = 34,
    SECOND_META_THING = 39,
    THINGS_SIZE = 42,
    THING_COUNT = 46,
    THINGS = 50,
    SECOND_THING = 71,
    RESERVED = 88,
    SIZE = 94
};

static void a_cut_is_reported_by_field(void **state)
{
    (void)state;
    static const struct reported_cut rows[] = {
        {NAME + 4, NAME, "/name", "4 bytes, but the file has only 2 left"},
        {TERRAIN, TERRAIN, "/terrain/size", "takes 4 bytes; only 0 left"},
        {TERRAIN + 3, TERRAIN, "/terrain/size", "takes 4 bytes; only 3 left"},
        {KIND, KIND, "/terrain/kind", "takes 1 byte; only 0 left"},
        {IMAGE_PATH + 1, IMAGE_PATH, "/terrain/image_path", "takes 2 bytes; only 1 left"},
        {IMAGE_PATH + 4, IMAGE_PATH, "/terrain/image_path",
         "5 bytes, but the file has only 2 left"},
        {Z_SCALE + 2, Z_SCALE, "/terrain/z_scale", "takes 4 bytes; only 2 left"},
        {TABLE, TABLE, "/meta_things_size", "takes 4 bytes; only 0 left"},
        {META_THING_COUNT + 1, META_THING_COUNT, "/meta_thing_count", "takes 4 bytes; only 1 left"},
        {META_THINGS + 3, META_THING_COUNT, "/meta_thing_count", "hold at most 1"},
        {META_THINGS + 4, META_THINGS, "/meta_things/0",
         "a text should have 3 bytes, but the file has only 2 left"},
        {SECOND_META_THING + 1, SECOND_META_THING, "/meta_things/1", "takes 2 bytes; only 1 left"},
        {THINGS_SIZE + 3, THINGS_SIZE, "/things_size", "takes 4 bytes; only 3 left"},
        {THING_COUNT, THING_COUNT, "/thing_count", "takes 4 bytes; only 0 left"},
        {THINGS + 33, THING_COUNT, "/thing_count", "is 2, but the remaining 33 bytes"},
        {SECOND_THING + 13, SECOND_THING + 13, "/things/1/z", "takes 4 bytes; only 0 left"},
        {RESERVED + 3, RESERVED, "/things/1/reserved", "takes 4 bytes; only 3 left"},
        {SIZE - 1, RESERVED, "/things/1/reserved", "2 bytes, but the file has only 1 left"},
    };
    struct bytes bytes = bytes_from_hex(whole);
    assert_int_equal(bytes.size, SIZE);
    assert_cuts_are_reported(&bytes, rows, LENGTH(rows));
    bytes_free(&bytes);
}

static void values_that_cannot_be_are_reported_by_field(void **state)
{
    (void)state;
    static const struct reported_value rows[] = {
        {VERSION, "0001", OW_UNKNOWN_VERSION, VERSION, "/version",
         "version 1; only version 0 is known"},
        {KIND, "02", OW_BAD_VALUE, KIND, "/terrain/kind", "2; expected 0 (image) or 1 (heights)"},
        {KIND, "ff", OW_BAD_VALUE, KIND, "/terrain/kind", "unknown kind of terrain 255"},
        {IMAGE_PATH, "ffff", OW_TRUNCATED, IMAGE_PATH, "/terrain/image_path", "65535 bytes"},
        {META_THING_COUNT, "ffffffff", OW_TRUNCATED, META_THING_COUNT, "/meta_thing_count",
         "4294967295, but the remaining 60 bytes can hold at most 30"},
        {THING_COUNT, "80000000", OW_TRUNCATED, THING_COUNT, "/thing_count", "2147483648"},
        {THING_COUNT, "00000003", OW_TRUNCATED, THING_COUNT, "/thing_count", "hold at most 2"},
        {THING_COUNT, "00000001", OW_BAD_VALUE, SECOND_THING, "", "the end of the file: 23 bytes"},
        {RESERVED, "00000001", OW_BAD_VALUE, SIZE - 1, "", "the end of the file: 1 byte"},
        {RESERVED, "ffffffff", OW_TRUNCATED, RESERVED, "/things/1/reserved", "4294967295 bytes"},
    };
    struct bytes bytes = bytes_from_hex(whole);
    assert_values_are_reported(&bytes, rows, LENGTH(rows));
    bytes_free(&bytes);
}

/* Numbers of vertices whose product, or its size in bytes, needs more than 32 or 64 bits. */
static void heights_that_cannot_be_counted_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *vertices, *message;
    } rows[] = {
        {"00010000 00010000", "takes 17179869184 bytes; only 20 left"},
        {"00000002 00000003", "takes 24 bytes; only 20 left"},
        {"80000000 80000000", "takes 18446744073709551615 bytes"},
        {"ffffffff ffffffff", "takes 18446744073709551615 bytes"},
        {"40000000 00000001", "takes 4294967296 bytes"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes bytes = bytes_from_hex("000a 0000 0004 63697479 00000011 01"), rest;
        rest = bytes_from_hex(rows[i].vertices);
        put_raw(&bytes, rest.data, rest.size);
        bytes_free(&rest);
        put_hex(&bytes, "3f800000 00000008 00000000 00000008 00000000");
        assert_broken(&bytes, OW_TRUNCATED, 23, "/terrain/heights", rows[i].message);
        bytes_free(&bytes);
    }
}

static void assert_not_written(const ow_city_save *save, ow_status status, const char *message)
{
    ow_buffer buffer = {0};
    ow_error error = {0};
    ow_status found = ow_city_write_buffer(save, NULL, &buffer, &error);
    if (found != status || error.status != status || !strstr(error.message, message))
        ROW_FAILED("%s: \"%s\" does not say \"%s\"\n", ow_status_name(found), error.message,
                   message);
    assert_int_equal(buffer.size, 0);
    ow_buffer_free(&buffer, NULL);
}

static void saves_that_no_variant_has_are_not_written(void **state)
{
    (void)state;
    char *text = calloc(65536, 1);
    assert_non_null(text);
    ow_text long_text = {text, 65536}, longest = {text, 65535};
    ow_city_save save = {.name = long_text};
    assert_not_written(&save, OW_BAD_VALUE, "name has 65536 bytes; the file can store 65535");
    save = (ow_city_save){.terrain.image_path = long_text};
    assert_not_written(&save, OW_BAD_VALUE, "image_path has 65536 bytes");
    save = (ow_city_save){.meta_thing_count = 1, .meta_things = &long_text};
    assert_not_written(&save, OW_BAD_VALUE, "a text has 65536 bytes; the file can store 65535");
    save = (ow_city_save){.version = 1};
    assert_not_written(&save, OW_UNKNOWN_VERSION, "version 1");
    save = (ow_city_save){.terrain.kind = 2};
    assert_not_written(&save, OW_BAD_VALUE, "kind is 2");
    save = (ow_city_save){.terrain.kind = 256 + 7};
    assert_not_written(&save, OW_BAD_VALUE, "unknown kind of terrain 7");
    save = (ow_city_save){.variant = 5};
    assert_not_written(&save, OW_BAD_VALUE, "variant is 5");
    /* The longest text is written; the size of its section has no room for the true one. */
    save = (ow_city_save){.name = longest, .terrain.image_path = longest};
    ow_buffer buffer = {0};
    assert_int_equal(ow_city_write_buffer(&save, NULL, &buffer, NULL), OW_OK);
    assert_memory_equal(buffer.data, "\x00\x05\x00\x00\xff\xff", 6);
    ow_buffer_free(&buffer, NULL);
    free(text);
}

#define HEAD "{\"format\":\"city\",\"variant\":\"d3\",\"version\":0,\"name\":\"\","
#define EARLY(terrain)                                                                             \
    "{\"format\":\"city\",\"variant\":\"l1\",\"name\":\"\",\"terrain\":{" terrain "}}"
#define IMAGE  "\"kind\":\"image\",\"image_path\":\"\",\"z_scale\":0"
#define TABLES ",\"meta_things\":[],\"things\":[]}"

static const struct {
    const char *text;
    ow_status status;
    const char *pointer, *message; /* message NULL: it is taken */
} json_rows[] = {
    {HEAD "\"terrain\":{" IMAGE "}" TABLES, OW_OK, "", NULL},
    {HEAD "\"header_size\":65535,\"terrain\":{\"size\":0," IMAGE "}" TABLES, OW_OK, "", NULL},
    {HEAD "\"header_size\":65536,\"terrain\":{" IMAGE "}" TABLES, OW_BAD_JSON, "/header_size",
     "0 to 65535"},
    {HEAD "\"terrain\":{\"size\":4294967296," IMAGE "}" TABLES, OW_BAD_JSON, "/terrain/size",
     "0 to 4294967295"},
    {EARLY("\"size\":65536,\"kind\":\"image\",\"image_path\":\"\""), OW_BAD_JSON, "/terrain/size",
     "0 to 65535"},
    {EARLY("\"kind\":\"image\",\"image_path\":\"\""), OW_OK, "", NULL},
    {EARLY(IMAGE), OW_BAD_JSON, "/terrain/z_scale", "\"z_scale\" is a field of other versions"},
    {"{\"format\":\"city\",\"version\":0}", OW_BAD_JSON, "/variant", "in this object"},
    {"{\"format\":\"city\",\"variant\":\"d4\"}", OW_BAD_JSON, "/variant",
     "one of \"d3\", \"s1\", \"p0\", \"l2\", \"l1\""},
    {"{\"format\":\"city\",\"variant\":\"d3\",\"version\":1}", OW_UNKNOWN_VERSION, "/version",
     "version 1"},
    {HEAD "\"terrain\":{\"kind\":\"sea\"}" TABLES, OW_BAD_JSON, "/terrain/kind",
     "\"image\", \"heights\""},
    {HEAD "\"terrain\":{\"kind\":2}" TABLES, OW_BAD_VALUE, "/terrain/kind",
     "unknown kind of terrain 2; expected 0 (image) or 1 (heights)"},
    {HEAD "\"terrain\":{\"kind\":\"heights\",\"x_vertices\":2,\"y_vertices\":2,"
          "\"heights\":[1,2,3]}" TABLES,
     OW_BAD_JSON, "/terrain/heights", "expected 4 numbers, not 3"},
    {HEAD "\"terrain\":{\"kind\":\"heights\",\"x_vertices\":65536,\"y_vertices\":65536,"
          "\"heights\":[]}" TABLES,
     OW_BAD_JSON, "/terrain/heights", "expected 4294967296 numbers, not 0"},
    {HEAD "\"terrain\":{" IMAGE "},\"meta_things\":[1],\"things\":[]}", OW_BAD_JSON,
     "/meta_things/0", "a string"},
    {HEAD "\"terrain\":{" IMAGE "},\"meta_things\":[],\"things\":[{\"meta_thing\":0,"
          "\"direction\":256}]}",
     OW_BAD_JSON, "/things/0/direction", "0 to 255"},
    {HEAD "\"terrain\":{" IMAGE "},\"meta_things\":[],\"things\":[{\"meta_thing\":0,"
          "\"direction\":0,\"x\":0,\"y\":1e39,\"z\":0,\"reserved\":\"\"}]}",
     OW_BAD_JSON, "/things/0/y", "32-bit float"},
    {HEAD "\"terrain\":{" IMAGE "},\"meta_things\":[],\"things\":[{\"meta_thing\":0,"
          "\"direction\":0,\"x\":0,\"y\":0,\"z\":0}]}",
     OW_BAD_JSON, "/things/0/reserved", "in this object"},
};

static void json_that_is_no_save_is_reported_by_field(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(json_rows); i++) {
        ow_document document;
        ow_error error = {0};
        size_t size = strlen(json_rows[i].text);
        char *exact = (char *)exact_copy(json_rows[i].text, size);
        ow_status status = ow_from_json(exact, size, NULL, &document, &error);
        if (status != json_rows[i].status || strcmp(error.pointer, json_rows[i].pointer) != 0 ||
            (json_rows[i].message && !strstr(error.message, json_rows[i].message)))
            ROW_FAILED("%s: %s, \"%s\" at %s\n", json_rows[i].text, ow_status_name(status),
                       error.message, error.pointer);
        ow_close(&document);
        free(exact);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cut_is_reported_by_field),
        cmocka_unit_test(values_that_cannot_be_are_reported_by_field),
        cmocka_unit_test(heights_that_cannot_be_counted_are_refused),
        cmocka_unit_test(saves_that_no_variant_has_are_not_written),
        cmocka_unit_test(json_that_is_no_save_is_reported_by_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
