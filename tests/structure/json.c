/* Builds as JSON: what may be left out, what cannot be, and where it stands. */
#include "by_hand.h"

#define HEAD          "{\"format\": \"structure\", \"version\": 6, "
#define NO_TABLES     "\"colors\": null, \"rotations\": null, \"roots\": [], "
#define ONE_ROTATION  "\"colors\": null, \"rotations\": [[0, 0, 0]], \"roots\": [], "
#define EMPTY(head)   HEAD head NO_TABLES "\"blocks\": []}"
#define READ(variant) EMPTY("\"variant\": " variant ", ")
#define BLOCKS(list)  HEAD ONE_ROTATION "\"blocks\": [" list "]}"
#define BLOCK(rest)   BLOCKS("{\"position\": [0, 0, 0], \"rotation_index\": 0, " rest "}")
#define SWITCH(rest)  BLOCK("\"id\": 9, \"mask\": 60, \"speed\": 0, " rest)
#define METADATA(type, fields)                                                                     \
    "\"id\": " type ", \"mask\": 56, \"speed\": 0, \"signal\": 0, \"metadata\": {" fields "}"
#define SEAT(fields)   BLOCK(METADATA("5", fields))
#define CUSTOM(fields) BLOCK(METADATA("109", "\"booleans\": [], \"floats\": [], " fields))
#define MATH(fields)                                                                               \
    BLOCK(METADATA("129",                                                                          \
                   "\"booleans\": [], \"floats\": [], \"groups\": [], \"bytes\": [], " fields))
#define COLORED(colors, variant)                                                                   \
    HEAD variant ONE_ROTATION                                                                      \
        "\"blocks\": [{\"position\": [0, 0, 0], \"rotation_index\": 0, " METADATA(                 \
            "5", "\"booleans\": [], \"floats\": [], \"groups\": [], \"bytes\": [], \"colors\": "   \
                 "[" colors "]") "}]}"
#define THREE "\"variant\": {\"metadata_color_bytes\": 3}, "

/* A document that is taken, and its bytes, in the words of put_words. */
static void assert_taken(const char *text, const char *words)
{
    struct bytes expected = {0};
    ow_document document;
    ow_error error = {0};
    char *exact = (char *)exact_copy(text, strlen(text));
    if (ow_from_json(exact, strlen(text), NULL, &document, &error) != OW_OK)
        ROW_FAILED("%s\n%s at %s\n", text, error.message, error.pointer);
    put_words(&expected, words, document.as.structure->variant.byte_order == OW_STRUCTURE_BIG);
    assert_written(document.as.structure, &expected);
    bytes_free(&expected);
    ow_close(&document);
    free(exact);
}

static void a_variant_may_be_left_out_or_half_said(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } rows[] = {
        {EMPTY(""), "06 ff ffff 0000 0000"},
        {EMPTY("\"variant\": {}, "), "06 ff ffff 0000 0000"},
        {READ("{\"name\": \"game\"}"), "06 ff ffff 0000 0000"},
        {READ("{\"byte_order\": \"big\"}"), "06 ff ffff 0000 0000"},
        {HEAD "\"variant\": {\"name\": \"spec\"}, \"colors\": [1, 2], \"rotations\": [[1, 2, 3]], "
              "\"roots\": [], \"blocks\": []}",
         "06 02 0001 0002 0001 0001 0002 0003 0000 0000"},
        {HEAD "\"colors\": [1, 2], \"rotations\": [[1, 2, 3]], \"roots\": [], \"blocks\": []}",
         "06 02 0001 0001 0002 0001 0002 0003 0000 0000"},
        {COLORED("[1, 2, 3]", THREE),
         TURNED "0001 0000 0000 0000 00 05 38 00 00 00 00 00 40 01 =010203"},
        {COLORED("[1, 2, 3, 4]", ""),
         TURNED "0001 0000 0000 0000 00 05 38 00 00 00 00 00 40 01 =01020304"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        assert_taken(rows[i].text, rows[i].words);
}

/* A switch that is named counts more than the name of the variant. */
static void switches_change_the_variant_that_is_named(void **state)
{
    (void)state;
    static const char text[] =
        READ("{\"name\": \"spec with another tables\", \"tables\": \"counts_first\", "
             "\"string_prefix\": \"varint\", \"empty_custom_bounds\": true, "
             "\"wide_index_from\": 256, \"flipped_ids\": [0, 255, 0]}");
    ow_structure_variant expected = ow_structure_spec;
    expected.tables = OW_STRUCTURE_COUNTS_FIRST;
    expected.string_prefix = OW_STRUCTURE_VARINT;
    expected.empty_custom_bounds = true;
    expected.wide_index_from = 256;
    memset(expected.flipped_ids, 0, sizeof expected.flipped_ids);
    expected.flipped_ids[0] = 1;
    expected.flipped_ids[31] = 0x80;
    ow_document document;
    ow_error error = {0};
    if (ow_from_json(text, strlen(text), NULL, &document, &error) != OW_OK)
        ROW_FAILED("%s at %s\n", error.message, error.pointer);
    assert_true(structure_same_variant(&document.as.structure->variant, &expected));
    ow_close(&document);
}

static void fields_may_stand_in_any_order(void **state)
{
    (void)state;
    assert_taken(
        "{\"blocks\": [{\"signal\": 1, \"metadata\": {\"bytes\": [7], \"spare_bits\": 1, "
        "\"groups\": [], \"vectors\": [], \"floats\": [], \"booleans\": [true]}, \"speed\": 2, "
        "\"mask\": 56, \"id\": 5, \"rotation_index\": 0, \"position\": [1, 2, 3]}], \"roots\": [], "
        "\"rotations\": [[0, 0, 0]], \"colors\": null, "
        "\"variant\": {\"byte_order\": \"big\", \"name\": \"game\"}, "
        "\"version\": 6, \"format\": \"structure\"}",
        TURNED "0001 0001 0002 0003 00 05 38 02 01 01 81 00 7f 00 01 07");
}

struct refused {
    const char *text;
    ow_status status;
    const char *pointer, *message;
};

static void assert_refused(const struct refused *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        ow_document document;
        ow_error error = {0};
        size_t size = strlen(rows[i].text);
        char *exact = (char *)exact_copy(rows[i].text, size);
        ow_status status = ow_from_json(exact, size, NULL, &document, &error);
        if (status != rows[i].status || error.status != status || error.offset > size ||
            strcmp(error.pointer, rows[i].pointer) != 0 || !strstr(error.message, rows[i].message))
            ROW_FAILED("%s\n gives %s at %s: %s\n", rows[i].text, ow_status_name(status),
                       error.pointer, error.message);
        assert_null(document.format);
        free(exact);
    }
}

static void a_build_that_cannot_be_is_refused(void **state)
{
    (void)state;
    static const struct refused rows[] = {
        {"{\"format\": \"structure\", \"version\": 7, " NO_TABLES "\"blocks\": []}",
         OW_UNKNOWN_VERSION, "/version",
         "version 7, which exists but has no published description"},
        {"{\"format\": \"structure\", \"version\": 9, " NO_TABLES "\"blocks\": []}",
         OW_UNKNOWN_VERSION, "/version", "version 9; versions 0 to 6 are known"},
        {"{\"format\": \"structure\", \"version\": 5, " NO_TABLES "\"blocks\": []}", OW_BAD_JSON,
         "/colors", "\"colors\" is a field of other versions"},
        {"{\"format\": \"structure\"}", OW_BAD_JSON, "/version", "in this object"},
        {HEAD "\"rotations\": null, \"roots\": [], \"blocks\": []}", OW_BAD_JSON, "/colors",
         "in this object"},
        {HEAD "\"colors\": null, \"roots\": [], \"blocks\": []}", OW_BAD_JSON, "/rotations",
         "in this object"},
        {HEAD "\"colors\": 3, \"rotations\": null, \"roots\": [], \"blocks\": []}", OW_BAD_JSON,
         "/colors", "an array"},
        {HEAD "\"colors\": [65536], \"rotations\": null, \"roots\": [], \"blocks\": []}",
         OW_BAD_JSON, "/colors/0", "0 to 65535"},
        {HEAD "\"colors\": null, \"rotations\": [[0, 0]], \"roots\": [], \"blocks\": []}",
         OW_BAD_JSON, "/rotations/0/2", "another number"},
        {HEAD "\"colors\": null, \"rotations\": [[0, 0, 0, 0]], \"roots\": [], \"blocks\": []}",
         OW_BAD_JSON, "/rotations/0/2", "the end of the array"},
        {HEAD "\"colors\": null, \"rotations\": [0, 0, 0], \"roots\": [], \"blocks\": []}",
         OW_BAD_JSON, "/rotations/0", "an array"},
        {HEAD "\"colors\": null, \"rotations\": [null], \"roots\": [], \"blocks\": []}",
         OW_BAD_JSON, "/rotations/0", "an array"},
        {HEAD NO_TABLES "\"blocks\": null}", OW_BAD_JSON, "/blocks", "an array"},
        {EMPTY("\"color_count\": 0, "), OW_BAD_JSON, "/color_count", "\"color_count\" is a count"},
        {READ("{\"name\": \"java\"}"), OW_BAD_JSON, "/variant/name", "\"game\" and \"spec\""},
        {READ("{\"name\": \"games\"}"), OW_BAD_JSON, "/variant/name", "\"game\" and \"spec\""},
        {READ("{\"name\": 1}"), OW_BAD_JSON, "/variant/name", "a string"},
        {READ("{\"byte_order\": \"middle\"}"), OW_BAD_JSON, "/variant/byte_order",
         "one of \"little\", \"big\""},
        {READ("{\"tables\": null}"), OW_BAD_JSON, "/variant/tables", "a string"},
        {READ("{\"tables\": \"none\"}"), OW_BAD_JSON, "/variant/tables", "\"lengths_first\""},
        {READ("{\"string_prefix\": \"u8\"}"), OW_BAD_JSON, "/variant/string_prefix", "\"varint\""},
        {READ("{\"metadata_color_bytes\": 5}"), OW_BAD_JSON, "/variant/metadata_color_bytes",
         "3 to 4"},
        {READ("{\"empty_custom_bounds\": 1}"), OW_BAD_JSON, "/variant/empty_custom_bounds",
         "true or false"},
        {READ("{\"wide_index_from\": 255}"), OW_BAD_JSON, "/variant/wide_index_from", "256 to 257"},
        {READ("{\"flipped_ids\": [256]}"), OW_BAD_JSON, "/variant/flipped_ids/0", "0 to 255"},
        {READ("{\"flipped_ids\": null}"), OW_BAD_JSON, "/variant/flipped_ids", "an array"},
        {READ("{\"endian\": \"big\"}"), OW_BAD_JSON, "/variant/endian",
         "\"endian\" is not a field"},
        {READ("{\"name\": \"game\", \"name\": \"spec\"}"), OW_BAD_JSON, "/variant/name",
         "is a duplicate"},
        {READ("\"game\""), OW_BAD_JSON, "/variant", "an object"},
    };
    assert_refused(rows, LENGTH(rows));
}

static void a_block_that_cannot_be_is_refused(void **state)
{
    (void)state;
    static const struct refused rows[] = {
        {BLOCK("\"id\": 0"), OW_BAD_JSON, "/blocks/0/mask", "in this object"},
        {BLOCK("\"id\": 256, \"mask\": 60"), OW_BAD_JSON, "/blocks/0/id", "0 to 255"},
        {BLOCK("\"id\": 0, \"mask\": 52"), OW_BAD_JSON, "/blocks/0/color", "in this object"},
        {BLOCK("\"id\": 0, \"mask\": 60, \"color\": 1"), OW_BAD_JSON, "/blocks/0/color",
         "\"color\" is a field of other versions"},
        {BLOCK("\"id\": 0, \"mask\": 60, \"signal\": 1"), OW_BAD_JSON, "/blocks/0/signal",
         "\"signal\" is not a field"},
        {BLOCK("\"id\": 0, \"mask\": 188"), OW_BAD_JSON, "/blocks/0/speed", "in this object"},
        {BLOCK("\"id\": 0, \"mask\": 60, \"rotation\": [0, 0, 0]"), OW_BAD_JSON,
         "/blocks/0/rotation", "\"rotation\" is not a field"},
        {BLOCKS("{\"position\": [0, 0, 32768], \"rotation_index\": 0, \"id\": 0, \"mask\": 60}"),
         OW_BAD_JSON, "/blocks/0/position/2", "-32768 to 32767"},
        {BLOCKS("{\"position\": [0, 0, 0], \"rotation_index\": 256, \"id\": 0, \"mask\": 60}"),
         OW_BAD_JSON, "/blocks/0/rotation_index", "0 to 255"},
        {SWITCH("\"signal\": -1"), OW_BAD_JSON, "/blocks/0/signal", "0 to 255"},
        {SWITCH("\"signal\": 0, \"name\": \"A\""), OW_BAD_JSON, "/blocks/0/name",
         "\"name\" is a field of other versions"},
        {SWITCH("\"signal\": 0, \"bearing\": 0"), OW_BAD_JSON, "/blocks/0/bearing",
         "\"bearing\" is a field of other versions"},
        {SWITCH("\"signal\": 0, \"metadata\": null"), OW_BAD_JSON, "/blocks/0/metadata",
         "\"metadata\" is a field of other versions"},
        {BLOCK("\"id\": 9, \"mask\": 61, \"speed\": 0, \"signal\": 0"), OW_BAD_JSON,
         "/blocks/0/name", "in this object"},
        {BLOCK("\"id\": 9, \"mask\": 61, \"speed\": 0, \"name\": 7, \"signal\": 0"), OW_BAD_JSON,
         "/blocks/0/name", "a string"},
        {BLOCK("\"id\": 9, \"mask\": 62, \"speed\": 0, \"signal\": 0, \"connections\": [-1]"),
         OW_BAD_JSON, "/blocks/0/connections/0", "0 to 65535"},
        {BLOCK("\"id\": 9, \"mask\": 28, \"speed\": 0, \"signal\": 0, \"integers\": [2147483648]"),
         OW_BAD_JSON, "/blocks/0/integers/0", "2147483647"},
    };
    assert_refused(rows, LENGTH(rows));
}

#define PLAIN "\"booleans\": [], \"floats\": [], \"groups\": [], \"bytes\": []"

static void metadata_that_cannot_be_is_refused(void **state)
{
    (void)state;
    static const struct refused rows[] = {
        {SEAT("\"booleans\": [1]"), OW_BAD_JSON, "/blocks/0/metadata/booleans/0", "true or false"},
        {SEAT("\"booleans\": [true], \"spare_bits\": 128"), OW_BAD_JSON,
         "/blocks/0/metadata/spare_bits", "0 to 127"},
        {SEAT("\"booleans\": [true, true, true, true, true, true, true, true], \"spare_bits\": 1"),
         OW_BAD_JSON, "/blocks/0/metadata/spare_bits", "0 to 0"},
        {SEAT("\"booleans\": [], \"spare_bits\": 1"), OW_BAD_JSON, "/blocks/0/metadata/spare_bits",
         "0 to 0"},
        {SEAT("\"booleans\": []"), OW_BAD_JSON, "/blocks/0/metadata/floats", "in this object"},
        {SEAT("\"booleans\": [], \"floats\": [1e39]"), OW_BAD_JSON, "/blocks/0/metadata/floats/0",
         "that fits into a 32-bit float"},
        {SEAT(PLAIN ", \"vertices\": []"), OW_BAD_JSON, "/blocks/0/metadata/vertices",
         "\"vertices\" is a field of other versions"},
        {SEAT(PLAIN ", \"min\": 0"), OW_BAD_JSON, "/blocks/0/metadata/min",
         "\"min\" is a field of other versions"},
        {SEAT(PLAIN ", \"formula\": \"\""), OW_BAD_JSON, "/blocks/0/metadata/formula",
         "\"formula\" is a field of other versions"},
        {SEAT("\"booleans\": [], \"floats\": [], \"groups\": [[65536]]"), OW_BAD_JSON,
         "/blocks/0/metadata/groups/0/0", "0 to 65535"},
        {SEAT("\"booleans\": [], \"floats\": [], \"groups\": [1]"), OW_BAD_JSON,
         "/blocks/0/metadata/groups/0", "an array"},
        {SEAT("\"booleans\": [], \"floats\": [], \"groups\": [], \"bytes\": [256]"), OW_BAD_JSON,
         "/blocks/0/metadata/bytes/0", "0 to 255"},
        {SEAT(PLAIN ", \"gradients\": [{\"colors\": []}]"), OW_BAD_JSON,
         "/blocks/0/metadata/gradients/0/color_positions", "in this object"},
        {COLORED("[1, 2, 3, 4]", THREE), OW_BAD_JSON, "/blocks/0/metadata/colors/0/2",
         "the end of the array"},
        {COLORED("[1, 2, 3]", ""), OW_BAD_JSON, "/blocks/0/metadata/colors/0/3", "another number"},
        {COLORED("[1, 2, 256, 0]", ""), OW_BAD_JSON, "/blocks/0/metadata/colors/0/2", "0 to 255"},
        {CUSTOM("\"vertices\": [], \"groups\": [], \"bytes\": []"), OW_BAD_JSON,
         "/blocks/0/metadata/groups", "\"groups\" is a field of other versions"},
        {CUSTOM("\"vertices\": [], \"bytes\": [], \"vectors\": []"), OW_BAD_JSON,
         "/blocks/0/metadata/vectors", "\"vectors\" is a field of other versions"},
        {CUSTOM("\"min\": -129, \"max\": 0, \"vertices\": [[0, 0, 0]], \"bytes\": []"), OW_BAD_JSON,
         "/blocks/0/metadata/min", "-128 to 127"},
        {CUSTOM("\"min\": 0, \"vertices\": [[0, 0, 0]], \"bytes\": []"), OW_BAD_JSON,
         "/blocks/0/metadata/max", "in this object"},
        {CUSTOM("\"max\": 0, \"vertices\": [], \"bytes\": []"), OW_BAD_JSON,
         "/blocks/0/metadata/max", "\"max\" is a field of other versions"},
        {MATH("\"formula\": \"\", \"inputs\": []"), OW_BAD_JSON, "/blocks/0/metadata/slots",
         "in this object"},
        {MATH("\"formula\": null"), OW_BAD_JSON, "/blocks/0/metadata/formula", "a string"},
        {MATH("\"formula\": \"\", \"inputs\": [-1]"), OW_BAD_JSON, "/blocks/0/metadata/inputs/0",
         "0 to 255"},
    };
    assert_refused(rows, LENGTH(rows));
}

/* Bounds that no file of this variant has would be lost, and others made up, in silence. */
static void bounds_stand_where_the_variant_has_them(void **state)
{
    (void)state;
#define BOUNDS(bounds, vertices, variant)                                                          \
    HEAD variant ONE_ROTATION                                                                      \
        "\"blocks\": [{\"position\": [0, 0, 0], \"rotation_index\": 0, " METADATA(                 \
            "109", "\"booleans\": [], \"floats\": [], " bounds "\"vertices\": [" vertices          \
                   "], \"bytes\": []") "}]}"
#define MIN_MAX  "\"min\": -1, \"max\": 1, "
#define ALWAYS   "\"variant\": {\"empty_custom_bounds\": true}, "
#define VERTEX   "[1, 2, 3]"
#define A_CUSTOM TURNED "0001 0000 0000 0000 00 6d 38 00 00 00 00 "
    assert_taken(BOUNDS("", "", ""), A_CUSTOM "00 00");
    assert_taken(BOUNDS(MIN_MAX, VERTEX, ""), A_CUSTOM "01 ff 01 0001 0002 0003 00");
    assert_taken(BOUNDS(MIN_MAX, "", ALWAYS), A_CUSTOM "00 ff 01 00");
    assert_taken(BOUNDS(MIN_MAX, VERTEX, ALWAYS), A_CUSTOM "01 ff 01 0001 0002 0003 00");
    static const char at[] = "/blocks/0/metadata/min";
    static const struct refused rows[] = {
        {BOUNDS(MIN_MAX, "", ""), OW_BAD_VALUE, at, "in this variant only then"},
        {BOUNDS("", VERTEX, ""), OW_BAD_VALUE, at, "if there are vertices"},
        {BOUNDS("", VERTEX, ALWAYS), OW_BAD_VALUE, at, "if there are vertices"},
        {BOUNDS("", "", ALWAYS), OW_BAD_VALUE, at, "also if there are none"},
    };
    assert_refused(rows, LENGTH(rows));
}

/* A build before version 6: of a root and of a block, with what else there is behind its
 * version. */
#define OLD(version, variant, roots, blocks)                                                       \
    "{\"format\": \"structure\", \"version\": " #version ", " variant "\"roots\": [" roots         \
    "], \"blocks\": [" blocks "]}"
#define PLACED                   "\"position\": [0, 0, 0], \"rotation\": [0, 0, 0]"
#define OLD_ROOT(version, rest)  OLD(version, "", "{" PLACED rest "}", "")
#define OLD_BLOCK(version, rest) OLD(version, "", "", "{" PLACED ", \"id\": " rest "}")
#define OLD_SEAT(version, variant, fields)                                                         \
    OLD(version, variant, "", "{" PLACED ", " METADATA("5", fields) "}")
#define OLD_BOUNDS ", \"bounds_center\": [0, 0, 0], \"bounds_size\": [0, 0, 0]"
#define OLD_EXTRAS "\"bytes\": [], \"colors\": [], \"gradients\": []"
#define OLD_LISTS  "\"booleans\": [], \"floats\": [], \"groups\": "
#define NARROW     "\"variant\": {\"group_value_bytes\": 2}, "

static void older_versions_have_fields_of_their_own(void **state)
{
    (void)state;
    assert_taken(OLD(0, "", "{" PLACED "}",
                     "{" PLACED ", \"id\": 0, \"root\": 0, \"mask\": 52, "
                     "\"speed\": 1, \"signal\": 2, \"color\": [3, 4, 5, 6]}"),
                 "00 0001 00000000 00000000 00000000 00000000 00000000 00000000 "
                 "0001 00000000 00000000 00000000 0000 0000 0000 00 00 34 01 02 =03040506");
    assert_taken(OLD_BLOCK(1, "0, \"root\": 7, \"mask\": 60"),
                 "01 0000 0001 0000 0000 0000 0000 0000 0000 00 07 3c");
    assert_taken(OLD_SEAT(4, "", OLD_LISTS "[[-1, 65536]], " OLD_EXTRAS),
                 "04 0000 0001 0000 0000 0000 0000 0000 0000 05 38 00 00 "
                 "00 00 01 02 ffffffff 00010000 00 00 00");
    assert_taken(OLD_SEAT(4, NARROW, OLD_LISTS "[[65535, 0]], " OLD_EXTRAS),
                 "04 0000 0001 0000 0000 0000 0000 0000 0000 05 38 00 00 "
                 "00 00 01 02 ffff 0000 00 00 00");
    assert_taken(OLD_SEAT(5, "", OLD_LISTS "[], \"bytes\": [255]"),
                 "05 0000 0001 0000 0000 0000 0000 0000 0000 05 38 00 00 00 00 00 01 ff");
}

static void roots_and_blocks_of_another_version_are_refused(void **state)
{
    (void)state;
    static const struct refused rows[] = {
        {OLD(0, "\"rotations\": null, ", "", ""), OW_BAD_JSON, "/rotations",
         "\"rotations\" is a field of other versions"},
        {OLD_ROOT(0, OLD_BOUNDS), OW_BAD_JSON, "/roots/0/bounds_center",
         "is a field of other versions"},
        {OLD_ROOT(1, ""), OW_BAD_JSON, "/roots/0/bounds_center", "in this object"},
        {OLD_ROOT(1, OLD_BOUNDS ", \"last_block\": 0"), OW_BAD_JSON, "/roots/0/last_block",
         "\"last_block\" is a field of other versions"},
        {OLD_ROOT(2, OLD_BOUNDS), OW_BAD_JSON, "/roots/0/last_block", "in this object"},
        {OLD_BLOCK(1, "0, \"mask\": 60"), OW_BAD_JSON, "/blocks/0/root", "in this object"},
        {OLD_BLOCK(1, "0, \"root\": 256, \"mask\": 60"), OW_BAD_JSON, "/blocks/0/root", "0 to 255"},
        {OLD_BLOCK(2, "0, \"root\": 0, \"mask\": 60"), OW_BAD_JSON, "/blocks/0/root",
         "\"root\" is a field of other versions"},
        {OLD_BLOCK(0, "0, \"root\": 0, \"mask\": 60"), OW_BAD_JSON, "/blocks/0/speed",
         "in this object"},
        {OLD_BLOCK(0, "0, \"root\": 0, \"mask\": 60, \"speed\": 0"), OW_BAD_JSON,
         "/blocks/0/signal", "in this object"},
        {OLD_BLOCK(2, "0, \"mask\": 188, \"speed\": 1"), OW_BAD_JSON, "/blocks/0/speed",
         "\"speed\" is a field of other versions"},
        {OLD_BLOCK(3, "0, \"mask\": 188"), OW_BAD_JSON, "/blocks/0/speed", "in this object"},
        {OLD_BLOCK(0, "0, \"root\": 0, \"mask\": 52, \"speed\": 0, \"signal\": 0, \"color\": 5"),
         OW_BAD_JSON, "/blocks/0/color", "an array"},
        {OLD_BLOCK(0, "0, \"root\": 0, \"mask\": 52, \"speed\": 0, \"signal\": 0, "
                      "\"color\": [1, 2, 3]"),
         OW_BAD_JSON, "/blocks/0/color/3", "another number"},
        {OLD_BLOCK(5, "0, \"mask\": 52, \"color\": [1, 2, 3, 4]"), OW_BAD_JSON, "/blocks/0/color",
         "whole number"},
        {OLD_BLOCK(5, "0, \"mask\": 52, \"color_index\": 0"), OW_BAD_JSON, "/blocks/0/color",
         "in this object"},
        {OLD(1, "", "", "{\"position\": [0.5, 0, 0]}"), OW_BAD_JSON, "/blocks/0/position/0",
         "whole number"},
        {OLD(0, "", "", "{\"position\": [0.5, 0, 1e39]}"), OW_BAD_JSON, "/blocks/0/position/2",
         "that fits into a 32-bit float"},
    };
    assert_refused(rows, LENGTH(rows));
}

static void metadata_of_another_version_is_refused(void **state)
{
    (void)state;
    static const struct refused rows[] = {
        {OLD_SEAT(4, "", "\"booleans\": [1]"), OW_BAD_JSON, "/blocks/0/metadata/booleans/0",
         "true or false"},
        {OLD_SEAT(4, "", OLD_LISTS "[], " OLD_EXTRAS ", \"spare_bits\": 0"), OW_BAD_JSON,
         "/blocks/0/metadata/spare_bits", "\"spare_bits\" is not a field"},
        {OLD_SEAT(4, "", OLD_LISTS "[[2147483648]]"), OW_BAD_JSON, "/blocks/0/metadata/groups/0/0",
         "2147483647"},
        {OLD_SEAT(4, NARROW, OLD_LISTS "[[-1]]"), OW_BAD_JSON, "/blocks/0/metadata/groups/0/0",
         "0 to 65535"},
        {OLD_SEAT(5, "", OLD_LISTS "[[-1]]"), OW_BAD_JSON, "/blocks/0/metadata/groups/0/0",
         "0 to 65535"},
        {OLD_SEAT(4, "", OLD_LISTS "[], \"bytes\": [2147483648]"), OW_BAD_JSON,
         "/blocks/0/metadata/bytes/0", "2147483647"},
        {OLD_SEAT(5, "", OLD_LISTS "[], \"bytes\": [-1]"), OW_BAD_JSON,
         "/blocks/0/metadata/bytes/0", "0 to 255"},
        {OLD_SEAT(4, "", OLD_LISTS "[], \"bytes\": []"), OW_BAD_JSON, "/blocks/0/metadata/colors",
         "in this object"},
        {OLD_SEAT(4, "", OLD_LISTS "[], \"bytes\": [], \"colors\": []"), OW_BAD_JSON,
         "/blocks/0/metadata/gradients", "in this object"},
        {OLD(4, "", "", "{" PLACED ", " METADATA("109", OLD_LISTS "[], " OLD_EXTRAS) "}"),
         OW_BAD_JSON, "/blocks/0/metadata/vertices", "in this object"},
        {OLD(0, "", "",
             "{" PLACED
             ", \"root\": 0, " METADATA("109", OLD_LISTS "[], \"vertices\": [], " OLD_EXTRAS) "}"),
         OW_BAD_JSON, "/blocks/0/metadata/vertices", "\"vertices\" is a field of other versions"},
    };
    assert_refused(rows, LENGTH(rows));
}

/* Each where it is a question. */
static void widths_of_groups_have_two_ways(void **state)
{
    (void)state;
#define COUNTS(bytes) "\"variant\": {\"group_count_bytes\": " #bytes "}, "
#define VALUES(bytes) "\"variant\": {\"group_value_bytes\": " #bytes "}, "
    static const char counts[] = "/variant/group_count_bytes";
    static const char values[] = "/variant/group_value_bytes";
    static const struct refused rows[] = {
        {OLD(0, COUNTS(0), "", ""), OW_BAD_JSON, counts, "1 to 2"},
        {OLD(0, COUNTS(3), "", ""), OW_BAD_JSON, counts, "1 to 2"},
        {OLD(0, VALUES(4), "", ""), OW_BAD_JSON, "/variant/group_value_bytes",
         "\"group_value_bytes\" is a field of other versions"},
        {OLD(1, COUNTS(1), "", ""), OW_BAD_JSON, "/variant/group_count_bytes",
         "\"group_count_bytes\" is a field of other versions"},
        {OLD(1, VALUES(1), "", ""), OW_BAD_JSON, values, "2 to 4"},
        {OLD(4, VALUES(3), "", ""), OW_BAD_VALUE, values, "is 3; it can be 2 or 4"},
        {OLD(4, VALUES(5), "", ""), OW_BAD_JSON, values, "2 to 4"},
        {OLD(5, VALUES(2), "", ""), OW_BAD_JSON, "/variant/group_value_bytes",
         "\"group_value_bytes\" is a field of other versions"},
        {READ("{\"group_value_bytes\": 2}"), OW_BAD_JSON, "/variant/group_value_bytes",
         "\"group_value_bytes\" is a field of other versions"},
    };
    assert_refused(rows, LENGTH(rows));
    assert_taken(OLD(0, COUNTS(1), "", ""), "00 0000 0000");
    assert_taken(OLD(1, VALUES(2), "", ""), "01 0000 0000");
    assert_taken(OLD(4, VALUES(4), "", ""), "04 0000 0000");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_variant_may_be_left_out_or_half_said),
        cmocka_unit_test(switches_change_the_variant_that_is_named),
        cmocka_unit_test(fields_may_stand_in_any_order),
        cmocka_unit_test(a_build_that_cannot_be_is_refused),
        cmocka_unit_test(a_block_that_cannot_be_is_refused),
        cmocka_unit_test(metadata_that_cannot_be_is_refused),
        cmocka_unit_test(bounds_stand_where_the_variant_has_them),
        cmocka_unit_test(older_versions_have_fields_of_their_own),
        cmocka_unit_test(roots_and_blocks_of_another_version_are_refused),
        cmocka_unit_test(metadata_of_another_version_is_refused),
        cmocka_unit_test(widths_of_groups_have_two_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
