/* Heights as the image that a city's game reads: eight bits of red, and a scale where there is
 * room. */
#include "../support/test.h"

#include "../support/documents.h"
#include "../support/ledger.h"

#include <math.h>

#define SAVE(variant, terrain)                                                                     \
    "{'format': 'city', 'variant': '" variant                                                      \
    "', 'version': 0, 'name': 'abc', 'terrain': " terrain ", 'meta_things': [], 'things': []}"
#define IMAGE   "{'kind': 'image', 'image_path': 'h/a.png'}"
#define SCALED  "{'kind': 'image', 'image_path': 'h/a.png', 'z_scale': 0.25}"
#define HEIGHTS "{'kind': 'heights', 'x_vertices': 1, 'y_vertices': 1, 'heights': [5.0]}"

enum { VERTICES = 4 };

static ow_heights grid_of(float values[VERTICES])
{
    return (ow_heights){.x_vertices = 2, .y_vertices = 2, .values = values};
}

static const struct {
    const char *json;
    float values[VERTICES];
    float z_scale; /* that is written; 0: there is no room for one */
    uint16_t red[VERTICES];
    float largest_error;
} rows[] = {
    {SAVE("d3", HEIGHTS), {0, 0.1f, 10, 25.5f}, 0.1f, {0, 1, 100, 255}, 0},
    {SAVE("d3", SCALED), {0, 0.5f, 10, 63.75f}, 0.25f, {0, 2, 40, 255}, 0}, /* the save's own */
    {SAVE("d3", SCALED), {0, 3, 30, 510}, 3, {0, 1, 10, 170}, 0},           /* a step of 3 */
    {SAVE("d3", HEIGHTS), {0, 1, 2, 1000}, 1000 / 255.0f, {0, 0, 1, 255}, 2.0f},
    {SAVE("d3", HEIGHTS), {-2, -1, 0, 1}, 0.1f, {0, 0, 0, 10}, 2},
    {SAVE("d3", HEIGHTS), {0, 0, 0, 0}, 0.1f, {0, 0, 0, 0}, 0},
    {SAVE("d3", HEIGHTS), {1, NAN, 3, INFINITY}, 0.1f, {10, 10, 30, 10}, INFINITY},
    {SAVE("d3", HEIGHTS), {NAN, NAN, NAN, NAN}, 0.1f, {0, 0, 0, 0}, INFINITY},
    {SAVE("s1", IMAGE), {0, 1, 25.5f, 100}, 0, {0, 10, 255, 255}, 74.5f},
};

static void heights_become_reds_and_a_scale(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document document = document_of(rows[i].json);
        float values[VERTICES], largest = -1;
        memcpy(values, rows[i].values, sizeof values);
        ow_heights heights = grid_of(values);
        ow_image image;
        ow_error error = {0};
        ow_status status = ow_set_heights_image(&document, &heights, ow_text_of("n/new.png"), NULL,
                                                &image, &largest, &error);
        if (status != OW_OK)
            ROW_FAILED("row %zu: %s\n", i, error.message);
        const ow_city_terrain *terrain = &document.as.city->terrain;
        assert_int_equal(terrain->kind, OW_CITY_IMAGE);
        assert_int_equal(terrain->image_path.size, 9);
        assert_memory_equal(terrain->image_path.data, "n/new.png", 9);
        if (terrain->z_scale != rows[i].z_scale)
            ROW_FAILED("row %zu: a scale of %.9g\n", i, (double)terrain->z_scale);
        assert_false(terrain->size.keep || terrain->heights);
        assert_int_equal(image.width * image.height, VERTICES);
        assert_int_equal(image.depth, 8);
        assert_true(image.offset == 0 &&
                    image.scale == (rows[i].z_scale != 0 ? rows[i].z_scale : 0.1f));
        assert_memory_equal(image.samples, rows[i].red, sizeof rows[i].red);
        if (!(fabsf(largest - rows[i].largest_error) < 0.1f || largest == rows[i].largest_error))
            ROW_FAILED("row %zu: off by %g\n", i, (double)largest);
        ow_image_free(&image);
        ow_close(&document);
    }
}

static bool give(void *context, ow_text path, ow_image *image, char *message, size_t room)
{
    (void)path, (void)message, (void)room;
    *image = *(const ow_image *)context;
    return true;
}

/* What is read back differs by no more than was said. */
static void the_error_that_is_reported_is_that_of_a_reader(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document document = document_of(rows[i].json);
        float values[VERTICES], largest, worst = 0;
        memcpy(values, rows[i].values, sizeof values);
        ow_heights heights = grid_of(values), back;
        ow_image image;
        assert_int_equal(ow_set_heights_image(&document, &heights, ow_text_of("a"), NULL, &image,
                                              &largest, NULL),
                         OW_OK);
        ow_options options = {.images = {.context = &image, .load = give}};
        assert_int_equal(ow_get_heights(&document, &options, &back, NULL), OW_OK);
        for (int v = 0; v < VERTICES; v++)
            worst =
                fmaxf(worst, isfinite(values[v]) ? fabsf(values[v] - back.values[v]) : INFINITY);
        if (!(worst <= largest && (largest == 0 || worst > 0)))
            ROW_FAILED("row %zu: off by %g, not %g\n", i, (double)worst, (double)largest);
        ow_heights_free(&back);
        ow_image_free(&image);
        ow_close(&document);
    }
}

static void what_no_game_opens_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *path, *words;
    } paths[] = {
        {"", "is empty"},
        {"/a.png", "begins with /"},
        {"a/../b", "leaves the folder"},
        {"a:b", "separates names"},
        {"a\\b", "separates names"},
        {"a//b", "an empty name"},
        {"a\nb", "control character"},
    };
    ow_document document = document_of(SAVE("d3", HEIGHTS));
    float values[VERTICES] = {0};
    ow_heights heights = grid_of(values), none = grid_of(values), missing = grid_of(NULL);
    ow_image image;
    ow_error error = {0};
    for (size_t i = 0; i < LENGTH(paths); i++) {
        assert_int_equal(ow_set_heights_image(&document, &heights, ow_text_of(paths[i].path), NULL,
                                              &image, NULL, &error),
                         OW_BAD_ARGUMENT);
        assert_error(&error, OW_BAD_ARGUMENT, 0, "/terrain/image_path", paths[i].words);
        assert_true(!image.samples && !image.owner);
    }
    static char longest[UINT16_MAX + 1];
    memset(longest, 'a', sizeof longest);
    ow_text path = {longest, sizeof longest};
    assert_int_equal(ow_set_heights_image(&document, &heights, path, NULL, &image, NULL, &error),
                     OW_BAD_ARGUMENT);
    path.size--;
    assert_int_equal(ow_set_heights_image(&document, &heights, path, NULL, &image, NULL, &error),
                     OW_OK);
    ow_image_free(&image);
    none.x_vertices = 0;
    ow_text name = ow_text_of("a");
    assert_int_equal(ow_set_heights_image(&document, &none, name, NULL, &image, NULL, &error),
                     OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, 0, "/terrain", "the grid of heights is empty");
    assert_int_equal(ow_set_heights_image(&document, &missing, name, NULL, &image, NULL, &error),
                     OW_BAD_ARGUMENT);
    ow_city_save built = {.version = 0};
    ow_document by_hand = {.format = document.format, .as.city = &built};
    assert_int_equal(ow_set_heights_image(&by_hand, &heights, name, NULL, &image, NULL, &error),
                     OW_BAD_ARGUMENT);
    assert_error(&error, OW_BAD_ARGUMENT, 0, "/terrain", "the save's owner is NULL");
    assert_true(document.as.city->terrain.kind == OW_CITY_IMAGE);
    ow_close(&document);
}

static void refused_memory_leaves_the_ground_as_it_was(void **state)
{
    (void)state;
    bool more = true;
    for (uint64_t call = 1; more; call++) {
        struct ledger ledger = {.refuse = call};
        ow_options options = ledger_options(&ledger);
        ow_document document = document_of(SAVE("d3", HEIGHTS));
        float values[VERTICES] = {0, 3, 30, 510};
        ow_heights heights = grid_of(values);
        ow_image image;
        ow_error error = {0};
        ow_status status = ow_set_heights_image(&document, &heights, ow_text_of("a"), &options,
                                                &image, NULL, &error);
        more = ledger.refused > 0;
        assert_int_equal(status, more ? OW_NO_MEMORY : OW_OK);
        assert_int_equal(error.status, status);
        assert_int_equal(document.as.city->terrain.kind, more ? OW_CITY_HEIGHTS : OW_CITY_IMAGE);
        ow_image_free(&image);
        assert_int_equal(ledger.blocks, 0);
        ow_close(&document);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heights_become_reds_and_a_scale),
        cmocka_unit_test(the_error_that_is_reported_is_that_of_a_reader),
        cmocka_unit_test(what_no_game_opens_is_refused),
        cmocka_unit_test(refused_memory_leaves_the_ground_as_it_was),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
