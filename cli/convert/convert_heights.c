/* overworld convert: reads heights from an image and writes them as one. */
#include "convert/convert.h"
#include "io/assets.h"
#include "io/output.h"
#include "pictures/png.h"
#include "terminal/terminal.h"

#include <math.h>

/* The meaning of a sample in games whose images do not state it. */
static const float usual_scale = 0.1f;

/* Sets `guessed` if the image does not state what its samples mean. */
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

/* Reads the heights of --terrain's image. */
static int read_terrain(const char *path, ow_heights *heights)
{
    struct input file;
    bool guessed = false;
    int status = open_other_file(path, &file);
    if (status == EXIT_FINE)
        status = decode_terrain(&file, heights, &guessed);
    if (status == EXIT_FINE && guessed)
        complain(
            "%s: the image does not say what its samples mean; each is taken as a height of %g",
            file.path, (double)usual_scale);
    close_input(&file);
    return status;
}

static void take_red(void *context, uint32_t y, ow_color *row)
{
    const ow_image *image = context;
    const uint16_t *samples = image->samples + (size_t)y * image->width;
    for (uint32_t x = 0; x < image->width; x++) {
        uint8_t red = (uint8_t)samples[x];
        row[x] = (ow_color){red, red, red, 255};
    }
}

/* The game reads the red channel of colour images; it does not read grey ones. */
static int encode_terrain(ow_image *image, struct made_file *made)
{
    ow_error error = {0};
    const ow_sink sink = sink_to_memory(&made->bytes);
    const struct png_rows rows = {.width = image->width,
                                  .height = image->height,
                                  .scale = image->scale,
                                  .context = image,
                                  .take = take_red};
    ow_status status = memory_sink_status(png_encode_rows(&rows, &sink, &error), &error);
    made->width = image->width;
    made->height = image->height;
    if (status != OW_OK)
        complain_of_error(made->path, &error);
    return exit_status_of(status);
}

static void print_terrain_loss(struct conversion *conversion, float largest_error)
{
    if (isinf(largest_error))
        warn(conversion, "heights that are not numbers were replaced by the lowest height");
    else if (largest_error > 0)
        warn(conversion,
             "the game's terrain has only 256 heights, from 0 up: heights change by at most %.3g",
             (double)largest_error);
}

/* In the game's form: an image beside the save, which refers to it. */
static int put_image(struct conversion *conversion, const ow_heights *heights)
{
    struct made_file *made = &conversion->terrain;
    const char *name = made_file_name(made, conversion->out, "-terrain.png");
    ow_options options = {.max_memory = memory_limit()};
    ow_image image = {0};
    ow_error error = {0};
    float largest_error = 0;
    if (!name) {
        complain("not enough memory");
        return EXIT_FILES;
    }
    ow_status status =
        ow_set_heights_image(document_to_write(conversion), heights, ow_text_of(name), &options,
                             &image, &largest_error, &error);
    if (status != OW_OK)
        return input_failed(&conversion->input, &error);
    print_terrain_loss(conversion, largest_error);
    int result = encode_terrain(&image, made);
    ow_image_free(&image);
    bool force = option_set(conversion->arguments, "force");
    return result != EXIT_FINE || made_file_may_be(made, "the terrain", "", force) ? result
                                                                                   : EXIT_FILES;
}

/* Stores the heights as numbers. For output that is not a save, only the heights matter; and there
 * can be no image beside a stream. */
static int put_numbers(struct conversion *conversion, const ow_heights *heights)
{
    ow_error error = {0};
    ow_status status = ow_set_heights(document_to_write(conversion), heights, &error);
    if (status != OW_OK)
        return input_failed(&conversion->input, &error);
    if (conversion->to == TO_BINARY || conversion->to == TO_JSON)
        warn(conversion, "no image can be written beside a stream: the heights are in the save "
                         "itself, as the specification says, but the game does not read them "
                         "there; write to a file to have the image");
    return EXIT_FINE;
}

int put_terrain(struct conversion *conversion)
{
    const char *path = option_value(conversion->arguments, "terrain");
    ow_heights heights = {0};
    if (!path)
        return EXIT_FINE;
    int status = read_terrain(path, &heights);
    bool world = conversion->to == TO_BINARY || conversion->to == TO_JSON;
    if (status == EXIT_FINE)
        status = world && !is_stream(conversion->out) ? put_image(conversion, &heights)
                                                      : put_numbers(conversion, &heights);
    ow_heights_free(&heights);
    return status;
}

int write_terrain(struct conversion *conversion)
{
    const struct made_file *made = &conversion->terrain;
    int status = made_file_write(made, option_set(conversion->arguments, "force"));
    if (status == EXIT_FINE)
        made_file_report(made, &conversion->written);
    if (status == EXIT_FINE && made->path && !made->there)
        complain("wrote %s, the terrain as the game reads it: keep it beside the save, and copy it "
                 "into the game's own folder, where the game looks for it",
                 made->path);
    return status;
}

/* Reports precision that the image cannot hold: whoever uses it should know. */
static void print_loss(struct conversion *conversion, float largest_error)
{
    if (isinf(largest_error))
        warn(conversion, "heights that are not numbers were replaced by the lowest height");
    else if (largest_error > 0)
        warn(conversion,
             "the picture cannot hold every height exactly: heights change by at most %.3g",
             (double)largest_error);
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
        complain("%s: the ground has no vertices, so there are no heights to write",
                 conversion->input.path);
        return EXIT_USAGE;
    }
    print_loss(conversion, largest_error);
    return EXIT_FINE;
}
