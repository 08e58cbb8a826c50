/* Deflate without compression: what is packed can be unpacked, and other bytes cannot. */
#include "../support/test.h"

#include "base/stored.h"

enum { BLOCK = 65535, MOST = 2 * BLOCK + 1 };

static void what_is_packed_can_be_unpacked(void **state)
{
    (void)state;
    static const struct {
        size_t size, packed;
    } rows[] = {{0, 5},
                {1, 6},
                {BLOCK - 1, BLOCK + 4},
                {BLOCK, BLOCK + 5},
                {BLOCK + 1, BLOCK + 11},
                {2 * BLOCK, 2 * BLOCK + 10},
                {MOST, MOST + 15}};
    uint8_t *plain = malloc(MOST), *packed = malloc(MOST + 15), *again = malloc(MOST);
    for (size_t i = 0; i < MOST; i++)
        plain[i] = (uint8_t)(i * 7 + i / 251);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        size_t size = rows[i].size;
        assert_int_equal(stored_size(size), rows[i].packed);
        stored_pack(plain, size, packed);
        memset(again, 0, MOST);
        assert_int_equal(stored_unpack(packed, rows[i].packed, again, size), size);
        assert_memory_equal(again, plain, size);
        if (size > 0)
            assert_int_equal(stored_unpack(packed, rows[i].packed, again, size - 1), 0);
        assert_int_equal(stored_unpack(packed, rows[i].packed - 1, again, size), 0);
    }
    free(plain);
    free(packed);
    free(again);
}

static void a_block_is_as_the_standard_has_it(void **state)
{
    (void)state;
    static const uint8_t expected[] = {1, 3, 0, 0xfc, 0xff, 'a', 'b', 'c'};
    uint8_t packed[sizeof expected];
    stored_pack((const uint8_t *)"abc", 3, packed);
    assert_memory_equal(packed, expected, sizeof expected);
}

static void other_bytes_are_not_unpacked(void **state)
{
    (void)state;
    static const uint8_t rows[][7] = {
        {3, 2, 0, 0xfd, 0xff, 'a', 'b'}, /* compressed */
        {1, 2, 0, 0xfc, 0xff, 'a', 'b'}, /* sizes that differ */
        {1, 2, 1, 0xfd, 0xff, 'a', 'b'}, /* the same in the high byte */
        {1, 3, 0, 0xfc, 0xff, 'a', 'b'}, /* a byte too few */
        {0, 2, 0, 0xfd, 0xff, 'a', 'b'}, /* no block is the last */
    };
    uint8_t plain[8];
    for (size_t i = 0; i < LENGTH(rows); i++)
        if (stored_unpack(rows[i], sizeof rows[i], plain, sizeof plain) != 0)
            ROW_FAILED("row %zu\n", i);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_packed_can_be_unpacked),
        cmocka_unit_test(a_block_is_as_the_standard_has_it),
        cmocka_unit_test(other_bytes_are_not_unpacked),
    };
    return cmocka_run_group_tests_name("stored", tests, NULL, NULL);
}
