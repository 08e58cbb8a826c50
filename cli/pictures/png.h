/* PNG images for heights: one sample per pixel. */
#ifndef OW_CLI_PICTURES_PNG_H
#define OW_CLI_PICTURES_PNG_H

#include <overworld/overworld.h>

/* Decodes a PNG of any kind: its red or grey samples, with 16 bits if it has them and otherwise 8,
 * unchanged (no gamma, no transparency). Scale and offset come from its texts overworld_scale and
 * overworld_offset. The limit applies to the file plus the larger of two sums: the samples with the
 * heights made from them, and the heights with a copy. It is checked before any memory is
 * allocated. On failure (OW_BAD_VALUE, OW_TOO_MUCH_MEMORY, OW_NO_MEMORY), `message` has the rest of
 * a sentence that begins with the image. Release the image with png_release. */
ow_status png_decode(const uint8_t *bytes, size_t size, uint64_t limit, ow_image *image,
                     char *message, size_t room);
void png_release(ow_image *image);

/* Writes an image as 16-bit grey, with its scale and offset as texts. OW_WRITE_FAILED if the sink
 * fails, OW_NO_MEMORY, or OW_BAD_ARGUMENT for an image without pixels. */
ow_status png_encode(const ow_image *image, const ow_sink *sink, ow_error *error);

/* PNG images in colour: writes pictures, reads tilesets. */

/* Decodes a PNG of any kind to 8 bits per channel. The file and its pixels may take `limit` bytes
 * together. On failure, `message` has the rest of a sentence that begins with the image. Release
 * the pixels with pixels_release. */
ow_status png_decode_color(const uint8_t *bytes, size_t size, uint64_t limit, ow_pixels *pixels,
                           char *message, size_t room);
void pixels_release(ow_pixels *pixels);

/* An image that is encoded row by row. */
struct png_rows {
    uint32_t width, height;
    bool has_alpha; /* otherwise every pixel is opaque */
    double scale;   /* of heights, whose samples are in red; 0: not heights */
    void *context;
    void (*take)(void *context, uint32_t y, ow_color *row);
};

/* The same by a caller who has the rows, which come one after another: rows->take is not called.
 * NULL without memory, which png_encoder_close reports. */
struct png_encoder *png_encoder_open(const struct png_rows *rows, const ow_sink *sink);
void png_encoder_row(struct png_encoder *encoder, const ow_color *row);
ow_status png_encoder_close(struct png_encoder *encoder, ow_error *error);

/* Writes an image. OW_WRITE_FAILED if the sink fails. */
ow_status png_encode_rows(const struct png_rows *rows, const ow_sink *sink, ow_error *error);

/* Finds the size of a PNG image. Returns false if the bytes are not a PNG. */
bool png_size(const uint8_t *bytes, size_t size, uint32_t *width, uint32_t *height);

/* Returns true if one of the pixels is not opaque. */
bool png_has_alpha(const ow_color *pixels, size_t count);

/* Writes pixels, without alpha if all are opaque. OW_WRITE_FAILED if the sink fails. */
ow_status png_encode_color(const ow_color *pixels, uint32_t width, uint32_t height,
                           const ow_sink *sink, ow_error *error);

#endif
