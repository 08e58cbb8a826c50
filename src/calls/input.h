/* What a call that works on any format looks into: a file, or a document as the file that it would be. */
#ifndef OW_SRC_CALLS_INPUT_H
#define OW_SRC_CALLS_INPUT_H

#include "../formats.h"

/* A file that a call looks into, with its row. */
struct input {
    const struct format_row *row;
    struct file file;
    struct preset preset;
    ow_buffer written; /* of a document: its bytes */
};

/* Opens a file as the options say. */
ow_status input_open(struct input *input, const void *bytes, size_t size, const ow_options *options,
                     ow_error *error);

/* Opens a document, written into memory; input_close gives that back, after a failure too. */
ow_status input_open_document(struct input *input, const ow_document *document,
                              const ow_options *options, ow_error *error);
void input_close(struct input *input, const ow_options *options);

/* Tells a file as events, in the variant that fits or is known. */
ow_status input_trace(struct input *input, ow_visitor visit, void *context, ow_error *error);

/* Whether there is a document, and what to say where there is none. */
bool document_is_there(const ow_document *document);
ow_status document_missing(ow_error *error);

/* What to say where a format has no such thing. */
/* The status of a call of the row, with the words where the format has no such call. */
ow_status format_outcome(const struct format_row *row, ow_status status, const char *what,
                         ow_error *error);

ow_status format_has_no(const struct format_row *row, const char *what, ow_error *error);

/* Where a call puts a document, and the end of such a call. */
ow_status result_open(ow_document *document, ow_error *error);
ow_status result_keep(const struct format_row *row, ow_status status, ow_document *document);

#endif
