/* Heights: the height at a point; heights as an image and back. */
#include "../support/test.h"

#include "../support/ledger.h"

#include <float.h>
#include <math.h>

static uint32_t seed = 1;

static uint32_t random_number(void)
{
    seed = seed * 1664525u + 1013904223u;
    return seed >> 8;
}

/* Hills like those of a drawn map: whole numbers from 0 to `most`. */
static unsigned hill(uint32_t x, uint32_t y, unsigned most)
{
    double wave = sin(x * 0.11) * cos(y * 0.07) + 0.5 * sin((x + 2 * y) * 0.05);
    return (unsigned)((wave + 1.5) / 3 * most);
}

static ow_image image_of(const ow_heights *heights, float *largest_error)
{
    ow_image image;
    ow_error error;
    assert_int_equal(ow_heights_to_image(heights, NULL, &image, largest_error, &error), OW_OK);
    assert_int_equal(image.width, heights->x_vertices);
    assert_int_equal(image.height, heights->y_vertices);
    assert_int_equal(image.depth, 16);
    return image;
}

static ow_heights heights_of(const ow_image *image)
{
    ow_heights heights;
    ow_error error;
    assert_int_equal(ow_heights_from_image(image, NULL, &heights, &error), OW_OK);
    assert_int_equal(heights.x_vertices, image->width);
    assert_int_equal(heights.y_vertices, image->height);
    return heights;
}

/* Makes an image and reads it back. Returns the largest error, which the function told rightly. */
static float error_of(const ow_heights *heights, ow_image *image)
{
    float reported;
    *image = image_of(heights, &reported);
    ow_heights again = heights_of(image);
    double largest = 0;
    for (size_t i = 0; i < (size_t)image->width * image->height; i++)
        largest = fmax(largest, fabs((double)heights->values[i] - again.values[i]));
    assert_true(largest <= reported);
    assert_true(reported <= largest * 1.000001);
    ow_heights_free(&again);
    return reported;
}

static void assert_exact(float *values, uint32_t width, uint32_t height, ow_image *image)
{
    ow_heights heights = {.x_vertices = width, .y_vertices = height, .values = values};
    float largest = error_of(&heights, image);
    if (largest != 0)
        ROW_FAILED("off by %g with scale %.17g, offset %.17g\n", (double)largest, image->scale,
                   image->offset);
}

/* What a scale by which heights lie apart rounds away, a power of two or a float keeps. Found by
 * chance. */
static void heights_whose_scale_is_hard_to_write_are_exact(void **state)
{
    (void)state;
    float rows[][7] = {
        {0x1.360646p+14f, 0x1.abfd18p+14f, 0x1.b7c8fcp+14f},
        {0x1.cb154cp+8f, 0x1.cb07acp+8f, 0x1.cb0378p+8f, 0x1.caf7dep+8f, 0x1.cb3fap+8f,
         0x1.cb145p+8f, 0x1.cb0546p+8f},
        {-0x1.98ffbep+13f, -0x1.98710cp+13f, -0x1.99136p+13f, -0x1.96bd66p+13f, -0x1.987e8ep+13f,
         -0x1.97183ep+13f, -0x1.97bd9ep+13f},
        {-0x1.2958bep+9f, -0x1.29eca8p+9f, -0x1.29eca6p+9f},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_image image;
        assert_exact(rows[i], i == 0 || i == 3 ? 3 : 7, 1, &image);
        ow_image_free(&image);
    }
}

static void the_height_between_vertices_is_weighed(void **state)
{
    (void)state;
    float values[] = {0, 10, 20, 4, 8, 12};
    const ow_heights heights = {.x_vertices = 3, .y_vertices = 2, .values = values};
    static const struct {
        float x, y, height;
    } rows[] = {
        {0, 0, 0},
        {1, 0, 10},
        {2, 0, 20},
        {0, 1, 4},
        {2, 1, 12},
        {0.5f, 0, 5},
        {1.5f, 1, 10},
        {0, 0.5f, 2},
        {0.5f, 0.5f, 5.5f},
        {2, 0.25f, 18},
        {1.25f, 0.5f, 10.75f},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        float height = -1;
        assert_true(ow_heights_at(&heights, rows[i].x, rows[i].y, &height));
        assert_float(height, rows[i].height);
    }
}

static void outside_the_grid_there_is_no_height(void **state)
{
    (void)state;
    float values[] = {1, 2, 3, 4, 5, 6}, height = 7;
    const ow_heights heights = {.x_vertices = 3, .y_vertices = 2, .values = values};
    static const struct {
        float x, y;
    } rows[] = {
        {-0.001f, 0}, {0, -1},       {2.001f, 0},    {0, 1.5f},  {NAN, 0},
        {0, NAN},     {INFINITY, 0}, {0, -INFINITY}, {1e30f, 0}, {0, FLT_MAX},
    };
    for (size_t i = 0; i < LENGTH(rows); i++)
        assert_false(ow_heights_at(&heights, rows[i].x, rows[i].y, &height));
    assert_float(height, 7.0f);
    const ow_heights none = {0}, flat = {.x_vertices = 3};
    assert_false(ow_heights_at(&none, 0, 0, &height));
    assert_false(ow_heights_at(&flat, 0, 0, &height));
    const ow_heights one = {.x_vertices = 1, .y_vertices = 1, .values = values};
    assert_true(ow_heights_at(&one, 0, 0, &height));
    assert_float(height, 1.0f);
    assert_false(ow_heights_at(&one, 0.5f, 0, &height));
}

static void a_vertex_that_is_no_number_spoils_only_what_it_is_part_of(void **state)
{
    (void)state;
    float values[] = {1, INFINITY, 3, NAN}, height;
    const ow_heights heights = {.x_vertices = 2, .y_vertices = 2, .values = values};
    assert_true(ow_heights_at(&heights, 0, 0.5f, &height));
    assert_float(height, 2.0f);
    assert_true(ow_heights_at(&heights, 0, 0, &height));
    assert_float(height, 1.0f);
    assert_true(ow_heights_at(&heights, 0.5f, 0, &height));
    assert_true(isinf(height));
    assert_true(ow_heights_at(&heights, 0.5f, 0.5f, &height));
    assert_int_equal(bits_of(height), 0x7fc00000); /* the same on every host */
}

/* What a game reads from the red of an image: samples times a scale that is a float. */
static void eight_bit_terrain_is_exact_for_any_usual_scale(void **state)
{
    (void)state;
    static const float scales[] = {0.1f,     0.25f, 1,     0.3f, 0.07f,
                                   1.0f / 3, 12.5f, 1e-3f, 1e6f, 3e-30f};
    float values[256];
    for (size_t i = 0; i < LENGTH(scales); i++) {
        for (unsigned red = 0; red < 256; red++)
            values[red] = scales[i] * (float)red;
        ow_image image;
        assert_exact(values, 16, 16, &image);
        assert_true(image.offset == 0);
        for (unsigned red = 0; red < 256; red++) /* its upper byte is the red sample */
            assert_int_equal(image.samples[red] >> 8, red);
        ow_image_free(&image);
    }
}

static void the_scale_is_a_round_number_where_one_fits(void **state)
{
    (void)state;
    float values[256];
    for (unsigned red = 0; red < 256; red++)
        values[red] = (float)(0.1 * red);
    ow_image image;
    assert_exact(values, 16, 16, &image);
    assert_true(image.scale == 0.1 / 257);
    ow_image_free(&image);
}

static void a_part_of_the_range_keeps_its_samples(void **state)
{
    (void)state;
    float values[20];
    for (unsigned i = 0; i < 20; i++)
        values[i] = 0.1f * (float)(215 + i);
    ow_image image;
    assert_exact(values, 5, 4, &image);
    assert_int_equal(image.samples[0], 215 * 257);
    assert_int_equal(image.samples[19], 234 * 257);
    ow_image_free(&image);
}

static void terrain_keeps_its_samples_there_and_back(void **state)
{
    (void)state;
    enum { SIDE = 65 };
    static float values[SIDE * SIDE];
    static const struct {
        unsigned most;
        double scale, offset;
        bool exact;
    } rows[] = {
        {255, 0.1f, 0, true},
        {255, 0.1, 0, true},
        {255, 0.1, -12.8, true},
        {1000, 0.01, 0, true},
        {65535, 0.001, 0, true},
        {65535, 0.001, -20, true},
        {4000, 0.0317, 5, true},
        {300, 1.0 / 3, 77.7, true},
        {20000, 0.125, -1000, true},
        {100, 0.0625, 1e6, true},
        {9, 7, 0, true},
        {60000, 1e-5, 0, true},
        {3000, 0.1, 12345, true},
        {1 << 20, 0.01, 0, false},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        for (uint32_t at = 0; at < SIDE * SIDE; at++)
            values[at] =
                (float)(rows[i].offset + rows[i].scale * hill(at % SIDE, at / SIDE, rows[i].most));
        const ow_heights heights = {.x_vertices = SIDE, .y_vertices = SIDE, .values = values};
        ow_image first, second;
        float largest = error_of(&heights, &first);
        if ((largest == 0) != rows[i].exact)
            ROW_FAILED("row %zu: off by %g\n", i, (double)largest);
        ow_heights again = heights_of(&first);
        assert_true(error_of(&again, &second) == 0);
        assert_memory_equal(first.samples, second.samples, sizeof *first.samples * SIDE * SIDE);
        ow_heights_free(&again);
        ow_image_free(&first);
        ow_image_free(&second);
    }
}

static void heights_of_any_kind_use_the_whole_range(void **state)
{
    (void)state;
    enum { COUNT = 5000 };
    static float values[COUNT];
    for (int round = 0; round < 20; round++) {
        double size = pow(10, round - 10);
        for (size_t i = 0; i < COUNT; i++)
            values[i] = (float)(size * random_number() / (1 << 24));
        values[100] = 0, values[200] = (float)size;
        const ow_heights heights = {.x_vertices = COUNT, .y_vertices = 1, .values = values};
        ow_image image, again;
        float largest = error_of(&heights, &image);
        assert_true(largest > 0 && largest < size / 65535);
        assert_int_equal(image.samples[100], 0);
        assert_int_equal(image.samples[200], 65535);
        ow_heights read = heights_of(&image);
        assert_true(error_of(&read, &again) == 0);
        assert_memory_equal(image.samples, again.samples, sizeof *image.samples * COUNT);
        ow_heights_free(&read);
        ow_image_free(&image);
        ow_image_free(&again);
    }
}

static void every_sample_of_sixteen_bits_is_exact(void **state)
{
    (void)state;
    static float values[65536];
    static const struct height_scale {
        double scale, offset;
    } rows[] = {{0.1f / 257, 0}, {0.001, -7.25}, {1, 0}, {1.0 / 7, 3}, {1e-6, 1e-2}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        for (unsigned sample = 0; sample < 65536; sample++)
            values[sample] = (float)(rows[i].offset + rows[i].scale * sample);
        ow_image image;
        assert_exact(values, 256, 256, &image);
        for (unsigned sample = 0; sample < 65536; sample++)
            assert_int_equal(image.samples[sample], sample);
        ow_image_free(&image);
    }
}

static void odd_heights_are_exact_where_they_can_be(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        unsigned count;
        float values[6];
    } rows[] = {
        {"one", 1, {-3.7f}},
        {"constant", 4, {2.5f, 2.5f, 2.5f, 2.5f}},
        {"zero, with both signs", 2, {0.0f, -0.0f}},
        {"two", 2, {0.3f, 0.7f}},
        {"no neighbours differ by the step", 3, {0, 2, 5}},
        {"far apart", 4, {0, 21845, 65535, 13107}},
        {"multiples beyond 16 bits", 3, {0, 300000, 900000}},
        {"negative", 4, {-0.3f, -0.2f, 0.1f, -12.8f}},
        {"the ends of all floats", 2, {-FLT_MAX, FLT_MAX}},
        {"the ends and the middle", 3, {-FLT_MAX, 0, FLT_MAX}},
        {"neighbouring floats", 3, {1, 1.00000012f, 1.00000024f}},
        {"around a power of two", 4, {2, 1.99999988f, 2.00000024f, 2.00000048f}},
        {"denormal", 3, {1e-45f, 3e-45f, 7e-45f}},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        float values[6];
        memcpy(values, rows[i].values, sizeof values);
        const ow_heights heights = {.x_vertices = 1, .y_vertices = rows[i].count, .values = values};
        ow_image image;
        float largest = error_of(&heights, &image);
        if (largest != 0)
            ROW_FAILED("%s: off by %g\n", rows[i].name, (double)largest);
        assert_true(image.scale != 0);
        ow_image_free(&image);
    }
}

static void what_no_choice_holds_is_reported(void **state)
{
    (void)state;
    static const float rows[][4] = {
        {0, 1, 65537, 5}, {0, 1e-30f, 1, 0}, {0, 1e-45f, 1, 2}, {-FLT_MAX, 1, 2, FLT_MAX}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        float values[4];
        memcpy(values, rows[i], sizeof values);
        const ow_heights heights = {.x_vertices = 2, .y_vertices = 2, .values = values};
        ow_image image;
        assert_true(error_of(&heights, &image) > 0);
        ow_image_free(&image);
    }
}

static void heights_that_are_no_numbers_become_the_least(void **state)
{
    (void)state;
    float values[] = {NAN, 20.5f, 21.5f, -INFINITY, 23, INFINITY}, largest;
    const ow_heights heights = {.x_vertices = 3, .y_vertices = 2, .values = values};
    ow_image image = image_of(&heights, &largest);
    assert_true(isinf(largest));
    ow_heights again = heights_of(&image);
    static const float expected[] = {20.5f, 20.5f, 21.5f, 20.5f, 23, 20.5f};
    for (size_t i = 0; i < LENGTH(expected); i++)
        assert_float(again.values[i], expected[i]);
    ow_heights_free(&again);
    ow_image_free(&image);
    float none[] = {NAN, INFINITY};
    const ow_heights nothing = {.x_vertices = 2, .y_vertices = 1, .values = none};
    image = image_of(&nothing, &largest);
    assert_true(isinf(largest));
    again = heights_of(&image);
    assert_float(again.values[0], 0.0f);
    assert_float(again.values[1], 0.0f);
    ow_heights_free(&again);
    ow_image_free(&image);
}

static void an_empty_grid_is_an_empty_image(void **state)
{
    (void)state;
    const ow_heights rows[] = {{0}, {.x_vertices = 4}, {.y_vertices = 4}};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        float largest = 1;
        ow_image image = image_of(&rows[i], &largest);
        assert_true(largest == 0);
        ow_heights again = heights_of(&image);
        ow_heights_free(&again);
        ow_image_free(&image);
    }
}

static void an_image_without_a_scale_is_refused(void **state)
{
    (void)state;
    static const double rows[][2] = {{0, 0}, {NAN, 0}, {INFINITY, 0}, {1, NAN}, {1, INFINITY}};
    uint16_t sample = 1;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        const ow_image image = {.width = 1,
                                .height = 1,
                                .depth = 16,
                                .samples = &sample,
                                .scale = rows[i][0],
                                .offset = rows[i][1]};
        ow_heights heights;
        ow_error error;
        assert_int_equal(ow_heights_from_image(&image, NULL, &heights, &error), OW_BAD_ARGUMENT);
        assert_error(&error, OW_BAD_ARGUMENT, 0, "", "scale");
        assert_null(heights.values);
    }
}

/* Scratch memory and all: nothing leaks whichever call fails, and the limit holds. */
static void memory_is_the_callers_and_limited(void **state)
{
    (void)state;
    float values[256];
    for (unsigned i = 0; i < 256; i++)
        values[i] = 0.1f * (float)i;
    const ow_heights heights = {.x_vertices = 16, .y_vertices = 16, .values = values};
    ow_status status = OW_NO_MEMORY;
    for (uint64_t refuse = 1; status != OW_OK; refuse++) {
        struct ledger ledger = {.refuse = refuse};
        ow_options options = ledger_options(&ledger);
        ow_image image;
        ow_heights again;
        ow_error error;
        status = ow_heights_to_image(&heights, &options, &image, NULL, &error);
        if (status == OW_OK)
            status = ow_heights_from_image(&image, &options, &again, &error);
        if (status == OW_OK)
            ow_heights_free(&again);
        else
            assert_error(&error, OW_NO_MEMORY, 0, "", "memory");
        ow_image_free(&image);
        assert_int_equal(ledger.blocks, 0);
        assert_false(ledger.wrong_size);
        assert_true(refuse < 20);
    }
    const ow_options little = {.max_memory = 1000};
    ow_image image;
    ow_error error;
    assert_int_equal(ow_heights_to_image(&heights, &little, &image, NULL, &error),
                     OW_TOO_MUCH_MEMORY);
    uint16_t sample = 0;
    ow_heights again;
    const ow_image large = {
        .width = UINT32_MAX, .height = UINT32_MAX, .samples = &sample, .scale = 1};
    assert_int_equal(ow_heights_from_image(&large, &little, &again, &error), OW_TOO_MUCH_MEMORY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_height_between_vertices_is_weighed),
        cmocka_unit_test(heights_whose_scale_is_hard_to_write_are_exact),
        cmocka_unit_test(outside_the_grid_there_is_no_height),
        cmocka_unit_test(a_vertex_that_is_no_number_spoils_only_what_it_is_part_of),
        cmocka_unit_test(eight_bit_terrain_is_exact_for_any_usual_scale),
        cmocka_unit_test(the_scale_is_a_round_number_where_one_fits),
        cmocka_unit_test(a_part_of_the_range_keeps_its_samples),
        cmocka_unit_test(terrain_keeps_its_samples_there_and_back),
        cmocka_unit_test(heights_of_any_kind_use_the_whole_range),
        cmocka_unit_test(every_sample_of_sixteen_bits_is_exact),
        cmocka_unit_test(odd_heights_are_exact_where_they_can_be),
        cmocka_unit_test(what_no_choice_holds_is_reported),
        cmocka_unit_test(heights_that_are_no_numbers_become_the_least),
        cmocka_unit_test(an_empty_grid_is_an_empty_image),
        cmocka_unit_test(an_image_without_a_scale_is_refused),
        cmocka_unit_test(memory_is_the_callers_and_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
