/* City saves made to cost much: they take no more time and memory than others of their size. */
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

/* A header, name "hostile". */
static struct bytes begin_save(void)
{
    struct bytes bytes = {0};
    put_big_u16(&bytes, 13);
    put_big_u16(&bytes, 0);
    put_big_u16(&bytes, 7);
    put_raw(&bytes, "hostile", 7);
    return bytes;
}

static void put_image(struct bytes *bytes)
{
    put_big_u32(bytes, 16);
    put_u8(bytes, 0);
    put_big_u16(bytes, 5);
    put_raw(bytes, "a.png", 5);
    put_big_u32(bytes, 0x3dcccccd);
}

static void put_no_tables(struct bytes *bytes)
{
    for (int i = 0; i < 2; i++) {
        put_big_u32(bytes, 8);
        put_big_u32(bytes, 0);
    }
}

static void put_heights(struct bytes *bytes, uint32_t x_vertices, uint32_t y_vertices,
                        uint32_t count, uint32_t first)
{
    put_big_u32(bytes, 13 + 4 * count);
    put_u8(bytes, 1);
    put_big_u32(bytes, x_vertices);
    put_big_u32(bytes, y_vertices);
    for (uint32_t i = 0; i < count; i++)
        put_big_u32(bytes, first + i * 7919);
}

static void put_thing(struct bytes *bytes, uint32_t meta_thing, uint32_t place, uint32_t reserved)
{
    put_big_u32(bytes, meta_thing);
    put_u8(bytes, place & 255);
    put_big_u32(bytes, place);
    put_big_u32(bytes, place * 3);
    put_big_u32(bytes, place * 5);
    put_big_u32(bytes, reserved);
    for (uint32_t i = 0; i < reserved; i++)
        put_u8(bytes, i & 255);
}

/* Names that are empty, and names that are one and the same. */
static void many_meta_things(void **state)
{
    (void)state;
    enum { COUNT = 200000 };
    for (unsigned size = 0; size < 3; size += 2) {
        struct bytes bytes = begin_save();
        put_image(&bytes);
        put_big_u32(&bytes, 8 + COUNT * (2 + size));
        put_big_u32(&bytes, COUNT);
        for (int i = 0; i < COUNT; i++) {
            put_big_u16(&bytes, size);
            put_raw(&bytes, "\xffx", size);
        }
        put_big_u32(&bytes, 8);
        put_big_u32(&bytes, 0);
        assert_cheap(&bytes);
        bytes_free(&bytes);
    }
}

/* Each of another kind, most of a kind that is not in the table, places from NaN to infinity. */
static void many_things(void **state)
{
    (void)state;
    enum { COUNT = 100000 };
    struct bytes bytes = begin_save();
    put_image(&bytes);
    put_big_u32(&bytes, 11);
    put_big_u32(&bytes, 1);
    put_big_u16(&bytes, 1);
    put_u8(&bytes, 'x');
    put_big_u32(&bytes, 0);
    put_big_u32(&bytes, COUNT);
    for (uint32_t i = 0; i < COUNT; i++)
        put_thing(&bytes, i % 5 ? i : 0, i * 0x9e3779b9u, 0);
    assert_cheap(&bytes);
    bytes_free(&bytes);
}

static void one_thing_with_all_the_bytes(void **state)
{
    (void)state;
    enum { RESERVED = 1000000 };
    struct bytes bytes = begin_save();
    put_image(&bytes);
    put_big_u32(&bytes, 8);
    put_big_u32(&bytes, 0);
    put_big_u32(&bytes, 29 + RESERVED);
    put_big_u32(&bytes, 1);
    put_thing(&bytes, 0, 0, RESERVED);
    assert_cheap(&bytes);
    bytes_free(&bytes);
}

/* Ground of odd shapes, heights of any bits. */
static void heights_of_odd_shapes(void **state)
{
    (void)state;
    enum { COUNT = 62500 };
    static const uint32_t shapes[][3] = {
        {250, 250, COUNT},       {COUNT, 1, COUNT},       {1, COUNT, COUNT}, {0, UINT32_MAX, 0},
        {UINT32_MAX, 0, 0},      {65536, 65536, COUNT},   {1, 1, 1},         {2, 2, 4},
        {0x80000000u, 2, COUNT}, {0x10001, 0xffff, COUNT}};
    static const uint32_t firsts[] = {0x3f800000, 0x7f7ffff0, 0x7fbffff0, 0};
    for (size_t i = 0; i < LENGTH(shapes); i++) {
        for (size_t k = 0; k < LENGTH(firsts); k++) {
            struct bytes bytes = begin_save();
            put_heights(&bytes, shapes[i][0], shapes[i][1], shapes[i][2], firsts[k]);
            put_no_tables(&bytes);
            assert_cheap(&bytes);
            bytes_free(&bytes);
        }
    }
}

static void counts_beyond_the_file_take_no_memory(void **state)
{
    (void)state;
    enum { TABLE_COUNT, THING_COUNT, RESERVED, PATH, VERTICES, CASES };
    for (int wrong = 0; wrong < CASES; wrong++) {
        struct bytes bytes = begin_save();
        struct ledger ledger = {0};
        ow_options options = ledger_options(&ledger);
        ow_document document;
        ow_error error = {0};
        if (wrong == VERTICES) {
            put_heights(&bytes, 65536, 65536, 0, 0);
            put_no_tables(&bytes);
        } else {
            put_image(&bytes);
            put_no_tables(&bytes);
            put_thing(&bytes, 0, 0, 0);
            size_t places[] = {bytes.size - 33, bytes.size - 25, bytes.size - 4, 18};
            bytes.data[bytes.size - 22] = 1; /* one thing */
            memset(bytes.data + places[wrong], 0xff, wrong == PATH ? 2 : 4);
        }
        assert_int_equal(ow_open(bytes.data, bytes.size, &options, &document, &error),
                         OW_TRUNCATED);
        assert_true(ledger.peak < 100000);
        assert_cheap(&bytes);
        bytes_free(&bytes);
    }
}

/* No mark says that bytes are a city: all that could be one are tried, at no more than a trace for
 * each variant. */
static void bytes_that_are_nearly_a_city(void **state)
{
    (void)state;
    enum { SIZE = 4000000 };
    const unsigned step = is_deep() ? 15 : 51;
    for (unsigned filler = 0; filler < 256; filler += step) {
        struct bytes bytes = begin_save();
        put_image(&bytes);
        while (bytes.size < SIZE)
            put_u8(&bytes, filler);
        assert_cheap(&bytes);
        memset(bytes.data, 0, 6); /* a header whose sizes are all wrong */
        assert_cheap(&bytes);
        bytes_free(&bytes);
    }
}

static void json_of_commas(void **state)
{
    (void)state;
#define HEAD "{\"format\":\"city\",\"variant\":\"d3\",\"version\":0,\"name\":\"\",\"terrain\":"
    assert_json_is_cheap(HEAD);
    assert_json_is_cheap(HEAD
                         "{\"kind\":\"heights\",\"x_vertices\":1,\"y_vertices\":1,\"heights\":[");
    assert_json_is_cheap(HEAD "{\"kind\":\"image\",\"image_path\":\"\",\"z_scale\":0},"
                              "\"meta_things\":[");
    assert_json_is_cheap(HEAD "{\"kind\":\"image\",\"image_path\":\"\",\"z_scale\":0},"
                              "\"meta_things\":[],\"things\":[");
}

static struct bytes save_of_things(uint32_t count)
{
    struct bytes bytes = begin_save();
    put_image(&bytes);
    put_big_u32(&bytes, 8);
    put_big_u32(&bytes, 0);
    put_big_u32(&bytes, 8 + 21 * count);
    put_big_u32(&bytes, count);
    for (uint32_t i = 0; i < count; i++)
        put_thing(&bytes, i, i, 0);
    return bytes;
}

static void a_limit_of_the_caller_holds(void **state)
{
    (void)state;
    struct bytes bytes = save_of_things(6000);
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
    struct bytes bytes = save_of_things(5000);
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
        cmocka_unit_test(many_meta_things),
        cmocka_unit_test(many_things),
        cmocka_unit_test(one_thing_with_all_the_bytes),
        cmocka_unit_test(heights_of_odd_shapes),
        cmocka_unit_test(counts_beyond_the_file_take_no_memory),
        cmocka_unit_test(bytes_that_are_nearly_a_city),
        cmocka_unit_test(json_of_commas),
        cmocka_unit_test(a_limit_of_the_caller_holds),
        cmocka_unit_test(a_caller_may_cancel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
