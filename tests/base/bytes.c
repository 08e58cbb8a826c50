/* Numbers out of and into bytes: both orders, and long runs at every alignment. */
#include "../support/test.h"

#include "base/bytes.h"

static const uint8_t eight[] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef};

static void numbers_are_loaded_in_both_orders(void **state)
{
    (void)state;
    assert_int_equal(load_u16(eight, true), 0x0123);
    assert_int_equal(load_u16(eight, false), 0x2301);
    assert_int_equal(load_u32(eight, true), 0x01234567);
    assert_int_equal(load_u32(eight, false), 0x67452301);
    assert_true(load_u64(eight, true) == UINT64_C(0x0123456789abcdef));
    assert_true(load_u64(eight, false) == UINT64_C(0xefcdab8967452301));
    static const uint8_t one_and_a_half[] = {0x3f, 0xc0, 0, 0};
    float value;
    load_f32(&value, one_and_a_half, true);
    assert_float(value, 1.5f);
    static const uint8_t signalling[] = {0x01, 0, 0xa0, 0x7f};
    load_f32(&value, signalling, false);
    assert_int_equal(bits_of(value), 0x7fa00001);
}

static void what_is_stored_is_loaded(void **state)
{
    (void)state;
    for (int big = 0; big < 2; big++) {
        uint8_t room[1 + sizeof eight];
        uint8_t *odd = room + 1;
        store_u16(odd, 0x0123, big);
        assert_memory_equal(odd, big ? "\x01\x23" : "\x23\x01", 2);
        store_u32(odd, 0x01234567, big);
        assert_memory_equal(odd, big ? "\x01\x23\x45\x67" : "\x67\x45\x23\x01", 4);
        store_u64(odd, UINT64_C(0x0123456789abcdef), big);
        assert_true(load_u64(odd, big) == UINT64_C(0x0123456789abcdef));
        assert_int_equal(odd[0], big ? 0x01 : 0xef);
        float signalling = float_of(0xffa12345), loaded;
        store_f32(odd, &signalling, big);
        load_f32(&loaded, odd, big);
        assert_int_equal(bits_of(loaded), 0xffa12345);
    }
}

/* A run from and to every place within a word, long enough for the widest steps of a processor
 * and of every length that is left over by them, against one number after another. */
static void assert_run(size_t width, size_t count, size_t from_place, size_t to_place, bool swapped)
{
    enum { LONGEST = 140 * 4, GUARD = 0xa5 };
    uint8_t from[8 + LONGEST], to[8 + LONGEST + 8];
    size_t size = width * count;
    for (size_t i = 0; i < sizeof from; i++)
        from[i] = (uint8_t)(i * 37 + i / 251);
    memset(to, GUARD, sizeof to);
    uint8_t *exact = malloc(from_place + size + 1);
    assert_non_null(exact);
    memcpy(exact + from_place, from, size);
    if (width == 2)
        copy_u16s(to + to_place, exact + from_place, count, swapped);
    else
        copy_u32s(to + to_place, exact + from_place, count, swapped);
    for (size_t i = 0; i < sizeof to; i++) {
        size_t at = i - to_place, byte = at % width;
        bool inside = i >= to_place && at < size;
        size_t source = swapped ? at - byte + width - 1 - byte : at;
        uint8_t expected = inside ? from[source] : GUARD;
        if (to[i] != expected)
            ROW_FAILED("%zu numbers of %zu bytes from %zu to %zu: byte %zu is %02x, not %02x\n",
                       count, width, from_place, to_place, i, to[i], expected);
    }
    free(exact);
}

static void runs_are_copied_like_one_number_after_another(void **state)
{
    (void)state;
    enum { MOST = 140 };
    for (size_t width = 2; width <= 4; width += 2)
        for (int swapped = 0; swapped < 2; swapped++)
            for (size_t from = 0; from < 8; from++)
                for (size_t to = 0; to < 8; to++)
                    for (size_t count = 0; count <= MOST; count += count < 36 ? 1 : 13)
                        assert_run(width, count, from, to, swapped);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_loaded_in_both_orders),
        cmocka_unit_test(what_is_stored_is_loaded),
        cmocka_unit_test(runs_are_copied_like_one_number_after_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
