/* The input of calls that work on any format: a file, or a document as its file. */
#ifndef OW_SRC_CALLS_INPUT_H
#define OW_SRC_CALLS_INPUT_H

#include "../formats.h"

/* The file of a call, with its format's row. */
struct input {
    const struct format_row *row;
    struct file file;
    struct preset preset;
    ow_buffer written; /* of a document: its bytes */
};

/* Opens a file as the options say. */
ow_status input_open(struct input *input, const void *bytes, size_t size, const ow_options *options,
                     ow_error *error);

/* Opens a document, written into memory; call input_close, also after a failure. */
ow_status input_open_document(struct input *input, const ow_document *document,
                              const ow_options *options, ow_error *error);
void input_close(struct input *input, const ow_options *options);

/* Passes a file to a visitor, in the variant that fits or is known. */
ow_status input_trace(struct input *input, ow_visitor visit, void *context, ow_error *error);

/* Returns true if there is a document; and the error if there is none. */
bool document_is_there(const ow_document *document);
ow_status document_missing(ow_error *error);

/* The status of a call of the row, with an error if the format has no such call. */
ow_status format_outcome(const struct format_row *row, ow_status status, const char *what,
                         ow_error *error);

/* The error of a format without a call. */
ow_status format_has_no(const struct format_row *row, const char *what, ow_error *error);

/* The result of a call that makes a document: prepare it, and finish. */
ow_status result_open(ow_document *document, ow_error *error);
ow_status result_keep(const struct format_row *row, ow_status status, ow_document *document);

#endif
