/* Reporting findings to the caller as changes. */
#ifndef OW_SRC_CHANGE_REPORT_CHANGE_H
#define OW_SRC_CHANGE_REPORT_CHANGE_H

#include "compare.h"
#include "diff.h"

enum { NAME_ROOM = 160 };

struct change_reporter {
    const struct difference_sink *sink;
    char record[POINTER_ROOM], name[NAME_ROOM], group[NAME_ROOM];
};

/* Reports a finding; one in a long list of values may be several changes. Returns false if the
 * caller stops. */
bool change_report(struct change_reporter *reporter, struct comparison *comparison,
                   const struct finding *finding);

#endif
