/* What heights and pictures share of libspng: opening, limits, the words for failures. */
#ifndef OW_CLI_PNG_SPNG_H
#define OW_CLI_PNG_SPNG_H

#include <overworld/overworld.h>

#include <spng.h>

/* A context of libspng, decoder or encoder by its flags; NULL without memory. One at a time. */
spng_ctx *png_new(int flags);

/* A decoder of bytes with the limits for files of strangers. Never to be used unless *status is SPNG_OK;
 * free it with spng_ctx_free in any case. */
spng_ctx *png_open(const uint8_t *bytes, size_t size, int *status);

/* What is wrong, in the words of a person where they matter. */
ow_status png_failed(int status, char *message, size_t room);

/* libspng has other words for a sink that refuses bytes, by the place where it does. */
struct png_writing {
    const ow_sink *sink;
    bool refused;
};

/* The numbers of an image as text, which libspng does not copy. */
struct png_numbers {
    char scale[32], offset[32];
};

/* Says in texts of an image what its samples mean as heights. `numbers` must live until it is written. */
int png_set_scale(spng_ctx *png, double scale, double offset, struct png_numbers *numbers);

/* An spng_rw_fn; its context is a struct png_writing. */
int png_write_part(spng_ctx *png, void *context, void *data, size_t size);

/* Frees an encoder and tells how it went. */
ow_status png_finish(spng_ctx *png, int status, const struct png_writing *writing, ow_error *error);

#endif
