/* Records that overlap others after they were moved. */
#ifndef OW_SRC_CALLS_OVERLAPS_H
#define OW_SRC_CALLS_OVERLAPS_H

#include "../change/parts.h"

/* A document after records were moved or added. */
struct rearranged {
    const ow_document *document;
    const struct parts *parts;  /* of the document; moved records are selected */
    const struct parts *before; /* of the document before records were copied; else NULL */
    const ow_rearrangement *how;
};

/* Returns true if the caller asks for overlaps, and records of the format should not overlap. */
bool overlaps_matter(const ow_document *document, const ow_rearrangement *how,
                     const struct part_notes *notes);

/* Reports records that moved and now overlap others. Returns OW_BAD_VALUE if `how` refuses
 * overlaps. */
ow_status overlaps_report(const struct rearranged *rearranged, const ow_options *options,
                          const struct part_notes *notes, ow_error *error);

#endif
