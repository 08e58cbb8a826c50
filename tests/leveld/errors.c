/* Levels that cannot be read or written: which status, where, and in which words, by every way of
 * variant. */
#include "../support/broken.h"

/* A level of version 4 with two layers, a thing, a rectangle and a circle, and a path. */
static const char whole[] =
    "0004 4d455441 0102030405060708 02 6964 03 6e616d 01 61 00"
    "4d455348 0010 0010 00000002 00000002 00000002 00000004 0000 8001 7fff ffff 00000001 0102"
    "54484e47 00000001 00000009 00000008 0000000a 00000014 00000003 0102 01 6d"
    "54524947 00000002 0000000a 00000014 00000003 00 0030 0040 00000005 00000006 0102 00000001 "
    "00000002 00000003 00000004 00000005 01 6d"
    "0000000a 00000014 00000003 01 0050 00000005 00000006 0102 00000001 00000002 00000003 "
    "00000004 00000005 01 6d"
    "50415448 00000001 01 00000006 00000003 00000002 0000000a 00000014 0000001e 00000028 00000032 "
    "0000003c";

/* Where its fields stand. */
enum {
    TIMESTAMP = 6,
    LEVEL_ID = 14,
    NAME = 17,
    MESH = 24,
    LAYER_COUNT = 40,
    LAYERS = 44,
    SECOND_LAYER = 56,
    THNG = 62,
    THING_COUNT = 66,
    THINGS = 70,
    THING_METADATA = 92,
    TRIGGER_COUNT = 98,
    TRIGGERS = 102,
    CIRCLE = 151,
    PATH = 198,
    PATH_COUNT = 202,
    PATHS = 206,
    POINT_COUNT = 215,
    SIZE = 243
};

static void a_cut_is_reported_by_field(void **state)
{
    (void)state;
    static const struct reported_cut rows[] = {
        {3, 2, "/blocks/0/id", "takes 4 bytes; only 1 left"},
        {TIMESTAMP, TIMESTAMP, "/blocks/0/timestamp", "takes 8 bytes; only 0 left"},
        {TIMESTAMP + 7, TIMESTAMP, "/blocks/0/timestamp", "takes 8 bytes; only 7 left"},
        {LEVEL_ID, LEVEL_ID, "/blocks/0/level_id", "takes 1 byte; only 0 left"},
        {LEVEL_ID + 2, LEVEL_ID, "/blocks/0/level_id", "2 bytes, but the file has only 1 left"},
        {NAME + 1, NAME, "/blocks/0/name", "3 bytes, but the file has only 0 left"},
        {MESH + 3, MESH, "/blocks/1/id", "takes 4 bytes; only 3 left"},
        {MESH + 5, MESH + 4, "/blocks/1/tile_width", "takes 2 bytes; only 1 left"},
        {LAYER_COUNT - 1, LAYER_COUNT - 4, "/blocks/1/height", "takes 4 bytes; only 3 left"},
        {LAYER_COUNT + 3, LAYER_COUNT, "/blocks/1/layer_count", "takes 4 bytes; only 3 left"},
        {LAYERS, LAYER_COUNT, "/blocks/1/layer_count", "is 2, but the remaining 0 bytes"},
        {LAYERS + 8, LAYERS, "/blocks/1/layers/0", "the count is 4, but the remaining 4 bytes"},
        {SECOND_LAYER + 5, SECOND_LAYER, "/blocks/1/layers/1",
         "the count is 1, but the remaining 1 byte"},
        {THING_COUNT + 3, THING_COUNT, "/blocks/2/thing_count", "takes 4 bytes; only 3 left"},
        {THINGS + 10, THING_COUNT, "/blocks/2/thing_count", "is 1, but the remaining 10 bytes"},
        {THINGS + 19, THINGS + 16, "/blocks/2/things/0/layer_id", "takes 4 bytes; only 3 left"},
        {THING_METADATA + 1, THING_METADATA, "/blocks/2/things/0/metadata", "1 byte, but"},
        {TRIGGERS - 2, TRIGGER_COUNT, "/blocks/3/trigger_count", "takes 4 bytes; only 2 left"},
        {TRIGGERS + 48, TRIGGER_COUNT, "/blocks/3/trigger_count", "hold at most 1"},
        {CIRCLE + 39, CIRCLE + 37, "/blocks/3/triggers/1/a4", "takes 4 bytes; only 2 left"},
        {PATHS - 1, PATH_COUNT, "/blocks/4/path_count", "takes 4 bytes; only 3 left"},
        {PATHS + 8, PATH_COUNT, "/blocks/4/path_count", "is 1, but the remaining 8 bytes"},
        {POINT_COUNT + 1, POINT_COUNT, "/blocks/4/paths/0/point_count",
         "takes 4 bytes; only 1 left"},
        {SIZE - 1, POINT_COUNT, "/blocks/4/paths/0/point_count", "hold at most 1"},
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
        {0, "0005", OW_UNKNOWN_VERSION, 0, "/version", "version 5; versions 0 to 4 are known"},
        {0, "0009", OW_UNKNOWN_VERSION, 0, "/version", "version 9; versions 0 to 4 are known"},
        {0, "0900", OW_UNKNOWN_VERSION, 0, "/version", "version 9; versions 0 to 4 are known"},
        {0, "1234", OW_UNKNOWN_FORMAT, 0, "", "not a known game world"},
        {2, "4d455474", OW_UNKNOWN_FORMAT, 0, "", "not a known game world"},
        {2, "4d455458", OW_BAD_VALUE, 2, "/blocks/0/id", "\"METX\""},
        {THNG, "54484e48", OW_BAD_VALUE, THNG, "/blocks/2/id", "\"THNH\""},
        {PATH, "00000000", OW_BAD_VALUE, PATH, "/blocks/4/id", "\"\\x00\\x00\\x00\\x00\""},
        {PATH, "2256697a", OW_BAD_VALUE, PATH, "/blocks/4/id", "\"\"Viz\""},
        {LEVEL_ID, "ff", OW_TRUNCATED, LEVEL_ID, "/blocks/0/level_id", "255 bytes"},
        {LAYER_COUNT, "ffffffff", OW_TRUNCATED, LAYER_COUNT, "/blocks/1/layer_count",
         "4294967295, but the remaining 199 bytes can hold at most 49"},
        {LAYER_COUNT, "40000001", OW_TRUNCATED, LAYER_COUNT, "/blocks/1/layer_count", "1073741825"},
        {LAYERS, "80000004", OW_TRUNCATED, LAYERS, "/blocks/1/layers/0", "2147483652"},
        {THING_COUNT, "ffffffff", OW_TRUNCATED, THING_COUNT, "/blocks/2/thing_count",
         "hold at most 9"},
        {TRIGGER_COUNT, "10000000", OW_TRUNCATED, TRIGGER_COUNT, "/blocks/3/trigger_count",
         "268435456"},
        {PATH_COUNT, "7fffffff", OW_TRUNCATED, PATH_COUNT, "/blocks/4/path_count", "2147483647"},
        {POINT_COUNT, "15555556", OW_TRUNCATED, POINT_COUNT, "/blocks/4/paths/0/point_count",
         "hold at most 2"},
    };
    struct bytes bytes = bytes_from_hex(whole);
    assert_values_are_reported(&bytes, rows, LENGTH(rows));
    bytes_free(&bytes);
}

/* Of several ways to read a version, the one that gets furthest tells what is wrong. */
static void the_likeliest_variant_reports_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *hex;
        ow_status status;
        uint64_t offset;
        const char *pointer, *message;
    } rows[] = {
        /* counts of 64 bits: of layers, then one of triggers that cannot be */
        {"0003 4d455348 0010 0010 00000001 00000001 0000000000000001 00000001 8005"
         "54524947 0000000100000001 00000000",
         OW_TRUNCATED, 36, "/blocks/1/trigger_count", "4294967297"},
        {"0003 4d455348 0010 0010 00000001 00000001 0000000000000001 00000001 8005"
         "54524947 ffffffffffffffff 00000000",
         OW_TRUNCATED, 36, "/blocks/1/trigger_count", "18446744073709551615"},
        /* version 1 with tile sizes, then a block that nobody knows */
        {"0100 4d455348 1000 1000 01000000 01000000 0580 5a5a5a5a", OW_BAD_VALUE, 20,
         "/blocks/1/id", "\"ZZZZ\""},
        /* version 0 without id and name, cut in the map */
        {"0000 4d455441 0807060504030201 01 61 00 4d455348 02000000 04000000 0000 01", OW_TRUNCATED,
         25, "/blocks/1/layers/0", "the count is 4"},
        /* version 2, little-endian */
        {"0200 504c5253 02000000 0a000000 14000000 1e000000 0201", OW_TRUNCATED, 6,
         "/blocks/0/actor_count", "is 2, but the remaining 14 bytes"},
        {"0200 504c5253 01000000 0a000000 14000000 1e00", OW_TRUNCATED, 18, "/blocks/0/actors/0/y",
         "takes 4 bytes; only 2 left"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes bytes = bytes_from_hex(rows[i].hex);
        assert_broken(&bytes, rows[i].status, rows[i].offset, rows[i].pointer, rows[i].message);
        bytes_free(&bytes);
    }
}

static void assert_not_written(const ow_leveld_level *level, ow_status status, const char *message)
{
    ow_buffer buffer = {0};
    ow_error error = {0};
    ow_status found = ow_leveld_write_buffer(level, NULL, &buffer, &error);
    if (found != status || error.status != status || !strstr(error.message, message))
        ROW_FAILED("%s: \"%s\" does not say \"%s\"\n", ow_status_name(found), error.message,
                   message);
    assert_int_equal(buffer.size, 0);
    ow_buffer_free(&buffer, NULL);
}

static void text_of_256_bytes_is_not_written(void **state)
{
    (void)state;
    static const char text[256] = "a name longer than its field";
    ow_leveld_meta meta = {0};
    ow_leveld_thing thing = {0};
    ow_leveld_trigger trigger = {0};
    struct {
        ow_text *field;
        ow_leveld_block block;
        const char *message;
    } rows[] = {
        {&meta.level_id, {.id = OW_LEVELD_META, .meta = &meta}, "level_id has 256 bytes"},
        {&meta.name, {.id = OW_LEVELD_META, .meta = &meta}, "name has 256 bytes"},
        {&meta.author, {.id = OW_LEVELD_META, .meta = &meta}, "author has 256 bytes"},
        {&meta.description, {.id = OW_LEVELD_META, .meta = &meta}, "description has 256 bytes"},
        {&thing.metadata, {.id = OW_LEVELD_THNG, .count = 1, .things = &thing}, "metadata has 256"},
        {&trigger.metadata,
         {.id = OW_LEVELD_TRIG, .count = 1, .triggers = &trigger},
         "metadata has 256 bytes; the file can store 255"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_leveld_level level = {
            .version = 4, .byte_order = OW_LEVELD_BIG, .block_count = 1, .blocks = &rows[i].block};
        ow_buffer buffer = {0};
        *rows[i].field = (ow_text){text, 255};
        assert_int_equal(ow_leveld_write_buffer(&level, NULL, &buffer, NULL), OW_OK);
        ow_buffer_free(&buffer, NULL);
        *rows[i].field = (ow_text){text, 256};
        assert_not_written(&level, OW_BAD_VALUE, rows[i].message);
        *rows[i].field = (ow_text){0};
    }
}

static void levels_that_no_version_has_are_not_written(void **state)
{
    (void)state;
    ow_leveld_layer layers[2] = {{0}};
    ow_leveld_mesh mesh = {.width = 1, .layers = layers};
    ow_leveld_block block = {.id = OW_LEVELD_MESH, .mesh = &mesh};
    ow_leveld_level level = {.version = 2, .block_count = 1, .blocks = &block};
    for (uint32_t layer_count = 0; layer_count <= 2; layer_count += 2) {
        mesh.layer_count = layer_count;
        assert_not_written(&level, OW_BAD_VALUE, "version 2 has one layer, not");
    }
    mesh.layer_count = 1;
    ow_buffer buffer = {0};
    assert_int_equal(ow_leveld_write_buffer(&level, NULL, &buffer, NULL), OW_OK);
    ow_buffer_free(&buffer, NULL);
    level.version = 5;
    assert_not_written(&level, OW_UNKNOWN_VERSION, "version 5; versions 0 to 4 are known");
    level.version = 2;
    level.byte_order = 3;
    assert_not_written(&level, OW_BAD_VALUE, "byte_order is 3");
    level = (ow_leveld_level){.variant = OW_LEVELD_1B};
    assert_not_written(&level, OW_BAD_VALUE, "variant is \"1b\", which version 0 does not have");
    level = (ow_leveld_level){.version = 4, .block_count = 1, .blocks = &block};
    block.id = 8;
    assert_not_written(&level, OW_BAD_VALUE, "id is 8");
}

#define HEAD(version) "{\"format\":\"leveld\",\"version\":" version ",\"byte_order\":\"big\","

#define BLOCK(version, block) HEAD(version) "\"blocks\":[" block "]}"
#define THING                 "\"id\":1,\"tag\":0,\"x\":0,\"y\":0,"

static const struct {
    const char *text;
    ow_status status;
    const char *pointer, *message;
} json_rows[] = {
    {HEAD("5") "\"blocks\":[]}", OW_UNKNOWN_VERSION, "/version", "version 5"},
    {HEAD("9") "\"blocks\":[]}", OW_UNKNOWN_VERSION, "/version", "version 9"},
    {HEAD("65536") "\"blocks\":[]}", OW_BAD_JSON, "/version", "0 to 65535"},
    {HEAD("4") "\"variant\":\"1b\",\"blocks\":[]}", OW_BAD_JSON, "/variant",
     "\"variant\" is not a field"},
    {HEAD("1") "\"variant\":\"u64-counts\",\"blocks\":[]}", OW_BAD_JSON, "/variant", "\"1b\""},
    {HEAD("4") "\"blocks\":{}}", OW_BAD_JSON, "/blocks", "an array"},
    {BLOCK("4", "{}"), OW_BAD_JSON, "/blocks/0/id", "in this object"},
    {BLOCK("4", "{\"id\":\"MASH\"}"), OW_BAD_JSON, "/blocks/0/id", "unknown id \"MASH\""},
    {BLOCK("4", "{\"id\":\"THNG\",\"actors\":[]}"), OW_BAD_JSON, "/blocks/0/things",
     "missing \"things\""},
    {BLOCK("4", "{\"id\":\"THNG\",\"things\":[{" THING "\"flags\":0,\"metadata\":\"\"}]}"),
     OW_BAD_JSON, "/blocks/0/things/0/layer_id", "in this object"},
    {BLOCK("3", "{\"id\":\"THNG\",\"things\":[{" THING
                "\"layer_id\":0,\"flags\":0,\"metadata\":\"\"}]}"),
     OW_BAD_JSON, "/blocks/0/things/0/layer_id", "\"layer_id\" is a field of other versions"},
    {BLOCK("3", "{\"id\":\"TRIG\",\"triggers\":[{\"x\":0,\"y\":0,\"area_type\":1,\"width\":1}]}"),
     OW_BAD_JSON, "/blocks/0/triggers/0/radius", "in this object"},
    {BLOCK("2", "{\"id\":\"MESH\",\"tile_width\":1,\"tile_height\":1,\"width\":1,"
                "\"layers\":[[],[]]}"),
     OW_BAD_VALUE, "/blocks/0/layers", "version 2 has one layer, not 2"},
    {BLOCK("2", "{\"id\":\"MESH\",\"tile_width\":1,\"tile_height\":1,\"width\":1,\"layers\":[]}"),
     OW_BAD_VALUE, "/blocks/0/layers", "version 2 has one layer, not 0"},
    {BLOCK("2", "{\"id\":\"MESH\",\"tile_width\":1,\"tile_height\":1,\"width\":1,"
                "\"layers\":[[0,65536]]}"),
     OW_BAD_JSON, "/blocks/0/layers/0/1", "0 to 65535"},
    {BLOCK("2", "{\"id\":\"MESH\",\"width\":1,\"layers\":[[]]}"), OW_BAD_JSON,
     "/blocks/0/tile_width", "in this object"},
};

static void json_that_is_no_level_is_reported_by_field(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(json_rows); i++) {
        ow_document document;
        ow_error error = {0};
        size_t size = strlen(json_rows[i].text);
        char *exact = (char *)exact_copy(json_rows[i].text, size);
        ow_status status = ow_from_json(exact, size, NULL, &document, &error);
        if (status != json_rows[i].status || strcmp(error.pointer, json_rows[i].pointer) != 0 ||
            !strstr(error.message, json_rows[i].message))
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
        cmocka_unit_test(the_likeliest_variant_reports_what_is_wrong),
        cmocka_unit_test(text_of_256_bytes_is_not_written),
        cmocka_unit_test(levels_that_no_version_has_are_not_written),
        cmocka_unit_test(json_that_is_no_level_is_reported_by_field),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
