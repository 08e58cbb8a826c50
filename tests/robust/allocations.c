/* Every allocation refused in turn, alone and with all later ones: OW_NO_MEMORY or the very same
 * outcome as without, and nothing left behind. */
#include "harness.h"

enum { SHEET = 64 /* the side of the tileset's image */, SMALL_FILE = 8 << 10 };

static bool load_sheet(void *context, ow_text path, ow_pixels *pixels, char *message, size_t room)
{
    static ow_color colors[SHEET * SHEET];
    (void)context, (void)path, (void)message, (void)room;
    for (unsigned i = 0; i < SHEET * SHEET; i++)
        colors[i] = (ow_color){(uint8_t)(i / 8), (uint8_t)i, 0, i % 5 == 0 ? 0 : 255};
    *pixels = (ow_pixels){.width = SHEET, .height = SHEET, .pixels = colors};
    return true;
}

/* A drawing of the world, a level with a tileset. */
static ow_status draw_svg(const void *bytes, size_t size, const ow_options *options,
                          struct bytes *result, ow_error *error)
{
    const ow_scene_options asked = {.files = {.load = load_sheet}, .tileset = "tiles.png"};
    const ow_picture_options small = {
        .width = 80, .height = 60, .labels = true, .legend = true, .grid = true, .scale_bar = true};
    ow_scene scene;
    int open = 0;
    ow_options with = with_pictures(options, &open);
    ow_sink sink = sink_to(result);
    ow_status status = ow_scene_open(bytes, size, &with, &asked, &scene, error);
    if (status == OW_OK)
        status = ow_picture_write_svg(&scene, &small, options, &sink, error);
    ow_scene_close(&scene);
    return status;
}

/* A conversion alone, to another version or variant for each size of file. */
static ow_status convert_only(const void *bytes, size_t size, const ow_options *options,
                              struct bytes *result, ow_error *error)
{
    ow_document document, converted = {0};
    ow_status status = ow_open(bytes, size, NULL, &document, error);
    if (status != OW_OK)
        return status;
    const ow_format *format = document.format;
    unsigned versions = format->newest_version - format->oldest_written + 1;
    ow_target target = {.has_version = true,
                        .version = format->oldest_written + (unsigned)(size % versions)};
    status = ow_convert(&document, &target, options, NULL, NULL, &converted, error);
    ow_close(&document);
    if (status == OW_OK)
        status = write_to(&converted, NULL, result, error);
    ow_close(&converted);
    return status;
}

/* A picture, a drawing or a mesh alone, one for each size of file. */
static ow_status draw_only(const void *bytes, size_t size, const ow_options *options,
                           struct bytes *result, ow_error *error)
{
    const ow_picture_options small = {.width = 80, .height = 60, .labels = true, .legend = true};
    const ow_gltf_options gltf = {.instancing = size % 2 == 0};
    ow_scene scene;
    ow_picture picture = {0};
    int open = 0;
    ow_options with = with_pictures(NULL, &open);
    ow_sink sink = sink_to(result);
    ow_status status = ow_scene_open(bytes, size, &with, NULL, &scene, error);
    if (status == OW_OK && size % 3 == 0)
        status = ow_picture_write_svg(&scene, &small, options, &sink, error);
    else if (status == OW_OK && size % 3 == 1)
        status = ow_gltf_write(&scene, &gltf, options, &sink, error);
    else if (status == OW_OK)
        status = ow_picture_draw(&scene, &small, options, &picture, error);
    if (status != OW_OK) /* what was written until then is no outcome */
        bytes_free(result);
    else if (picture.pixels)
        put_raw(result, picture.pixels, (size_t)80 * 60 * sizeof *picture.pixels);
    ow_picture_free(&picture);
    ow_scene_close(&scene);
    return status;
}

static void limits(const struct test_file *file)
{
    static const struct named_deed limited[] = {
        {"open", deed_open},       {"check", deed_check}, {"summarise", deed_summarise},
        {"to_json", deed_to_json}, {"map", deed_map},     {"heights", deed_heights},
        {"convert", convert_only}, {"scene", draw_svg},   {"draw", draw_only},
        {"circuit", deed_circuit},
    };
    for (size_t i = 0; i < sizeof limited / sizeof *limited; i++)
        limit_each(&limited[i], file->data, file->size);
    if (strcmp(ow_identify(file->data, file->size)->name, "leveld") == 0)
        limit_each(&(struct named_deed){"tiled", deed_tiled}, file->data, file->size);
}

static void allocations(const struct test_file *file)
{
    static const struct named_deed from_json = {"from_json", deed_from_json};
    static const struct named_deed svg = {"svg", draw_svg}, tiled = {"tiled", deed_tiled};
    struct bytes json = {0};
    ow_error error = {0};
    for (const struct named_deed *way = deeds; way->name; way++)
        refuse_each(way, file->data, file->size);
    if (file->size <= SMALL_FILE)
        refuse_each(&svg, file->data, file->size);
    if (file->size <= SMALL_FILE &&
        strcmp(ow_identify(file->data, file->size)->name, "leveld") == 0)
        refuse_each(&tiled, file->data, file->size);
    if (deed_to_json(file->data, file->size, NULL, &json, &error) == OW_OK)
        refuse_each(&from_json, json.data, json.size);
    bytes_free(&json);
    if (file->size <= SMALL_FILE)
        limits(file);
}

int main(int count, char **arguments)
{
    return run_on_files(count, arguments, "every allocation refused", 0, allocations);
}
