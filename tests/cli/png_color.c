/* PNG images in colour: pictures come back as they were written, and no tileset of a stranger
 * breaks the command. */
#include "../support/test.h"

#include "../support/bytes.h"

#include "../../cli/pictures/png.h"

enum {
    WIDTH = 37,
    HEIGHT = 5,
    COUNT = WIDTH * HEIGHT,
    TRUECOLOR = 2,
    WITH_ALPHA = 6,
    COLOR_TYPE = 25
};

static void fill(ow_color pixels[COUNT], uint8_t alpha)
{
    for (size_t i = 0; i < COUNT; i++)
        pixels[i] = (ow_color){(uint8_t)(i * 7), (uint8_t)(i * 31 >> 2), (uint8_t)(255 - i), 255};
    pixels[COUNT / 2].alpha = alpha;
}

static struct bytes encoded(uint8_t alpha)
{
    ow_color pixels[COUNT];
    struct bytes bytes = {0};
    ow_sink sink = sink_to(&bytes);
    ow_error error;
    fill(pixels, alpha);
    assert_int_equal(png_encode_color(pixels, WIDTH, HEIGHT, &sink, &error), OW_OK);
    return bytes;
}

static void pixels_come_back_with_their_alpha(void **state)
{
    (void)state;
    static const struct {
        uint8_t alpha, color_type;
    } rows[] = {{255, TRUECOLOR}, {254, WITH_ALPHA}, {0, WITH_ALPHA}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_color pixels[COUNT];
        ow_pixels again;
        char message[200];
        struct bytes bytes = encoded(rows[i].alpha);
        assert_int_equal(bytes.data[COLOR_TYPE], rows[i].color_type);
        assert_int_equal(png_decode_color(bytes.data, bytes.size, 1 << 20, &again, message, 200),
                         OW_OK);
        fill(pixels, rows[i].alpha);
        assert_int_equal(again.width, WIDTH);
        assert_int_equal(again.height, HEIGHT);
        assert_memory_equal(again.pixels, pixels, sizeof pixels);
        pixels_release(&again);
        bytes_free(&bytes);
    }
}

static void what_is_cut_short_or_changed_is_refused_or_read(void **state)
{
    (void)state;
    struct bytes bytes = encoded(100);
    for (size_t size = 0; size < bytes.size; size++) {
        ow_pixels pixels;
        char message[200] = "";
        uint8_t *copy = exact_copy(bytes.data, size);
        ow_status status = png_decode_color(copy, size, 1 << 20, &pixels, message, sizeof message);
        free(copy);
        assert_true(status == OW_OK || (message[0] && !pixels.pixels));
        pixels_release(&pixels);
        bytes.data[size] ^= 0x55;
        status =
            png_decode_color(bytes.data, bytes.size, 1 << 20, &pixels, message, sizeof message);
        assert_true(status == OW_OK || !pixels.pixels);
        pixels_release(&pixels);
        bytes.data[size] ^= 0x55;
    }
    bytes_free(&bytes);
}

static void the_limit_counts_file_and_pixels(void **state)
{
    (void)state;
    struct bytes bytes = encoded(100);
    const uint64_t needed = bytes.size + COUNT * sizeof(ow_color);
    for (uint64_t missing = 0; missing < 2; missing++) {
        ow_pixels pixels;
        char message[200];
        assert_int_equal(png_decode_color(bytes.data, bytes.size, needed - missing, &pixels,
                                          message, sizeof message),
                         missing ? OW_TOO_MUCH_MEMORY : OW_OK);
        pixels_release(&pixels);
    }
    bytes_free(&bytes);
}

static bool refuse(void *context, const void *data, size_t size)
{
    (void)context, (void)data, (void)size;
    return false;
}

static void a_sink_that_refuses_ends_it(void **state)
{
    (void)state;
    static ow_color pixels[COUNT];
    ow_sink sink = {.write = refuse};
    ow_error error;
    assert_int_equal(png_encode_color(pixels, WIDTH, HEIGHT, &sink, &error), OW_WRITE_FAILED);
    assert_int_equal(error.status, OW_WRITE_FAILED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pixels_come_back_with_their_alpha),
        cmocka_unit_test(what_is_cut_short_or_changed_is_refused_or_read),
        cmocka_unit_test(the_limit_counts_file_and_pixels),
        cmocka_unit_test(a_sink_that_refuses_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
