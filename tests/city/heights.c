/* The terrain of a city save as heights: from its image, from its own numbers, and put in place. */
#include "../support/test.h"

#include "../support/cities.h"
#include "../support/documents.h"
#include "../support/ledger.h"

#define WITH_IMAGE(variant, path, z_scale)                                                         \
    "{'format': 'city', 'variant': '" variant "', 'version': 0, 'name': 'abc', 'terrain': "        \
    "{'kind': 'image', 'image_path': '" path "'" z_scale "}, 'meta_things': [], 'things': []}"
#define WITH_HEIGHTS                                                                               \
    "{'format': 'city', 'variant': 'd3', 'version': 0, 'name': 'abc', 'terrain': "                 \
    "{'size': 5, 'kind': 'heights', 'x_vertices': 3, 'y_vertices': 2, 'heights': "                 \
    "[0.0, 1.5, 'NaN', -2.0, 1e9, 5.0]}, 'meta_things': [], 'things': []}"

static uint16_t by_place(uint32_t x, uint32_t y)
{
    return (uint16_t)(x + 16 * y);
}

static uint16_t by_place_16(uint32_t x, uint32_t y)
{
    return (uint16_t)(by_place(x, y) * 256 + 255);
}

static bool load_nothing(void *context, ow_text path, ow_image *image, char *message, size_t room)
{
    (void)path, (void)message, (void)room;
    ++*(int *)context;
    *image = (ow_image){.width = 16, .height = 9}; /* and no samples */
    return true;
}

static void release_nothing(void *context, ow_image *image)
{
    (void)image;
    --*(int *)context;
}

static void an_image_without_pixels_is_none(void **state)
{
    (void)state;
    int open = 0;
    ow_document document = document_of(WITH_IMAGE("d3", "h/a.png", ", 'z_scale': 0.1"));
    ow_options options = {
        .images = {.context = &open, .load = load_nothing, .release = release_nothing}};
    ow_heights heights;
    ow_error error = {0};
    assert_int_equal(ow_get_heights(&document, &options, &heights, &error), OW_BAD_VALUE);
    assert_string_equal(error.message, "the terrain's image has no pixels");
    assert_int_equal(open, 0);
    ow_close(&document);
}

static void an_image_is_scaled_as_the_game_does(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        float z_scale;
        unsigned depth;
    } rows[] = {
        {WITH_IMAGE("d3", "h/a.png", ", 'z_scale': 0.1"), 0.1f, 8},
        {WITH_IMAGE("d3", "h/a.png", ", 'z_scale': 0.1"), 0.1f, 16},
        {WITH_IMAGE("d3", "h/a.png", ", 'z_scale': -3.0"), -3.0f, 8},
        {WITH_IMAGE("s1", "h/a.png", ""), 0.1f, 8},
        {"{'format': 'city', 'variant': 'l2', 'name': 'abc', 'terrain': "
         "{'kind': 'image', 'image_path': 'h/a.png', 'z_scale': 2.0}}",
         2.0f, 8},
        {"{'format': 'city', 'variant': 'l1', 'name': 'abc', 'terrain': "
         "{'kind': 'image', 'image_path': 'h/a.png'}}",
         0.1f, 8},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document document = document_of(rows[i].json);
        struct image_shelf shelf = {.width = 16,
                                    .height = 9,
                                    .depth = rows[i].depth,
                                    .sample = rows[i].depth == 8 ? by_place : by_place_16};
        ow_options options = options_with(&shelf);
        ow_heights heights;
        ow_error error = {0};
        assert_int_equal(ow_get_heights(&document, &options, &heights, &error), OW_OK);
        assert_int_equal(heights.x_vertices, 16);
        assert_int_equal(heights.y_vertices, 9);
        assert_int_equal(shelf.released, 1);
        assert_string_equal(shelf.asked_for, "h/a.png");
        ow_close(&document);
        for (uint32_t v = 0; v < 144; v++)
            assert_float(heights.values[v], rows[i].z_scale * (float)by_place(v % 16, v / 16));
        ow_heights_free(&heights);
        assert_null(heights.values);
    }
}

static void heights_in_the_file_are_copied(void **state)
{
    (void)state;
    ow_document document = document_of(WITH_HEIGHTS);
    ow_heights heights;
    ow_error error = {0};
    assert_int_equal(ow_get_heights(&document, NULL, &heights, &error), OW_OK);
    ow_close(&document);
    assert_int_equal(heights.x_vertices, 3);
    assert_int_equal(heights.y_vertices, 2);
    assert_float(heights.values[1], 1.5f);
    assert_int_equal(bits_of(heights.values[2]), 0x7fc00000);
    assert_float(heights.values[5], 5.0f);
    ow_heights_free(&heights);
}

static void what_cannot_be_had_is_reported(void **state)
{
    (void)state;
    static const struct {
        const char *json, *message;
        bool source;
    } rows[] = {
        {WITH_IMAGE("d3", "h/a.png", ", 'z_scale': 0.1"), "no image loader was given", false},
        {WITH_IMAGE("d3", "h/a.png", ", 'z_scale': 0.1"), "there is no such image", true},
        {WITH_IMAGE("d3", "", ", 'z_scale': 0.1"), "is empty", true},
        {WITH_IMAGE("d3", "/a.png", ", 'z_scale': 0.1"), "begins with /", true},
        {WITH_IMAGE("d3", "a/../../b.png", ", 'z_scale': 0.1"), "leaves the folder", true},
        {WITH_IMAGE("d3", "..", ", 'z_scale': 0.1"), "leaves the folder", true},
        {WITH_IMAGE("d3", "c:/a.png", ", 'z_scale': 0.1"), "separates names", true},
        {WITH_IMAGE("d3", "a/\\\\b.png", ", 'z_scale': 0.1"), "separates names", true},
        {WITH_IMAGE("d3", "a\\u0000.png", ", 'z_scale': 0.1"), "control character", true},
        {WITH_IMAGE("d3", "a/", ", 'z_scale': 0.1"), "empty name", true},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document document = document_of(rows[i].json);
        struct image_shelf shelf = {.width = i > 1 ? 16 : 0, .height = 16};
        ow_options options = options_with(&shelf);
        ow_heights heights;
        ow_error error = {0};
        ow_status status =
            ow_get_heights(&document, rows[i].source ? &options : NULL, &heights, &error);
        if (status != OW_BAD_VALUE)
            ROW_FAILED("row %zu: %s\n", i, ow_status_name(status));
        assert_error(&error, OW_BAD_VALUE, 0, "/terrain/image_path", rows[i].message);
        assert_null(heights.values);
        assert_null(heights.owner);
        assert_int_equal(shelf.loaded, 0);
        ow_close(&document);
    }
}

static void heights_take_the_place_of_an_image(void **state)
{
    (void)state;
    ow_document document = document_of(
        "{'format': 'city', 'variant': 'd3', 'version': 0, 'name': 'abc', 'terrain': {'size': 99, "
        "'kind': 'image', 'image_path': 'h/a.png', 'z_scale': 0.1}, 'meta_things': [], "
        "'things': []}");
    float values[] = {1, 2, 3, 4, 5, 6};
    ow_heights heights = {.x_vertices = 2, .y_vertices = 3, .values = values};
    ow_error error = {0};
    assert_int_equal(ow_set_heights(&document, &heights, &error), OW_OK);
    memset(values, 0, sizeof values);
    char *text = text_of(&document);
    assert_non_null(strstr(text, "'terrain': {'size': 37, 'kind': 'heights', 'x_vertices': 2, "
                                 "'y_vertices': 3, 'heights': [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]}"));
    free(text);
    ow_close(&document);
}

/* More than the document's own limit would have allowed for. */
static void large_heights_fit_into_a_small_save(void **state)
{
    (void)state;
    enum { SIDE = 2305 };
    ow_document document = document_of(WITH_HEIGHTS);
    float *values = calloc((size_t)SIDE * SIDE, sizeof *values);
    ow_heights heights = {.x_vertices = SIDE, .y_vertices = SIDE, .values = values};
    ow_heights back;
    ow_error error = {0};
    values[(size_t)SIDE * SIDE - 1] = 7;
    assert_int_equal(ow_set_heights(&document, &heights, &error), OW_OK);
    assert_int_equal(ow_set_heights(&document, &heights, &error), OW_OK);
    assert_int_equal(ow_get_heights(&document, NULL, &back, &error), OW_OK);
    assert_memory_equal(back.values, values, (size_t)SIDE * SIDE * sizeof *values);
    ow_heights_free(&back);
    ow_close(&document);
    free(values);
}

static void heights_that_are_none_are_refused(void **state)
{
    (void)state;
    float value = 1;
    static const struct {
        uint32_t x, y;
        bool values;
    } rows[] = {{0, 0, true}, {0, 4, true}, {4, 0, true}, {1, 1, false}};
    ow_document document = document_of(WITH_HEIGHTS);
    ow_error error = {0};
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_heights heights = {.x_vertices = rows[i].x,
                              .y_vertices = rows[i].y,
                              .values = rows[i].values ? &value : NULL};
        assert_int_equal(ow_set_heights(&document, &heights, &error), OW_BAD_ARGUMENT);
        assert_error(&error, OW_BAD_ARGUMENT, 0, "/terrain", "the grid of heights is empty");
    }
    assert_int_equal(document.as.city->terrain.x_vertices, 3);
    ow_city_save built = {.version = 0};
    ow_document by_hand = {.format = document.format, .as.city = &built};
    ow_heights one = {.x_vertices = 1, .y_vertices = 1, .values = &value};
    assert_int_equal(ow_set_heights(&by_hand, &one, &error), OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, 0, "/terrain", "the save's owner is NULL");
    ow_close(&document);
}

/* What takes an image, with one allocation after another refused. */
static ow_status use_image(int use, const struct bytes *bytes, const ow_document *document,
                           const ow_options *options, ow_error *error)
{
    ow_check_totals totals;
    ow_check_options check = {0};
    ow_heights heights = {0};
    ow_map map = {0};
    ow_status status = OW_OK;
    if (use == 0)
        status = ow_check(bytes->data, bytes->size, options, &check, &totals, error);
    else if (use == 1)
        status = ow_get_heights(document, options, &heights, error);
    else
        status = ow_map_open(bytes->data, bytes->size, options, &map, error);
    ow_heights_free(&heights);
    ow_map_close(&map);
    return status;
}

static void refused_memory_is_reported_and_nothing_kept(void **state)
{
    (void)state;
    static const char *const saves[] = {WITH_IMAGE("d3", "h/a.png", ", 'z_scale': 0.1"),
                                        WITH_HEIGHTS};
    for (int i = 0; i < 2 * 3; i++) {
        struct bytes bytes = bytes_of_json(saves[i % 2]);
        ow_document document = document_of(saves[i % 2]);
        bool more = true;
        for (uint64_t call = 1; more; call++) {
            struct image_shelf shelf = {.width = 129, .height = 129};
            struct ledger ledger = {.refuse = call};
            ow_options options = options_with(&shelf), books = ledger_options(&ledger);
            options.allocator = books.allocator;
            ow_error error = {0};
            ow_status status = use_image(i / 2, &bytes, &document, &options, &error);
            more = ledger.refused > 0;
            assert_int_equal(status, more ? OW_NO_MEMORY : OW_OK);
            assert_int_equal(error.status, more ? OW_NO_MEMORY : OW_OK);
            assert_int_equal(ledger.blocks, 0);
            assert_false(ledger.wrong_size);
            assert_int_equal(shelf.loaded, shelf.released);
        }
        ow_close(&document);
        bytes_free(&bytes);
    }
}

static ow_visit pass_by(void *context, const ow_event *event)
{
    (void)context, (void)event;
    return OW_GO_ON;
}

/* A save of a few bytes may have a large ground: what that takes is measured by the image. */
static void an_image_may_take_what_its_size_is_worth(void **state)
{
    (void)state;
    static const uint32_t sides[] = {2047, 4097};
    struct bytes bytes = bytes_of_json(WITH_IMAGE("d3", "h/a.png", ", 'z_scale': 0.1"));
    for (size_t i = 0; i < LENGTH(sides); i++) {
        struct image_shelf shelf = {.width = sides[i], .height = sides[i]};
        ow_options options = options_with(&shelf);
        ow_map map;
        ow_error error = {0};
        if (ow_summarise(bytes.data, bytes.size, &options, true, pass_by, NULL, &error) != OW_OK ||
            ow_map_open(bytes.data, bytes.size, &options, &map, &error) != OW_OK)
            ROW_FAILED("%u x %u: %s\n", sides[i], sides[i], error.message);
        assert_int_equal(map.width, sides[i]);
        ow_map_close(&map);
        options.max_memory = 4 * sides[i] * sides[i]; /* and a little more is needed */
        ow_status status =
            ow_summarise(bytes.data, bytes.size, &options, true, pass_by, NULL, &error);
        assert_int_equal(status, OW_TOO_MUCH_MEMORY);
        assert_error(&error, OW_TOO_MUCH_MEMORY, 0, "", "ow_options.max_memory");
        status = ow_map_open(bytes.data, bytes.size, &options, &map, &error);
        assert_int_equal(status, OW_TOO_MUCH_MEMORY);
        assert_int_equal(shelf.released, shelf.loaded);
    }
    bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_image_without_pixels_is_none),
        cmocka_unit_test(an_image_is_scaled_as_the_game_does),
        cmocka_unit_test(heights_in_the_file_are_copied),
        cmocka_unit_test(what_cannot_be_had_is_reported),
        cmocka_unit_test(heights_take_the_place_of_an_image),
        cmocka_unit_test(large_heights_fit_into_a_small_save),
        cmocka_unit_test(heights_that_are_none_are_refused),
        cmocka_unit_test(refused_memory_is_reported_and_nothing_kept),
        cmocka_unit_test(an_image_may_take_what_its_size_is_worth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
