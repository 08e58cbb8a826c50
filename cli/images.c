/* Images that a world refers to, found near its file. */
#include "images.h"

#include "assets.h"
#include "png.h"
#include "terminal.h"
#include "verb.h"

#include <stdlib.h>

static bool load(void *context, ow_text path, ow_image *image, char *message, size_t room)
{
    struct input *input = context;
    struct asset asset;
    char wrong[160];
    bool loaded = asset_read(input, path, &asset, message, room);
    ow_status status = OW_OK;
    if (loaded)
        status = png_decode(asset.bytes, asset.size, asset_limit(), image, wrong, sizeof wrong);
    if (status != OW_OK) {
        snprintf(message, room, "%s %s", asset.name, wrong);
        loaded = false;
    }
    free(asset.bytes);
    if (asset.trouble || status == OW_NO_MEMORY) {
        complain("%s: %s", input->path, message);
        input->trouble = true;
    }
    input->image_missing |= !loaded;
    return loaded;
}

static void release(void *context, ow_image *image)
{
    (void)context;
    png_release(image);
}

ow_options input_options(struct input *input, const char *doing)
{
    ow_options options = options_with_progress(doing);
    options.images = (ow_image_source){.context = input, .load = load, .release = release};
    options.variant = input->variant;
    return options;
}

int input_failed(const struct input *input, const ow_error *error)
{
    bool image_missing = error->status == OW_BAD_VALUE && input->image_missing;
    clear_progress();
    if (image_missing)
        complain("%s: %s", input->path, error->message);
    else
        complain_of_error(input->path, error);
    return image_missing ? EXIT_FILES : exit_status_of(error->status);
}
