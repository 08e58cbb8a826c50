/* PNG images in colour, by libspng. */
#include "png_color.h"

#include "png_spng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(ow_color) == 4, "a colour is as libspng has it in RGBA");

static ow_status decode(spng_ctx *png, uint64_t allowed, ow_pixels *pixels, char *message,
                        size_t room)
{
    struct spng_ihdr header;
    size_t size = 0;
    int status = spng_get_ihdr(png, &header);
    if (status == SPNG_OK)
        status = spng_decoded_image_size(png, SPNG_FMT_RGBA8, &size);
    if (status != SPNG_OK)
        return png_failed(status, message, room);
    if (size > allowed) {
        snprintf(message, room,
                 "is a PNG image of %u x %u pixels, which is more than --max-memory allows",
                 header.width, header.height);
        return OW_TOO_MUCH_MEMORY;
    }
    pixels->width = header.width;
    pixels->height = header.height;
    pixels->pixels = pixels->owner = malloc(size);
    status = pixels->pixels
                 ? spng_decode_image(png, pixels->pixels, size, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS)
                 : SPNG_EMEM;
    return status == SPNG_OK ? OW_OK : png_failed(status, message, room);
}

ow_status png_decode_color(const uint8_t *bytes, size_t size, uint64_t limit, ow_pixels *pixels,
                           char *message, size_t room)
{
    *pixels = (ow_pixels){0};
    int status;
    spng_ctx *png = png_open(bytes, size, &status);
    ow_status outcome = status == SPNG_OK
                            ? decode(png, limit > size ? limit - size : 0, pixels, message, room)
                            : png_failed(status, message, room);
    spng_ctx_free(png);
    if (outcome != OW_OK)
        pixels_release(pixels);
    return outcome;
}

void pixels_release(ow_pixels *pixels)
{
    free(pixels->owner);
    *pixels = (ow_pixels){0};
}

static bool has_alpha(const ow_color *pixels, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (pixels[i].alpha != 255)
            return true;
    return false;
}

/* libspng takes rows as the file has them: three bytes a pixel where nothing is seen through. */
static int encode_rows(spng_ctx *png, const struct png_rows *rows)
{
    size_t channels = rows->has_alpha ? 4 : 3, row_size = rows->width * channels;
    ow_color *row = malloc(rows->width * sizeof *row);
    uint8_t *packed = malloc(row_size);
    int status = row && packed ? spng_encode_image(png, NULL, 0, SPNG_FMT_PNG,
                                                   SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE)
                               : SPNG_EMEM;
    for (uint32_t y = 0; status == SPNG_OK && y < rows->height; y++) {
        rows->take(rows->context, y, row);
        for (uint32_t x = 0; x < rows->width; x++)
            memcpy(packed + x * channels, &row[x], channels);
        status = spng_encode_row(png, packed, row_size);
    }
    free(packed);
    free(row);
    return status == SPNG_EOI ? SPNG_OK : status;
}

/* Flat colours compress best as they are: filtering takes four times as long for a larger file. */
static int encode(spng_ctx *png, const struct png_rows *rows, struct png_writing *writing)
{
    struct spng_ihdr header = {.width = rows->width, .height = rows->height, .bit_depth = 8};
    header.color_type =
        rows->has_alpha ? SPNG_COLOR_TYPE_TRUECOLOR_ALPHA : SPNG_COLOR_TYPE_TRUECOLOR;
    struct png_numbers numbers = {{0}, {0}};
    int status = spng_set_ihdr(png, &header);
    if (status == SPNG_OK && rows->scale != 0)
        status = png_set_scale(png, rows->scale, 0, &numbers);
    if (status == SPNG_OK)
        status = spng_set_option(png, SPNG_FILTER_CHOICE, SPNG_DISABLE_FILTERING);
    if (status == SPNG_OK)
        status = spng_set_png_stream(png, png_write_part, writing);
    return status == SPNG_OK ? encode_rows(png, rows) : status;
}

ow_status png_encode_rows(const struct png_rows *rows, const ow_sink *sink, ow_error *error)
{
    struct png_writing writing = {.sink = sink};
    spng_ctx *png = png_new(SPNG_CTX_ENCODER);
    int status = png ? encode(png, rows, &writing) : SPNG_EMEM;
    return png_finish(png, status, &writing, error);
}

struct pixel_rows {
    const ow_color *pixels;
    uint32_t width;
};

static void take_pixels(void *context, uint32_t y, ow_color *row)
{
    const struct pixel_rows *from = context;
    memcpy(row, from->pixels + (size_t)y * from->width, from->width * sizeof *row);
}

ow_status png_encode_color(const ow_color *pixels, uint32_t width, uint32_t height,
                           const ow_sink *sink, ow_error *error)
{
    struct pixel_rows from = {pixels, width};
    const struct png_rows rows = {.width = width,
                                  .height = height,
                                  .has_alpha = has_alpha(pixels, (size_t)width * height),
                                  .context = &from,
                                  .take = take_pixels};
    return png_encode_rows(&rows, sink, error);
}

bool png_size(const uint8_t *bytes, size_t size, uint32_t *width, uint32_t *height)
{
    struct spng_ihdr header;
    int status;
    spng_ctx *png = png_open(bytes, size, &status);
    if (status == SPNG_OK)
        status = spng_get_ihdr(png, &header);
    spng_ctx_free(png);
    if (status != SPNG_OK)
        return false;
    *width = header.width;
    *height = header.height;
    return true;
}
