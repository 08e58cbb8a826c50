/* Findings as changes, as a caller gets them. */
#ifndef OW_SRC_CHANGE_REPORT_CHANGE_H
#define OW_SRC_CHANGE_REPORT_CHANGE_H

#include "compare.h"
#include "diff.h"

enum { NAME_ROOM = 160 };

struct change_reporter {
    const struct difference_sink *sink;
    char record[POINTER_ROOM], name[NAME_ROOM];
};

/* Tells a finding; one in a long list of values may be several changes. False: the caller wants no more. */
bool change_report(struct change_reporter *reporter, struct comparison *comparison,
                   const struct finding *finding);

#endif
