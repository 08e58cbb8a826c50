/* PNG images of the command: what it writes it reads, and no image of a stranger breaks it.
 * tests/golden/convert/terrain-kinds.txt has images of every kind. */
#include "../support/test.h"

#include "../support/bytes.h"

#include "../../cli/pictures/png.h"

#include <spng.h>

static struct bytes encoded(const ow_image *image)
{
    struct bytes bytes = {0};
    ow_sink sink = sink_to(&bytes);
    ow_error error;
    assert_int_equal(png_encode(image, &sink, &error), OW_OK);
    return bytes;
}

/* Decodes a copy that ends where it ends. */
static bool decoded(const void *bytes, size_t size, ow_image *image, char message[200])
{
    uint8_t *copy = exact_copy(bytes, size);
    memset(message, 0, 200);
    bool good = png_decode(copy, size, 256 << 20, image, message, 200) == OW_OK;
    free(copy);
    if (!good)
        assert_true(message[0] && !image->samples && !image->owner);
    return good;
}

static void samples_scale_and_offset_come_back(void **state)
{
    (void)state;
    static uint16_t samples[300 * 7];
    static const double numbers[] = {0.1, -3.5, 1.0 / 3, 1e-300, 1e300, 12345678.90123, 5e-324};
    for (size_t i = 0; i < LENGTH(samples); i++)
        samples[i] = (uint16_t)(i * 2654435761u >> 7);
    for (size_t i = 0; i < LENGTH(numbers); i++) {
        const ow_image image = {.width = 300,
                                .height = 7,
                                .depth = 16,
                                .samples = samples,
                                .scale = numbers[i],
                                .offset = -numbers[i]};
        struct bytes bytes = encoded(&image);
        ow_image again;
        char message[200];
        assert_true(decoded(bytes.data, bytes.size, &again, message));
        assert_int_equal(again.width, 300);
        assert_int_equal(again.height, 7);
        assert_int_equal(again.depth, 16);
        assert_true(again.scale == numbers[i] && again.offset == -numbers[i]);
        assert_memory_equal(again.samples, samples, sizeof samples);
        png_release(&again);
        bytes_free(&bytes);
    }
}

static bool refuse(void *context, const void *data, size_t size)
{
    (void)data;
    size_t *room = context;
    if (size > *room)
        return false;
    *room -= size;
    return true;
}

static void a_sink_that_refuses_ends_it(void **state)
{
    (void)state;
    static uint16_t samples[64 * 64];
    for (size_t i = 0; i < LENGTH(samples); i++)
        samples[i] = (uint16_t)(i * 2654435761u >> 7);
    const ow_image image = {.width = 64, .height = 64, .depth = 16, .samples = samples, .scale = 1};
    struct bytes bytes = encoded(&image);
    for (size_t most = 0; most < bytes.size; most += most < 300 ? 1 : 97) {
        size_t room = most;
        ow_sink sink = {.context = &room, .write = refuse};
        ow_error error;
        assert_int_equal(png_encode(&image, &sink, &error), OW_WRITE_FAILED);
    }
    bytes_free(&bytes);
}

static void an_image_without_pixels_is_not_written(void **state)
{
    (void)state;
    struct bytes bytes = {0};
    ow_sink sink = sink_to(&bytes);
    const ow_image image = {.height = 3, .depth = 16, .scale = 1};
    ow_error error;
    assert_int_equal(png_encode(&image, &sink, &error), OW_BAD_ARGUMENT);
    assert_int_equal(bytes.size, 0);
}

/* A grey image with a text, by libspng itself. */
static struct bytes image_with_text(int type, const char *name, const char *text)
{
    spng_ctx *png = spng_ctx_new(SPNG_CTX_ENCODER);
    struct spng_ihdr header = {.width = 2, .height = 2, .bit_depth = 8};
    struct spng_text one = {.type = type, .text = (char *)(uintptr_t)text};
    char empty[] = "";
    const uint8_t pixels[] = {1, 2, 3, 4};
    int error;
    snprintf(one.keyword, sizeof one.keyword, "%s", name);
    one.length = strlen(text);
    one.language_tag = one.translated_keyword = empty;
    assert_int_equal(spng_set_option(png, SPNG_ENCODE_TO_BUFFER, 1), 0);
    assert_int_equal(spng_set_ihdr(png, &header), 0);
    assert_int_equal(spng_set_text(png, &one, 1), 0);
    assert_int_equal(spng_encode_image(png, pixels, 4, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE), 0);
    struct bytes bytes = {0};
    size_t size;
    void *buffer = spng_get_png_buffer(png, &size, &error);
    assert_non_null(buffer);
    put_raw(&bytes, buffer, size);
    free(buffer);
    spng_ctx_free(png);
    return bytes;
}

static void only_plain_numbers_are_a_scale(void **state)
{
    (void)state;
    static const struct {
        int type;
        const char *name, *text;
        double scale, offset;
    } rows[] = {
        {SPNG_TEXT, "overworld_scale", "0.1", 0.1, 0},
        {SPNG_TEXT, "overworld_scale", "-2.5e-3", -2.5e-3, 0},
        {SPNG_ZTXT, "overworld_scale", "+.5", 0.5, 0},
        {SPNG_ITXT, "overworld_offset", "7", 0, 7},
        {SPNG_TEXT, "overworld_scale", "0x10", 0, 0},
        {SPNG_TEXT, "overworld_scale", "nan", 0, 0},
        {SPNG_TEXT, "overworld_scale", "inf", 0, 0},
        {SPNG_TEXT, "overworld_scale", "1e999", 0, 0},
        {SPNG_TEXT, "overworld_scale", "1 ", 0, 0},
        {SPNG_TEXT, "overworld_scale", "0,1", 0, 0},
        {SPNG_TEXT, "overworld_scale", "1e", 0, 0},
        {SPNG_TEXT, "overworld_scale", "-", 0, 0},
        {SPNG_TEXT, "Overworld_scale", "1", 0, 0},
        {SPNG_TEXT, "scale", "1", 0, 0},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct bytes bytes = image_with_text(rows[i].type, rows[i].name, rows[i].text);
        ow_image image;
        char message[200];
        assert_true(decoded(bytes.data, bytes.size, &image, message));
        if (image.scale != rows[i].scale || image.offset != rows[i].offset)
            ROW_FAILED("%s \"%s\": scale %g, offset %g\n", rows[i].name, rows[i].text, image.scale,
                       image.offset);
        assert_int_equal(image.depth, 8);
        assert_int_equal(image.samples[3], 4);
        png_release(&image);
        bytes_free(&bytes);
    }
}

static struct bytes small_image(void)
{
    static uint16_t samples[20 * 20];
    for (size_t i = 0; i < LENGTH(samples); i++)
        samples[i] = (uint16_t)(i * i);
    const ow_image image = {.width = 20, .height = 20, .depth = 16, .samples = samples, .scale = 1};
    return encoded(&image);
}

static void an_image_cut_short_is_refused_wherever_it_ends(void **state)
{
    (void)state;
    struct bytes bytes = small_image();
    const size_t unread = 4; /* the checksum of the chunk that says that there are no more */
    for (size_t size = 0; size < bytes.size - unread; size++) {
        ow_image image;
        char message[200];
        if (decoded(bytes.data, size, &image, message))
            ROW_FAILED("%zu of %zu bytes are an image\n", size, bytes.size);
        const char *expected = size < 8 ? "PNG image" : "is a truncated PNG image";
        if (!strstr(message, expected))
            ROW_FAILED("%zu bytes: \"%s\"\n", size, message);
    }
    bytes_free(&bytes);
}

static void a_changed_byte_breaks_the_image_or_changes_nothing_that_counts(void **state)
{
    (void)state;
    static const uint8_t changes[] = {0x01, 0x20, 0x80, 0xff};
    struct bytes bytes = small_image();
    for (size_t at = 0; at < bytes.size; at++) {
        for (size_t i = 0; i < LENGTH(changes); i++) {
            ow_image image;
            char message[200];
            bytes.data[at] ^= changes[i];
            if (decoded(bytes.data, bytes.size, &image,
                        message)) { /* a text of another name, say */
                assert_int_equal(image.width * image.height, 400);
                assert_int_equal(image.samples[399], 399 * 399 & 0xffff);
                png_release(&image);
            }
            bytes.data[at] ^= changes[i];
        }
    }
    bytes_free(&bytes);
}

static void other_files_are_no_images(void **state)
{
    (void)state;
    static const char *const rows[] = {"", "\x89PNG\r\n\x1a\n", "GIF89a........",
                                       "{\"format\": 1}"};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_image image;
        char message[200];
        assert_false(decoded(rows[i], strlen(rows[i]), &image, message));
    }
}

static uint32_t checksum(const uint8_t *bytes, size_t size)
{
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum & 1 ? 0xedb88320u ^ sum >> 1 : sum >> 1;
    }
    return ~sum;
}

static void set_size(struct bytes *bytes, uint32_t width, uint32_t height)
{
    const uint32_t sides[] = {width, height};
    uint8_t *header = bytes->data + 12; /* its type; the length stands before it */
    for (int side = 0; side < 2; side++)
        for (int byte = 0; byte < 4; byte++)
            header[4 + 4 * side + byte] = (uint8_t)(sides[side] >> (24 - 8 * byte));
    uint32_t sum = checksum(header, 17);
    for (int byte = 0; byte < 4; byte++)
        header[17 + byte] = (uint8_t)(sum >> (24 - 8 * byte));
}

/* The header says more pixels than anybody should take memory for; its checksum is right. */
static void huge_images_are_refused_before_they_take_memory(void **state)
{
    (void)state;
    static const struct {
        uint32_t width, height;
        const char *reported;
    } rows[] = {
        {8192, 8192, "8192 x 8192 pixels, which takes 512 MiB; 256 MiB are allowed"},
        {5800, 5800, "257 MiB; 256 MiB are allowed"},
        {20000000, 1, "610 MiB"},
        {1, 50000000, "381 MiB"},
        {0x7fffffff, 0x7fffffff, "are allowed, and --max-memory can allow more"},
        {65535, 65535, "32768 MiB"},
    };
    struct bytes bytes = small_image();
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_image image;
        char message[200];
        set_size(&bytes, rows[i].width, rows[i].height);
        ow_status status =
            png_decode(bytes.data, bytes.size, 256 << 20, &image, message, sizeof message);
        assert_int_equal(status, OW_TOO_MUCH_MEMORY);
        if (!strstr(message, rows[i].reported))
            ROW_FAILED("%u x %u: \"%s\"\n", rows[i].width, rows[i].height, message);
    }
    bytes_free(&bytes);
}

static void the_limit_counts_the_file_and_what_becomes_of_it(void **state)
{
    (void)state;
    enum { SIDE = 20, NEEDED = SIDE * (SIDE * (4 + 4) + 24) };
    struct bytes bytes = small_image();
    for (uint64_t missing = 0; missing < 2; missing++) {
        ow_image image;
        char message[200];
        ow_status status = png_decode(bytes.data, bytes.size, bytes.size + NEEDED - missing, &image,
                                      message, sizeof message);
        assert_int_equal(status, missing ? OW_TOO_MUCH_MEMORY : OW_OK);
        png_release(&image);
        status = png_decode(bytes.data, bytes.size, missing, &image, message, sizeof message);
        assert_int_equal(status, OW_TOO_MUCH_MEMORY);
    }
    bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_scale_and_offset_come_back),
        cmocka_unit_test(a_sink_that_refuses_ends_it),
        cmocka_unit_test(an_image_without_pixels_is_not_written),
        cmocka_unit_test(only_plain_numbers_are_a_scale),
        cmocka_unit_test(an_image_cut_short_is_refused_wherever_it_ends),
        cmocka_unit_test(a_changed_byte_breaks_the_image_or_changes_nothing_that_counts),
        cmocka_unit_test(other_files_are_no_images),
        cmocka_unit_test(huge_images_are_refused_before_they_take_memory),
        cmocka_unit_test(the_limit_counts_the_file_and_what_becomes_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
