/* What calls on formats ask of the libraries above them. The library of formats alone has neither:
 * then a member is NULL, and the caller says what is missing. */
#ifndef OW_SRC_ABOVE_H
#define OW_SRC_ABOVE_H

#include "change/parts.h"

/* A document after records were moved or added. */
struct rearranged {
    const ow_document *document;
    const struct parts *parts;  /* of the document; moved records are selected */
    const struct parts *before; /* of the document before records were copied; else NULL */
    const ow_rearrangement *how;
};

struct libraries_above {
    /* Of circuits: makes the nets of a document known to the selectors of its parts, as
     * parts->nets. The parts must not move; their arena reports missing memory. */
    void (*offer_nets)(const ow_document *document, const ow_options *options, struct parts *parts);

    /* Of scenes: reports records that moved and now overlap others. Returns OW_BAD_VALUE if `how`
     * refuses overlaps. Worlds without a scene have none. */
    ow_status (*report_overlaps)(const struct rearranged *rearranged, const ow_options *options,
                                 const struct part_notes *notes, ow_error *error);
};

extern const struct libraries_above libraries_above;

#endif
