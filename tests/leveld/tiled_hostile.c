/* Maps that are cut, garbled or made to cost much, and memory that ends: an error or a level, and
 * nothing else. */
#include "../robust/harness.h"
#include "../support/test.h"

#include "../support/ledger.h"
#include "../support/levels.h"
#include "../support/maps.h"

#include <time.h>

/* With every kind of object, a block that is hidden, and text in base64. */
#define RICH                                                                                       \
    LEVEL(META_OF("", "\\u0001"), MESH_OF("8", "1", "1", "[7]"), MESH,                             \
          THNG(THING("1", "0", "1234567", "6", "0")),                                              \
          TRIG(TRIGGER("1", "2", "0", RECTANGLE, "7", "0"),                                        \
               TRIGGER("9", "9", "0", "'area_type': 1, 'radius': 4", "8", "0")),                   \
          PATHS(PATH("0", "1", "0", POINT("3", "4"), POINT("5", "1234567"))), PLRS("5", "6"))

/* Reads a map in a block of exactly its size; what comes of it can be written. */
static ow_status read(const struct bytes *map, const ow_options *options)
{
    uint8_t *exact = exact_copy(map->data, map->size);
    ow_leveld_level *level;
    ow_buffer buffer = {0};
    ow_error error = {0};
    ow_status status = ow_leveld_from_tiled((const char *)exact, map->size, NULL, options, NULL,
                                            NULL, &level, &error);
    free(exact);
    assert_int_equal(status, error.status);
    assert_int_equal(status == OW_OK, level != NULL);
    if (status == OW_OK) {
        if (ow_leveld_write_buffer(level, NULL, &buffer, &error) != OW_OK)
            ROW_FAILED("read, but not written: %s: %s\n%.*s\n", error.pointer, error.message,
                       (int)map->size, (char *)map->data);
    } else if (error.message[0] == '\0') {
        fail();
    }
    ow_buffer_free(&buffer, NULL);
    ow_leveld_free(level);
    return status;
}

static void a_map_that_is_cut_is_no_map(void **state)
{
    (void)state;
    struct bytes map = map_of(RICH);
    assert_int_equal(read(&map, NULL), OW_OK);
    size_t whole = map.size;
    while (map.size > 0 && strchr("\n }", map.data[map.size - 1]) == NULL)
        map.size--;
    for (size_t size = 1; size + 2 < whole; size++) {
        map.size = size;
        assert_int_equal(read(&map, NULL), OW_BAD_JSON);
    }
    bytes_free(&map);
}

static void garbled_maps_end_cleanly(void **state)
{
    (void)state;
    const unsigned times = is_deep() ? 20000 : 6000;
    static const char letters[] = "0123456789-.e{}[]\",:\\ \n\xff\x01tfnu";
    uint32_t chance = 1;
    unsigned fine = 0;
    for (unsigned i = 0; i < times; i++) {
        struct bytes map = map_of(RICH);
        for (unsigned k = 0; k <= i % 3; k++) {
            chance = chance * 1664525u + 1013904223u;
            size_t at = (chance >> 8) % map.size;
            chance = chance * 1664525u + 1013904223u;
            map.data[at] = (uint8_t)letters[(chance >> 8) % (sizeof letters - 1)];
        }
        fine += read(&map, NULL) == OW_OK;
        bytes_free(&map);
    }
    assert_true(fine > times / 20 && fine < times); /* some of both */
}

static void a_level_is_traced_or_memory_is_short(void **state)
{
    (void)state;
    ow_document document = document_of(RICH);
    for (uint64_t call = 1;; call++) {
        struct ledger ledger = {.refuse = call};
        struct bytes map = {0};
        ow_sink sink = sink_to(&map);
        ow_options options = ledger_options(&ledger);
        ow_error error = {0};
        ow_status status = ow_leveld_to_tiled(document.as.leveld, NULL, &options, &sink, &error);
        bytes_free(&map);
        assert_int_equal(ledger.blocks, 0);
        if (ledger.refused == 0) {
            assert_int_equal(status, OW_OK);
            assert_true(call > 4);
            break;
        }
        assert_int_equal(status, OW_NO_MEMORY);
    }
    ow_close(&document);
}

static bool refuse(void *context, const void *data, size_t size)
{
    (void)context, (void)data, (void)size;
    return false;
}

static void a_sink_may_refuse(void **state)
{
    (void)state;
    ow_document document = document_of(RICH);
    ow_sink sink = {.write = refuse};
    assert_int_equal(ow_leveld_to_tiled(document.as.leveld, NULL, NULL, &sink, NULL),
                     OW_WRITE_FAILED);
    ow_close(&document);
}

static bool stop(void *context, uint64_t done, uint64_t total)
{
    (void)context;
    assert_true(done <= total);
    return false;
}

static void a_caller_may_stop(void **state)
{
    (void)state;
    struct bytes map = map_of(RICH);
    const ow_options options = {.progress = stop};
    assert_int_equal(read(&map, &options), OW_CANCELLED);
    bytes_free(&map);
}

#define HEAD                                                                                       \
    "{'width': 1, 'height': 1, 'tilewidth': 16, 'tileheight': 16, 'tilesets': [{'firstgid': 1}], "

/* A head, a part that is repeated, and a tail, with single quotes for double ones. */
static struct bytes repeated(const char *head, const char *part, size_t times, const char *tail)
{
    struct bytes map = map_from(head), again = map_from(part), end = map_from(tail);
    for (size_t i = 0; i < times; i++) {
        if (i > 0 && part[0] != '[')
            put_raw(&map, ",", 1);
        put_raw(&map, again.data, again.size);
    }
    put_raw(&map, end.data, end.size);
    bytes_free(&again);
    bytes_free(&end);
    return map;
}

static void memory_may_end_at_any_call(void **state)
{
    (void)state;
    enum { MANY_LAYERS = 100 }; /* whose list has to grow */
    struct bytes maps[] = {
        map_of(RICH),
        repeated(HEAD "'layers': [", "{'type': 'tilelayer', 'data': [1]}", MANY_LAYERS, "]}"),
    };
    for (size_t i = 0; i < LENGTH(maps); i++) {
        for (uint64_t call = 1;; call++) {
            struct ledger ledger = {.refuse = call};
            ow_options options = ledger_options(&ledger);
            ow_status status = read(&maps[i], &options);
            assert_int_equal(ledger.blocks, 0);
            assert_false(ledger.wrong_size);
            if (ledger.refused == 0) {
                assert_int_equal(status, OW_OK);
                assert_true(call > 4);
                break;
            }
            assert_int_equal(status, OW_NO_MEMORY);
        }
        bytes_free(&maps[i]);
    }
}

static void many_of_anything_take_little(void **state)
{
    (void)state;
    enum { MANY = 100000, SECONDS = 20 };
    static const struct {
        const char *head, *part, *tail;
        size_t times;
    } rows[] = {
        {HEAD "'layers': [", "{}", "]}", MANY},
        {HEAD "'layers': [", "{'type': 'tilelayer', 'data': [1]}", "]}", 4096},
        {HEAD "'layers': [", "{'type': 'tilelayer', 'data': [1]}", "]}", MANY},
        {HEAD "'layers': [", "{'type': 'tilelayer', 'name': 'blocks', 'data': [1]}", "]}", 4096},
        {HEAD "'layers': [{'type': 'objectgroup', 'objects': [", "{}", "]}]}", MANY},
        {HEAD "'layers': [{'type': 'objectgroup', 'objects': [", "{'polygon': []}", "]}]}", MANY},
        {HEAD "'layers': [{'type': 'objectgroup', 'properties': [", "{}", "]}]}", MANY},
        {HEAD "'layers': [], 'properties': [", "{'name': 'leveld_blocks', 'value': 'META'}", "]}",
         MANY},
        {HEAD "'layers': [], 'properties': [{'name': 'leveld_blocks', 'value': '", "THNG", "'}]}",
         1},
        {HEAD "'layers': [{'type': 'tilelayer', 'data': [1]}], 'tilesets': [", "{'firstgid': 1}",
         "]}", MANY},
        {HEAD "'layers': [{'type': 'objectgroup', 'objects': [{'polygon': [", "{}", "]}]}]}", MANY},
        {HEAD "'layers': [], 'width': 2000000000, 'height': 2000000000, 'properties': [",
         "{'name': 'leveld_blocks', 'value': 'MESH'}", "]}", 1},
        {"{'width': 2000000000, 'height': 2000000000, 'tilewidth': 1, 'tileheight': 1, 'layers': [",
         "{'type': 'tilelayer', 'width': 1, 'height': 1, 'data': [0]}", "]}", 1},
        {HEAD "'layers': [", "[", "]}", MANY},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes map = repeated(rows[i].head, rows[i].part, rows[i].times, rows[i].tail);
        struct ledger ledger = {0};
        ow_options options = ledger_options(&ledger);
        clock_t began = clock();
        ow_status status = read(&map, &options);
        double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
        if (seconds > SECONDS || ledger.peak > map.size * 4 + (17u << 20) || ledger.blocks > 0)
            ROW_FAILED("row %zu: %s after %.1f s, %zu bytes of memory for %zu\n", i,
                       ow_status_name(status), seconds, (size_t)ledger.peak, map.size);
        bytes_free(&map);
    }
}

/* Groups of layers within each other, as deep as JSON may be and deeper. */
static void deep_groups_end_cleanly(void **state)
{
    (void)state;
    for (size_t depth = 1; depth < 80; depth++) {
        struct bytes map = map_from(HEAD "'layers': [");
        for (size_t i = 0; i < depth; i++)
            edit_map(&map, "'layers': [", "'layers' : [{'type': 'group', 'layers': [");
        for (size_t i = 0; i < depth; i++)
            put_raw(&map, "]}", 2);
        put_raw(&map, "]}", 2);
        edit_map(&map, "'layers' : ", "'layers': ");
        assert_int_equal(read(&map, NULL), depth < 32 ? OW_OK : OW_BAD_JSON);
        bytes_free(&map);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_map_that_is_cut_is_no_map),
        cmocka_unit_test(garbled_maps_end_cleanly),
        cmocka_unit_test(memory_may_end_at_any_call),
        cmocka_unit_test(a_level_is_traced_or_memory_is_short),
        cmocka_unit_test(a_sink_may_refuse),
        cmocka_unit_test(a_caller_may_stop),
        cmocka_unit_test(many_of_anything_take_little),
        cmocka_unit_test(deep_groups_end_cleanly),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
