/* The PNG of a picture, encoded while the picture is drawn. */
#ifndef OW_CLI_PICTURES_PNG_MEANWHILE_H
#define OW_CLI_PICTURES_PNG_MEANWHILE_H

#include <overworld/overworld.h>

struct png_meanwhile {
    struct png_encoder *encoder;
    uint32_t rows;    /* that were encoded */
    bool is_useless;  /* the picture is not opaque, or memory has run out */
    ow_buffer bytes;  /* of the image */
    ow_sink to_bytes; /* the sink of the encoder */
};

/* From now on, what these options draw is encoded. The picture must not be changed afterwards. */
void png_meanwhile_begin(struct png_meanwhile *png, ow_picture_options *options);

/* Ends this. Returns true if png->bytes have the whole image; otherwise encode the picture anew.
 * Afterwards free png->bytes.data in any case. */
bool png_meanwhile_end(struct png_meanwhile *png, ow_picture_options *options,
                       const ow_picture *picture);

#endif
