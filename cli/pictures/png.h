/* PNG images, as heights need them: one sample a pixel. */
#ifndef OW_CLI_PICTURES_PNG_H
#define OW_CLI_PICTURES_PNG_H

#include <overworld/overworld.h>

/* Decodes a PNG of any kind: its red or grey samples, 16 bits of them where it has them and otherwise
 * 8, as the file has them (no gamma, no transparency). Scale and offset are what its texts
 * overworld_scale and overworld_offset say. The file and the larger of its samples with the heights
 * that are made of them and these with a copy may take `limit` bytes together, which is asked before any is taken. On failure (OW_BAD_VALUE,
 * OW_TOO_MUCH_MEMORY, OW_NO_MEMORY) what is wrong stands in `message`, as the rest of a sentence that
 * begins with the image. Give the image back with png_release. */
ow_status png_decode(const uint8_t *bytes, size_t size, uint64_t limit, ow_image *image,
                     char *message, size_t room);
void png_release(ow_image *image);

/* Writes an image as 16-bit grey, its scale and offset as texts. OW_WRITE_FAILED where the sink
 * refuses bytes, OW_NO_MEMORY, or OW_BAD_ARGUMENT for an image without pixels. */
ow_status png_encode(const ow_image *image, const ow_sink *sink, ow_error *error);

/* PNG images in colour: pictures on their way out, tilesets on their way in. */

/* Decodes a PNG of any kind to 8 bits a channel. The file and its pixels may take `limit` bytes together.
 * On failure what is wrong stands in `message`, as the rest of a sentence that begins with the image.
 * Give the pixels back with pixels_release. */
ow_status png_decode_color(const uint8_t *bytes, size_t size, uint64_t limit, ow_pixels *pixels,
                           char *message, size_t room);
void pixels_release(ow_pixels *pixels);

/* An image on its way out, made row by row. */
struct png_rows {
    uint32_t width, height;
    bool has_alpha; /* else every pixel is opaque */
    double scale;   /* of heights, whose samples the red is; 0: none are meant */
    void *context;
    void (*take)(void *context, uint32_t y, ow_color *row);
};

/* Writes an image. OW_WRITE_FAILED where the sink refuses bytes. */
ow_status png_encode_rows(const struct png_rows *rows, const ow_sink *sink, ow_error *error);

/* How large a PNG image is; false where bytes are none. */
bool png_size(const uint8_t *bytes, size_t size, uint32_t *width, uint32_t *height);

/* Writes pixels, without alpha where all are opaque. OW_WRITE_FAILED where the sink refuses bytes. */
ow_status png_encode_color(const ow_color *pixels, uint32_t width, uint32_t height,
                           const ow_sink *sink, ow_error *error);

#endif
