/* overworld render: a file as a scene, and the files beside it that a scene may ask for. */
#include "render.h"

#include "assets.h"
#include "images.h"
#include "png_color.h"
#include "terminal.h"

#include <stdlib.h>
#include <string.h>

/* What a scene asks for is below the world's folder; what a tileset of the user's asks for may be
 * beside that, too. */
static bool read_asset(const struct rendering *rendering, ow_text path, struct asset *asset,
                       char *message, size_t room)
{
    const char *tileset = option_value(rendering->arguments, "tileset");
    if (!tileset)
        return asset_read(&rendering->input, path, asset, message, room);
    if (path.size == strlen(tileset) && memcmp(path.data, tileset, path.size) == 0)
        return asset_read_named(tileset, asset, message, room);
    struct input beside = {.file = strdup(tileset)};
    bool found = beside.file && asset_read(&beside, path, asset, message, room);
    free(beside.file);
    return found || asset_read(&rendering->input, path, asset, message, room);
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
    const struct rendering *rendering = context;
    if (*pointer)
        complain("%s: warning: %s (%s)", rendering->input.path, message, pointer);
    else
        complain("%s: warning: %s", rendering->input.path, message);
}

static int choose(struct rendering *rendering)
{
    ow_error error = {0};
    if (ow_scene_choose(&rendering->scene, &rendering->choice, &error) == OW_OK)
        return EXIT_FINE;
    complain_of_error(rendering->input.path, &error);
    return exit_status_of(error.status);
}

int open_scene(struct rendering *rendering, const char *file)
{
    struct input *input = &rendering->input;
    ow_error error = {0};
    int status = open_input(file, input);
    if (status != EXIT_FINE)
        return status;
    input->variant = option_value(rendering->arguments, "read-as");
    ow_options options = input_options(input, "reading");
    ow_scene_options asked = {
        .files = {.context = rendering,
                  .read = read_file,
                  .release = release_file,
                  .load = load_pixels,
                  .release_pixels = release_pixels},
        .tileset = option_value(rendering->arguments, "tileset"),
        .as_placed = rendering->picture.view == OW_VIEW_GAME,
        .warn = warn,
        .warn_context = rendering,
    };
    if (ow_scene_open(input->bytes, input->size, &options, &asked, &rendering->scene, &error) !=
        OW_OK)
        return input_failed(input, &error);
    clear_progress();
    return choose(rendering);
}

void close_scene(struct rendering *rendering)
{
    ow_scene_free(&rendering->scene);
    close_input(&rendering->input);
}
