/* The PNG of a picture, encoded while the picture is drawn: of usual pictures, which are opaque. */
#include "pictures/png_meanwhile.h"

#include "io/output.h"
#include "pictures/png.h"

static void begin(struct png_meanwhile *png, const ow_picture *picture)
{
    const struct png_rows rows = {.width = picture->width, .height = picture->height};
    png->to_bytes = sink_to_memory(&png->bytes);
    png->encoder = png_encoder_open(&rows, &png->to_bytes);
    png->is_useless = png->encoder == NULL;
}

static void encode(void *context, const ow_picture *picture, uint32_t first, uint32_t end)
{
    struct png_meanwhile *png = context;
    if (first == 0)
        begin(png, picture);
    for (uint32_t y = first; y < end && !png->is_useless; y++) {
        const ow_color *row = picture->pixels + (size_t)y * picture->width;
        png->is_useless = png_has_alpha(row, picture->width);
        if (!png->is_useless)
            png_encoder_row(png->encoder, row);
        png->rows++;
    }
}

void png_meanwhile_begin(struct png_meanwhile *png, ow_picture_options *options)
{
    *png = (struct png_meanwhile){0};
    options->take_rows = encode;
    options->take_context = png;
}

bool png_meanwhile_end(struct png_meanwhile *png, ow_picture_options *options,
                       const ow_picture *picture)
{
    ow_error error;
    options->take_rows = NULL;
    options->take_context = NULL;
    const bool was_begun = png->encoder != NULL;
    const bool is_encoded = was_begun && png_encoder_close(png->encoder, &error) == OW_OK;
    png->encoder = NULL;
    return is_encoded && !png->is_useless && png->rows == picture->height;
}
