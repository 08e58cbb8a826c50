/* Events as one line of text: what tests of summaries compare. */
#ifndef OW_TESTS_SUPPORT_LINES_H
#define OW_TESTS_SUPPORT_LINES_H

#include <overworld/overworld.h>

/* name=value, with brackets for what contains others, a blank behind each. */
struct line {
    char text[400000];
    size_t size;
};

/* An ow_visitor; its context is a struct line that starts with all members zero. */
ow_visit add_to_line(void *line, const ow_event *event);

#endif
