/* The nets of a world, for the selector net:. */
#ifndef OW_SRC_CALLS_NETS_H
#define OW_SRC_CALLS_NETS_H

#include "../change/parts.h"

#include <overworld/overworld.h>

/* The nets of a document, found when a selector first asks for them. */
struct nets {
    ow_document document;
    const ow_options *options;
    const struct parts *parts;
    ow_circuit circuit; /* empty until asked for */
    bool is_open;
};

/* Makes nets available to the selectors of parts. Nothing here may move until nets_close. */
void nets_begin(struct nets *nets, const ow_document *document, const ow_options *options,
                struct parts *parts);
void nets_close(struct nets *nets);

#endif
