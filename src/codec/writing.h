/* What every writer of documents does around its encode. */
#ifndef OW_SRC_CODEC_WRITING_H
#define OW_SRC_CODEC_WRITING_H

#include "../base/output.h"

/* Runs a layout as encode; what goes wrong with the document goes to `error`. */
typedef void (*encode_document)(const void *document, const ow_options *options,
                                struct output *output, ow_error *error);

ow_status write_to_sink(encode_document encode, const void *document, const ow_options *options,
                        const ow_sink *sink, ow_error *error);

/* A buffer is empty after a failure. */
ow_status write_to_buffer(encode_document encode, const void *document, const ow_options *options,
                          ow_buffer *buffer, ow_error *error);

#endif
