/* The verbs for runs of numbers, for tables and fields that may be missing, in each codec: bytes
 * written by hand in both orders, their places, the JSON of them, and what each codec says to
 * what cannot be. */
#include "../support/test.h"

#include "../support/bytes.h"
#include "kit/kit.h"

/* The same kit in both orders: tables of 2 and 1, a lid, two parts that are weighed. */
static const char big_hex[] =
    "02 0001 01ff 0102 ffff 80 0a1eff 0001 fffe 8000 7fff ff 03616263 0a b1c1"
    "03 0700ff 09 010001010000000101 0203 0a0b0c 0002 3f000000 7fc00001 02 01 3f800000 ff800000 03 "
    "fe"
    "02 0102 03 ffff 00";
static const char little_hex[] =
    "02 0100 01ff 0201 ffff 80 0a1eff 0100 feff 0080 ff7f ff 03616263 0a b1c1"
    "03 0700ff 09 010001010000000101 0302 0a0b0c 0200 0000003f 0100c07f 02 01 0000803f 000080ff 03 "
    "fe"
    "02 0201 03 ffff 00";
/* Without tables, lid and weights; lists that are empty. */
static const char bare_hex[] =
    "ff ffff 00 000000 0000 0000 0000 0000 00 00 00 00 00 0000 0000 00 00 00 00";

static const char big_json[] =
    "{\n  \"small\": [1, 255],\n  \"large\": [\n    [258, 65535]\n  ],\n  \"below\": -128,\n"
    "  \"bytes\": [10, 30, 255],\n  \"halves\": [1, 65534],\n  \"slopes\": [-32768, 32767],\n"
    "  \"index\": 255,\n  \"name\": \"abc\",\n"
    "  \"flags\": [true, false, true, true, false, false, false, true, true, true],\n"
    "  \"spare_bits\": 1,\n  \"list\": [7, 0, 255],\n"
    "  \"switches\": [true, false, true, true, false, false, false, true, true],\n"
    "  \"extra\": [10, 11, 12],\n  \"reals\": [0.5, \"NaN:7fc00001\"],\n"
    "  \"columns\": 2,\n  \"rows\": 1,\n  \"grid\": [1.0, \"-Infinity\"],\n"
    "  \"lid\": {\"height\": -2},\n"
    "  \"weighed_parts\": [\n    {\"size\": 258, \"weight\": 3},\n    {\"size\": 65535, "
    "\"weight\": 0}"
    "\n  ]\n}\n";
static const char bare_json[] =
    "{\n  \"small\": null,\n  \"large\": null,\n  \"below\": 0,\n  \"bytes\": [0, 0, 0],\n"
    "  \"halves\": [0, 0],\n  \"slopes\": [0, 0],\n  \"index\": 0,\n  \"name\": \"\",\n"
    "  \"flags\": [],\n  \"list\": [],\n  \"switches\": [],\n  \"reals\": [],\n  \"columns\": 0,\n "
    " \"rows\": 0,\n"
    "  \"grid\": [],\n  \"parts\": []\n}\n";

static const struct form {
    const char *hex, *json;
    bool big;
} forms[] = {
    {big_hex, big_json, true},
    {little_hex, big_json, false},
    {bare_hex, bare_json, true},
    {bare_hex, bare_json, false},
};

/* Offsets in the first two. */
enum {
    LARGE = 5,
    BELOW = 9,
    BYTES = 10,
    SLOPES = 17,
    INDEX = 21,
    NAME = 22,
    FLAGS = 26,
    LIST = 29,
    SWITCHES = 33,
    EXTRA = 43,
    REALS = 48,
    GRID = 58,
    MARKS = 68,
    PARTS = 70,
    SIZE = 77
};

static struct arena new_arena(void)
{
    struct arena arena;
    ow_options options = options_or_default(NULL, 1 << 20);
    arena_init(&arena, &options);
    return arena;
}

static void assert_full(const kit *v)
{
    assert_int_equal(v->small_count, 2);
    assert_memory_equal(v->small, "\x01\xff", 2);
    assert_int_equal(v->large_count, 1);
    assert_int_equal(v->large[0][0], 258);
    assert_int_equal(v->large[0][1], 65535);
    assert_int_equal(v->below, -128);
    assert_memory_equal(v->bytes, "\x0a\x1e\xff", 3);
    assert_int_equal(v->halves[0], 1);
    assert_int_equal(v->halves[1], 65534);
    assert_int_equal(v->slopes[0], -32768);
    assert_int_equal(v->slopes[1], 32767);
    assert_int_equal(v->index, 255);
    assert_text(v->name, "abc");
    assert_int_equal(v->flag_count, 10);
    assert_memory_equal(v->flags, "\xb1\xc1", 2);
    assert_int_equal(v->list_count, 3);
    assert_memory_equal(v->list, "\x07\x00\xff", 3);
    assert_int_equal(v->switch_count, 9);
    assert_memory_equal(v->switches, "\xb1\x80", 2);
    assert_int_equal(v->extra_count, 3);
    assert_memory_equal(v->extra, "\x0a\x0b\x0c", 3);
    assert_int_equal(v->real_count, 2);
    assert_float(v->reals[0], 0.5f);
    assert_int_equal(bits_of(v->reals[1]), 0x7fc00001);
    assert_float(v->grid[0], 1.0f);
    assert_int_equal(bits_of(v->grid[1]), 0xff800000);
    assert_int_equal(v->lid->height, -2);
    assert_true(v->weighed);
    assert_int_equal(v->part_count, 2);
    assert_int_equal(v->parts[0].size, 258);
    assert_int_equal(v->parts[0].weight, 3);
    assert_int_equal(v->parts[1].size, 65535);
}

static void assert_bare(const kit *v)
{
    assert_null(v->small);
    assert_null(v->large);
    assert_null(v->lid);
    assert_null(v->extra);
    assert_false(v->weighed);
    assert_int_equal(v->small_count + v->large_count + v->flag_count + v->list_count +
                         v->switch_count + v->extra_count + v->real_count + v->part_count,
                     0);
}

static void assert_encoded(const kit *v, bool big, const struct bytes *expected)
{
    ow_buffer buffer = {0};
    ow_error error;
    if (kit_encode(v, big, &buffer, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    assert_int_equal(buffer.size, expected->size);
    assert_memory_equal(buffer.data, expected->data, expected->size);
    ow_buffer_free(&buffer, NULL);
}

static void bytes_and_records_are_the_same_kit(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(forms); i++) {
        struct bytes bytes = {0};
        put_hex(&bytes, forms[i].hex);
        uint8_t *exact = exact_copy(bytes.data, bytes.size);
        struct arena arena = new_arena();
        kit read;
        uint64_t failed_at;
        memset(&read, 0xa5, sizeof read);
        assert_int_equal(kit_decode(exact, bytes.size, forms[i].big, &arena, &read, &failed_at),
                         OW_OK);
        (i < 2 ? assert_full : assert_bare)(&read);
        assert_encoded(&read, forms[i].big, &bytes);
        arena_free(&arena);
        free(exact);
        bytes_free(&bytes);
    }
}

static void json_is_the_same_kit(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(forms); i++) {
        struct bytes bytes = {0}, json = {0};
        struct arena arena = new_arena();
        ow_sink sink = sink_to(&json);
        ow_json_writer *writer;
        ow_error error = {0};
        kit parsed;
        memset(&parsed, 0xa5, sizeof parsed);
        put_hex(&bytes, forms[i].hex);
        assert_int_equal(ow_json_open(NULL, NULL, &sink, &writer, &error), OW_OK);
        assert_int_equal(
            kit_trace(bytes.data, bytes.size, forms[i].big, ow_json_visit, writer, &error), OW_OK);
        assert_int_equal(ow_json_close(writer, &error), OW_OK);
        put_u8(&json, 0);
        assert_string_equal((char *)json.data, forms[i].json);
        if (kit_parse(forms[i].json, &arena, &parsed, &error) != OW_OK)
            ROW_FAILED("%s at %s\n", error.message, error.pointer);
        (i < 2 ? assert_full : assert_bare)(&parsed);
        assert_encoded(&parsed, forms[i].big, &bytes);
        arena_free(&arena);
        bytes_free(&json);
        bytes_free(&bytes);
    }
}

/* Where values stand; bits share a byte, and bits beyond the last have no place of their own. */
struct places {
    char text[1024];
};

static ow_visit note_place(void *context, const ow_event *event)
{
    struct places *places = context;
    size_t used = strlen(places->text);
    if (event->kind == OW_VALUE || event->kind == OW_BEGIN_ARRAY)
        snprintf(places->text + used, sizeof places->text - used, "%s%s%u+%u ",
                 event->name ? event->name : "", event->kind == OW_VALUE ? "@" : "[",
                 (unsigned)event->offset, (unsigned)event->size);
    return OW_GO_ON;
}

static void each_value_has_its_place(void **state)
{
    (void)state;
    struct bytes bytes = {0};
    struct places places = {0};
    ow_error error;
    put_hex(&bytes, big_hex);
    assert_int_equal(bytes.size, SIZE);
    assert_int_equal(kit_trace(bytes.data, bytes.size, true, note_place, &places, &error), OW_OK);
    assert_string_equal(
        places.text,
        "small_count@0+1 large_count@1+2 small[3+0 @3+1 @4+1 large[5+0 [5+0 @5+2 @7+2 below@9+1 "
        "bytes[10+0 @10+1 @11+1 @12+1 halves[13+0 @13+2 @15+2 slopes[17+0 @17+2 @19+2 index@21+1 "
        "name@22+4 flags[26+0 @27+1 @27+1 @27+1 @27+1 @27+1 @27+1 @27+1 @27+1 @28+1 @28+1 "
        "spare_bits@28+0 list_count@29+1 list[30+0 @30+1 @31+1 @32+1 switch_count@33+1 "
        "switches[34+0 @34+1 @35+1 @36+1 @37+1 @38+1 @39+1 @40+1 @41+1 @42+1 extra_length@43+2 "
        "extra[45+0 @45+1 @46+1 @47+1 real_count@48+2 reals[50+0 @50+4 @54+4 columns@58+1 "
        "rows@59+1 grid[60+0 @60+4 @64+4 marks@68+1 height@69+1 part_count@70+1 "
        "weighed_parts[71+0 size@71+2 weight@73+1 size@74+2 weight@76+1 ");
    bytes_free(&bytes);
}

static void assert_refused_bytes(const struct bytes *bytes, ow_status status, uint64_t offset,
                                 const char *pointer, const char *message)
{
    struct arena arena = new_arena();
    uint8_t *exact = exact_copy(bytes->data, bytes->size);
    kit read = {0};
    uint64_t failed_at;
    ow_error error;
    ow_status decoded = kit_decode(exact, bytes->size, true, &arena, &read, &failed_at);
    ow_status traced = kit_trace(exact, bytes->size, true, NULL, NULL, &error);
    if (decoded != status || traced != status || failed_at != offset)
        ROW_FAILED("%s: %s, %s, byte %u\n", message, ow_status_name(decoded),
                   ow_status_name(traced), (unsigned)failed_at);
    assert_error(&error, status, offset, pointer, message);
    arena_free(&arena);
    free(exact);
}

static void bytes_that_cannot_be_are_refused(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        const char *hex;
        ow_status status;
        uint64_t offset;
        const char *pointer, *message;
    } rows[] = {
        {0, "4b", OW_TRUNCATED, 3, "/small", "takes 75 bytes; only 74 left"},
        {0, "fe", OW_TRUNCATED, 0, "/small_count",
         "small_count is 254, but the remaining 76 bytes"},
        {1, "0013", OW_TRUNCATED, 1, "/large_count", "hold at most 18"},
        {1, "fffe", OW_TRUNCATED, 1, "/large_count", "large_count is 65534"},
        {NAME, "7f", OW_TRUNCATED, NAME, "/name", "have 127 bytes, but the file has only 54"},
        {NAME, "ffffffff0f", OW_BAD_VALUE, NAME, "/name", "is invalid"},
        {NAME, "8000", OW_BAD_VALUE, NAME, "/name", "is invalid"},
        {NAME, "ffffffff07", OW_TRUNCATED, NAME, "/name", "2147483647 bytes"},
        {LIST, "ff", OW_TRUNCATED, LIST, "/list_count", "at most 47"},
        {SWITCHES, "2c", OW_TRUNCATED, SWITCHES, "/switch_count", "at most 43"},
        {SWITCHES + 1, "02", OW_BAD_VALUE, SWITCHES + 1, "/switches/0",
         "a boolean is 2; expected 0 or 1"},
        {SWITCHES + 3, "ff80", OW_BAD_VALUE, SWITCHES + 3, "/switches/2", "a boolean is 255"},
        {SWITCHES + 9, "02", OW_BAD_VALUE, SWITCHES + 9, "/switches/8", "a boolean is 2"},
        {EXTRA, "0223", OW_TRUNCATED, EXTRA + 2, "/extra", "has 35 elements"},
        {EXTRA, "ffff", OW_TRUNCATED, EXTRA + 2, "/extra", "has 65023 elements"},
        {REALS, "0007", OW_TRUNCATED, REALS, "/real_count", "at most 6"},
        {GRID, "0207", OW_TRUNCATED, GRID + 2, "/grid", "takes 56 bytes; only 17 left"},
        {GRID, "ffff", OW_TRUNCATED, GRID + 2, "/grid", "takes 260100 bytes; only 17 left"},
        {PARTS, "03", OW_TRUNCATED, PARTS, "/part_count", "hold at most 2"},
        {PARTS, "01", OW_BAD_VALUE, SIZE - 3, "", "the end of the file: 3 bytes"},
        {MARKS, "01", OW_BAD_VALUE, SIZE - 2, "", "the end of the file: 2 bytes"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes bytes = {0}, other = {0};
        put_hex(&bytes, big_hex);
        put_hex(&other, rows[i].hex);
        memcpy(bytes.data + rows[i].at, other.data, other.size);
        assert_refused_bytes(&bytes, rows[i].status, rows[i].offset, rows[i].pointer,
                             rows[i].message);
        bytes_free(&other);
        bytes_free(&bytes);
    }
}

/* A length has at most five bytes: if the fifth says that more follow, the length
 * is invalid, not truncated. */
static void a_length_that_goes_on_after_five_bytes_is_invalid(void **state)
{
    (void)state;
    static const struct {
        size_t bytes;
        ow_status status;
        uint64_t offset;
        const char *message;
    } rows[] = {
        {4, OW_TRUNCATED, NAME + 4, "the file ends"},
        {5, OW_BAD_VALUE, NAME, "is invalid"},
        {6, OW_BAD_VALUE, NAME, "is invalid"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes bytes = {0};
        put_hex(&bytes, big_hex);
        bytes.size = NAME + rows[i].bytes;
        memset(bytes.data + NAME, 0xff, rows[i].bytes);
        assert_refused_bytes(&bytes, rows[i].status, rows[i].offset, "/name", rows[i].message);
        bytes_free(&bytes);
    }
}

static void every_cut_is_refused_by_both_readers(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(forms); i++) {
        struct bytes bytes = {0};
        put_hex(&bytes, forms[i].hex);
        for (size_t size = 0; size < bytes.size; size++) {
            struct arena arena = new_arena();
            uint8_t *exact = exact_copy(bytes.data, size);
            kit read = {0};
            uint64_t failed_at;
            ow_error error;
            assert_int_equal(kit_decode(exact, size, forms[i].big, &arena, &read, &failed_at),
                             OW_TRUNCATED);
            assert_int_equal(kit_trace(exact, size, forms[i].big, NULL, NULL, &error),
                             OW_TRUNCATED);
            assert_int_equal(error.offset, failed_at);
            arena_free(&arena);
            free(exact);
        }
        bytes_free(&bytes);
    }
}

static void assert_not_written(const kit *v, const char *message)
{
    ow_buffer buffer = {0};
    ow_error error;
    assert_int_equal(kit_encode(v, false, &buffer, &error), OW_BAD_VALUE);
    if (!strstr(error.message, message))
        ROW_FAILED("\"%s\" does not say \"%s\"\n", error.message, message);
    ow_buffer_free(&buffer, NULL);
}

static void records_without_room_are_not_written(void **state)
{
    (void)state;
    static uint64_t zeros[65536];
    kit v = {.small_count = 255, .small = (uint8_t *)zeros};
    assert_not_written(&v, "small_count is 255; the file can store 254");
    v = (kit){.large_count = 65535, .large = (uint16_t(*)[2])zeros};
    assert_not_written(&v, "large_count is 65535; the file can store 65534");
    v = (kit){.index = 256};
    assert_not_written(&v, "index is 256; the file can store 0 to 255");
    v = (kit){.flag_count = 256, .flags = (uint8_t *)zeros};
    assert_not_written(&v, "flags is 256; the file can store 255");
    v = (kit){.list_count = 256, .list = (uint8_t *)zeros};
    assert_not_written(&v, "list_count is 256; the file can store 255");
    v = (kit){.switch_count = 256, .switches = (uint8_t *)zeros};
    assert_not_written(&v, "switch_count is 256; the file can store 255");
    v = (kit){.extra_count = 4096, .extra = (uint8_t *)zeros};
    assert_not_written(&v, "4096 bytes are too many; the file can store 4095");
    v = (kit){.real_count = 65536, .reals = (float *)zeros};
    assert_not_written(&v, "real_count is 65536; the file can store 65535");
    v = (kit){.part_count = 256, .parts = (kit_part *)zeros};
    assert_not_written(&v, "part_count is 256; the file can store 255");
    ow_buffer buffer = {0};
    ow_error error;
    v = (kit){.small_count = 254,
              .small = (uint8_t *)zeros,
              .large_count = 65534,
              .large = (uint16_t(*)[2])zeros,
              .index = 255,
              .flag_count = 255,
              .flags = (uint8_t *)zeros,
              .list_count = 255,
              .list = (uint8_t *)zeros,
              .switch_count = 255,
              .switches = (uint8_t *)zeros,
              .extra_count = 4095,
              .extra = (uint8_t *)zeros,
              .real_count = 65535,
              .reals = (float *)zeros};
    assert_int_equal(kit_encode(&v, true, &buffer, &error), OW_OK);
    ow_buffer_free(&buffer, NULL);
}

/* A byte for each boolean leaves none for the bits behind the last one. */
static void bits_without_a_byte_are_not_written(void **state)
{
    (void)state;
    static const struct {
        uint32_t count;
        uint8_t bits[2];
        bool fits;
    } rows[] = {
        {8, {0xff, 0xff}, true}, {9, {0xff, 0x80}, true}, {9, {0xff, 0x81}, false},
        {9, {0, 0x40}, false},   {1, {0x80, 0}, true},    {1, {0xc0, 0}, false},
        {7, {0xfe, 0}, true},    {7, {0x01, 0}, false},   {0, {0xff, 0}, true},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        uint8_t bits[2] = {rows[i].bits[0], rows[i].bits[1]};
        kit v = {.switch_count = rows[i].count, .switches = bits};
        ow_buffer buffer = {0};
        ow_error error;
        ow_status status = kit_encode(&v, false, &buffer, &error);
        assert_int_equal(status, rows[i].fits ? OW_OK : OW_BAD_VALUE);
        if (!rows[i].fits)
            assert_error(&error, OW_BAD_VALUE, error.offset, "/spare_bits", "cannot store it");
        assert_memory_equal(bits, rows[i].bits, 2);
        ow_buffer_free(&buffer, NULL);
    }
    kit missing = {.switch_count = 1};
    ow_buffer buffer = {0};
    ow_error error;
    assert_int_equal(kit_encode(&missing, false, &buffer, &error), OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, error.offset, "/switches", "NULL pointer");
    ow_buffer_free(&buffer, NULL);
}

/* JSON text with a piece of it replaced. */
static char *replaced(const char *piece, const char *by)
{
    const char *at = strstr(big_json, piece);
    assert_non_null(at);
    char *text = malloc(strlen(big_json) + strlen(by) + 1);
    assert_non_null(text);
    memcpy(text, big_json, (size_t)(at - big_json));
    strcpy(text + (at - big_json), by);
    strcat(text, at + strlen(piece));
    return text;
}

static const struct {
    const char *piece, *by, *pointer, *message; /* message NULL: it is taken */
} json_rows[] = {
    {"[1, 255]", "null", NULL, NULL},
    {"[1, 255]", "[]", NULL, NULL},
    {"[1, 255]", "[1, 256]", "/small/1", "0 to 255"},
    {"[1, 255]", "false", "/small", "an array"},
    {"\"small\": [1, 255],", "", "/small", "in this object"},
    {"[\n    [258, 65535]\n  ]", "null", NULL, NULL},
    {"[258, 65535]", "[258]", "/large/0/1", "another number"},
    {"[258, 65535]", "null", "/large/0", "an array"},
    {"-128", "-129", "/below", "-128 to 127"},
    {"-128", "127", NULL, NULL},
    {"[10, 30, 255]", "[10, 30, 256]", "/bytes/2", "0 to 255"},
    {"[10, 30, 255]", "[10, 30]", "/bytes/2", "another number"},
    {"[10, 30, 255]", "[10, 30, 255, 0]", "/bytes/2", "the end of the array"},
    {"[1, 65534]", "[1, 65536]", "/halves/1", "0 to 65535"},
    {"[-32768, 32767]", "[-32769, 0]", "/slopes/0", "-32768 to 32767"},
    {"\"index\": 255", "\"index\": 256", "/index", "0 to 255"},
    {"\"abc\"", "{\"base64\": \"AAAA\"}", NULL, NULL},
    {"\"abc\"", "null", "/name", "a string"},
    {"\"spare_bits\": 1,", "", NULL, NULL},
    {"\"spare_bits\": 1,", "\"spare_bits\": 63,", NULL, NULL},
    {"\"spare_bits\": 1,", "\"spare_bits\": 64,", "/spare_bits", "0 to 63"},
    {"\"spare_bits\": 1,", "\"spare_bits\": -1,", "/spare_bits", "0 to 63"},
    {"true, true, true]", "true, true, 1]", "/flags/9", "true or false"},
    {"true, true, true]", "true, true, null]", "/flags/9", "true or false"},
    {"[7, 0, 255]", "[7, 0, \"255\"]", "/list/2", "whole number"},
    {"\"switches\": [true", "\"switches\": [1", "/switches/0", "true or false"},
    {"false, true, true],\n  \"extra\"", "false, true, null],\n  \"extra\"", "/switches/8",
     "true or false"},
    {"\"switches\": [true", "\"switches\": 7, \"unused\": [true", "/switches", "an array"},
    {"\"switches\"", "\"switched\"", "/switches", "in this object"},
    {"\"switches\"", "\"switch_count\": 9, \"switches\"", "/switch_count",
     "\"switch_count\" is a count"},
    {"\"extra\": [10, 11, 12],", "", NULL, NULL},
    {"[10, 11, 12]", "[]", NULL, NULL},
    {"[10, 11, 12]", "null", "/extra", "an array"},
    {"[10, 11, 12]", "[10, 11, 256]", "/extra/2", "0 to 255"},
    {"\"extra\"", "\"extra_length\": 515, \"extra\"", "/extra_length",
     "\"extra_length\" follows from other fields"},
    {"\"NaN:7fc00001\"", "\"NaN:3f800000\"", "/reals/1", "that fits into a 32-bit float"},
    {"[1.0, \"-Infinity\"]", "[1.0]", "/grid", "expected 2 numbers, not 1"},
    {"\"rows\": 1", "\"rows\": 2", "/grid", "expected 4 numbers, not 2"},
    {"\"lid\": {\"height\": -2},", "", NULL, NULL},
    {"{\"height\": -2}", "null", "/lid", "an object"},
    {"{\"height\": -2}", "{}", "/lid/height", "in this object"},
    {"\"columns\": 2", "\"marks\": 3, \"columns\": 2", "/marks",
     "\"marks\" follows from other fields"},
    {"\"weighed_parts\"", "\"parts\"", "/parts/0/weight",
     "\"weight\" is a field of other versions"},
    {", \"weight\": 3", "", "/weighed_parts/0/weight", "in this object"},
    {"\"weighed_parts\"", "\"parts\": [], \"weighed_parts\"", "/parts", "\"parts\" is not a field"},
};

static void json_that_cannot_be_is_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(json_rows); i++) {
        char *text = replaced(json_rows[i].piece, json_rows[i].by);
        struct arena arena = new_arena();
        kit parsed = {0};
        ow_error error;
        ow_status status = kit_parse(text, &arena, &parsed, &error);
        bool taken = json_rows[i].message == NULL;
        if ((status == OW_OK) != taken)
            ROW_FAILED("%s: %s\n", json_rows[i].by, error.message);
        if (!taken && (strncmp(error.pointer, json_rows[i].pointer, strlen(json_rows[i].pointer)) ||
                       !strstr(error.message, json_rows[i].message)))
            ROW_FAILED("%s: \"%s\" at \"%s\"\n", json_rows[i].by, error.message, error.pointer);
        arena_free(&arena);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_and_records_are_the_same_kit),
        cmocka_unit_test(json_is_the_same_kit),
        cmocka_unit_test(each_value_has_its_place),
        cmocka_unit_test(bytes_that_cannot_be_are_refused),
        cmocka_unit_test(a_length_that_goes_on_after_five_bytes_is_invalid),
        cmocka_unit_test(every_cut_is_refused_by_both_readers),
        cmocka_unit_test(records_without_room_are_not_written),
        cmocka_unit_test(bits_without_a_byte_are_not_written),
        cmocka_unit_test(json_that_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
