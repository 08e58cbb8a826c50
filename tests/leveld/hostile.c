/* Levels made to cost much: they take no more time and memory than others of their size. */
#include "../robust/cheap.h"

static void put_big_u16(struct bytes *bytes, unsigned value)
{
    put_u8(bytes, value >> 8 & 255);
    put_u8(bytes, value & 255);
}

static void put_big_u32(struct bytes *bytes, uint32_t value)
{
    put_big_u16(bytes, value >> 16);
    put_big_u16(bytes, value & 0xffff);
}

static struct bytes begin_level(unsigned version)
{
    struct bytes bytes = {0};
    put_big_u16(&bytes, version);
    return bytes;
}

/* A map up to the count of its layers. */
static void put_mesh(struct bytes *bytes, uint32_t width, uint32_t height, uint32_t layers)
{
    put_raw(bytes, "MESH", 4);
    put_big_u16(bytes, 16);
    put_big_u16(bytes, 16);
    put_big_u32(bytes, width);
    put_big_u32(bytes, height);
    put_big_u32(bytes, layers);
}

static void put_thing(struct bytes *bytes, uint32_t place, unsigned metadata_size)
{
    put_big_u32(bytes, 0);
    put_big_u32(bytes, 7);
    put_big_u32(bytes, place);
    put_big_u32(bytes, place);
    put_big_u32(bytes, place);
    put_big_u16(bytes, 0);
    put_u8(bytes, metadata_size);
    for (unsigned i = 0; i < metadata_size; i++)
        put_u8(bytes, 0xff); /* not UTF-8 */
}

/* The smallest records that there are, one kind at a time. */
static void many_blocks_of_nothing(void **state)
{
    (void)state;
    enum { BLOCKS = 100000 };
    static const char *const ids[] = {"PATH", "THNG", "NPCS", "TRIG"};
    for (size_t i = 0; i < LENGTH(ids); i++) {
        struct bytes bytes = begin_level(4);
        for (int k = 0; k < BLOCKS; k++) {
            put_raw(&bytes, ids[i], 4);
            put_big_u32(&bytes, 0);
        }
        assert_cheap(&bytes);
        bytes_free(&bytes);
    }
}

/* A view of things, and what becomes of actors, must not look at all blocks for each of them. */
static void things_and_actors_by_turns(void **state)
{
    (void)state;
    enum { BLOCKS = 40000 };
    struct bytes bytes = begin_level(4);
    for (uint32_t k = 0; k < BLOCKS; k++) {
        put_raw(&bytes, k % 2 ? "THNG" : "PLRS", 4);
        put_big_u32(&bytes, 1);
        if (k % 2)
            put_thing(&bytes, k, 0);
        for (int i = 0; k % 2 == 0 && i < 7; i++)
            put_big_u16(&bytes, k & 0xffff);
    }
    assert_cheap(&bytes);
    bytes_free(&bytes);
}

static void many_layers_of_nothing(void **state)
{
    (void)state;
    enum { LAYERS = 500000 };
    struct bytes bytes = begin_level(4);
    put_mesh(&bytes, 65536, 65536, LAYERS);
    for (int i = 0; i < LAYERS; i++)
        put_big_u32(&bytes, 0);
    assert_cheap(&bytes);
    bytes_free(&bytes);
}

/* A map that is one cell wide or high, or none, or more than 32 bits can count. */
static void maps_of_odd_shapes(void **state)
{
    (void)state;
    enum { CELLS = 300000 };
    static const uint32_t sizes[][2] = {
        {CELLS, 1}, {1, CELLS}, {0, CELLS},       {CELLS, 0}, {UINT32_MAX, UINT32_MAX},
        {3, 5},     {0, 0},     {0x80000000u, 2u}};
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        struct bytes bytes = begin_level(4);
        put_mesh(&bytes, sizes[i][0], sizes[i][1], 1);
        put_big_u32(&bytes, CELLS);
        for (unsigned k = 0; k < CELLS; k++)
            put_big_u16(&bytes, k * 7919);
        put_raw(&bytes, "THNG", 4);
        put_big_u32(&bytes, 1);
        put_thing(&bytes, UINT32_MAX, 255);
        assert_cheap(&bytes);
        bytes_free(&bytes);
    }
}

/* All at one place, all with one tag, all with metadata that is not UTF-8. */
static void many_things_of_one_tag(void **state)
{
    (void)state;
    enum { THINGS = 100000 };
    struct bytes bytes = begin_level(4);
    put_mesh(&bytes, 1, 1, 1);
    put_big_u32(&bytes, 1);
    put_big_u16(&bytes, 0);
    put_raw(&bytes, "THNG", 4);
    put_big_u32(&bytes, THINGS);
    for (uint32_t i = 0; i < THINGS; i++)
        put_thing(&bytes, 5, i % 3);
    put_raw(&bytes, "PATH", 4);
    put_big_u32(&bytes, THINGS);
    for (uint32_t i = 0; i < THINGS; i++) {
        put_u8(&bytes, 1);
        put_big_u32(&bytes, 7 + i);
        put_big_u32(&bytes, i);
        put_big_u32(&bytes, 0);
    }
    assert_cheap(&bytes);
    bytes_free(&bytes);
}

/* Version 0 has four ways to be read, and the last one may be the one. */
static void a_level_that_only_its_last_variant_fits(void **state)
{
    (void)state;
    enum { ACTORS = 100000 };
    struct bytes bytes = begin_level(0);
    put_raw(&bytes, "NPCS", 4);
    put_big_u32(&bytes, ACTORS);
    for (uint32_t i = 0; i < ACTORS * 5; i++)
        put_big_u16(&bytes, i & 0xffff);
    put_raw(&bytes, "META", 4);
    put_big_u32(&bytes, 0);
    put_big_u32(&bytes, 0);
    put_big_u16(&bytes, 0);
    ow_leveld_level *level;
    assert_int_equal(ow_leveld_read(bytes.data, bytes.size, NULL, &level, NULL), OW_OK);
    assert_int_equal(level->byte_order, OW_LEVELD_BIG);
    assert_int_equal(level->variant, OW_LEVELD_SHORT_META);
    ow_leveld_free(level);
    assert_cheap(&bytes);
    bytes_free(&bytes);
}

static void counts_beyond_the_file_take_no_memory(void **state)
{
    (void)state;
    static const char *const blocks[] = {"THNG\xff\xff\xff\xff",
                                         "TRIG\xff\xff\xff\xff",
                                         "PATH\xff\xff\xff\xff",
                                         "ITEM\x7f\xff\xff\xff",
                                         "PATH\0\0\0\1\0\0\0\0\0\0\0\0\0\xff\xff\xff\xff",
                                         "MESH\0\0\0\0\0\0\0\0\0\0\0\0\xff\xff\xff\xff",
                                         "MESH\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1\xff\xff\xff\xff"};
    static const size_t sizes[] = {8, 8, 8, 8, 21, 20, 24};
    for (size_t i = 0; i < LENGTH(blocks); i++) {
        struct bytes bytes = begin_level(4);
        struct ledger ledger = {0};
        ow_options options = ledger_options(&ledger);
        ow_document document;
        ow_error error = {0};
        put_raw(&bytes, blocks[i], sizes[i]);
        assert_int_equal(ow_open(bytes.data, bytes.size, &options, &document, &error),
                         OW_TRUNCATED);
        assert_true(ledger.peak < 100000);
        assert_cheap(&bytes);
        bytes_free(&bytes);
    }
}

static void json_of_commas(void **state)
{
    (void)state;
#define HEAD "{\"format\":\"leveld\",\"version\":4,\"byte_order\":\"big\",\"blocks\":["
    assert_json_is_cheap(HEAD);
    assert_json_is_cheap(HEAD "{\"id\":\"PATH\",\"paths\":[");
    assert_json_is_cheap(HEAD "{\"id\":\"MESH\",\"tile_width\":1,\"tile_height\":1,\"width\":1,"
                              "\"height\":1,\"layers\":[");
    assert_json_is_cheap(HEAD "{\"id\":\"MESH\",\"tile_width\":1,\"tile_height\":1,\"width\":1,"
                              "\"height\":1,\"layers\":[[");
}

static void a_limit_of_the_caller_holds(void **state)
{
    (void)state;
    enum { THINGS = 6000 };
    struct bytes bytes = begin_level(4);
    put_mesh(&bytes, 100, 100, 2);
    for (int layer = 0; layer < 2; layer++) {
        put_big_u32(&bytes, 10000);
        for (unsigned i = 0; i < 10000; i++)
            put_big_u16(&bytes, i);
    }
    put_raw(&bytes, "THNG", 4);
    put_big_u32(&bytes, THINGS);
    for (uint32_t i = 0; i < THINGS; i++)
        put_thing(&bytes, i, 3);
    assert_limits_hold(&bytes);
    bytes_free(&bytes);
}

static bool stop_at_once(void *context, uint64_t done, uint64_t total)
{
    unsigned *calls = context;
    assert_true(done <= total);
    ++*calls;
    return false;
}

/* Large enough for progress to be asked for; each way of reading stops when told to. */
static void a_caller_may_cancel(void **state)
{
    (void)state;
    enum { THINGS = 5000 };
    struct bytes bytes = begin_level(4);
    put_raw(&bytes, "THNG", 4);
    put_big_u32(&bytes, THINGS);
    for (uint32_t i = 0; i < THINGS; i++)
        put_thing(&bytes, i, 0);
    for (const struct named_deed *way = deeds; way->name; way++) {
        unsigned calls = 0;
        ow_options options = {.progress = stop_at_once, .progress_context = &calls};
        struct bytes result = {0};
        ow_error error = {0};
        ow_status status = way->act(bytes.data, bytes.size, &options, &result, &error);
        if (status != OW_CANCELLED || error.status != status || calls != 1)
            ROW_FAILED("%s: %s after %u calls\n", way->name, ow_status_name(status), calls);
        bytes_free(&result);
    }
    bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_blocks_of_nothing),
        cmocka_unit_test(things_and_actors_by_turns),
        cmocka_unit_test(many_layers_of_nothing),
        cmocka_unit_test(maps_of_odd_shapes),
        cmocka_unit_test(many_things_of_one_tag),
        cmocka_unit_test(a_level_that_only_its_last_variant_fits),
        cmocka_unit_test(counts_beyond_the_file_take_no_memory),
        cmocka_unit_test(json_of_commas),
        cmocka_unit_test(a_limit_of_the_caller_holds),
        cmocka_unit_test(a_caller_may_cancel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
