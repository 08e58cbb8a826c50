/* Text about changes, in the order of what the records stand on. */
#ifndef OW_CLI_LOOK_DIFF_GROUPS_H
#define OW_CLI_LOOK_DIFF_GROUPS_H

#include <stdbool.h>
#include <stdio.h>

struct diff_groups;

/* NULL if memory runs out. */
struct diff_groups *diff_groups_open(void);

/* Where the lines of a change are written, up to the next call. NULL if memory runs out. `group`:
 * see ow_change. */
FILE *diff_groups_begin(struct diff_groups *groups, const char *group);

/* Prints everything. Returns false if lines are missing because memory ran
 * out. NULL is allowed. */
bool diff_groups_close(struct diff_groups *groups);

#endif
