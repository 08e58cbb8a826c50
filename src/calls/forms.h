/* The form of documents, which must be equal to compare them. */
#ifndef OW_SRC_CALLS_FORMS_H
#define OW_SRC_CALLS_FORMS_H

#include "input.h"

#include "../change/outline.h"

/* A document as a source of events, for document_emit; true sizes follow from the rest. */
struct document_source {
    const struct format_row *row;
    const void *document;
    const ow_options *options;
    struct part_request request; /* of document_emit while it runs */
};
ow_status document_emit(void *context, ow_visitor visit, void *visit_context, ow_error *error);

/* The `encode_list` of the same source, see outline.h. */
enum list_encoded document_encode_list(void *context, const char *pointer,
                                       const struct record_receiver *receiver);

/* The form of a document: its version, and the rest of its variant as text. */
struct form {
    unsigned depth;
    bool in_variant;
    int64_t version;
    char words[2048]; /* a .structure may flip each of 256 types */
    size_t size;
};

ow_status form_of(const struct document_source *source, struct form *form, ow_error *error);
bool form_is_same(const struct form *a, const struct form *b);

#endif
