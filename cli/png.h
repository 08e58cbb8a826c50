/* PNG images, as heights need them: one sample a pixel. */
#ifndef OW_CLI_PNG_H
#define OW_CLI_PNG_H

#include <overworld/overworld.h>

/* Decodes a PNG of any kind: its red or grey samples, 16 bits of them where it has them and otherwise
 * 8, as the file has them (no gamma, no transparency). Scale and offset are what its texts
 * overworld_scale and overworld_offset say. On failure returns false with what is wrong, as the rest
 * of a sentence that begins with the image, in `message`. Give the image back with png_release. */
bool png_decode(const uint8_t *bytes, size_t size, ow_image *image, char *message, size_t room);
void png_release(ow_image *image);

/* Writes an image as 16-bit grey, its scale and offset as texts. OW_WRITE_FAILED where the sink
 * refuses bytes, OW_NO_MEMORY, or OW_BAD_ARGUMENT for an image without pixels. */
ow_status png_encode(const ow_image *image, const ow_sink *sink, ow_error *error);

#endif
