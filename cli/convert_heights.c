/* overworld convert: heights from an image and as one. */
#include "assets.h"
#include "convert.h"
#include "images.h"
#include "png.h"
#include "terminal.h"

#include <math.h>

/* What games take a sample for that say no more. */
static const float usual_scale = 0.1f;

/* `guessed`: the image does not say what its samples mean. */
static int decode_terrain(const struct input *file, ow_heights *heights, bool *guessed)
{
    char wrong[160];
    ow_image image;
    ow_error error = {0};
    ow_status status =
        png_decode(file->bytes, file->size, asset_limit(), &image, wrong, sizeof wrong);
    if (status != OW_OK) {
        complain("%s: %s", file->path, wrong);
        return exit_status_of(status);
    }
    *guessed = image.scale == 0;
    if (*guessed)
        image.scale = usual_scale;
    ow_options options = {.max_memory = memory_limit()};
    status = ow_heights_from_image(&image, &options, heights, &error);
    png_release(&image);
    if (status != OW_OK)
        complain_of_error(file->path, &error);
    return exit_status_of(status);
}

int put_terrain(struct conversion *conversion)
{
    const char *path = option_value(conversion->arguments, "terrain");
    if (!path)
        return EXIT_FINE;
    struct input file;
    ow_heights heights = {0};
    ow_error error = {0};
    bool guessed = false;
    int result = open_other_file(path, &file);
    if (result == EXIT_FINE)
        result = decode_terrain(&file, &heights, &guessed);
    path = file.path;
    close_input(&file);
    if (result != EXIT_FINE)
        return result;
    ow_status status = ow_set_heights(&conversion->document, &heights, &error);
    ow_heights_free(&heights);
    if (status != OW_OK)
        return input_failed(&conversion->input, &error);
    if (guessed)
        complain("%s: does not say what its samples mean: each is taken for a height of %g", path,
                 (double)usual_scale);
    return EXIT_FINE;
}

/* What a picture cannot hold has to be told: who goes on with it should know. */
static void tell_loss(const struct conversion *conversion, float largest_error)
{
    const char *path = conversion->input.path;
    if (isinf(largest_error))
        complain("%s: warning: heights that are no numbers become the lowest one", path);
    else if (largest_error > 0)
        complain("%s: warning: the picture does not hold every height exactly; they are off by at "
                 "most %.3g",
                 path, (double)largest_error);
}

int make_picture(struct conversion *conversion, const ow_document *document)
{
    ow_options options = input_options(&conversion->input, "drawing");
    ow_heights heights;
    ow_error error = {0};
    float largest_error = 0;
    ow_status status = ow_get_heights(document, &options, &heights, &error);
    if (status == OW_OK)
        status =
            ow_heights_to_image(&heights, &options, &conversion->picture, &largest_error, &error);
    ow_heights_free(&heights);
    clear_progress();
    if (status != OW_OK)
        return input_failed(&conversion->input, &error);
    if (conversion->picture.width == 0 || conversion->picture.height == 0) {
        complain("%s: its ground has no vertices, and a picture needs one", conversion->input.path);
        return EXIT_USAGE;
    }
    tell_loss(conversion, largest_error);
    return EXIT_FINE;
}
