/* Conversions there and back, for tests of what a conversion without a warning promises. */
#ifndef OW_TESTS_SUPPORT_BACK_H
#define OW_TESTS_SUPPORT_BACK_H

#include <overworld/overworld.h>

/* Converts a document to the version and variant of another one of its format. OW_BAD_ARGUMENT
 * where that is one that can be read and not be made: the draft of Blotter's version 5, its
 * version 4, a level in a byte order that its version never had. */
ow_status convert_back(const ow_document *document, const ow_document *source, ow_document *back,
                       ow_error *error);

/* Takes away what is no content: the sizes that a city's sections state, which a conversion
 * makes true, and a level's byte order, which becomes the version's own. */
void forget_how_it_is_written(ow_document *document);

#endif
