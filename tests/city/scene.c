/* What cities look like: their ground, water and things, in numbers. */
#include "../support/test.h"

#include "../support/bytes.h"
#include "../support/cities.h"
#include "../support/documents.h"
#include "../support/ledger.h"

#include <overworld/heights.h>
#include <overworld/scene.h>

#include <math.h>

#define CITY(variant, terrain, things)                                                             \
    "{'format': 'city', 'variant': '" variant "', 'version': 0, 'name': 'abc', 'terrain': "        \
    "{" terrain "}, 'meta_things': ['a-oak', 'a-house'], 'things': [" things "]}"
#define FLAT                                                                                       \
    "'kind': 'heights', 'x_vertices': 3, 'y_vertices': 3, 'heights': [6.0, 6.0, 6.0, 6.0, 6.0, "   \
    "6.0, 6.0, 6.0, 6.0]"
#define LAKE                                                                                       \
    "'kind': 'heights', 'x_vertices': 3, 'y_vertices': 2, 'heights': [6.0, 4.0, 2.0, 6.0, 4.0, "   \
    "2.5]"
#define IMAGE "'kind': 'image', 'image_path': 'h/a.png', 'z_scale': 0.1"
#define THING(meta, direction, x, y, z)                                                            \
    "{'meta_thing': " #meta ", 'direction': " #direction ", 'x': " #x ", 'y': " #y ", 'z': " #z    \
    ", 'reserved': ''}"

static ow_scene scene_with(const char *json, const ow_options *options, struct warnings *warnings)
{
    ow_document document = document_of(json);
    ow_scene scene;
    ow_error error = {0};
    ow_scene_options asked = {.warn = warnings ? note_warning : NULL, .warn_context = warnings};
    if (ow_scene_open_document(&document, options, &asked, &scene, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    ow_close(&document);
    return scene;
}

static ow_scene scene_of(const char *json)
{
    return scene_with(json, NULL, NULL);
}

static void assert_near(const float *found, float x, float y, float z)
{
    if (fabsf(found[0] - x) > 1e-5f || fabsf(found[1] - y) > 1e-5f || fabsf(found[2] - z) > 1e-5f)
        ROW_FAILED("%g %g %g, not %g %g %g\n", (double)found[0], (double)found[1], (double)found[2],
                   (double)x, (double)y, (double)z);
}

/* Height goes up, x stays, and y is z: so the picture is the game's and not its mirror image. */
static void ground_and_things_stand_in_one_frame(void **state)
{
    (void)state;
    ow_scene scene = scene_of(CITY("d3", FLAT, THING(0, 0, 2.0, 0.5, 7.0)));
    assert_int_equal(scene.view, OW_SEEN_AS_CITY);
    assert_true(scene.origin[0] == 1 && scene.origin[1] == 0 && scene.origin[2] == 1);
    assert_int_equal(scene.ground_count, 1);
    const ow_scene_ground *ground = &scene.grounds[0];
    assert_near(ground->position, -1, 0, -1);
    assert_int_equal(ground->width, 3);
    assert_int_equal(ground->height, 3);
    assert_float(ground->heights[8], 6.0f);
    assert_false(ground->has_water);
    assert_int_equal(ground->flags, 0);
    assert_near(scene.items[0].position, 1, 7, -0.5f);
    assert_int_equal(scene.items[0].flags, OW_INFERRED_SHAPE | OW_INFERRED_COLOR);
    char pointer[32];
    ow_scene_pointer(&scene, OW_IN_ITEMS, 0, pointer, sizeof pointer);
    assert_string_equal(pointer, "/things/0");
    ow_scene_pointer(&scene, OW_IN_GROUNDS, 0, pointer, sizeof pointer);
    assert_string_equal(pointer, "/terrain");
    ow_scene_close(&scene);
}

/* As long as a direction has corner and axis it counts eighths of a turn, clockwise from above. */
static void directions_are_eighths_of_a_turn(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        float y, w;
    } rows[] = {
        {CITY("d3", FLAT, THING(0, 0, 1.0, 1.0, 6.0)), 0, 1},
        {CITY("d3", FLAT, THING(0, 1, 1.0, 1.0, 6.0)), -0.38268343f, 0.92387953f},
        {CITY("d3", FLAT, THING(0, 2, 1.0, 1.0, 6.0)), -0.70710678f, 0.70710678f},
        {CITY("d3", FLAT, THING(0, 4, 1.0, 1.0, 6.0)), -1, 0},
        {CITY("d3", FLAT, THING(0, 7, 1.0, 1.0, 6.0)), -0.38268343f, -0.92387953f},
        {CITY("d3", FLAT, THING(0, 200, 1.0, 1.0, 6.0)), 0, -1},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_scene scene = scene_of(rows[i].json);
        const float *found = scene.items[0].rotation;
        if (fabsf(found[1] - rows[i].y) > 1e-6f || fabsf(found[3] - rows[i].w) > 1e-6f ||
            found[0] != 0 || found[2] != 0)
            ROW_FAILED("row %zu: %g %g\n", i, (double)found[1], (double)found[3]);
        ow_scene_close(&scene);
    }
}

static void heights_of_things_are_those_of_their_variant(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        float height;
        const char *warning;
    } rows[] = {
        {CITY("d3", LAKE, THING(1, 0, 0.5, 0.5, 1.0)), 1, NULL},
        {CITY("s1", LAKE, THING(1, 0, 0.5, 0.5, 1.0)), 6, "measured from the ground in variant s1"},
        {CITY("s1", LAKE, THING(1, 0, 9.0, 0.5, 1.0)), 1, "measured from the ground in variant s1"},
        {"{'format': 'city', 'variant': 'p0', 'version': 0, 'name': 'abc', 'terrain': {" LAKE
         "}, 'meta_things': ['a'], 'things': [{'meta_thing': 0, 'direction': 0, 'x': 2.0, 'y': "
         "0.0, 'z': 0.5}]}",
         2.5f, "measured from the ground in variant p0"},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct warnings warnings = {0};
        ow_scene scene = scene_with(rows[i].json, NULL, &warnings);
        if (scene.items[0].position[1] != rows[i].height)
            ROW_FAILED("row %zu: %g\n", i, (double)scene.items[0].position[1]);
        if (rows[i].warning)
            assert_non_null(strstr(warnings.text, rows[i].warning));
        else
            assert_string_equal(warnings.text, "");
        ow_scene_close(&scene);
    }
}

/* A slope along x that rises by `rise` at each vertex; the middle vertex is `middle` high. */
static ow_scene slope_of(double rise, double middle)
{
    char json[1024];
    int size = snprintf(json, sizeof json,
                        "{'format': 'city', 'variant': 'd3', 'version': 0, 'name': 'abc', "
                        "'terrain': {'kind': 'heights', 'x_vertices': 5, 'y_vertices': 2, "
                        "'heights': [%.6f",
                        middle - 2 * rise);
    for (int i = 1; i < 10; i++)
        size += snprintf(json + size, sizeof json - (size_t)size, ", %.6f",
                         middle + (i % 5 - 2) * rise);
    snprintf(json + size, sizeof json - (size_t)size, "]}, 'meta_things': [], 'things': []}");
    return scene_of(json);
}

/* A rise of r has a normal whose upward part is 1 / sqrt(1 + r * r). */
static void the_ground_has_its_color_by_its_slope_and_depth(void **state)
{
    (void)state;
    static const ow_color plain = {134, 174, 94, 255}, slope = {180, 160, 116, 255},
                          cliff = {148, 142, 136, 255}, floor = {206, 190, 146, 255};
    const struct {
        const char *what;
        double rise, height;
        ow_color color;
    } rows[] = {
        /* on the stack: the colours are no constants for every compiler */
        {"level", 0, 100, plain},
        {"0.98", 0.2, 100, plain},
        {"half way from 0.98 to 0.73", 0.6118, 100, {157, 167, 105, 255}},
        {"0.72", 0.9638, 100, slope},
        {"half way from 0.7 to 0.5", 1.3333, 100, {164, 151, 126, 255}},
        {"0.45", 1.9846, 100, cliff},
        {"at the water's edge", 0, 5, plain},
        {"1.25 under water", 0, 3.75, {170, 182, 120, 255}},
        {"2.5 under water", 0, 2.5, floor},
        {"far under water", 0, -100, floor},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_scene scene = slope_of(rows[i].rise, rows[i].height);
        for (int k = 0; k < 10; k++) {
            ow_color found = scene.grounds[0].colors[k];
            if (abs(found.red - rows[i].color.red) > 1 ||
                abs(found.green - rows[i].color.green) > 1 ||
                abs(found.blue - rows[i].color.blue) > 1 || found.alpha != 255)
                ROW_FAILED("%s, vertex %d: %d %d %d\n", rows[i].what, k, found.red, found.green,
                           found.blue);
        }
        assert_int_equal(scene.grounds[0].has_water, rows[i].height - 2 * rows[i].rise < 5);
        ow_scene_close(&scene);
    }
}

static void water_stands_at_5_and_lets_less_through_with_depth(void **state)
{
    (void)state;
    ow_scene scene = scene_of(CITY("d3", LAKE, ""));
    const ow_scene_ground *ground = &scene.grounds[0];
    assert_true(ground->has_water);
    assert_float(ground->water_level, 5.0f);
    assert_int_equal(ground->water.alpha, 204); /* 0.8, of which there is 0.7 a unit */
    assert_true(fabsf(ground->water_depth * 0.7f - 0.8f) < 1e-6f);
    ow_scene_close(&scene);
}

static uint16_t by_place(uint32_t x, uint32_t y)
{
    return (uint16_t)(x + 10 * y);
}

static void an_image_is_the_ground(void **state)
{
    (void)state;
    struct image_shelf shelf = {.width = 17, .height = 9, .sample = by_place};
    ow_options options = options_with(&shelf);
    struct warnings warnings = {0};
    ow_scene scene = scene_with(CITY("d3", IMAGE, ""), &options, &warnings);
    assert_string_equal(warnings.text, "");
    assert_int_equal(scene.grounds[0].width, 17);
    assert_int_equal(scene.grounds[0].height, 9);
    assert_float(scene.grounds[0].heights[17 * 3 + 2], 0.1f * 32);
    assert_int_equal(shelf.released, 1);
    ow_scene_close(&scene);
}

/* Things are drawn all the same, on a ground that says that it is made up. */
static void a_ground_that_cannot_be_had_is_level(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        float level, left, top;
        uint32_t width, height;
    } rows[] = {
        {CITY("d3", IMAGE, ""), 0, -64, -64, 33, 33},
        {CITY("d3", IMAGE, THING(0, 0, 5.0, 9.0, 45.0) ", " THING(0, 0, 5.0, 9.0, 12.5)), 12.5f,
         -64, -64, 33, 33},
        {CITY("d3", IMAGE, THING(0, 0, -128.0, 9.0, 3.0)), 3, -128, -64, 33, 17},
        {CITY("d3", IMAGE, THING(0, 0, 1e38, 0.0, 'NaN')), 0, -64, -64, 33, 33},
        {CITY("d3", "'kind': 'heights', 'x_vertices': 0, 'y_vertices': 7, 'heights': []", ""), 0,
         -64, -64, 33, 33},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        struct warnings warnings = {0};
        ow_scene scene = scene_with(rows[i].json, NULL, &warnings);
        const ow_scene_ground *ground = &scene.grounds[0];
        assert_int_equal(strstr(warnings.text, "/terrain/image_path ") != NULL, i < 4);
        if (ground->width != rows[i].width || ground->height != rows[i].height ||
            ground->has_water || ground->flags != (OW_INFERRED_SHAPE | OW_INFERRED_COLOR))
            ROW_FAILED("row %zu: %u x %u\n", i, ground->width, ground->height);
        assert_near(ground->position, rows[i].left, rows[i].level, rows[i].top);
        ow_scene_close(&scene);
    }
}

static void types_are_meta_things_with_a_color_each(void **state)
{
    (void)state;
    ow_scene scene =
        scene_of(CITY("d3", FLAT,
                      THING(1, 0, 0.0, 0.0, 6.0) ", " THING(0, 0, 1.0, 0.0, 6.0) ", " THING(
                          1, 0, 2.0, 0.0, 6.0) ", " THING(7, 0, 2.0, 2.0, 6.0)));
    static const char *const names[] = {"a-house", "a-oak", "a-house", "unknown meta thing"};
    assert_int_equal(scene.type_count, 3);
    assert_int_equal(scene.label_count, 4);
    for (uint32_t i = 0; i < 4; i++) {
        const ow_scene_type *type = &scene.types[scene.items[i].type];
        assert_text(type->name, names[i]);
        assert_text(scene.labels[i].text, names[i]);
        assert_int_equal(scene.labels[i].flags, OW_FACES_VIEWER);
        assert_memory_equal(&scene.items[i].color, &type->color, sizeof type->color);
        for (uint32_t k = 0; k < i; k++)
            assert_int_equal(
                memcmp(&scene.items[k].color, &scene.items[i].color, sizeof(ow_color)) == 0,
                strcmp(names[i], names[k]) == 0);
    }
    ow_scene_close(&scene);
}

/* A word in a name suggests a look, in any case; part of a word does not. */
static void things_look_as_their_names_suggest(void **state)
{
    (void)state;
    enum { HOUSE, TREE, TOWER, DECK, LOOKS };
    static const struct {
        const char *name;
        unsigned look;
    } rows[] = {
        {"a-oak", TREE},           {"Old Pine", TREE},    {"birch2.png", TREE}, {"FIR_01", TREE},
        {"tr tree", TREE},         {"soak oak", TREE},    {"trees", HOUSE},     {"street", HOUSE},
        {"fire", HOUSE},           {"oaken door", HOUSE}, {"", HOUSE},          {"t", HOUSE},
        {"big_watchtower", TOWER}, {"Church", TOWER},     {"north pier", DECK}, {"piers", HOUSE},
    };
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char json[1024];
        snprintf(json, sizeof json,
                 "{'format': 'city', 'variant': 'd3', 'version': 0, 'name': '', 'terrain': {" FLAT
                 "}, 'meta_things': ['house', 'tree', 'tower', 'bridge', '%s'], 'things': [%s]}",
                 rows[i].name,
                 THING(0, 0, 1.0, 1.0, 6.0) ", " THING(1, 0, 1.0, 1.0, 6.0) ", " THING(
                     2, 0, 1.0, 1.0, 6.0) ", " THING(3, 0, 1.0, 1.0, 6.0) ", " THING(4, 0, 1.0, 1.0,
                                                                                     6.0));
        ow_scene scene = scene_of(json);
        assert_int_equal(scene.item_count, LOOKS + 1);
        for (unsigned look = HOUSE; look < LOOKS; look++)
            if ((scene.items[LOOKS].shape == scene.items[look].shape) != (look == rows[i].look))
                ROW_FAILED("\"%s\" has another look\n", rows[i].name);
        ow_scene_close(&scene);
    }
}

/* Cities of many things have a label for the first of each type, as far as these can be read. */
static void labels_are_as_many_as_can_be_read(void **state)
{
    (void)state;
    static const struct {
        uint32_t things, types, labels;
    } rows[] = {{2000, 2, 2000}, {2001, 2, 2}, {100000, 2, 2}, {3000, 2999, 2000}};
    static char letters[256];
    memset(letters, 'a', sizeof letters);
    for (size_t i = 0; i < LENGTH(rows); i++) {
        ow_document document = document_of(CITY("d3", FLAT, ""));
        ow_city_thing *things = calloc(rows[i].things, sizeof *things);
        ow_text *types = calloc(rows[i].types, sizeof *types);
        for (uint32_t k = 0; k < rows[i].types; k++)
            types[k] = (ow_text){letters, 1 + k % sizeof letters};
        for (uint32_t k = 0; k < rows[i].things; k++)
            things[k] = (ow_city_thing){.meta_thing = k % rows[i].types, .x = 1, .y = 1, .z = 6};
        document.as.city->things = things;
        document.as.city->thing_count = rows[i].things;
        document.as.city->meta_things = types;
        document.as.city->meta_thing_count = rows[i].types;
        ow_scene scene;
        ow_error error = {0};
        assert_int_equal(ow_scene_open_document(&document, NULL, NULL, &scene, &error), OW_OK);
        assert_int_equal(scene.item_count, rows[i].things);
        assert_int_equal(scene.type_count, rows[i].types);
        assert_int_equal(scene.label_count, rows[i].labels);
        for (uint32_t k = 0; k < scene.label_count; k++)
            assert_true(scene.labels[k].text.size <= 64);
        ow_scene_close(&scene);
        document.as.city->thing_count = document.as.city->meta_thing_count = 0;
        ow_close(&document);
        free(things);
        free(types);
    }
}

static void hostile_cities_have_a_scene(void **state)
{
    (void)state;
    static const char *const words[] = {"1e38", "-1e38", "'NaN'", "'Infinity'", "'-Infinity'"};
    for (size_t i = 0; i < LENGTH(words); i++) {
        char json[1024];
        const char *word = words[i];
        snprintf(json, sizeof json,
                 "{'format': 'city', 'variant': 's1', 'version': 0, 'name': 'a', 'terrain': "
                 "{'kind': 'heights', 'x_vertices': 2, 'y_vertices': 2, 'heights': [%s, 1.0, 2.0, "
                 "%s]}, 'meta_things': ['b'], 'things': [{'meta_thing': 4294967295, 'direction': "
                 "255, 'x': 0.5, 'y': 0.5, 'z': %s, 'reserved': ''}, {'meta_thing': 0, "
                 "'direction': 0, 'x': %s, 'y': %s, 'z': 0.0, 'reserved': ''}]}",
                 word, word, word, word, word);
        ow_scene scene = scene_of(json);
        assert_int_equal(scene.item_count, 2);
        for (int axis = 0; axis < 3; axis++)
            if (!(scene.least[axis] >= -2e9f && scene.most[axis] <= 2e9f))
                ROW_FAILED("%s: %g to %g\n", word, (double)scene.least[axis],
                           (double)scene.most[axis]);
        for (int k = 0; k < 4; k++)
            assert_true(isfinite(scene.grounds[0].heights[k]));
        static const ow_color no_number = {255, 0, 255, 255};
        assert_int_equal(memcmp(&scene.grounds[0].colors[3], &no_number, sizeof no_number) == 0,
                         word[0] == '\'');
        ow_scene_close(&scene);
    }
}

/* A ground of an image counts by the image; a limit that the caller sets holds. */
static void a_large_ground_fits_and_a_limit_holds(void **state)
{
    (void)state;
    enum { SIDE = 3001 };
    struct image_shelf shelf = {.width = SIDE, .height = SIDE, .sample = by_place};
    ow_options options = options_with(&shelf);
    ow_scene scene = scene_with(CITY("d3", IMAGE, ""), &options, NULL);
    assert_int_equal(scene.grounds[0].width, SIDE);
    ow_scene_close(&scene);
    ow_document document = document_of(CITY("d3", IMAGE, ""));
    ow_error error = {0};
    options.max_memory = 6 * SIDE * SIDE;
    assert_int_equal(ow_scene_open_document(&document, &options, NULL, &scene, &error),
                     OW_TOO_MUCH_MEMORY);
    assert_null(scene.owner);
    assert_int_equal(shelf.loaded, shelf.released);
    ow_close(&document);
}

static void refused_memory_is_reported_and_nothing_kept(void **state)
{
    (void)state;
    static const char *const cities[] = {CITY("d3", IMAGE, THING(0, 0, 1.0, 1.0, 6.0)),
                                         CITY("s1", LAKE, THING(0, 0, 1.0, 1.0, 6.0))};
    for (int i = 0; i < 2; i++) {
        ow_document document = document_of(cities[i]);
        bool more = true;
        for (uint64_t call = 1; more; call++) {
            struct image_shelf shelf = {.width = 129, .height = 129};
            struct ledger ledger = {.refuse = call};
            ow_options options = options_with(&shelf), books = ledger_options(&ledger);
            options.allocator = books.allocator;
            ow_error error = {0};
            ow_scene scene;
            ow_status status = ow_scene_open_document(&document, &options, NULL, &scene, &error);
            more = ledger.refused > 0;
            assert_int_equal(status, more ? OW_NO_MEMORY : OW_OK);
            assert_int_equal(error.status, status);
            ow_scene_close(&scene);
            assert_int_equal(ledger.blocks, 0);
            assert_int_equal(shelf.loaded, shelf.released);
        }
        ow_close(&document);
    }
}

static bool stop(void *context, uint64_t done, uint64_t total)
{
    (void)done, (void)total;
    ++*(int *)context;
    return false;
}

static void a_scene_can_be_cancelled(void **state)
{
    (void)state;
    int asked = 0;
    struct image_shelf shelf = {.width = 129, .height = 129};
    ow_options options = options_with(&shelf);
    options.progress = stop;
    options.progress_context = &asked;
    ow_document document = document_of(CITY("d3", IMAGE, ""));
    ow_scene scene;
    ow_error error = {0};
    assert_int_equal(ow_scene_open_document(&document, &options, NULL, &scene, &error),
                     OW_CANCELLED);
    assert_true(asked > 0);
    assert_null(scene.owner);
    ow_close(&document);
}

static void real_cities_have_their_things(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        uint32_t things;
        float height;
    } rows[] = {
        {"city/rs-606d33c/saves/test.city", 8, 45},
        {"city/generated-by-py-e2e0272/saves/test.city", 1, 0},
    };
    size_t skipped = 0;
    for (size_t i = 0; i < LENGTH(rows); i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", corpus_folder(), rows[i].path);
        struct bytes bytes = read_file(path);
        struct image_shelf shelf = {.width = 129, .height = 129};
        ow_options options = options_with(&shelf);
        ow_scene scene = {0};
        ow_error error = {0};
        skipped += !bytes.data;
        if (!bytes.data)
            continue;
        options.images.context = &shelf;
        shelf.sample = by_place;
        assert_int_equal(ow_scene_open(bytes.data, bytes.size, &options, NULL, &scene, &error),
                         OW_OK);
        assert_int_equal(scene.item_count, rows[i].things);
        if (i == 0)
            assert_true(scene.items[0].position[1] == rows[i].height);
        ow_scene_close(&scene);
        bytes_free(&bytes);
    }
    if (skipped == LENGTH(rows))
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ground_and_things_stand_in_one_frame),
        cmocka_unit_test(directions_are_eighths_of_a_turn),
        cmocka_unit_test(heights_of_things_are_those_of_their_variant),
        cmocka_unit_test(the_ground_has_its_color_by_its_slope_and_depth),
        cmocka_unit_test(water_stands_at_5_and_lets_less_through_with_depth),
        cmocka_unit_test(an_image_is_the_ground),
        cmocka_unit_test(a_ground_that_cannot_be_had_is_level),
        cmocka_unit_test(types_are_meta_things_with_a_color_each),
        cmocka_unit_test(things_look_as_their_names_suggest),
        cmocka_unit_test(labels_are_as_many_as_can_be_read),
        cmocka_unit_test(hostile_cities_have_a_scene),
        cmocka_unit_test(a_large_ground_fits_and_a_limit_holds),
        cmocka_unit_test(refused_memory_is_reported_and_nothing_kept),
        cmocka_unit_test(a_scene_can_be_cancelled),
        cmocka_unit_test(real_cities_have_their_things),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
