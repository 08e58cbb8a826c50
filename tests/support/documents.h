/* Documents of any format as JSON text: what tests of conversions and changes compare. */
#ifndef OW_TESTS_SUPPORT_DOCUMENTS_H
#define OW_TESTS_SUPPORT_DOCUMENTS_H

#include <overworld/overworld.h>

/* A document from JSON. Fails the test where there is none. */
ow_document document_of_json(const char *json);

/* A document from JSON, with single quotes for double ones. Fails the test where there is none. */
ow_document document_of(const char *text);

/* A document written and told as JSON on one line, single quotes for double ones. The caller frees
 * it. */
char *text_of(const ow_document *document);

/* Fails the test where a fragment is not in the text of a document, or is there and not
 * expected. */
void assert_has(const ow_document *document, const char *fragment, bool expected);

/* The warnings of a conversion, "POINTER MESSAGE" each on a line. */
struct warnings {
    char text[2048];
};
void note_warning(void *warnings, const char *pointer, const char *message);

/* Converts, and fails the test where that fails. */
ow_document converted_to(const ow_document *document, const ow_target *target,
                         struct warnings *warnings);

#endif
