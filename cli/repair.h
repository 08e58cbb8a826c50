/* overworld repair: what its parts share. */
#ifndef OW_CLI_REPAIR_H
#define OW_CLI_REPAIR_H

#include "input.h"
#include "json.h"

#include <stdio.h>

/* What the library tells of a repair, on its way to the user. */
struct repair_report {
    FILE *to;                    /* where text goes */
    struct repair_answer answer; /* without a writer: text */
    const struct input *input;
    char lost[512]; /* of text: what is lost, while what is kept is told */
    bool any_kept;
    bool any_line;
};

/* Callbacks of ow_repair_options; the context is the report. */
void report_break_off(void *context, const ow_break *place);
void report_kept(void *context, const ow_kept *list);
void report_repaired(void *context, const ow_repaired *repaired);

/* Ends what the callbacks told. */
void report_end(struct repair_report *report, const ow_repair_totals *totals);

#endif
