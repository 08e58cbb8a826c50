/* Files of a scene: those beside a world, and the user's tileset. */
#include "pictures/scene_files.h"

#include "io/assets.h"
#include "io/mods.h"
#include "pictures/png.h"
#include "terminal/terminal.h"

#include <stdlib.h>
#include <string.h>

static void report_trouble(struct scene_files *files, const char *message)
{
    complain("%s: %s", files->input->path, message);
    files->input->trouble = true;
}

/* The length of the folder of the user's tileset, which may be any folder; 0 if the path does not
 * begin with it. */
static size_t tileset_folder(const char *tileset, ow_text path)
{
    const char *slash = strrchr(tileset, '/');
    size_t folder = slash ? (size_t)(slash - tileset) + 1 : 0;
    return path.size > folder && memcmp(path.data, tileset, folder) == 0 ? folder : 0;
}

/* Reads a file beside the user's tileset. */
static bool read_beside(struct scene_files *files, ow_text path, struct asset *asset, char *message,
                        size_t room)
{
    struct input beside = {.file = strdup(files->tileset)};
    size_t folder = tileset_folder(files->tileset, path);
    path = (ow_text){path.data + folder, path.size - folder};
    bool found = beside.file && asset_read(&beside, path, asset, message, room);
    if (!beside.file)
        report_trouble(files, "not enough memory to look beside the tileset");
    else if (asset->trouble)
        report_trouble(files, message);
    if (folder > 0 && beside.file && !found && !asset->trouble)
        snprintf(message, room, "%s is not beside the tileset", asset->name);
    free(beside.file);
    return found;
}

/* A scene may only open files below the world's folder; a tileset of the user may also open files
 * beside itself. */
static bool read_asset(struct scene_files *files, ow_text path, struct asset *asset, char *message,
                       size_t room)
{
    const char *tileset = files->tileset;
    bool is_tileset =
        tileset && path.size == strlen(tileset) && memcmp(path.data, tileset, path.size) == 0;
    if (tileset && !is_tileset &&
        (read_beside(files, path, asset, message, room) || tileset_folder(tileset, path) > 0))
        return asset->bytes != NULL;
    bool found = is_tileset ? asset_read_named(tileset, asset, message, room)
                            : asset_read(files->input, path, asset, message, room);
    if (asset->trouble)
        report_trouble(files, message);
    return found;
}

static bool read_file(void *context, ow_text path, ow_bytes *bytes, char *message, size_t room)
{
    struct asset asset;
    if (!read_asset(context, path, &asset, message, room))
        return false;
    *bytes = (ow_bytes){asset.bytes, asset.size};
    return true;
}

static void release_file(void *context, ow_bytes *bytes)
{
    (void)context;
    free((void *)(uintptr_t)bytes->data);
    *bytes = (ow_bytes){0};
}

static bool load_pixels(void *context, ow_text path, ow_pixels *pixels, char *message, size_t room)
{
    struct asset asset;
    char wrong[160];
    if (!read_asset(context, path, &asset, message, room))
        return false;
    ow_status status =
        png_decode_color(asset.bytes, asset.size, asset_limit(), pixels, wrong, sizeof wrong);
    free(asset.bytes);
    if (status != OW_OK)
        snprintf(message, room, "%s %s", asset.name, wrong);
    if (status == OW_NO_MEMORY)
        report_trouble(context, message);
    return status == OW_OK;
}

static void release_pixels(void *context, ow_pixels *pixels)
{
    (void)context;
    pixels_release(pixels);
}

static void warn(void *context, const char *pointer, const char *message)
{
    const struct scene_files *files = context;
    if (*pointer)
        warn_of("%s: warning: %s (%s)", files->input->path, message, pointer);
    else
        warn_of("%s: warning: %s", files->input->path, message);
    if (files->written)
        written_warn(files->written, pointer, message);
}

int scene_options(struct scene_files *files, const struct arguments *arguments, struct input *input,
                  ow_scene_options *asked)
{
    *files = (struct scene_files){.input = input, .tileset = option_value(arguments, "tileset")};
    *asked = (ow_scene_options){
        .files = {.context = files,
                  .read = read_file,
                  .release = release_file,
                  .load = load_pixels,
                  .release_pixels = release_pixels},
        .tileset = files->tileset,
        .warn = warn,
        .warn_context = files,
    };
    return find_mods(arguments, &asked->mods);
}
