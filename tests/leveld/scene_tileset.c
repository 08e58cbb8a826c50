/* Tilesets of levels: which files are asked for, how images are cut, what names things get. */
#include "../support/test.h"

#include "../support/documents.h"
#include "../support/ledger.h"
#include "../support/levels.h"

/* ---- files that there are beside a level ---- */

struct there {
    const char *path, *text; /* text NULL: an image */
    uint32_t width, height;  /* of an image, whose pixel x, y is {x, y, 7, 255} */
};

struct beside {
    const struct there *files; /* ends with a NULL path */
    char asked[512];           /* all paths, a blank behind each */
    int open;                  /* handed out and not given back */
};

static const struct there *find(struct beside *beside, ow_text path, bool is_image)
{
    size_t size = strlen(beside->asked);
    snprintf(beside->asked + size, sizeof beside->asked - size, "%.*s ", (int)path.size, path.data);
    for (const struct there *file = beside->files; file && file->path; file++)
        if (strlen(file->path) == path.size && memcmp(file->path, path.data, path.size) == 0 &&
            !file->text == is_image)
            return file;
    return NULL;
}

static bool read_beside(void *context, ow_text path, ow_bytes *bytes, char *message, size_t room)
{
    struct beside *beside = context;
    const struct there *file = find(beside, path, false);
    if (!file) {
        snprintf(message, room, "there is no such file");
        return false;
    }
    *bytes = (ow_bytes){exact_copy(file->text, strlen(file->text)), strlen(file->text)};
    for (size_t i = 0; i < bytes->size; i++)
        if (bytes->data[i] == '\'')
            ((uint8_t *)(uintptr_t)bytes->data)[i] = '"';
    beside->open++;
    return true;
}

static void release(void *context, ow_bytes *bytes)
{
    free((void *)(uintptr_t)bytes->data);
    ((struct beside *)context)->open--;
}

static bool load_beside(void *context, ow_text path, ow_pixels *pixels, char *message, size_t room)
{
    struct beside *beside = context;
    const struct there *file = find(beside, path, true);
    if (!file) {
        snprintf(message, room, "there is no such image");
        return false;
    }
    *pixels = (ow_pixels){.width = file->width, .height = file->height};
    size_t count = (size_t)file->width * file->height;
    pixels->pixels = malloc(count * sizeof *pixels->pixels + 1);
    for (size_t i = 0; i < count; i++)
        pixels->pixels[i] =
            (ow_color){(uint8_t)(i % file->width), (uint8_t)(i / file->width), 7, 255};
    beside->open++;
    return true;
}

static void release_pixels(void *context, ow_pixels *pixels)
{
    free(pixels->pixels);
    ((struct beside *)context)->open--;
}

/* ---- scenes with them ---- */

#define CONFIG_OF(path, size, spacing, bounds, more)                                               \
    "{'toolMesh': {'texture': {'path': '" path "', 'tileDimensions': [" size                       \
    "], 'tileSpacing': [" spacing "], 'boundaries': [" bounds                                      \
    "]}, 'defaultProperties': {'count': 6, 'solids': [1, 0]}}" more "}"
#define CONFIG CONFIG_OF("./textures/tiles.png", "32, 32", "0, 0", "0, 0, 96, 64", "")
#define CLIP                                                                                       \
    "{'tiles_per_row': 4, 'frame': {'width': 16, 'height': 16}, 'spacing': {'horizontal': 2, "     \
    "'vertical': 2}, 'bounds': {'width': 70, 'top': 0, 'height': 70, 'left': 0}, 'nframes': 16, "  \
    "'offset': 0}"
#define THEME(json) LEVEL(META_OF("", json), MESH)
#define NEON        THEME("{\\'skybox\\': \\'Night\\', \\'textures\\': \\'Neon\\'}")
#define EDITED      THEME("C:\\\\Users\\\\somebody\\\\project\\\\sample-config.json")

static const struct there neon[] = {
    {"neon_tileset.png", NULL, 70, 70}, {"neon_tileset.png.clip", CLIP, 0, 0}, {NULL, NULL, 0, 0}};
static const struct there space[] = {{"space_station_tileset.png", NULL, 70, 70},
                                     {"space_station_tileset.png.clip", CLIP, 0, 0},
                                     {NULL, NULL, 0, 0}};
static const struct there edited[] = {
    {"sample-config.json", CONFIG, 0, 0}, {"textures/tiles.png", NULL, 96, 64}, {NULL, NULL, 0, 0}};
static const struct there flat[] = {
    {"sample-config.json", CONFIG, 0, 0}, {"tiles.png", NULL, 96, 64}, {NULL, NULL, 0, 0}};
static const struct there absolute[] = {
    {"sample-config.json",
     CONFIG_OF("C:\\\\art\\\\tiles.png", "32, 16", "1, 2", "3, 4, 65, 40", ""), 0, 0},
    {"tiles.png", NULL, 96, 64},
    {NULL, NULL, 0, 0}};
static const struct there elsewhere[] = {{"/home/me/art/config.json", CONFIG, 0, 0},
                                         {"/home/me/art/textures/tiles.png", NULL, 96, 64},
                                         {"plain.png", NULL, 32, 32},
                                         {"a/neon.png", NULL, 70, 70},
                                         {"a/neon.png.clip", CLIP, 0, 0},
                                         {NULL, NULL, 0, 0}};

static const struct {
    const char *what, *json, *asked;
    const struct there *files;
    uint32_t count, columns, width, height, spacing_x, first; /* `first` is x + 100 y of pixel 0 */
    const char *paths;
} found[] = {
    {"Rend's textures", NEON, NULL, neon, 16, 4, 16, 16, 2, 0,
     "neon_tileset.png.clip neon_tileset.png "},
    {"Rend's newer words for them",
     THEME("{\\'mapCompat\\': \\'CTF\\', \\'texturePack\\': \\'Space station\\'}"), NULL, space, 16,
     4, 16, 16, 2, 0, "space_station_tileset.png.clip space_station_tileset.png "},
    {"an editor's config, by its name alone", EDITED, NULL, edited, 6, 3, 32, 32, 0, 0,
     "sample-config.json textures/tiles.png "},
    {"its image beside the level", EDITED, NULL, flat, 6, 3, 32, 32, 0, 0,
     "sample-config.json textures/tiles.png tiles.png "},
    {"an absolute path within it", EDITED, NULL, absolute, 4, 2, 32, 16, 1, 403,
     "sample-config.json tiles.png "},
    {"a config that was asked for", LEVEL(MESH), "/home/me/art/config.json", elsewhere, 6, 3, 32,
     32, 0, 0, "/home/me/art/config.json /home/me/art/textures/tiles.png "},
    {"an image that was asked for: tiles as large as the level's", NEON, "plain.png", elsewhere, 4,
     2, 16, 16, 0, 0, "plain.png.clip plain.png "},
    {"an image with a clip", LEVEL(MESH), "a/neon.png", elsewhere, 16, 4, 16, 16, 2, 0,
     "a/neon.png.clip a/neon.png "},
    {"a clip", LEVEL(MESH), "a/neon.png.clip", elsewhere, 16, 4, 16, 16, 2, 0,
     "a/neon.png.clip a/neon.png "},
    {"nothing is named", LEVEL(META, MESH), NULL, neon, 0, 0, 0, 0, 0, 0, ""},
    {"a description that is a text", THEME("Basic level for example 11"), NULL, neon, 0, 0, 0, 0, 0,
     0, ""},
    {"a path that leads nowhere", THEME("..\\\\..json"), NULL, neon, 0, 0, 0, 0, 0, 0, "..json "},
    {"textures that are a path", THEME("{\\'textures\\': \\'../x\\'}"), NULL, neon, 0, 0, 0, 0, 0,
     0, "___x_tileset.png.clip ___x_tileset.png "},
};

static ow_scene scene_beside(const char *json, const char *asked, struct beside *beside,
                             struct warnings *warnings, const ow_options *options)
{
    struct bytes bytes = level_of(json);
    ow_scene_options scene_options = {
        .files = {beside, read_beside, release, load_beside, release_pixels, {0}},
        .tileset = asked,
        .warn = note_warning,
        .warn_context = warnings};
    ow_scene scene;
    ow_error error = {0};
    if (ow_scene_open(bytes.data, bytes.size, options, &scene_options, &scene, &error) != OW_OK)
        ROW_FAILED("%s\n", error.message);
    assert_int_equal(beside->open, 0);
    bytes_free(&bytes);
    return scene;
}

/* Every tile lies within the image. */
static void assert_sound(const ow_scene_tileset *tileset)
{
    if (tileset->count == 0) {
        assert_null(tileset->image.pixels);
        return;
    }
    assert_true(tileset->columns > 0 && tileset->tile_width > 0 && tileset->tile_height > 0);
    for (uint32_t tile = 0; tile < tileset->count; tile++) {
        uint64_t x = tileset->left + (uint64_t)(tile % tileset->columns) *
                                         ((uint64_t)tileset->tile_width + tileset->spacing_x);
        uint64_t y = tileset->top + (uint64_t)(tile / tileset->columns) *
                                        ((uint64_t)tileset->tile_height + tileset->spacing_y);
        assert_true(x + tileset->tile_width <= tileset->image.width);
        assert_true(y + tileset->tile_height <= tileset->image.height);
    }
}

static void tilesets_are_found_and_cut(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(found); i++) {
        struct beside beside = {.files = found[i].files};
        struct warnings warnings = {""};
        ow_scene scene = scene_beside(found[i].json, found[i].asked, &beside, &warnings, NULL);
        const ow_scene_tileset *tileset = &scene.tileset;
        assert_sound(tileset);
        if (strcmp(beside.asked, found[i].paths) != 0)
            ROW_FAILED("%s: asked for %s\n", found[i].what, beside.asked);
        if (tileset->count != found[i].count || tileset->columns != found[i].columns ||
            tileset->tile_width != found[i].width || tileset->tile_height != found[i].height ||
            tileset->spacing_x != found[i].spacing_x)
            ROW_FAILED("%s: %u tiles in %u columns of %u by %u\n", found[i].what, tileset->count,
                       tileset->columns, tileset->tile_width, tileset->tile_height);
        if (found[i].count > 0) {
            const ow_color *pixel =
                &tileset->image.pixels[tileset->top * tileset->image.width + tileset->left];
            assert_int_equal(pixel->red + 100 * pixel->green, found[i].first);
        }
        if (found[i].count >= 6)
            assert_string_equal(warnings.text, "");
        assert_true(scene.tile_color_count == 6);
        ow_scene_close(&scene);
    }
}

#define UNUSABLE(name, why)                                                                        \
    "/blocks/0/description the tileset of the level, " name ", cannot be used (" why               \
    "): tiles are drawn in plain colours\n"
#define NO_IMAGE  "there is no such image"
#define NO_FILE   "there is no such file"
#define NO_CONFIG "it is neither a configuration of a level editor nor a clip"

static const struct there no_files[] = {{NULL, NULL, 0, 0}};
static const struct there no_config[] = {{"sample-config.json", "[1, 2", 0, 0}, {NULL, NULL, 0, 0}};
static const struct there broken_off[] = {{"sample-config.json",
                                           "{'toolMesh': {'texture': {'path': 't.png', "
                                           "'tileDimensions': [32, 32], 'tileSpacing': [0, 0], "
                                           "'boundaries': [0, 0, 96, 64]}}",
                                           0, 0},
                                          {"t.png", NULL, 96, 64},
                                          {NULL, NULL, 0, 0}};
static const struct there deep[] = {
    {"sample-config.json",
     "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[", 0, 0},
    {NULL, NULL, 0, 0}};
static const struct there empty_image[] = {{"neon_tileset.png", NULL, 0, 70}, {NULL, NULL, 0, 0}};
static const struct there bare[] = {
    {"neon.png", NULL, 70, 64}, {"neon_tileset.png", NULL, 64, 70}, {NULL, NULL, 0, 0}};
static const struct there few[] = {{"few.png", NULL, 16, 48}, {NULL, NULL, 0, 0}};
#define CUT(size, spacing, bounds)                                                                 \
    {                                                                                              \
        {"c.json", CONFIG_OF("t.png", size, spacing, bounds, ""), 0, 0}, {"t.png", NULL, 96, 64},  \
        {                                                                                          \
            NULL, NULL, 0, 0                                                                       \
        }                                                                                          \
    }
static const struct there outside[] = CUT("32, 32", "0, 0", "96, 0, 96, 64");
static const struct there beyond[] = CUT("32, 32", "0, 0", "80, 0, 4000, 64");
static const struct there no_size[] = CUT("0, 32", "0, 0", "0, 0, 96, 64");
static const struct there negative[] = CUT("-32, 32", "0, 0", "0, 0, 96, 64");
static const struct there huge[] = CUT("4294967295, 32", "0, 0", "0, 0, 96, 64");
static const struct there wide[] = CUT("32, 32", "1048576, 1048576", "0, 0, 96, 64");

static const struct {
    const char *what, *json, *asked;
    const struct there *files;
    uint32_t count;
    const char *warning;
} odd[] = {
    {"not there", NEON, NULL, no_files, 0, UNUSABLE("neon_tileset.png", NO_IMAGE)},
    {"textures that nobody knows", THEME("{\\'textures\\': \\'AlphaVersion\\'}"), NULL, no_files, 0,
     UNUSABLE("alphaversion_tileset.png", NO_IMAGE)},
    {"a config that is not there", EDITED, NULL, no_files, 0,
     UNUSABLE("sample-config.json", NO_FILE)},
    {"a config that is no JSON", EDITED, NULL, no_config, 0,
     UNUSABLE("sample-config.json", NO_CONFIG)},
    {"a config that breaks off", EDITED, NULL, broken_off, 0,
     UNUSABLE("sample-config.json", NO_CONFIG)},
    {"a config that nests without end", EDITED, NULL, deep, 0,
     UNUSABLE("sample-config.json", NO_CONFIG)},
    {"an image of no columns", NEON, NULL, empty_image, 0,
     UNUSABLE("neon_tileset.png", "it is smaller than one tile of 16 by 16 pixels")},
    {"asked for and not there", LEVEL(MESH), "x.png", no_files, 0,
     " the tileset x.png cannot be used: there is no such image\n"},
    {"asked for and no config", LEVEL(MESH), "sample-config.json", no_config, 0,
     " the tileset sample-config.json cannot be used: " NO_CONFIG "\n"},
    {"an image that nothing says how to cut", LEVEL(MESH), "neon.png", bare, 0,
     " the tileset neon.png cannot be used: its 70 by 64 pixels do not divide into tiles of 16 by "
     "16, and there is no .clip file beside it that describes the tiles\n"},
    {"the same of a theme", NEON, NULL, bare, 0,
     UNUSABLE("neon_tileset.png", "its 64 by 70 pixels do not divide into tiles of 16 by 16, and "
                                  "there is no .clip file beside it that describes the tiles")},
    {"fewer tiles than the level has", LEVEL(MESH), "few.png", few, 3,
     " the tileset has 3 tiles, but the level uses tiles up to 5: the others are drawn in plain "
     "colours\n"},
    {"tiles outside of the image", LEVEL(MESH), "c.json", outside, 0,
     " the tileset c.json cannot be used: it is smaller than one tile of 32 by 32 pixels\n"},
    {"too little of the image left", LEVEL(MESH), "c.json", beyond, 0,
     " the tileset c.json cannot be used: it is smaller than one tile of 32 by 32 pixels\n"},
    {"tiles without width", LEVEL(MESH), "c.json", no_size, 0,
     " the tileset c.json cannot be used: it is smaller than one tile of 0 by 32 pixels\n"},
    {"sizes below zero", LEVEL(MESH), "c.json", negative, 0,
     " the tileset c.json cannot be used: " NO_CONFIG "\n"},
    {"sizes of no image", LEVEL(MESH), "c.json", huge, 0,
     " the tileset c.json cannot be used: " NO_CONFIG "\n"},
    {"space for no second tile", LEVEL(MESH_OF("16", "1", "1", "[0]")), "c.json", wide, 1, ""},
};

static void what_cannot_be_used_is_reported_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < LENGTH(odd); i++) {
        struct beside beside = {.files = odd[i].files};
        struct warnings warnings = {""};
        ow_scene scene = scene_beside(odd[i].json, odd[i].asked, &beside, &warnings, NULL);
        assert_sound(&scene.tileset);
        if (scene.tileset.count != odd[i].count || strcmp(warnings.text, odd[i].warning) != 0)
            ROW_FAILED("%s: %u tiles, \"%s\"\n", odd[i].what, scene.tileset.count, warnings.text);
        ow_scene_close(&scene);
    }
}

static void a_path_that_is_too_long_is_reported(void **state)
{
    (void)state;
    enum { LENGTH_OF_PATH = 9000 };
    static char asked[LENGTH_OF_PATH + 1];
    struct beside beside = {.files = no_files};
    struct warnings warnings = {""};
    memset(asked, 'x', LENGTH_OF_PATH);
    memcpy(asked + LENGTH_OF_PATH - 4, ".png", 4);
    ow_scene scene = scene_beside(LEVEL(MESH), asked, &beside, &warnings, NULL);
    assert_int_equal(scene.tileset.count, 0);
    assert_int_equal(strncmp(warnings.text, " the tileset xxx", 16), 0);
    ow_scene_close(&scene);
}

static void without_callbacks_there_are_no_files(void **state)
{
    (void)state;
    struct bytes bytes = level_of(NEON);
    struct warnings warnings = {""};
    ow_scene_options options = {.warn = note_warning, .warn_context = &warnings};
    ow_scene scene;
    assert_int_equal(ow_scene_open(bytes.data, bytes.size, NULL, &options, &scene, NULL), OW_OK);
    assert_string_equal(warnings.text, UNUSABLE("neon_tileset.png", "not found"));
    ow_scene_close(&scene);
    bytes_free(&bytes);
}

static void a_config_names_things_and_actions(void **state)
{
    (void)state;
    static const struct there files[] = {
        {"sample-config.json",
         CONFIG_OF("t.png", "32, 32", "0, 0", "0, 0, 96, 64",
                   ", 'toolItem': {'items': [{'texture': {}}, {'name': 'Torch\\u00e9'}]}, "
                   "'toolTrigger': {'actionDefinitions': [{'id': 9, 'name': 'unused'}, {'name': "
                   "'no id'}, "
                   "7, {'id': 4, 'name': 'Open door', 'params': ['Speed']}]}"),
         0, 0},
        {NULL, NULL, 0, 0}};
    struct beside beside = {.files = files};
    struct warnings warnings = {""};
    ow_scene scene =
        scene_beside(LEVEL(META_OF("", "sample-config.json"), MESH,
                           THNG(THING("1", "0", "0", "0", "0"), THING("0", "0", "0", "0", "0")),
                           TRIG(TRIGGER("0", "0", "0", RECTANGLE, "4", "0"),
                                TRIGGER("0", "0", "0", RECTANGLE, "3", "0"))),
                     NULL, &beside, &warnings, NULL);
    static const char *const types[] = {"thing 0", "thing Torch\xc3\xa9", "trigger, action 3",
                                        "trigger, action Open door"};
    static const char *const labels[] = {"Torch\xc3\xa9", "0", "Open door", "3"};
    assert_int_equal(scene.type_count, LENGTH(types));
    assert_int_equal(scene.label_count, LENGTH(labels));
    for (uint32_t i = 0; i < LENGTH(types); i++)
        assert_text(scene.types[i].name, types[i]);
    for (uint32_t i = 0; i < LENGTH(labels); i++)
        assert_text(scene.labels[i].text, labels[i]);
    ow_scene_close(&scene);
}

#define TEN(text) text text text text text text text text text text

static void a_long_name_is_cut_between_characters(void **state)
{
    (void)state;
    static const struct there files[] = {
        {"sample-config.json",
         "{'toolItem': {'items': [{'name': '" TEN("Longtorch") "Torch\\u00e9'}]}}", 0, 0},
        {NULL, NULL, 0, 0}};
    struct beside beside = {.files = files};
    struct warnings warnings = {""};
    ow_scene scene = scene_beside(
        LEVEL(META_OF("", "sample-config.json"), MESH, THNG(THING("0", "0", "0", "0", "0"))), NULL,
        &beside, &warnings, NULL);
    assert_int_equal(scene.type_count, 1);
    assert_text(scene.types[0].name, "thing " TEN("Longtorch") "Torch");
    assert_text(scene.labels[0].text, TEN("Longtorch") "Torch\xc3\xa9");
    ow_scene_close(&scene);
}

static void memory_is_given_back_whatever_fails(void **state)
{
    (void)state;
    for (uint64_t refuse = 1; refuse < 40; refuse++) {
        struct bytes bytes = level_of(EDITED);
        struct ledger ledger = {.refuse = refuse};
        struct beside beside = {.files = edited};
        ow_options options = ledger_options(&ledger);
        ow_scene_options scene_options = {
            .files = {&beside, read_beside, release, load_beside, release_pixels, {0}}};
        ow_scene scene;
        ow_status status =
            ow_scene_open(bytes.data, bytes.size, &options, &scene_options, &scene, NULL);
        assert_int_equal(status, ledger.refused ? OW_NO_MEMORY : OW_OK);
        ow_scene_close(&scene);
        assert_int_equal(ledger.blocks, 0);
        assert_int_equal(beside.open, 0);
        bytes_free(&bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tilesets_are_found_and_cut),
        cmocka_unit_test(what_cannot_be_used_is_reported_once),
        cmocka_unit_test(a_path_that_is_too_long_is_reported),
        cmocka_unit_test(without_callbacks_there_are_no_files),
        cmocka_unit_test(a_config_names_things_and_actions),
        cmocka_unit_test(a_long_name_is_cut_between_characters),
        cmocka_unit_test(memory_is_given_back_whatever_fails),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
