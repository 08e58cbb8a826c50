/* What differs between two documents, as lines. */
#ifndef OW_TESTS_SUPPORT_CHANGES_H
#define OW_TESTS_SUPPORT_CHANGES_H

#include <overworld/overworld.h>

#include <stddef.h>

struct reported_changes {
    char text[4096];
    size_t size;
};

/* A visitor for ow_diff. A line each: "- /before", "+ /after", "> /before /after",
 * "~ /before /after: values -> values". */
ow_visit print_change_as_line(void *context, const ow_change *change);

#endif
