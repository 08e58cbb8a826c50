/* Fields that the layout has besides those that Tiled's maps have a place for. The layout has
 * none of them: a field of triggers that is no property takes their part. */
#include "../support/test.h"

#include "leveld/tiled/read.h"
#include "leveld/tiled/write.h"

#include "../support/bytes.h"
#include "../support/documents.h"

#define LEVEL                                                                                      \
    "{'format': 'leveld', 'version': 4, 'byte_order': 'big', 'blocks': [{'id': 'TRIG', "           \
    "'triggers': [{'x': 1, 'y': 2, 'layer_id': 0, 'area_type': 0, 'width': 30, 'height': 40, "     \
    "'id': 5, 'tag': 6, 'type': 7, 'a1': 1, 'a2': 2, 'a3': 3, 'a4': 4, 'a5': 5, 'metadata': "      \
    "'m'}, {'x': 1, 'y': 2, 'layer_id': 0, 'area_type': 0, 'width': 50, 'height': 60, 'id': 5, "   \
    "'tag': 6, 'type': 7, 'a1': 1, 'a2': 2, 'a3': 3, 'a4': 4, 'a5': 5, 'metadata': 'n'}]}]}"

static const struct tiled_fields width_is_added = {.added = {[OW_LEVELD_TRIG] = {"width"}},
                                                   .added_count = {[OW_LEVELD_TRIG] = 1}};

/* The map of a level as text, ended by a zero. */
static struct bytes map_of(const ow_leveld_level *level, const struct tiled_fields *fields)
{
    struct bytes text = {0};
    const ow_sink sink = sink_to(&text);
    ow_json_writer *writer;
    ow_error error;
    assert_int_equal(ow_json_open(NULL, NULL, &sink, &writer, &error), OW_OK);
    assert_int_equal(tiled_trace(level, NULL, fields, NULL, ow_json_visit, writer, &error), OW_OK);
    assert_int_equal(ow_json_close(writer, &error), OW_OK);
    put_u8(&text, 0);
    return text;
}

static void note(void *context, const char *pointer, const char *message)
{
    snprintf(context, 400, "%s: %s", pointer, message);
}

static ow_leveld_level *level_of(const struct bytes *map, const struct tiled_fields *fields,
                                 char warning[400])
{
    ow_leveld_level *level;
    ow_error error;
    *warning = '\0';
    ow_status status = tiled_read((const char *)map->data, map->size - 1, NULL, fields, NULL, note,
                                  warning, &level, &error);
    if (status != OW_OK)
        ROW_FAILED("%s\n", error.message);
    return level;
}

/* Puts other text of the same length in the place of the first that there is. */
static void change(struct bytes *map, const char *from, const char *to)
{
    char *found = strstr((char *)map->data, from);
    assert_non_null(found);
    memcpy(found, to, strlen(to));
}

static void every_block_of_the_layout_can_be_shown(void **state)
{
    (void)state;
    ow_document document = document_of(LEVEL);
    struct tiled_fields fields;
    ow_options options = options_or_default(NULL, 0);
    tiled_find_fields(document.as.leveld, &options, &fields);
    for (unsigned id = 0; id < LEVELD_BLOCK_IDS; id++)
        if (fields.travels[id])
            ROW_FAILED("%s travels as bytes\n", leveld_words[id].id);
    ow_close(&document);
}

/* As if the reader and the writer knew nothing but a few fields. */
static void fields_of_records_are_added_and_others_make_their_block_travel(void **state)
{
    (void)state;
    static const char *const known[LEVELD_BLOCK_IDS] = {
        [OW_LEVELD_META] = " id ",
        [OW_LEVELD_MESH] = " id tile_width tile_height width height layers layers/* layers/*/* ",
        [OW_LEVELD_PLRS] = " id actors actors/* actors/*/y ",
        [OW_LEVELD_NPCS] = " id actors actors/* actors/*/id actors/*/x actors/*/y actors/*/flags ",
        [OW_LEVELD_ITEM] = " id actors/* actors/*/id actors/*/x actors/*/y actors/*/flags ",
        [OW_LEVELD_THNG] = " id things things/* things/*/id things/*/tag things/*/x ",
        [OW_LEVELD_TRIG] = " id triggers triggers/* ",
        [OW_LEVELD_PATH] = " id paths paths/* paths/*/points paths/*/points/* paths/*/points/*/x ",
    };
    ow_document document = document_of(LEVEL);
    struct tiled_fields fields;
    ow_options options = options_or_default(NULL, 0);
    tiled_find_unknown_fields(document.as.leveld, &options, known, &fields);
    static const struct {
        unsigned id, count;
        const char *first;
        bool travels;
    } rows[] = {{OW_LEVELD_META, 0, NULL, true},          {OW_LEVELD_MESH, 0, NULL, false},
                {OW_LEVELD_PLRS, 3, "id", false},         {OW_LEVELD_NPCS, 0, NULL, false},
                {OW_LEVELD_ITEM, 0, NULL, true},          {OW_LEVELD_THNG, 4, "y", false},
                {OW_LEVELD_TRIG, MOST_ADDED, "x", false}, {OW_LEVELD_PATH, 3, "looping", true}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        unsigned id = rows[i].id;
        if (fields.added_count[id] != rows[i].count || fields.travels[id] != rows[i].travels ||
            (rows[i].first && strcmp(fields.added[id][0], rows[i].first) != 0))
            ROW_FAILED("%s: %u fields, the first is %s, travels: %d\n", leveld_words[id].id,
                       fields.added_count[id], fields.added[id][0] ? fields.added[id][0] : "none",
                       fields.travels[id]);
    }
    ow_close(&document);
}

static void an_added_text_is_a_property(void **state)
{
    (void)state;
    static const struct tiled_fields metadata_is_added = {
        .added = {[OW_LEVELD_TRIG] = {"metadata"}}, .added_count = {[OW_LEVELD_TRIG] = 1}};
    char warning[400];
    ow_document document = document_of(LEVEL);
    struct bytes map = map_of(document.as.leveld, &metadata_is_added);
    for (int i = 0; i < 2; i++) /* the writer has a place for it too */
        change(&map, "\"value\": \"n\"", "\"value\": \"k\"");
    ow_leveld_level *level = level_of(&map, &metadata_is_added, warning);
    assert_text(level->blocks[0].triggers[0].metadata, "m");
    assert_text(level->blocks[0].triggers[1].metadata, "k");
    assert_string_equal(warning, "");
    ow_leveld_free(level);
    bytes_free(&map);
    ow_close(&document);
}

static void an_added_field_is_a_property(void **state)
{
    (void)state;
    char warning[400];
    ow_document document = document_of(LEVEL);
    struct bytes map = map_of(document.as.leveld, &width_is_added);
    assert_non_null(strstr((char *)map.data, "\"name\": \"width\""));
    change(&map, "\"value\": 30", "\"value\": 31");
    change(&map, "\"value\": 50", "\"value\": 51");
    ow_leveld_level *level = level_of(&map, &width_is_added, warning);
    assert_string_equal(warning, "");
    assert_int_equal(level->blocks[0].triggers[0].width, 31);
    assert_int_equal(level->blocks[0].triggers[1].width, 51);
    assert_int_equal(level->blocks[0].triggers[1].height, 60);
    assert_text(level->blocks[0].triggers[1].metadata, "n");
    ow_leveld_free(level);
    bytes_free(&map);
    ow_close(&document);
}

static void an_added_number_is_an_int_if_tiled_can_store_it(void **state)
{
    (void)state;
    static const struct tiled_fields x_is_added = {.added = {[OW_LEVELD_TRIG] = {"x"}},
                                                   .added_count = {[OW_LEVELD_TRIG] = 1}};
    static const struct {
        uint32_t number;
        const char *property;
    } rows[] = {
        {0, "{\"name\": \"x\", \"type\": \"int\", \"value\": 0}"},
        {INT32_MAX, "{\"name\": \"x\", \"type\": \"int\", \"value\": 2147483647}"},
        {0x80000000, "{\"name\": \"x\", \"type\": \"string\", \"value\": \"2147483648\"}"},
        {UINT32_MAX, "{\"name\": \"x\", \"type\": \"string\", \"value\": \"4294967295\"}"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char warning[400];
        ow_document document = document_of(LEVEL);
        document.as.leveld->blocks[0].triggers[0].x = rows[i].number;
        struct bytes map = map_of(document.as.leveld, &x_is_added);
        if (!strstr((char *)map.data, rows[i].property))
            ROW_FAILED("no %s\n", rows[i].property);
        ow_leveld_level *level = level_of(&map, &x_is_added, warning);
        assert_string_equal(warning, "");
        assert_int_equal(level->blocks[0].triggers[0].x, rows[i].number);
        ow_leveld_free(level);
        bytes_free(&map);
        ow_close(&document);
    }
}

static void what_is_no_value_of_the_field_is_reported(void **state)
{
    (void)state;
    char warning[400];
    ow_document document = document_of(LEVEL);
    struct bytes map = map_of(document.as.leveld, &width_is_added);
    change(&map, "\"value\": 30", "\"value\": []");
    ow_leveld_level *level = level_of(&map, &width_is_added, warning);
    assert_non_null(strstr(warning, "does not match their field"));
    assert_non_null(strstr(warning, "/properties/"));
    assert_int_equal(level->blocks[0].triggers[0].width, 30);
    ow_leveld_free(level);
    bytes_free(&map);
    ow_close(&document);
}

/* A block with a field that is no number and no text of a record. */
static void a_block_with_other_fields_travels_as_bytes(void **state)
{
    (void)state;
    char warning[400];
    const struct tiled_fields fields = {.travels = {[OW_LEVELD_TRIG] = true}};
    ow_document document = document_of(LEVEL);
    struct bytes map = map_of(document.as.leveld, &fields);
    assert_null(strstr((char *)map.data, "\"trigger\""));
    assert_non_null(strstr((char *)map.data, "leveld_block_0"));
    ow_leveld_level *level = level_of(&map, &fields, warning);
    assert_string_equal(warning, "");
    assert_int_equal(level->blocks[0].triggers[1].width, 50);
    ow_leveld_free(level);
    bytes_free(&map);
    ow_close(&document);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_block_of_the_layout_can_be_shown),
        cmocka_unit_test(fields_of_records_are_added_and_others_make_their_block_travel),
        cmocka_unit_test(an_added_text_is_a_property),
        cmocka_unit_test(an_added_field_is_a_property),
        cmocka_unit_test(an_added_number_is_an_int_if_tiled_can_store_it),
        cmocka_unit_test(what_is_no_value_of_the_field_is_reported),
        cmocka_unit_test(a_block_with_other_fields_travels_as_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
