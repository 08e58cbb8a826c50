/* Passing arrays and objects of JSON without reading them: shared by elements.c and
 * element_lanes.c. */
#ifndef OW_SRC_JSON_ELEMENTS_H
#define OW_SRC_JSON_ELEMENTS_H

#include "reader.h"

/* The place in a text. */
struct scan {
    uint64_t in_string; /* all bits set inside of a string */
    uint64_t depth;     /* of the open values in the array */
    uint64_t commas;    /* between elements */
    unsigned end;       /* 1 + place in the block of the bracket that ends the array; 0: not yet */
};

/* Goes on to behind the closing bracket, then scan->end is not 0, or to the end of the text.
 * `marks` NULL: none. */
void scan_list(const char **at, const char *end, struct scan *scan, struct json_marks *marks);

/* Drops every other mark if there is no room for one more; then marks->step doubles. */
void make_room_for_mark(struct json_marks *marks);

/* The same as scan_list for a list that has just begun, on the threads of the options. May stop
 * anywhere before: the caller goes on from there. `list`: behind the opening bracket. */
void scan_on_lanes(const char *list, const char **at, const char *end, const ow_options *options,
                   struct scan *scan, struct json_marks *marks);

#endif
