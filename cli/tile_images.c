/* The images of tilesets that are made, by libspng. */
#include "tile_images.h"

#include <spng.h>
#include <stdlib.h>

enum { CHANNELS = 4 };

struct writing {
    const ow_sink *sink;
    bool refused;
};

static int write_part(spng_ctx *png, void *context, void *data, size_t size)
{
    struct writing *writing = context;
    (void)png;
    writing->refused |= !writing->sink->write(writing->sink->context, data, size);
    return writing->refused ? SPNG_IO_ERROR : SPNG_OK;
}

static int start(spng_ctx *png, const ow_tiled_tileset *tileset, struct writing *writing)
{
    struct spng_ihdr header = {.width = tileset->image_width,
                               .height = tileset->image_height,
                               .bit_depth = 8,
                               .color_type = SPNG_COLOR_TYPE_TRUECOLOR_ALPHA};
    int status = spng_set_ihdr(png, &header);
    if (status == SPNG_OK) /* flat colours: the filters that a photograph likes make it larger */
        status = spng_set_option(png, SPNG_FILTER_CHOICE, SPNG_FILTER_CHOICE_NONE);
    if (status == SPNG_OK)
        status = spng_set_png_stream(png, write_part, writing);
    return status == SPNG_OK ? spng_encode_image(png, NULL, 0, SPNG_FMT_PNG,
                                                 SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE)
                             : status;
}

static int encode(spng_ctx *png, const ow_tiled_tileset *tileset,
                  void (*paint)(const ow_tiled_tileset *tileset, uint32_t y, uint8_t *rgba),
                  struct writing *writing)
{
    size_t size = (size_t)tileset->image_width * CHANNELS;
    uint8_t *row = malloc(size);
    int status = row ? start(png, tileset, writing) : SPNG_EMEM;
    for (uint32_t y = 0; y < tileset->image_height && status == SPNG_OK; y++) {
        paint(tileset, y, row);
        status = spng_encode_scanline(png, row, size);
    }
    free(row);
    return status == SPNG_EOI ? SPNG_OK : status;
}

ow_status write_tile_image(const ow_tiled_tileset *tileset,
                           void (*paint)(const ow_tiled_tileset *tileset, uint32_t y,
                                         uint8_t *rgba),
                           const ow_sink *sink, ow_error *error)
{
    struct writing writing = {.sink = sink};
    spng_ctx *png = spng_ctx_new(SPNG_CTX_ENCODER);
    int status = png ? encode(png, tileset, paint, &writing) : SPNG_EMEM;
    spng_ctx_free(png);
    if (status == SPNG_OK && !writing.refused)
        return OW_OK;
    *error = (ow_error){.status = writing.refused ? OW_WRITE_FAILED : OW_NO_MEMORY};
    snprintf(error->message, sizeof error->message, "cannot be written as a PNG image: %s",
             spng_strerror(status));
    return error->status;
}

bool png_size(const uint8_t *bytes, size_t size, uint32_t *width, uint32_t *height)
{
    struct spng_ihdr header;
    spng_ctx *png = spng_ctx_new(0);
    bool found = png && spng_set_png_buffer(png, bytes, size) == SPNG_OK &&
                 spng_get_ihdr(png, &header) == SPNG_OK;
    spng_ctx_free(png);
    if (found) {
        *width = header.width;
        *height = header.height;
    }
    return found;
}
