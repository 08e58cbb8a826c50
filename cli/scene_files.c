/* A scene's files: those beside a world, and a tileset that the user named. */
#include "scene_files.h"

#include "assets.h"
#include "png_color.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>

/* What a scene asks for is below the world's folder; what a tileset of the user's asks for may be
 * beside that, too. */
static bool read_asset(const struct scene_files *files, ow_text path, struct asset *asset,
                       char *message, size_t room)
{
    const char *tileset = files->tileset;
    if (!tileset)
        return asset_read(files->input, path, asset, message, room);
    if (path.size == strlen(tileset) && memcmp(path.data, tileset, path.size) == 0)
        return asset_read_named(tileset, asset, message, room);
    struct input beside = {.file = strdup(tileset)};
    bool found = beside.file && asset_read(&beside, path, asset, message, room);
    free(beside.file);
    return found || asset_read(files->input, path, asset, message, room);
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
        complain("%s: warning: %s (%s)", files->input->path, message, pointer);
    else
        complain("%s: warning: %s", files->input->path, message);
}

ow_scene_options scene_options(struct scene_files *files, const struct arguments *arguments,
                               const struct input *input)
{
    *files = (struct scene_files){input, option_value(arguments, "tileset")};
    return (ow_scene_options){
        .files = {.context = files,
                  .read = read_file,
                  .release = release_file,
                  .load = load_pixels,
                  .release_pixels = release_pixels},
        .tileset = files->tileset,
        .warn = warn,
        .warn_context = files,
    };
}
