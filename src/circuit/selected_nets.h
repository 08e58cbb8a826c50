/* The nets of a world, for the selector net:. */
#ifndef OW_SRC_CIRCUIT_SELECTED_NETS_H
#define OW_SRC_CIRCUIT_SELECTED_NETS_H

#include "../above.h"

/* Makes the nets of a document known to the selectors of its parts, see struct libraries_above. */
void circuit_offer_nets(const ow_document *document, const ow_options *options,
                        struct parts *parts);

#endif
