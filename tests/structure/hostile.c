/* Builds made to cost much or to do harm: they take no more time and memory than others of their
 * size. */
#include "by_hand.h"

#include "../robust/harness.h"

#include <time.h>

/* Sanitizers make everything slow; what is quadratic is slower still by far. */
enum { SECONDS_ALLOWED = 20 };

static void assert_cheap(const struct bytes *bytes)
{
    for (const struct named_deed *way = deeds; way->name; way++) {
        struct ledger ledger = {0};
        struct bytes result = {0};
        ow_options options = ledger_options(&ledger);
        ow_error error = {0};
        clock_t began = clock();
        ow_status status = way->act(bytes->data, bytes->size, &options, &result, &error);
        double seconds = (double)(clock() - began) / CLOCKS_PER_SEC;
        /* What is written into a buffer is the caller's, and so is a document beside its copy. */
        uint64_t most = bytes->size * 4 + (16u << 20);
        if (way->act == deed_scene) /* see ow_scene_open: records are small beside what they show */
            most = bytes->size * 16 + (64u << 20);
        if (way->act == deed_convert || way->act == deed_open)
            most = most * 5 / 2; /* an arena that may grow takes larger pieces */
        if (seconds > SECONDS_ALLOWED || ledger.peak > most || ledger.blocks > 0 ||
            ledger.wrong_size)
            ROW_FAILED("%s of %zu bytes: %s after %.1f s, %zu bytes of memory\n", way->name,
                       bytes->size, ow_status_name(status), seconds, (size_t)ledger.peak);
        bytes_free(&result);
    }
}

/* The head of a build whose only root ends with its last block. */
static void put_build(struct bytes *bytes, unsigned blocks)
{
    put_words(bytes, "06 ff 0001 0000 0000 0000 0001", false);
    for (int i = 0; i < 12; i++)
        put_f32(bytes, 1);
    put_u16(bytes, blocks - 1);
    put_u16(bytes, blocks);
}

/* A block of version 0, and one of version 4, up to its type. */
#define OLDEST "00 0000 0001 00000000 00000000 00000000 0000 0000 0000 "
#define OLDER  "04 0000 0001 0000 0000 0000 0000 0000 0000 "

static void counts_beyond_the_file_take_no_memory(void **state)
{
    (void)state;
    static const char *const words[] = {
        "06 fe fffe",
        "06 ff fffe",
        "06 ff ffff ffff",
        BARE "ffff",
        TURNED "0001 0000 0000 0000 00 05 00 00 00 0000 ff",
        TURNED "0001 0000 0000 0000 00 05 38 00 00 00 ff",
        TURNED "0001 0000 0000 0000 00 05 38 00 00 00 00 ff ff",
        TURNED "0001 0000 0000 0000 00 05 38 00 00 00 00 7e ff",
        TURNED "0001 0000 0000 0000 00 05 38 00 00 00 00 00 c0 ff",
        TURNED "0001 0000 0000 0000 00 05 38 00 00 00 00 00 80 01 ffff 0000 0000 0000",
        TURNED "0001 0000 0000 0000 00 6d 38 00 00 00 00 ff",
        TURNED "0001 0000 0000 0000 00 09 3d 00 =ffffffff07 00",
        "00 ffff",
        "01 0000 ffff",
        OLDEST "05 00 02 00 00 0000 ffff",
        OLDEST "05 00 10 00 00 ffff",
        OLDEST "05 00 38 00 00 ffff",
        OLDEST "05 00 38 00 00 0000 ffff",
        OLDEST "05 00 38 00 00 0000 0000 7fff ffff",
        OLDEST "05 00 38 00 00 0000 0000 7ffe ffff",
        OLDEST "05 00 38 00 00 0000 0000 0001 ffff",
        OLDEST "05 00 38 00 00 0000 0000 0000 ffff",
        OLDEST "05 00 38 00 00 0000 0000 0000 0000 ffff",
        OLDEST "05 00 38 00 00 0000 0000 0000 0000 0000 ffff",
        OLDER "05 38 00 00 ff",
        OLDER "05 38 00 00 00 00 01 ff",
        OLDER "05 38 00 00 00 00 00 ff",
    };
    for (size_t i = 0; i < LENGTH(words); i++) {
        struct bytes bytes = {0};
        struct ledger ledger = {0};
        ow_options options = ledger_options(&ledger);
        ow_structure_build *build;
        ow_error error;
        put_words(&bytes, words[i], false);
        assert_int_equal(ow_structure_read_as(bytes.data, bytes.size, &ow_structure_game, &options,
                                              &build, &error),
                         OW_TRUNCATED);
        assert_true(ledger.peak < 100000 && ledger.blocks == 0);
        assert_cheap(&bytes);
        bytes_free(&bytes);
    }
}

/* The smallest blocks that have metadata: what they need in memory is more than ten times their
 * size. */
static void as_many_blocks_as_can_be_are_read(void **state)
{
    (void)state;
    enum { BLOCKS = 65535 };
    struct bytes bytes = {0};
    put_build(&bytes, BLOCKS);
    for (int i = 0; i < BLOCKS; i++)
        put_words(&bytes, "0000 0000 0000 00 05 38 00 00 00 00 00 00", false);
    struct ledger ledger = {0};
    ow_options options = ledger_options(&ledger);
    ow_structure_build *build;
    ow_error error;
    assert_int_equal(ow_structure_read(bytes.data, bytes.size, &options, &build, &error), OW_OK);
    assert_int_equal(build->block_count, BLOCKS);
    assert_written(build, &bytes);
    ow_structure_free(build);
    assert_true(ledger.blocks == 0);
    bytes_free(&bytes);
}

/* The same, whatever is done with them. */
static void many_blocks_are_cheap(void **state)
{
    (void)state;
    const unsigned blocks = is_deep() ? 65535 : 5000;
    struct bytes bytes = {0};
    put_build(&bytes, blocks);
    for (unsigned i = 0; i < blocks; i++)
        put_words(&bytes, "0000 0000 0000 00 05 38 00 00 00 00 00 00", false);
    assert_cheap(&bytes);
    bytes_free(&bytes);
}

/* A group takes one byte in a file and sixteen in memory: a file of nothing else is refused,
 * unless the caller allows more. */
static void groups_of_nothing_stay_within_the_limit(void **state)
{
    (void)state;
    enum { BLOCKS = 12000, GROUPS = 126 };
    struct bytes bytes = {0};
    put_build(&bytes, BLOCKS);
    for (int i = 0; i < BLOCKS; i++) {
        put_words(&bytes, "0000 0000 0000 00 05 38 00 00 00 00", false);
        put_u8(&bytes, GROUPS);
        for (int k = 0; k < GROUPS; k++)
            put_u8(&bytes, 0);
        put_u8(&bytes, 0);
    }
    struct ledger ledger = {0};
    ow_options options = ledger_options(&ledger);
    ow_structure_build *build;
    ow_error error = {0};
    assert_int_equal(ow_structure_read(bytes.data, bytes.size, &options, &build, &error),
                     OW_TOO_MUCH_MEMORY);
    assert_true(ledger.peak <= bytes.size * 4 + (16u << 20) && ledger.blocks == 0);
    options.max_memory = 64u << 20;
    assert_int_equal(ow_structure_read(bytes.data, bytes.size, &options, &build, &error), OW_OK);
    assert_int_equal(build->blocks[BLOCKS - 1].settings->metadata->group_count, GROUPS);
    assert_written(build, &bytes);
    ow_structure_free(build);
    assert_cheap(&bytes);
    bytes_free(&bytes);
}

static uint32_t next_random(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

/* Blocks of every doubtful type, with masks at random, which fit no variant or a wrong one. */
static void doubts_without_end_are_given_up(void **state)
{
    (void)state;
    static const unsigned doubtful[] = {6,   13,  16,  17,  19,  20,  21,  22,  25,  29,  56,
                                        105, 106, 113, 116, 118, 119, 120, 121, 122, 126, 200};
    enum { BLOCKS = 2000 };
    const uint32_t seeds = is_deep() ? 5 : 2;
    for (uint32_t seed = 1; seed <= seeds; seed++) {
        struct bytes bytes = {0};
        uint32_t random = seed;
        put_build(&bytes, BLOCKS);
        for (int i = 0; i < BLOCKS; i++) {
            put_words(&bytes, "0000 0000 0000 00", false);
            put_u8(&bytes, doubtful[next_random(&random) % LENGTH(doubtful)]);
            put_u8(&bytes, next_random(&random) & 0x3c);
            for (uint32_t left = next_random(&random) % 8; left > 0; left--)
                put_u8(&bytes, next_random(&random) % 3);
        }
        assert_cheap(&bytes);
        bytes_free(&bytes);
    }
}

static void assert_harmless(const uint8_t *data, size_t size, const ow_structure_variant *variant)
{
    struct bytes copy = {0};
    ow_structure_build *build;
    ow_error error = {0};
    put_raw(&copy, data, size);
    ow_status status = variant ? ow_structure_read_as(data, size, variant, NULL, &build, &error)
                               : ow_structure_read(data, size, NULL, &build, &error);
    if (status == OW_OK)
        assert_written(build, &copy);
    else
        assert_true(error.status == status && error.message[0] && error.offset <= size && !build);
    ow_structure_free(build);
    bytes_free(&copy);
}

/* Bytes at random, mostly small numbers, behind heads of every kind. */
static void bytes_at_random_do_no_harm(void **state)
{
    (void)state;
    static const char *const heads[] = {
        "",
        "06",
        BARE "0001",
        BARE "0003",
        TURNED "0001",
        TURNED "0004",
        "06 02 0001 0001 0002 0000 0000 0000 0000 0003",
        TURNED "0001 0000 0000 0000 00 05 38 00 00",
        TURNED "0002 0000 0000 0000 00 6d 38 00 00",
        TURNED "0001 0000 0000 0000 00 81 38 00 00",
        TURNED "0001 0000 0000 0000 00 05 38 00 00 00 00 00 c0 01",
        "00",
        "01 0000 0003",
        "05 0000 0002",
        OLDEST,
        OLDEST "05 00 38 00 00",
        OLDEST "81 00 38 00 00 0000 0000 0001",
        "01 0000 0002 0000 0000 0000 0000 0000 0000 6d 00 38 00 00",
        OLDER "05 38 00 00",
        OLDER "05 38 00 00 00 00 02",
    };
    const size_t times = is_deep() ? 6000 : 2000;
    uint32_t random = 20;
    for (size_t i = 0; i < times * LENGTH(heads); i++) {
        struct bytes bytes = {0};
        ow_structure_variant variant =
            next_random(&random) % 2 ? ow_structure_spec : ow_structure_game;
        variant.string_prefix = next_random(&random) % 2;
        variant.metadata_color_bytes = (uint8_t)(3 + next_random(&random) % 2);
        variant.empty_custom_bounds = next_random(&random) % 2;
        variant.group_count_bytes = (uint8_t)(1 + next_random(&random) % 2);
        variant.group_value_bytes = (uint8_t)(2 + next_random(&random) % 2 * 2);
        put_words(&bytes, heads[i % LENGTH(heads)], variant.byte_order == OW_STRUCTURE_BIG);
        for (uint32_t left = next_random(&random) % 120; left > 0; left--)
            put_u8(&bytes,
                   next_random(&random) % 4 ? next_random(&random) % 3 : next_random(&random));
        uint8_t *exact = exact_copy(bytes.data, bytes.size);
        assert_harmless(exact, bytes.size, &variant);
        if (i % 8 == 0)
            assert_harmless(exact, bytes.size, NULL);
        free(exact);
        bytes_free(&bytes);
    }
}

/* Text of nothing but commas and brackets, which promises records without having them. */
static void json_of_commas(void **state)
{
    (void)state;
    static const char *const heads[] = {
        "{\"format\":\"structure\",\"version\":6,\"colors\":[",
        "{\"format\":\"structure\",\"version\":6,\"colors\":null,\"rotations\":[",
        "{\"format\":\"structure\",\"version\":6,\"colors\":null,\"rotations\":null,\"roots\":[],"
        "\"blocks\":[{\"position\":[0,0,0],\"rotation\":[0,0,0],\"id\":5,\"mask\":56,\"speed\":0,"
        "\"signal\":0,\"metadata\":{\"booleans\":[",
        "{\"format\":\"structure\",\"version\":6,\"colors\":null,\"rotations\":null,\"roots\":[],"
        "\"blocks\":[{\"position\":[0,0,0],\"rotation\":[0,0,0],\"id\":5,\"mask\":56,\"speed\":0,"
        "\"signal\":0,\"metadata\":{\"booleans\":[],\"floats\":[],\"groups\":[",
    };
    static const char *const fillers[] = {",", "0,", "{},", "[],", "[", "true,", "[0,0,0],"};
    for (size_t i = 0; i < LENGTH(heads) * LENGTH(fillers); i++) {
        const char *head = heads[i / LENGTH(fillers)], *filler = fillers[i % LENGTH(fillers)];
        struct bytes text = {0}, result = {0};
        struct ledger ledger = {0};
        ow_options options = ledger_options(&ledger);
        ow_error error = {0};
        put_raw(&text, head, strlen(head));
        while (text.size < 1000000)
            put_raw(&text, filler, strlen(filler));
        clock_t began = clock();
        ow_status status = deed_from_json(text.data, text.size, &options, &result, &error);
        assert_true(status == OW_BAD_JSON);
        assert_true((clock() - began) / CLOCKS_PER_SEC < SECONDS_ALLOWED);
        assert_true(ledger.peak <= text.size * 4 + (16u << 20) && ledger.blocks == 0);
        bytes_free(&result);
        bytes_free(&text);
    }
}

/* A caller's own limit holds for a call as a whole, give or take the block of an output. */
static void a_limit_of_the_caller_holds(void **state)
{
    (void)state;
    enum { BLOCKS = 3000, BLOCK = 80 * 1024 };
    struct bytes bytes = {0};
    put_build(&bytes, BLOCKS);
    for (int i = 0; i < BLOCKS; i++)
        put_words(&bytes, "0001 0002 0003 00 05 38 00 00 00 00 00 01 09", false);
    for (uint64_t limit = 1 << 14; limit < 1 << 24; limit *= 2) {
        for (const struct named_deed *way = deeds; way->act != deed_to_json; way++) {
            if (way->act == deed_open || way->act == deed_stream)
                continue; /* its buffer is the caller's; it is no save */
            struct ledger ledger = {0};
            struct bytes result = {0};
            ow_options options = ledger_options(&ledger);
            ow_error error = {0};
            options.max_memory = limit;
            ow_status status = way->act(bytes.data, bytes.size, &options, &result, &error);
            if (ledger.peak > limit + BLOCK || (status != OW_OK && status != OW_TOO_MUCH_MEMORY))
                ROW_FAILED("%s within %zu bytes: %s, %zu bytes\n", way->name, (size_t)limit,
                           ow_status_name(status), (size_t)ledger.peak);
            bytes_free(&result);
        }
    }
    bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_beyond_the_file_take_no_memory),
        cmocka_unit_test(as_many_blocks_as_can_be_are_read),
        cmocka_unit_test(many_blocks_are_cheap),
        cmocka_unit_test(groups_of_nothing_stay_within_the_limit),
        cmocka_unit_test(doubts_without_end_are_given_up),
        cmocka_unit_test(bytes_at_random_do_no_harm),
        cmocka_unit_test(json_of_commas),
        cmocka_unit_test(a_limit_of_the_caller_holds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
