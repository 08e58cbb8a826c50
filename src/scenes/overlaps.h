/* Records that overlap others after they were moved. */
#ifndef OW_SRC_SCENES_OVERLAPS_H
#define OW_SRC_SCENES_OVERLAPS_H

#include "../above.h"

/* Reports records that moved and now overlap others, see struct libraries_above. */
ow_status scenes_report_overlaps(const struct rearranged *rearranged, const ow_options *options,
                                 const struct part_notes *notes, ow_error *error);

#endif
